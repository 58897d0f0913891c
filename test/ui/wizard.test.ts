import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { Workbench } from "../host/workbench.ts";
import {
  answerTyped,
  asked,
  createRow,
  leave,
  nameConnection,
  openWizard,
  proxyRows,
  questions,
  signIn,
  takeDefaults,
  typedRow,
  useSandbox,
} from "./flows.ts";
import { entitlements } from "./literals.ts";
import { resultCard } from "./resultCard.ts";
import { StandIn } from "./standIn.ts";

const token = "tok-wizard";

describe("the wizard", () => {
  let workbench: Workbench;
  let standIn: StandIn;

  before(async () => {
    [workbench, standIn] = await Promise.all([Workbench.open(), StandIn.start(token)]);
    await signIn(workbench, standIn.baseUrl, token);
    await workbench.entitlements.row("Limits");
  });
  after(async () => {
    await Promise.all([workbench.stop(), standIn.stop()]);
  });
  beforeEach(() => standIn.reset());
  afterEach(() => leave(workbench));

  /** What the review says of the four answers. */
  async function reviewed(): Promise<Record<string, string>> {
    await asked(workbench, questions.review);
    const rows = await workbench.quickInput.rows();
    const labels = ["Domain", "Profile", "Proxy", "Credential"];
    return Object.fromEntries(
      rows
        .filter(({ label }) => labels.includes(label))
        .map(({ description, label }) => [label, description]),
    );
  }

  /** Takes a row of the list that asks this. */
  async function choose(question: string, label: string): Promise<void> {
    await asked(workbench, question);
    await workbench.quickInput.choose(label);
  }

  /** Answers the input that asks this. */
  async function answer(question: string, text: string): Promise<void> {
    await asked(workbench, question);
    await workbench.quickInput.answer(text);
  }

  /** The ways to each question that stands behind a choice, from the question of the proxy on. */
  const ways: readonly (readonly [question: string, go: () => Promise<void>])[] = [
    [questions.proxy, () => asked(workbench, questions.proxy)],
    [questions.proxyId, () => choose(questions.proxy, proxyRows.byId)],
    [questions.proxyName, () => choose(questions.proxy, proxyRows.byName)],
    [questions.credential, () => choose(questions.proxy, "Direct")],
    ...(
      [
        [questions.credentialName, "Stored Credential…"],
        [questions.credentialProvider, "Provider Item…"],
      ] as const
    ).map(([question, row]): readonly [string, () => Promise<void>] => [
      question,
      async () => {
        await choose(questions.proxy, "Direct");
        await choose(questions.credential, row);
      },
    ]),
    [
      questions.credentialPath,
      async () => {
        await choose(questions.proxy, "Direct");
        await choose(questions.credential, "Provider Item…");
        await answerTyped(workbench, questions.credentialProvider, "onepassword");
      },
    ],
    [questions.review, () => takeDefaults(workbench)],
  ];

  for (const [question, go] of ways) {
    it(`ends silently with Esc at "${question}" and offers to continue there`, async () => {
      const { notifications, quickInput } = workbench;
      await openWizard(workbench);
      await nameConnection(workbench, "example.com", "my-profile");
      await go();
      await asked(workbench, question);
      await quickInput.escape();
      assert.equal(await notifications.isSilent(), true);
      await workbench.runCommand("Managed Auth: Create Connection…");
      await asked(workbench, questions.continue);
      const rows = await quickInput.rows();
      assert.deepEqual(
        rows.map(({ description, label }) => [label, description]),
        [
          ["Continue", "example.com · my-profile"],
          ["Start Over", ""],
        ],
      );
      await quickInput.choose("Continue");
      await asked(workbench, question);
      await quickInput.escape();
      assert.deepEqual(standIn.changes, []);
    });
  }

  it("ends silently with Esc at the first two questions and at the offer to continue", async () => {
    const { notifications, quickInput } = workbench;
    await openWizard(workbench);
    await quickInput.escape();
    await openWizard(workbench);
    await answer(questions.domain, "first.example");
    await asked(workbench, questions.profile);
    await quickInput.escape();
    await workbench.runCommand("Managed Auth: Create Connection…");
    await asked(workbench, questions.continue);
    assert.equal((await quickInput.row("Continue")).description, "first.example");
    await quickInput.escape();
    assert.equal(await notifications.isSilent(), true);
    assert.deepEqual(standIn.changes, []);
  });

  it("goes back through every question with the answers kept, and forth again", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await nameConnection(workbench, "example.com", "my-profile");
    await choose(questions.proxy, proxyRows.byId);
    await answerTyped(workbench, questions.proxyId, "proxy_1");
    await choose(questions.credential, "Provider Item…");
    await answerTyped(workbench, questions.credentialProvider, "onepassword");
    await answerTyped(workbench, questions.credentialPath, "Vault/Item");
    const whole = await reviewed();
    assert.equal(await quickInput.step(), "8/8");
    assert.deepEqual(whole, {
      Domain: "example.com",
      Profile: "my-profile",
      Proxy: "ID proxy_1",
      Credential: "Vault/Item from provider onepassword",
    });
    const back: readonly (readonly [question: string, kept: string, step: string])[] = [
      [questions.credentialPath, "Vault/Item", "7/8"],
      [questions.credentialProvider, "onepassword", "6/8"],
      [questions.credential, "Provider Item…", "5/8"],
      [questions.proxyId, "proxy_1", "4/8"],
      [questions.proxy, proxyRows.byId, "3/8"],
      [questions.profile, "my-profile", "2/8"],
      [questions.domain, "example.com", "1/8"],
    ];
    const isList = (question: string): boolean =>
      question === questions.proxy || question === questions.credential;
    for (const [question, kept, step] of back) {
      await quickInput.back();
      await asked(workbench, question);
      const shown = isList(question) ? (await quickInput.active())?.label : await quickInput.value();
      assert.deepEqual([shown, await quickInput.step()], [kept, step]);
    }
    assert.equal(await quickInput.hasBack(), false);
    for (const [question] of back.toReversed()) {
      await asked(workbench, question);
      await quickInput.accept();
    }
    assert.deepEqual(await reviewed(), whole);
    assert.deepEqual(standIn.changes, []);
  });

  it("keeps over Back what was typed and not accepted", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await answer(questions.domain, "example.com");
    await asked(workbench, questions.profile);
    await quickInput.type("half a na");
    await quickInput.back();
    await asked(workbench, questions.domain);
    await quickInput.accept();
    await asked(workbench, questions.profile);
    assert.equal(await quickInput.value(), "half a na");
  });

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
        await choose(questions.proxy, "Direct");
        await choose(questions.credential, "Stored Credential…");
        await answerTyped(workbench, questions.credentialName, `it's "the" bot`);
      },
      { browser: { proxy: { mode: "direct" } }, credential: { name: `it's "the" bot` } },
    ],
    [
      "by id",
      "of a provider's item",
      async () => {
        await choose(questions.proxy, proxyRows.byId);
        await answerTyped(workbench, questions.proxyId, "proxy_1");
        await choose(questions.credential, "Provider Item…");
        await answerTyped(workbench, questions.credentialProvider, "onepassword");
        await answerTyped(workbench, questions.credentialPath, "Vault/Item");
      },
      { browser: { proxy: { id: "proxy_1" } }, credential: { provider: "onepassword", path: "Vault/Item" } },
    ],
    [
      "by name",
      "looked up at a provider",
      async () => {
        await choose(questions.proxy, proxyRows.byName);
        await answer(questions.proxyName, "paris datacenter");
        await choose(questions.credential, "Provider Lookup…");
        await answerTyped(workbench, questions.credentialProvider, "onepassword");
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
      await choose(questions.review, createRow);
      await resultCard(workbench, "Connection Created");
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

  it("edits an answer from the review and returns there", async () => {
    await openWizard(workbench);
    await nameConnection(workbench, "example.com", "my-profile");
    await takeDefaults(workbench);
    await choose(questions.review, "Proxy");
    await choose(questions.proxy, proxyRows.byName);
    await answer(questions.proxyName, "office");
    assert.equal((await reviewed())["Proxy"], "Name office");
    await choose(questions.review, "Domain");
    await answer(questions.domain, "other.example");
    assert.equal((await reviewed())["Domain"], "other.example");
    assert.deepEqual(standIn.changes, []);
  });

  it("undoes an edit that is left with Back", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await nameConnection(workbench, "example.com", "my-profile");
    await takeDefaults(workbench);
    const whole = await reviewed();
    await choose(questions.review, "Credential");
    await choose(questions.credential, "Stored Credential…");
    await asked(workbench, questions.credentialName);
    await quickInput.back();
    await asked(workbench, questions.credential);
    await quickInput.back();
    assert.deepEqual(await reviewed(), whole);
    await choose(questions.review, "Profile");
    await asked(workbench, questions.profile);
    await quickInput.type("nobody");
    await quickInput.back();
    assert.deepEqual(await reviewed(), whole);
  });

  it("continues after a reload of the window, or starts over", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await nameConnection(workbench, "kept.example", "kept");
    await choose(questions.proxy, proxyRows.byName);
    await answer(questions.proxyName, "office");
    await asked(workbench, questions.credential);
    await workbench.reload();
    await workbench.runCommand("Managed Auth: Create Connection…");
    await choose(questions.continue, "Continue");
    await choose(questions.credential, "None");
    assert.deepEqual(await reviewed(), {
      Domain: "kept.example",
      Profile: "kept",
      Proxy: "Name office",
      Credential: "None (not sent)",
    });
    await quickInput.escape();
    await workbench.runCommand("Managed Auth: Create Connection…");
    await choose(questions.continue, "Start Over");
    await asked(workbench, questions.domain);
    assert.equal(await quickInput.value(), "");
    assert.deepEqual(standIn.of("POST"), []);
  });

  it("refuses what is no domain, with words, and sends nothing", async () => {
    const { quickInput } = workbench;
    const refused: readonly (readonly [text: string, words: string])[] = [
      ["ftp://example.com", "Only web addresses (https or http) have a domain to log in to."],
      ["exa mple.com", "A domain has no spaces."],
      ["   ", "A domain is needed, such as example.com."],
      ["https://", "This is not a domain."],
      ["-a-.com", "This is not a domain."],
      ["a..b", "This is not a domain."],
      ["javascript:alert(1)", "This is not a domain."],
      ["example.com:99999", "This is not a domain."],
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
    await workbench.quickInput.waitForMessage("A domain is needed, such as example.com.");
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
    await answer(questions.domain, "example.com");
    await asked(workbench, questions.profile);
    const refused: readonly (readonly [text: string, words: string])[] = [
      ["a".repeat(10_000), "The profile name is longer than 1,024 characters."],
      ["a\tb", "The profile name holds a control character."],
      ["   ", "The profile name is needed."],
    ];
    for (const [text, words] of refused) {
      await quickInput.paste(text);
      await quickInput.waitForMessage(words);
      await quickInput.accept();
      await quickInput.waitForMessage(words);
      assert.equal(await quickInput.step(), "2/5");
    }
    await quickInput.paste(" two\nlines");
    const outer = await typedRow(workbench, " two lines");
    assert.equal(outer.detail, "The profile name begins or ends with a space. It is sent as it is.");
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
    assert.equal((await reviewed())["Profile"]?.replaceAll("\u200b", ""), "a $(trash) b");
    await choose(questions.review, createRow);
    await resultCard(workbench, "Connection Created");
    const { profile_name: name } = JSON.parse(standIn.of("POST")[0]?.body ?? "") as { profile_name: string };
    assert.equal(name, "a $(trash) b");
  });

  it("says at the start that the plan has no managed auth, and lets the service decide", async () => {
    const { quickInput } = workbench;
    const body = entitlements.replace(/("managed_auth": \{\s*"enabled":) true/, "$1 false");
    standIn.reply("GET", { status: 200, body });
    await workbench.runCommand("Managed Auth: Refresh Entitlements");
    await workbench.entitlements.waitForRow(
      ["Managed auth"],
      (row) => row.description === "Not in your plan",
    );
    await workbench.runCommand("Managed Auth: Create Connection…");
    await asked(workbench, "Your plan does not include managed auth");
    await quickInput.choose("Show Entitlements");
    assert.equal(
      (await resultCard(workbench, "Entitlements")).tiles["Managed auth"]?.[0],
      "Not in your plan",
    );
    await workbench.runCommand("Managed Auth: Create Connection…");
    await choose("Your plan does not include managed auth", "Continue Anyway");
    await asked(workbench, questions.domain);
  });

  it("marks what the sandbox's Free plan lacks", async () => {
    const { quickInput } = workbench;
    await useSandbox(workbench);
    await workbench.runCommand("Managed Auth: Choose Sandbox Plan…");
    await choose("Which plan should the sandbox pretend to be on?", "Free");
    await choose("Is it a trial?", "No Trial");
    await workbench.entitlements.waitForRow(["Plan", "Plan"], (row) => row.description === "FREE");
    await openWizard(workbench);
    await nameConnection(workbench, "example.com", "my-profile");
    const marks = async (): Promise<Record<string, string>> =>
      Object.fromEntries((await quickInput.rows()).map(({ description, label }) => [label, description]));
    assert.deepEqual(await marks(), {
      Default: "",
      Direct: "",
      [proxyRows.byId]: "not in your plan",
      [proxyRows.byName]: "not in your plan",
    });
    await quickInput.choose(proxyRows.byId);
    await answerTyped(workbench, questions.proxyId, "proxy_sandboxparis");
    await asked(workbench, questions.credential);
    assert.deepEqual(await marks(), {
      None: "",
      "Stored Credential…": "not in your plan",
      "Provider Item…": "not in your plan",
      "Provider Lookup…": "not in your plan",
    });
    await quickInput.choose("None");
    await choose(questions.review, createRow);
    const card = await resultCard(workbench, "Connection Not Created");
    assert.match(card.summary.join(" "), /Your token or plan does not allow this/);
    assert.match(card.lists["The service says"]?.join() ?? "", /This plan has no custom proxies/);
  });
});
