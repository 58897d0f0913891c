import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { holds } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";
import {
  aboutProvider,
  answer,
  answerTyped,
  asked,
  choose,
  createRow,
  credentialRows,
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
  typedRow,
  useSandbox,
} from "./flows.ts";
import { entitlements } from "./literals.ts";
import { resultCard } from "./resultCard.ts";
import type { StandIn } from "./standIn.ts";

const token = "tok-wizard";

describe("the answers of the wizard", () => {
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
  const sent: readonly (readonly [
    proxy: string,
    credential: string,
    go: () => Promise<void>,
    body: object,
  ])[] = [
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
      "of a provider's item",
      async () => {
        await enterProxy(workbench, "ID", "proxy_1");
        await enterProvider(workbench, "onepassword", credentialRows.item);
        await answerTyped(workbench, aboutProvider.item("onepassword"), "Vault/Item");
      },
      { browser: { proxy: { id: "proxy_1" } }, credential: { provider: "onepassword", path: "Vault/Item" } },
    ],
    [
      "by name",
      "looked up at a provider",
      async () => {
        await enterProxy(workbench, "Name", "paris datacenter");
        await enterProvider(workbench, "onepassword", credentialRows.byDomain);
      },
      {
        browser: { proxy: { name: "paris datacenter" } },
        credential: { provider: "onepassword", auto: true },
      },
    ],
    ["default", "none", () => takeDefaults(workbench), {}],
  ];
  for (const [proxy, credential, go, body] of sent) {
    it(`sends the proxy ${proxy} and the credential ${credential} as the document says`, async () => {
      await openWizard(workbench);
      await nameConnection(workbench, "example.com", "my-profile");
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
  }

  it("offers nothing to continue after a connection was created", async () => {
    await workbench.runCommand("Managed Auth: Create Connection…");
    await asked(workbench, questions.domain);
    assert.equal(await workbench.quickInput.value(), "");
  });

  it("refuses what is no domain, with words, and sends nothing", async () => {
    const { quickInput } = workbench;
    const refused: readonly (readonly [text: string, words: string])[] = [
      ["ftp://example.com", "Enter a domain or an https or http address."],
      ["exa mple.com", "A domain has no spaces."],
      ["   ", "Enter a domain like example.com."],
      ["https://", "Not a domain."],
      ["-a-.com", "Not a domain."],
      ["a..b", "Not a domain."],
      ["javascript:alert(1)", "Not a domain."],
      ["example.com:99999", "Not a domain."],
      [`${"a".repeat(64)}.com`, "A domain has at most 253 characters, and 63 between two dots."],
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

  it("refuses no domain without saying so", async () => {
    await openWizard(workbench);
    await workbench.quickInput.accept();
    await workbench.quickInput.waitForMessage("Enter a domain like example.com.");
  });

  it("reduces an address to its host after showing it", async () => {
    const { quickInput } = workbench;
    const reduced: readonly (readonly [text: string, domain: string])[] = [
      ["https://user@Example.com:8443/login?next=/#top", "example.com"],
      ["example.com:8443", "example.com"],
      ["example.com/path", "example.com"],
      ["bücher.example", "xn--bcher-kva.example"],
      ["🙂.example", "xn--938h.example"],
    ];
    await openWizard(workbench);
    for (const [text, domain] of reduced) {
      await quickInput.paste(text);
      await quickInput.waitForMessage(`Press Enter to use the domain ${domain}`);
      assert.equal(await quickInput.severity(), "info");
    }
    await quickInput.accept();
    await asked(workbench, questions.profile);
    await quickInput.back();
    await asked(workbench, questions.domain);
    assert.equal(await quickInput.value(), "xn--938h.example");
  });

  it("takes names as they are and refuses what is none", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await answer(workbench, questions.domain, "example.com");
    await asked(workbench, questions.profile);
    const refused: readonly (readonly [text: string, words: string])[] = [
      ["a".repeat(10_000), "The profile name is longer than 1,024 characters."],
      ["a\tb", "The profile name has a control character."],
      ["   ", "The profile name is required."],
    ];
    for (const [text, words] of refused) {
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
      await asked(workbench, questions.proxy);
      await quickInput.back();
      await asked(workbench, questions.profile);
      assert.equal(await quickInput.value(), name);
    }
    assert.deepEqual(standIn.changes, []);
  });

  it("shows a name with an icon's code as text in the review, and sends it", async () => {
    await openWizard(workbench);
    await nameConnection(workbench, "example.com", "a $(trash) b");
    await takeDefaults(workbench);
    assert.equal((await reviewed(workbench))["Profile"]?.replace("⟨U+0028⟩", "("), "a $(trash) b");
    await choose(workbench, questions.review, createRow);
    await resultCard(workbench, "Connection created");
    const { profile_name: name } = JSON.parse(standIn.of("POST")[0]?.body ?? "") as { profile_name: string };
    assert.equal(name, "a $(trash) b");
  });

  it("says at the start that the plan has no managed auth, and lets the service decide", async () => {
    const { quickInput } = workbench;
    const body = entitlements.replace(/("managed_auth": \{\s*"enabled":) true/, "$1 false");
    standIn.reply("GET", { status: 200, body });
    await workbench.runCommand("Managed Auth: Refresh Entitlements");
    await workbench.entitlements.row("Not included", "Managed Auth");
    await workbench.runCommand("Managed Auth: Create Connection…");
    await asked(workbench, "Your plan doesn't include managed auth");
    await quickInput.choose("Show Entitlements");
    await resultCard(workbench, "Entitlements", "Managed Auth: not included.");
    await workbench.runCommand("Managed Auth: Create Connection…");
    await choose(workbench, "Your plan doesn't include managed auth", "Continue Anyway");
    await asked(workbench, questions.domain);
  });

  it("marks what the sandbox's Free plan lacks", async () => {
    const { quickInput } = workbench;
    await useSandbox(workbench);
    await workbench.runCommand("Managed Auth: Choose Sandbox Plan…");
    await choose(workbench, "Choose the sandbox's plan", "Free");
    await choose(workbench, "Choose a trial or no trial", "No trial");
    await workbench.entitlements.waitForRow(["Plan"], (row) => row.description === "Free");
    await openWizard(workbench);
    await nameConnection(workbench, "example.com", "my-profile");
    const marked = async (): Promise<string[]> => {
      const separators = await quickInput.separators();
      return separators.filter((label) => label.endsWith("(not in your plan)"));
    };
    await asked(workbench, questions.proxy);
    await holds("the mark of the proxies", async () => {
      assert.deepEqual(await marked(), ["Your proxies (not in your plan)"]);
    });
    await enterProxy(workbench, "ID", "proxy_sandboxparis");
    await asked(workbench, questions.credential);
    await quickInput.row(credentialRows.enterProvider);
    await holds("the marks of the credentials", async () => {
      const marks = await marked();
      for (const mark of ["Stored (not in your plan)", "Another provider (not in your plan)"])
        assert.ok(marks.includes(mark), marks.join());
    });
    await quickInput.choose(credentialRows.nobody);
    await choose(workbench, questions.review, createRow);
    const card = await resultCard(workbench, "Connection not created");
    assert.match(card.summary.join(" "), /Your plan has no room for this/);
    assert.match(card.lists["The service says"]?.join() ?? "", /This plan doesn't include custom proxies/);
  });
});
