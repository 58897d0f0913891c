// Tests the sandbox against interface.md §8 and §2.8 with JSON written by hand.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { book, create, emptiedSandbox, portOf, property, send } from "../unit/sandbox/support.ts";

const emptied = async (t: TestContext): Promise<number> => (await emptiedSandbox(t)).identity.port;
describe("the sandbox's plans", () => {
  for (const [plan, minimum, interval] of [
    ["FREE", 21600, 21600],
    ["FREE (trial)", 1200, 3600],
    ["HOBBYIST", 3600, 3600],
    ["START_UP", 1200, 3600],
    ["START_UP (trial)", 1200, 3600],
    ["ENTERPRISE", 300, 3600],
  ] as const)
    it(`require ${minimum} s and default to ${interval} s between health checks: ${plan}`, async (t) => {
      const on = await emptied(t);
      assert.equal((await book(on, plan.replace(" (trial)", ""), plan.endsWith(")"))).status, 200);
      const start = `{"profile_name":"p","domain"`;
      if (minimum > 300) {
        const refused = await create(on, `${start}:"below.example","health_check_interval":${minimum - 1}}`);
        assert.equal(refused.status, 400);
      }
      const byDefault = await create(on, `${start}:"default.example"}`);
      assert.equal(property(byDefault.body, "health_check_interval"), interval);
      const exact = await create(on, `${start}:"exact.example","health_check_interval":${minimum}}`);
      assert.equal(exact.status, 201);
    });

  it("return 403 insufficient_plan for a connection beyond the plan's limit", async (t) => {
    const on = await emptied(t);
    await book(on, "FREE", false);
    for (const domain of ["first.example", "second.example", "third.example"]) {
      assert.equal((await create(on, `{"domain":"${domain}","profile_name":"p"}`)).status, 201);
    }
    const fourth = await create(on, `{"domain":"fourth.example","profile_name":"p"}`);
    assert.equal(fourth.status, 403);
    assert.equal(property(fourth.body, "code"), "insufficient_plan");
    assert.equal((await create(on, `{"domain":"third.example","profile_name":"p"}`)).status, 409);
    await book(on, "HOBBYIST", false);
    assert.equal((await create(on, `{"domain":"fourth.example","profile_name":"p"}`)).status, 201);
  });

  for (const [plan, settings, status] of [
    ["FREE", `"browser":{"proxy":{"id":"proxy_sandboxparis"}}`, 403],
    ["FREE", `"proxy":{"name":"paris-datacenter"}`, 403],
    ["FREE", `"browser":{"proxy":{"mode":"direct"}}`, 201],
    ["FREE", `"credential":{"name":"github-bot"}`, 403],
    ["HOBBYIST", `"browser":{"proxy":{"id":"proxy_sandboxparis"}}`, 403],
    ["HOBBYIST", `"credential":{"name":"github-bot"}`, 201],
    ["HOBBYIST", `"credential":{"provider":"onepassword","auto":true}`, 403],
    ["START_UP", `"credential":{"provider":"onepassword","auto":true}`, 201],
    ["START_UP", `"browser":{"proxy":{"id":"proxy_sandboxparis"}}`, 201],
  ] as const)
    it(`cause status ${status} on ${plan} when creating a connection with ${settings}`, async (t) => {
      const on = await emptied(t);
      await book(on, plan, false);
      const answer = await create(on, `{"domain":"a.example","profile_name":"p",${settings}}`);
      assert.equal(answer.status, status, answer.text);
      if (status === 403) assert.equal(property(answer.body, "code"), "insufficient_plan");
    });
});

describe("GET /org/entitlements in the sandbox", () => {
  it("returns exactly the example in interface.md §2.8 on the Free plan", async (t) => {
    const on = await portOf(t);
    await book(on, "FREE", false);
    const answer = await send(on, { method: "GET", path: "/org/entitlements" });
    assert.equal(answer.status, 200);
    assert.deepEqual(
      answer.body,
      JSON.parse(`{
        "features": {
          "browser_extensions": { "enabled": true, "max_stored_per_org": 3 },
          "browser_pools": { "enabled": false },
          "browser_replays": { "enabled": true, "retention_days": 1 },
          "credential_providers": { "enabled": false },
          "credentials": { "enabled": false },
          "custom_proxies": { "enabled": false },
          "file_io": { "enabled": true },
          "gpu": { "enabled": false },
          "managed_auth": {
            "enabled": true,
            "health_check_interval_default_seconds": 21600,
            "health_check_interval_max_seconds": 86400,
            "health_check_interval_min_seconds": 21600,
            "max_connections": 3
          },
          "managed_proxies": { "enabled": false },
          "profiles": { "enabled": true },
          "proxy_bypass_hosts": { "enabled": false }
        },
        "limits": {
          "default_max_concurrent_invocations_per_app": 5,
          "max_concurrent_browsers": 5,
          "max_concurrent_invocations": 5
        },
        "plan": {
          "id": "FREE",
          "effective_id": "FREE",
          "is_trialing": false,
          "status": "ACTIVE",
          "trial_ends_at": null
        }
      }`),
    );
  });

  it("returns a 14-day START_UP trial with unlimited connections by default", async (t) => {
    const before = Date.now();
    const { body } = await send(await portOf(t), { method: "GET", path: "/org/entitlements" });
    const plan = property(body, "plan");
    assert.equal(property(plan, "id"), "START_UP");
    assert.equal(property(plan, "is_trialing"), true);
    const days = (Date.parse(String(property(plan, "trial_ends_at"))) - before) / 86_400_000;
    assert.ok(days >= 14 && days < 14.01, `${days} days`);
    assert.equal(property(property(property(body, "features"), "managed_auth"), "max_connections"), null);
  });

  it("returns the subscribed plan as id and the trial's plan as effective_id", async (t) => {
    const on = await portOf(t);
    await book(on, "FREE", true);
    const { body } = await send(on, { method: "GET", path: "/org/entitlements" });
    assert.equal(property(property(body, "plan"), "id"), "FREE");
    assert.equal(property(property(body, "plan"), "effective_id"), "START_UP");
  });
});
