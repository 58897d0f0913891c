// Tests the sandbox's small and empty samples, and that a login is possible with both.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { logins } from "../unit/sandbox/logins.ts";
import { connectionsOf, objectOf, send } from "../unit/sandbox/support.ts";

async function resetTo(t: TestContext, sample: string) {
  const all = await logins(t);
  const { status, text } = await send(all.port, {
    method: "POST",
    path: "/sandbox/reset",
    body: JSON.stringify({ sample }),
  });
  assert.equal(status, 204, text);
  return all;
}

const emptied = (t: TestContext) => resetTo(t, "empty");

describe("the sandbox's small sample", () => {
  const [waiting, code] = ["ma_sandboxhelpdesk", { field_values: { field_code: "123456" } }];

  it("has four logged-in connections, a waiting login and a failed login", async (t) => {
    const { port } = await resetTo(t, "small");
    const states = (await connectionsOf(port)).map((connection) =>
      connection["status"] === "AUTHENTICATED"
        ? "in"
        : (connection["flow_step"] ?? connection["flow_status"]),
    );
    assert.deepEqual(states.toSorted(), ["AWAITING_INPUT", "SUBMITTING", "in", "in", "in", "in"]);
    assert.equal((await connectionsOf(port)).filter((one) => one["flow_status"] === "FAILED").length, 1);
  });

  it("restarts the waiting login whenever it expires, until the user answers", async (t) => {
    const { advance, answer, read, timeline } = await resetTo(t, "small");
    for (const expired of [1, 2]) {
      const before = await read(waiting);
      await advance(3600);
      const after = await read(waiting);
      assert.deepEqual([after["flow_status"], after["flow_step"]], ["IN_PROGRESS", "AWAITING_INPUT"]);
      assert.notEqual(after["hosted_url"], before["hosted_url"]);
      assert.equal((await timeline(waiting, "?type=login")).length, expired + 1);
    }
    assert.equal((await answer(waiting, code)).status, 202);
    await advance(3600);
    const { can_reauth, flow_status, status } = await read(waiting);
    assert.deepEqual([status, flow_status, can_reauth], ["AUTHENTICATED", "SUCCESS", true]);
  });

  it("doesn't restart a cancelled login", async (t) => {
    const { advance, login, read } = await resetTo(t, "small");
    await login(waiting);
    await advance(3600);
    assert.notEqual((await read(waiting))["flow_status"], "IN_PROGRESS");
  });

  it("has three proxies and at least one resource of every other kind", async (t) => {
    const { port } = await resetTo(t, "small");
    for (const path of [
      ...["/profiles", "/proxies", "/credentials", "/org/credential_providers", "/telemetry/destinations"],
      "/org/credential_providers/credprov_sandbox/items",
    ]) {
      const { body, status } = await send(port, { method: "GET", path });
      assert.equal(status, 200, path);
      assert.notDeepEqual(body, []);
    }
    const proxies = await send(port, { method: "GET", path: "/proxies" });
    assert.ok(Array.isArray(proxies.body));
    assert.equal(proxies.body.length, 3);
  });
});

describe("the sandbox's empty sample", () => {
  it("contains no data", async (t) => {
    for (const path of [
      "/auth/connections",
      "/profiles",
      "/proxies",
      "/credentials",
      "/org/credential_providers",
      "/telemetry/destinations",
    ]) {
      const { body, status } = await send((await emptied(t)).port, { method: "GET", path });
      assert.deepEqual([status, body], [200, []], path);
    }
  });

  it("has the ENTERPRISE plan with every feature and no trial", async (t) => {
    const { body } = await send((await emptied(t)).port, { method: "GET", path: "/org/entitlements" });
    const { features, plan } = objectOf(body);
    for (const [name, feature] of Object.entries(objectOf(features)))
      assert.equal(objectOf(feature)["enabled"], true, name);
    const { id, is_trialing, trial_ends_at } = objectOf(plan);
    assert.deepEqual([id, is_trialing, trial_ends_at], ["ENTERPRISE", false, null]);
  });

  it("allows the user to create a connection and log in", async (t) => {
    const { create, logIn, read } = await emptied(t);
    const id = await create("shop.example");
    await logIn(id);
    assert.equal((await read(id))["status"], "AUTHENTICATED");
  });

  it("can be replaced with the full sample on reset", async (t) => {
    const { port } = await emptied(t);
    for (const wrong of [`{"sample":1}`, `{"sample":"seed"}`, `{"empty":true}`, `[]`]) {
      const { status } = await send(port, { method: "POST", path: "/sandbox/reset", body: wrong });
      assert.equal(status, 400, wrong);
    }
    await send(port, { method: "POST", path: "/sandbox/reset", body: `{"sample":"all"}` });
    const { body } = await send(port, { method: "GET", path: "/telemetry/destinations" });
    assert.equal(Array.isArray(body) && body.length, 4);
    assert.equal((await connectionsOf(port)).length, 20);
  });
});
