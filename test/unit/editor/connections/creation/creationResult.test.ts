// Tests the arguments of the buttons on a creation's result.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { creationCommands } from "../../../../../src/editor/connections/creation/commands.ts";
import { QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { until } from "../../../../host/until.ts";
import { full } from "../../../../support/asking.ts";
import { actionsOf, argumentOf } from "../../../../support/cards.ts";
import { begin, send } from "../../../../support/creating.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { origin } from "../../../../support/windowParts.ts";
import { answerCreation } from "./support.ts";

beforeEach(reset);

const features = ["managed_auth", "custom_proxies", "managed_proxies", "credential_providers"];
/** Returns a plan without these features. The creation that send() submits uses a custom proxy and a provider. */
const planWithout = (...keys: readonly string[]): object => ({
  features: Object.fromEntries(features.map((key) => [key, { enabled: !keys.includes(key) }])),
  limits: {},
  plan: {},
});

describe("the result page after the service refuses to create a connection", () => {
  for (const [missing, keys, feature] of [
    ["credential_providers", ["credential_providers"], "credential_providers"],
    ["both of these features", ["custom_proxies", "credential_providers"], "custom_proxies"],
    ["no feature", [], "managed_auth"],
  ] as const)
    it(`links to the entitlement ${feature} if the plan lacks ${missing}`, async (context) => {
      const refusal = { code: "insufficient_plan", message: "No." };
      const { result } = await answerCreation(context, 403, refusal, planWithout(...keys));
      assert.deepEqual(argumentOf(result.card, "managedAuth.showEntitlements"), { feature });
      assert.ok(actionsOf(result.card).includes("Show Entitlements!"), "one click away");
    });

  it("doesn't link to the entitlements if the plan isn't the cause", async (context) => {
    const { result } = await answerCreation(context, 400, { code: "bad_request", message: "No." });
    assert.ok(!actionsOf(result.card).includes("Show Entitlements!"));
  });
});

describe("Create and Log In…", () => {
  it("logs in with the connection's account even after the window switches accounts", async (context) => {
    const { account, offers, parts } = await commandFixture(context);
    offers.reply("/org/entitlements", 200, { features: {}, limits: {}, plan: { id: "p" } });
    const other = await parts.accounts.add("Other", origin, "sk_token_2");
    const started: unknown[] = [];
    const commands = creationCommands({
      ...parts,
      start: (...args) => Promise.resolve(void started.push(args)),
    });
    offers.reply("POST /auth/connections", 201, { id: "ma_1", domain: "example.com", profile_name: "work" });
    offers.list("/profiles", []);
    const release = offers.hold("POST /auth/connections");
    const done = commands["managedAuth.createConnection"].start({ draft: full, start: "review" });
    (await screen.next(QuickPick)).choose("$(sign-in) Create and Log In…");
    await until("the request", () => offers.count("POST /auth/connections") === 1);
    await parts.session.switchTo(other);
    release();
    await done;
    assert.deepEqual(started, [["managedAuth.logIn", { id: "ma_1" }, account.id]]);
  });
});

describe("the result page of a new connection", () => {
  it("shows the correct countdown even if the local clock is 21 minutes fast", async (context) => {
    const begun = Date.now();
    const run = await begin(context);
    const serviceTime = Math.floor(Date.now() / 1_000) * 1_000 - 21 * 60_000;
    const flow = { flow_type: "LOGIN", flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT" };
    const connection = { id: "ma_1", domain: "example.com", profile_name: "work", status: "NEEDS_AUTH" };
    (await send(run)).answer(
      201,
      { ...connection, ...flow, flow_expires_at: new Date(serviceTime + 20 * 60_000).toISOString() },
      { date: new Date(serviceTime).toUTCString() },
    );
    const until = (await run.result)?.card.countdown?.until ?? 0;
    const leftMs = until - begun;
    assert.ok(leftMs > 19 * 60_000 && until <= Date.now() + 20 * 60_000 + 1_000, String(leftMs));
  });
});
