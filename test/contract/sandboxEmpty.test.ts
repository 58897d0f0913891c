// A sandbox without data: what there is to begin with, and that one gets from there to a login.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { logins } from "../unit/sandbox/logins.ts";
import { objectOf, send } from "../unit/sandbox/support.ts";

async function emptied(t: TestContext) {
  const all = await logins(t);
  const { status, text } = await send(all.port, {
    method: "POST",
    path: "/sandbox/reset",
    body: `{"empty":true}`,
  });
  assert.equal(status, 204, text);
  return all;
}

describe("an empty sandbox", () => {
  it("has no data", async (t) => {
    const { port } = await emptied(t);
    for (const path of [
      "/auth/connections",
      "/profiles",
      "/proxies",
      "/credentials",
      "/org/credential_providers",
      "/telemetry/destinations",
    ]) {
      const { body, status } = await send(port, { method: "GET", path });
      assert.deepEqual([status, body], [200, []], path);
    }
  });

  it("has a plan with everything, which is no trial", async (t) => {
    const { port } = await emptied(t);
    const { body } = await send(port, { method: "GET", path: "/org/entitlements" });
    const { features, plan } = objectOf(body);
    for (const [name, feature] of Object.entries(objectOf(features)))
      assert.equal(objectOf(feature)["enabled"], true, name);
    const { id, is_trialing, trial_ends_at } = objectOf(plan);
    assert.deepEqual([id, is_trialing, trial_ends_at], ["ENTERPRISE", false, null]);
  });

  it("is usable: a connection is created and logged in", async (t) => {
    const { create, logIn, read } = await emptied(t);
    const id = await create("shop.example");
    await logIn(id);
    assert.equal((await read(id))["status"], "AUTHENTICATED");
  });

  it("is brought back by the reset to the sample data", async (t) => {
    const { port } = await emptied(t);
    for (const wrong of [`{"empty":1}`, `{"seed":true}`, `[]`]) {
      const { status } = await send(port, { method: "POST", path: "/sandbox/reset", body: wrong });
      assert.equal(status, 400, wrong);
    }
    await send(port, { method: "POST", path: "/sandbox/reset", body: `{"empty":false}` });
    const { body } = await send(port, { method: "GET", path: "/telemetry/destinations" });
    assert.equal(Array.isArray(body) && body.length, 4);
  });
});
