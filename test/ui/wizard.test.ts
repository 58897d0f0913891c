import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { untilPasses, until } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";
import {
  aboutProvider,
  answer,
  answerTyped,
  waitForQuestion,
  choose,
  createRow,
  credentialRows,
  waitForCommandEnd,
  enterProvider,
  enterProxy,
  nameConnection,
  openWizard,
  proxyRows,
  questions,
  readReview,
  takeDefaults,
  typedRow,
  startWizard,
} from "./flows.ts";
import { resultCard } from "./resultCard.ts";
import type { StandIn } from "./standIn.ts";
import { columns } from "../support/rows.ts";
import { openSignedInForSuite } from "./suiteHooks.ts";

const token = "tok-wizard";

describe("the connection wizard", () => {
  let workbench: Workbench;
  let standIn: StandIn;
  openSignedInForSuite(token, (opened) => ({ workbench, standIn } = opened));
  beforeEach(() => standIn.reset());
  const item = aboutProvider.item("onepassword");

  it("closes on Esc in a nested question and offers to continue when reopened", async () => {
    const { notifications, quickInput } = workbench;
    await startWizard(workbench, "example.com", "my-profile");
    await choose(workbench, questions.proxy, proxyRows.none);
    await enterProvider(workbench, "onepassword", credentialRows.item);
    await waitForQuestion(workbench, item);
    await quickInput.escape();
    await until("no notification", () => notifications.isSilent());
    await workbench.runCommand("Managed Auth: Create Connection…");
    await waitForQuestion(workbench, questions.continue);
    assert.deepEqual(columns(await quickInput.rows(), "label", "description"), [
      ["Continue", "example.com · my-profile"],
      ["Discard and Start New", ""],
    ]);
    await quickInput.choose("Continue");
    await waitForQuestion(workbench, questions.credential);
    await quickInput.escape();
    assert.deepEqual(standIn.changes, []);
  });

  it("keeps the answers while the user goes back and forth through every question", async () => {
    const { quickInput } = workbench;
    await startWizard(workbench, "example.com", "my-profile");
    await enterProxy(workbench, "ID", "proxy_1");
    await enterProvider(workbench, "onepassword", credentialRows.item);
    await answerTyped(workbench, item, "Vault/Item");
    const review = await readReview(workbench);
    assert.equal(await quickInput.step(), "5/5");
    assert.deepEqual(review, {
      Domain: "example.com",
      Profile: "my-profile",
      Proxy: "ID proxy_1",
      Credential: "Vault/Item from provider onepassword",
    });
    const back: readonly (readonly [question: string, kept: string, step: string])[] = [
      [questions.credential, "Vault/Item from provider onepassword", "4/5"],
      [questions.proxy, "ID proxy_1", "3/5"],
      [questions.profile, "my-profile", "2/5"],
      [questions.domain, "example.com", "1/5"],
    ];
    const isList = (question: string): boolean =>
      question === questions.proxy || question === questions.credential;
    for (const [question, kept, step] of back) {
      await quickInput.back();
      await waitForQuestion(workbench, question);
      // The rows of a list can load after its question.
      await untilPasses(`what was answered to "${question}"`, async () => {
        const shown = isList(question) ? (await quickInput.active())?.label : await quickInput.value();
        assert.deepEqual([shown, await quickInput.step()], [kept, step]);
      });
    }
    assert.equal(await quickInput.hasBack(), false);
    for (const [question] of back.toReversed()) {
      await waitForQuestion(workbench, question);
      // A list opens before its rows are loaded and only accepts a visible row.
      if (question !== questions.domain) await until("a row to take", () => quickInput.active());
      await quickInput.accept();
    }
    assert.deepEqual(await readReview(workbench), review);
    assert.deepEqual(standIn.changes, []);
  });

  it("keeps the focus between two questions while a result page is open", async () => {
    await workbench.runCommand("Managed Auth: Show Entitlements");
    await resultCard(workbench, "Entitlements");
    await waitForCommandEnd(workbench);
    // A page takes the focus once, some time after it is rendered. Wait until that has happened.
    const shown = await workbench.resultPage();
    await until("the page to have the focus", async () => {
      await shown.locator("h1").click();
      return shown.evaluate(() => document.readyState === "complete" && document.hasFocus());
    });
    await openWizard(workbench);
    // The window gets a blur event when a page inside it takes the focus.
    await workbench.page.evaluate(() => {
      window.addEventListener("blur", () => document.body.classList.add("focus-was-lost"));
    });
    await nameConnection(workbench, "example.com", "my-profile");
    await takeDefaults(workbench);
    assert.equal(await workbench.page.locator("body.focus-was-lost").count(), 0);
    await workbench.quickInput.escape();
    await workbench.runCommand("View: Close All Editors");
  });

  it("offers to continue or start over after a window reload", async () => {
    const { quickInput } = workbench;
    await startWizard(workbench, "kept.example", "kept");
    await enterProxy(workbench, "Name", "office");
    await waitForQuestion(workbench, questions.credential);
    await workbench.reload();
    await workbench.runCommand("Managed Auth: Create Connection…");
    await choose(workbench, questions.continue, "Continue");
    await choose(workbench, questions.credential, credentialRows.nobody);
    assert.deepEqual(await readReview(workbench), {
      Domain: "kept.example",
      Profile: "kept",
      Proxy: "office",
      Credential: "None: a person types the values",
    });
    await quickInput.escape();
    await workbench.runCommand("Managed Auth: Create Connection…");
    await choose(workbench, questions.continue, "Discard and Start New");
    await waitForQuestion(workbench, questions.domain);
    assert.equal(await quickInput.value(), "");
    assert.deepEqual(standIn.of("POST"), []);
  });

  for (const [proxy, credential, go, body] of [
    [
      "direct",
      "stored",
      async () => {
        await choose(workbench, questions.proxy, proxyRows.none);
        await choose(workbench, questions.credential, credentialRows.enterName);
        await answerTyped(workbench, questions.credentialName, `it's "the" bot`);
      },
      { browser: { proxy: { mode: "direct" } }, credential: { name: `it's "the" bot` } },
    ],
    [
      "by id",
      "a provider's item",
      async () => {
        await enterProxy(workbench, "ID", "proxy_1");
        await enterProvider(workbench, "onepassword", credentialRows.item);
        await answerTyped(workbench, aboutProvider.item("onepassword"), "Vault/Item");
      },
      { browser: { proxy: { id: "proxy_1" } }, credential: { provider: "onepassword", path: "Vault/Item" } },
    ],
  ] as const)
    it(`sends the documented fields for the proxy ${proxy} and credential ${credential}`, async () => {
      await startWizard(workbench, "example.com", "my-profile");
      await go();
      await choose(workbench, questions.review, createRow);
      await resultCard(workbench, "Connection created");
      const [request, ...others] = standIn.changes;
      assert.deepEqual(others, []);
      assert.equal(request?.path, "/auth/connections");
      assert.equal(request.authorization, `Bearer ${token}`);
      assert.deepEqual(JSON.parse(request.body), {
        domain: "example.com",
        profile_name: "my-profile",
        ...body,
      });
      await workbench.runCommand("View: Close All Editors");
    });

  it("rejects an invalid domain with an explanation and sends nothing", async () => {
    const { quickInput } = workbench;
    const refused: readonly (readonly [text: string, words: string])[] = [
      ["ftp://example.com", "Enter a domain or an https or http address."],
      ["exa mple.com", "A domain has no spaces."],
    ];
    await openWizard(workbench);
    for (const [text, words] of refused) {
      await quickInput.paste(text);
      await quickInput.waitForMessage(words);
      assert.equal(await quickInput.severity(), "error", text);
      await quickInput.accept();
      await quickInput.waitForMessage(words);
    }
    assert.equal(await quickInput.step(), "1/5");
    assert.deepEqual(standIn.changes, []);
  });

  it("shows and uses only the host of a pasted URL", async () => {
    const { quickInput } = workbench;
    const reduced: readonly (readonly [text: string, domain: string])[] = [
      ["https://user@Example.com:8443/login?next=/#top", "example.com"],
      ["🙂.example", "xn--938h.example"],
    ];
    await openWizard(workbench);
    for (const [text, domain] of reduced) {
      await quickInput.paste(text);
      await quickInput.waitForMessage(`Press Enter to use the domain ${domain}`);
      assert.equal(await quickInput.severity(), "info");
    }
    await quickInput.accept();
    await waitForQuestion(workbench, questions.profile);
    await quickInput.back();
    await waitForQuestion(workbench, questions.domain);
    assert.equal(await quickInput.value(), "xn--938h.example");
  });

  it("accepts unusual profile names unchanged and rejects invalid names", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await answer(workbench, questions.domain, "example.com");
    await waitForQuestion(workbench, questions.profile);
    for (const [text, words] of [["   ", "The profile name is required."]] as const) {
      await quickInput.paste(text);
      await quickInput.waitForMessage(words);
      await quickInput.press("Enter");
      await quickInput.waitForMessage(words);
      assert.equal(await quickInput.step(), "2/5");
    }
    await quickInput.paste(" two\nlines");
    const outer = await typedRow(workbench, " two lines");
    assert.equal(outer.detail, "The profile name begins or ends with a space, which is sent.");
    for (const name of [".", "..", "a/b", "%2e", `'"$(trash)`]) {
      await answerTyped(workbench, questions.profile, name);
      await waitForQuestion(workbench, questions.proxy);
      await quickInput.back();
      await waitForQuestion(workbench, questions.profile);
      assert.equal(await quickInput.value(), name);
    }
    assert.deepEqual(standIn.changes, []);
  });
});
