// List, page and test of credential providers.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { providerCommands, testProvider } from "../../../../../src/editor/resources/providers/commands.ts";
import { QuickPick, reset } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { listed, providersScene, type ProvidersScene } from "../../../../support/providers.ts";
import { describedOf } from "../../../../support/rows.ts";
import { nextShown } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

const vault = {
  ...listed[0],
  created_at: "2026-11-01T10:00:00.000Z",
  updated_at: "2026-11-02T10:00:00.000Z",
  token: "never-shown",
};
const read = "GET /org/credential_providers/cp_1";
const test = "POST /org/credential_providers/cp_1/test";
describe("Show Providers…", () => {
  it("lists providers by priority and name above Create Provider…", async (context) => {
    const at = await providersScene(context);
    const attic = { ...listed[0], id: "cp_3", name: "attic" };
    const first = { ...listed[1], priority: 1 };
    at.wire.serve("GET /org/credential_providers", 200, [listed[0], attic, first]);
    at.wire.serve(read, 200, vault);
    const showing = providerCommands(at.parts)["managedAuth.showProviders"].start({});
    const pick = await nextShown(QuickPick);
    await until("the list", () => pick.rows.length > 2, 2_000);
    assert.deepEqual(describedOf(pick.rows), [
      ["old", "disabled · 1Password · order 1"],
      ["attic", "1Password · order 5"],
      ["vault", "1Password · order 5"],
      ["Create Provider…", undefined],
    ]);
    pick.choose("vault");
    await showing;
    assert.equal(at.page().card.title, "vault");
  });

  it("opens a provider by a typed ID if the list can't be fetched", async (context) => {
    const at = await providersScene(context);
    at.wire.serve("GET /org/credential_providers", 500, { code: "internal_error", message: "?" });
    at.wire.serve(read, 200, vault);
    const showing = providerCommands(at.parts)["managedAuth.showProviders"].start({});
    const pick = await nextShown(QuickPick);
    pick.type("cp_1");
    pick.choose("Use");
    await showing;
    assert.equal(at.page().card.title, "vault");
  });
});

describe("a provider's page", () => {
  it("shows type, priority and connections, but no token", async (context) => {
    const at = await providersScene(context);
    at.wire.serve(read, 200, vault);
    await providerCommands(at.parts)["managedAuth.showProviders"].start({ id: "cp_1" });
    for (const words of [
      "vault",
      "Type: 1Password",
      "Order: 5",
      "Lower numbers are tried first",
      "Created: ",
      "Changed: ",
      "cp_1",
      "work on bank.example",
      "Team/Bank",
    ])
      assert.ok(at.text().includes(words), words);
    assert.doesNotMatch(JSON.stringify(at.shown), /never-shown/);
    assert.deepEqual(at.page().tab, { icon: "lock", title: "vault" });
    const { actions, head } = at.page().card;
    assert.deepEqual([actions.next?.label, actions.other?.label], ["Test Provider", "Edit…"]);
    // Not the neutral tone, because its icon is a minus sign and would contradict "Enabled".
    assert.deepEqual(head, { kind: "header", state: { text: "Enabled", tone: "info" } });
  });

  it("can be opened by name", async (context) => {
    const at = await providersScene(context);
    await providerCommands(at.parts)["managedAuth.showProviders"].start({ name: "old" });
    assert.equal(at.page().card.title, "old");
    assert.match(at.text(), /Disabled[\s\S]*Not used yet\./);
  });

  it("explains that no provider has the given name", async (context) => {
    const at = await providersScene(context);
    await providerCommands(at.parts)["managedAuth.showProviders"].start({ name: "gone" });
    assert.equal(at.page().card.title, "No provider has this name");
    assert.match(at.text(), /gone/);
  });

  for (const [status, code, words] of [
    [404, "not_found", /Couldn't read the provider/],
    [401, "unauthorized", /Replace Token…/],
    [500, "internal_error", /Try Again/],
  ] as const)
    it(`shows the error or a remedy if reading the provider fails with status ${status}`, async (context) => {
      const at = await providersScene(context);
      at.wire.serve(read, status, { code, message: "?" });
      await providerCommands(at.parts)["managedAuth.showProviders"].start({ id: "cp_1" });
      assert.match(`${at.text()} ${JSON.stringify(at.page().card.actions)}`, words);
    });
});

describe("Test Provider", () => {
  async function tested(at: ProvidersScene, status: number, body: unknown): Promise<string> {
    const testing = testProvider(at.parts, { id: "cp_1" });
    (await at.wire.next(test)).answer(status, body);
    await testing;
    assert.equal(at.wire.count(test), 1);
    return at.text();
  }

  it("lists the vaults that the token can access", async (context) => {
    const at = await providersScene(context);
    const vaults = [{ id: "v_1", name: "Team" }, { id: "v_2", name: "Bots" }, { id: "nameless" }];
    const words = await tested(at, 200, { success: true, vaults });
    assert.match(words, /Works[\s\S]*opens 2 vaults\.[\s\S]*Vaults found[\s\S]*Team[\s\S]*Bots/);
    assert.ok(words.includes("work on bank.example"), "the rest of its page, too");
    const { next, other } = at.page().card.actions;
    assert.deepEqual([next, other?.label], [undefined, "Edit…"]);
  });

  it("reports a token without access to any vault", async (context) => {
    const at = await providersScene(context);
    assert.match(await tested(at, 200, { success: true, vaults: null }), /can't open any vault/);
  });

  it("explains why the token doesn't work and masks query strings", async (context) => {
    const at = await providersScene(context);
    const error = "Token expired, see https://a.example/?token=abc";
    const words = await tested(at, 200, { success: false, vaults: [], error });
    assert.match(words, /Doesn't work[\s\S]*Replace the token[\s\S]*Token expired/);
    assert.doesNotMatch(words, /token=abc/);
    assert.doesNotMatch(words, /Connections can use/);
    assert.equal(at.page().card.actions.next?.label, "Edit…");
  });

  for (const [response, status, body, words] of [
    ["status 500", 500, { code: "internal_error", message: "Down." }, /Couldn't test the provider[^]*Down\./],
    [
      "an error about the plan",
      403,
      { code: "insufficient_plan", message: "No." },
      /Couldn't test the provider: Your plan doesn't cover this action/,
    ],
    ["a response without a result", 200, { vaults: [] }, /Couldn't test the provider/],
  ] as const)
    it(`reports that the test couldn't run after ${response}`, async (context) => {
      const at = await providersScene(context);
      const text = await tested(at, status, body);
      assert.match(text, words);
      assert.doesNotMatch(text, /Works|Does not work/);
    });

  it("shows Disabled for a disabled provider whose token works", async (context) => {
    const at = await providersScene(context);
    at.wire.serve(read, 200, { ...vault, enabled: false });
    assert.match(await tested(at, 200, { success: true, vaults: [] }), /Disabled/);
  });

  it("sends nothing if the provider can't be read", async (context) => {
    const at = await providersScene(context);
    at.wire.serve(read, 404, { code: "not_found", message: "?" });
    await testProvider(at.parts, { id: "cp_1" });
    assert.equal(at.wire.count(test), 0);
    assert.equal(at.page().card.title, "Couldn't read the provider");
  });
});
