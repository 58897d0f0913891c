import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { holds, until } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";
import {
  aboutProvider,
  answer,
  answerTyped,
  asked,
  choose,
  credentialRows,
  ended,
  enterProvider,
  enterProxy,
  leave,
  nameConnection,
  openWizard,
  proxyRows,
  questions,
  reviewed,
  openSignedIn,
  takeDefaults,
} from "./flows.ts";
import { resultCard } from "./resultCard.ts";
import type { StandIn } from "./standIn.ts";

const token = "tok-wizard";

describe("the wizard", () => {
  let workbench: Workbench;
  let standIn: StandIn;

  before(async () => {
    ({ workbench, standIn } = await openSignedIn(token));
  });
  after(async () => {
    await Promise.all([workbench.stop(), standIn.stop()]);
  });
  beforeEach(() => standIn.reset());
  afterEach(() => leave(workbench));
  const item = aboutProvider.item("onepassword");
  /** The ways to each list, from the question of the proxy on, and where the wizard goes on from there. */
  const ways: readonly (readonly [question: string, goesOn: string, go: () => Promise<void>])[] = [
    [questions.proxy, questions.proxy, () => asked(workbench, questions.proxy)],
    [questions.proxyTyped, questions.proxy, () => choose(workbench, questions.proxy, proxyRows.enter)],
    [questions.credential, questions.credential, () => choose(workbench, questions.proxy, proxyRows.none)],
    [
      questions.credentialName,
      questions.credential,
      async () => {
        await choose(workbench, questions.proxy, proxyRows.none);
        await choose(workbench, questions.credential, credentialRows.enterName);
      },
    ],
    [
      item,
      questions.credential,
      async () => {
        await choose(workbench, questions.proxy, proxyRows.none);
        await enterProvider(workbench, "onepassword", credentialRows.item);
      },
    ],
    [questions.review, questions.review, () => takeDefaults(workbench)],
  ];

  for (const [question, goesOn, go] of ways) {
    it(`ends silently with Esc at "${question}" and offers to continue`, async () => {
      const { notifications, quickInput } = workbench;
      await openWizard(workbench);
      await nameConnection(workbench, "example.com", "my-profile");
      await go();
      await asked(workbench, question);
      await quickInput.escape();
      await until("nothing to be said", () => notifications.isSilent());
      await workbench.runCommand("Managed Auth: Create Connection…");
      await asked(workbench, questions.continue);
      const rows = await quickInput.rows();
      assert.deepEqual(
        rows.map(({ description, label }) => [label, description]),
        [
          ["Continue", "example.com · my-profile"],
          ["Discard and Start New", ""],
        ],
      );
      await quickInput.choose("Continue");
      await asked(workbench, goesOn);
      await quickInput.escape();
      assert.deepEqual(standIn.changes, []);
    });
  }

  it("ends silently with Esc at the first two questions and at the offer to continue", async () => {
    const { notifications, quickInput } = workbench;
    await openWizard(workbench);
    await quickInput.escape();
    await openWizard(workbench);
    await answer(workbench, questions.domain, "first.example");
    await asked(workbench, questions.profile);
    await quickInput.escape();
    await workbench.runCommand("Managed Auth: Create Connection…");
    await asked(workbench, questions.continue);
    assert.equal((await quickInput.row("Continue")).description, "first.example");
    await quickInput.escape();
    await until("nothing to be said", () => notifications.isSilent());
    assert.deepEqual(standIn.changes, []);
  });

  it("goes back through every question with the answers kept, and forth again", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await nameConnection(workbench, "example.com", "my-profile");
    await enterProxy(workbench, "ID", "proxy_1");
    await enterProvider(workbench, "onepassword", credentialRows.item);
    await answerTyped(workbench, item, "Vault/Item");
    const whole = await reviewed(workbench);
    assert.equal(await quickInput.step(), "5/5");
    assert.deepEqual(whole, {
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
      await asked(workbench, question);
      // The rows of a list may come after its question.
      await holds(`what was answered to "${question}"`, async () => {
        const shown = isList(question) ? (await quickInput.active())?.label : await quickInput.value();
        assert.deepEqual([shown, await quickInput.step()], [kept, step]);
      });
    }
    assert.equal(await quickInput.hasBack(), false);
    for (const [question] of back.toReversed()) {
      await asked(workbench, question);
      // A list asks before its rows are there, and takes only what is on screen.
      if (question !== questions.domain) await until("a row to take", () => quickInput.active());
      await quickInput.accept();
    }
    assert.deepEqual(await reviewed(workbench), whole);
    assert.deepEqual(standIn.changes, []);
  });

  it("keeps the focus from the editor between two questions", async () => {
    await workbench.runCommand("Managed Auth: Show Entitlements");
    await resultCard(workbench, "Entitlements");
    await ended(workbench);
    // A page takes the focus once, and some time after it is drawn: it shall have had it.
    const shown = await workbench.resultPage();
    await until("the page to have the focus", async () => {
      await shown.locator("h1").click();
      return shown.evaluate(() => document.readyState === "complete" && document.hasFocus());
    });
    await openWizard(workbench);
    // A window notices that a page inside it takes the focus by losing it.
    await workbench.page.evaluate(() => {
      window.addEventListener("blur", () => document.body.classList.add("focus-was-lost"));
    });
    await nameConnection(workbench, "example.com", "my-profile");
    await takeDefaults(workbench);
    assert.equal(await workbench.page.locator("body.focus-was-lost").count(), 0);
    await workbench.quickInput.escape();
    await workbench.runCommand("View: Close All Editors");
  });

  it("keeps over Back what was typed and not accepted", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await answer(workbench, questions.domain, "example.com");
    await asked(workbench, questions.profile);
    await quickInput.type("half a na");
    await quickInput.back();
    await asked(workbench, questions.domain);
    await quickInput.accept();
    await asked(workbench, questions.profile);
    assert.equal(await quickInput.value(), "half a na");
  });

  it("edits an answer from the review and returns there", async () => {
    await openWizard(workbench);
    await nameConnection(workbench, "example.com", "my-profile");
    await takeDefaults(workbench);
    await choose(workbench, questions.review, "Proxy");
    await enterProxy(workbench, "Name", "office");
    assert.equal((await reviewed(workbench))["Proxy"], "office");
    await choose(workbench, questions.review, "Domain");
    await answer(workbench, questions.domain, "other.example");
    assert.equal((await reviewed(workbench))["Domain"], "other.example");
    assert.deepEqual(standIn.changes, []);
  });

  it("undoes an edit that is left with Back", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await nameConnection(workbench, "example.com", "my-profile");
    await takeDefaults(workbench);
    const whole = await reviewed(workbench);
    await choose(workbench, questions.review, "Credential");
    await choose(workbench, questions.credential, credentialRows.enterName);
    await asked(workbench, questions.credentialName);
    await quickInput.back();
    await asked(workbench, questions.credential);
    await until("the row that led there", async () => {
      return (await quickInput.active())?.label === credentialRows.enterName;
    });
    await quickInput.back();
    assert.deepEqual(await reviewed(workbench), whole);
    await choose(workbench, questions.review, "Profile");
    await asked(workbench, questions.profile);
    await quickInput.type("nobody");
    await quickInput.back();
    assert.deepEqual(await reviewed(workbench), whole);
  });

  it("continues after a reload of the window, or starts over", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await nameConnection(workbench, "kept.example", "kept");
    await enterProxy(workbench, "Name", "office");
    await asked(workbench, questions.credential);
    await workbench.reload();
    await workbench.runCommand("Managed Auth: Create Connection…");
    await choose(workbench, questions.continue, "Continue");
    await choose(workbench, questions.credential, credentialRows.nobody);
    assert.deepEqual(await reviewed(workbench), {
      Domain: "kept.example",
      Profile: "kept",
      Proxy: "office",
      Credential: "None: a person types",
    });
    await quickInput.escape();
    await workbench.runCommand("Managed Auth: Create Connection…");
    await choose(workbench, questions.continue, "Discard and Start New");
    await asked(workbench, questions.domain);
    assert.equal(await quickInput.value(), "");
    assert.deepEqual(standIn.of("POST"), []);
  });
});
