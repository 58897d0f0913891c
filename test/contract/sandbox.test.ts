// The sandbox against the interface document: raw HTTP, and every JSON text below is written from §2 and §4 by hand.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { book, create, objectOf, remove, send, startedSandbox } from "../unit/sandbox/support.ts";

const port = async (t: TestContext): Promise<number> => (await startedSandbox(t)).identity.port;

const property = (body: unknown, name: string): unknown => objectOf(body)[name];

/** Takes out the id, which is new every time. */
function withoutId(body: unknown): unknown {
  const id = property(body, "id");
  assert.match(String(id), /^ma_[0-9a-f]{24}$/);
  return { ...objectOf(body), id: "ID" };
}

describe("POST /auth/connections (§4.1)", () => {
  it("answers 201 with the defaults of §4.1 and null flow fields (§3)", async (t) => {
    const answer = await create(await port(t), `{"domain":"shop.example","profile_name":"buyer"}`);
    assert.equal(answer.status, 201);
    assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
    assert.deepEqual(
      withoutId(answer.body),
      JSON.parse(`{
        "id": "ID",
        "profile_name": "buyer",
        "domain": "shop.example",
        "status": "NEEDS_AUTH",
        "save_credentials": true,
        "record_session": false,
        "allowed_domains": [],
        "auto_reauth": true,
        "browser": { "stealth": true },
        "browser_session_id": null,
        "browser_telemetry": null,
        "can_reauth": false,
        "can_reauth_reason": "no_prior_successful_login",
        "choices": null,
        "discovered_fields": null,
        "error_code": null,
        "error_message": null,
        "external_action_message": null,
        "fields": null,
        "flow_expires_at": null,
        "flow_status": null,
        "flow_step": null,
        "flow_type": null,
        "health_check_interval": 3600,
        "health_checks": true,
        "hosted_url": null,
        "live_view_url": null,
        "mfa_options": null,
        "pending_sso_buttons": null,
        "sign_in_options": null,
        "sso_provider": null,
        "website_error": null
      }`),
    );
  });

  it("gives back all thirteen fields as they were asked for", async (t) => {
    const answer = await create(
      await port(t),
      `{
        "domain": "shop.example",
        "profile_name": "buyer",
        "allowed_domains": ["login.shop.example"],
        "auto_reauth": false,
        "browser": {
          "proxy": { "name": "paris-datacenter" },
          "stealth": false,
          "telemetry": {
            "enabled": true,
            "browser": { "console": { "enabled": true } },
            "export": { "otlp": { "destination": { "name": "nightly-archive" }, "enabled": true } }
          }
        },
        "browser_telemetry": null,
        "credential": { "name": "github-bot" },
        "health_check_interval": 1200,
        "health_checks": false,
        "login_url": "https://shop.example/login",
        "proxy": { "id": "proxy_sandboxparis" },
        "record_session": true,
        "save_credentials": false
      }`,
    );
    assert.equal(answer.status, 201);
    const expected: unknown = JSON.parse(`{
      "allowed_domains": ["login.shop.example"],
      "auto_reauth": false,
      "browser": {
        "stealth": false,
        "proxy": { "name": "paris-datacenter" },
        "telemetry": {
          "enabled": true,
          "browser": { "console": { "enabled": true } },
          "export": { "otlp": { "destination": { "name": "nightly-archive" }, "enabled": true } }
        }
      },
      "credential": { "name": "github-bot" },
      "health_check_interval": 1200,
      "health_checks": false,
      "login_url": "https://shop.example/login",
      "proxy_id": "proxy_sandboxparis",
      "record_session": true,
      "save_credentials": false
    }`);
    for (const [name, value] of Object.entries(objectOf(expected))) {
      assert.deepEqual(property(answer.body, name), value, name);
    }
  });

  it("understands the deprecated fields when they stand alone", async (t) => {
    const answer = await create(
      await port(t),
      `{"domain":"shop.example","profile_name":"buyer","proxy":{"name":"paris-datacenter"},
        "browser_telemetry":{"enabled":true}}`,
    );
    assert.equal(answer.status, 201);
    assert.equal(property(answer.body, "proxy_id"), "proxy_sandboxparis");
    assert.deepEqual(property(answer.body, "browser_telemetry"), { enabled: true });
    assert.deepEqual(property(answer.body, "browser"), {
      stealth: true,
      proxy: { name: "paris-datacenter" },
      telemetry: { enabled: true },
    });
  });

  it("answers 409 with exactly code, message and existing_id", async (t) => {
    const on = await port(t);
    const body = `{"domain":"shop.example","profile_name":"buyer"}`;
    const first = await create(on, body);
    const second = await create(on, body);
    assert.equal(second.status, 409);
    assert.equal(property(second.body, "code"), "already_exists");
    assert.equal(property(second.body, "existing_id"), property(first.body, "id"));
    assert.equal(typeof property(second.body, "message"), "string");
    assert.equal(Object.keys(objectOf(second.body)).length, 3);
    assert.equal((await create(on, `{"domain":"shop.example","profile_name":"seller"}`)).status, 201);
    assert.equal((await create(on, `{"domain":"other.example","profile_name":"buyer"}`)).status, 201);
  });

  it("answers 401 to a missing and to a wrong token", async (t) => {
    const on = await port(t);
    for (const given of [null, "wrong", ""]) {
      const answer = await send(on, { method: "POST", path: "/auth/connections", body: "{}", token: given });
      assert.equal(answer.status, 401);
      assert.deepEqual(answer.body, {
        code: "unauthorized",
        message: "Missing or invalid authorization token.",
      });
    }
  });

  it("lists every problem of a request among the details of one 400", async (t) => {
    const answer = await create(
      await port(t),
      `{"domain":5,"health_check_interval":299,"browser":{"proxy":{}},"colour":"red"}`,
    );
    assert.equal(answer.status, 400);
    assert.equal(property(answer.body, "code"), "bad_request");
    assert.deepEqual(property(answer.body, "details"), [
      { code: "invalid_input", message: "domain: must be a string." },
      { code: "invalid_input", message: "profile_name: is required." },
      { code: "invalid_input", message: "browser.proxy: exactly one of mode, id, name must be given." },
      { code: "invalid_input", message: "health_check_interval: must be at least 300." },
      { code: "invalid_input", message: "colour: no such property." },
    ]);
  });

  for (const [what, rest, words] of [
    [
      "an ambiguous proxy name",
      `"browser":{"proxy":{"name":"office"}}`,
      /several proxies have that name; use the id/,
    ],
    ["a proxy name of an inactive proxy only", `"browser":{"proxy":{"name":"retired"}}`, /no active proxy/],
    ["an unknown proxy name", `"browser":{"proxy":{"name":"nowhere"}}`, /no active proxy/],
    [
      "an unknown proxy id",
      `"browser":{"proxy":{"id":"proxy_none"}}`,
      /browser\.proxy\.id: there is no such proxy/,
    ],
    ["an unknown deprecated proxy", `"proxy":{"id":"proxy_none"}`, /^proxy\.id: there is no such proxy/],
    ["an unknown credential", `"credential":{"name":"nobody"}`, /no such credential\./],
    ["an unknown provider", `"credential":{"provider":"nobody","auto":true}`, /no such credential provider/],
    [
      "an unknown destination",
      `"browser":{"telemetry":{"export":{"otlp":{"destination":{"id":"otlp_none"}}}}}`,
      /no such destination/,
    ],
    ["an interval below the plan's minimum", `"health_check_interval":1199`, /at least 1200/],
  ] as const) {
    it(`answers 400 to ${what}`, async (t) => {
      const answer = await create(await port(t), `{"domain":"a.example","profile_name":"p",${rest}}`);
      assert.equal(answer.status, 400);
      assert.equal(property(answer.body, "code"), "bad_request");
      assert.match(String(property(answer.body, "message")), words);
    });
  }

  for (const rest of [
    `"browser":{"proxy":{"id":"proxy_sandboxoffice1"}}`,
    `"browser":{"proxy":{"id":"proxy_sandboxoffice2"}}`,
    `"credential":{"name":"helpdesk-agent"}`,
    `"credential":{"provider":"onepassword","path":"Vault/Item"}`,
    `"credential":{"provider":"onepassword","auto":true}`,
    `"health_check_interval":1200`,
  ]) {
    it(`answers 201 to ${rest}`, async (t) => {
      const answer = await create(await port(t), `{"domain":"a.example","profile_name":"p",${rest}}`);
      assert.equal(answer.status, 201, answer.text);
    });
  }

  it("answers 403 and 500 when a domain asks for them, and creates nothing", async (t) => {
    const on = await port(t);
    for (const [domain, status] of [
      ["error-403.example", 403],
      ["error-500.example", 500],
      ["error-403.example", 403],
      ["error-500.example", 500],
    ] as const) {
      const answer = await create(on, `{"domain":"${domain}","profile_name":"p"}`);
      assert.equal(answer.status, status);
      assert.deepEqual(Object.keys(objectOf(answer.body)).sort(), ["code", "message"]);
    }
    assert.equal((await create(on, `{"domain":"my-error-500.example","profile_name":"p"}`)).status, 201);
  });
});

describe("plans (§8)", () => {
  for (const [plan, trialing, least, usual] of [
    ["FREE", false, 21600, 21600],
    ["FREE", true, 1200, 3600],
    ["HOBBYIST", false, 3600, 3600],
    ["START_UP", false, 1200, 3600],
    ["START_UP", true, 1200, 3600],
    ["ENTERPRISE", false, 300, 3600],
  ] as const) {
    it(`${plan}${trialing ? " in trial" : ""}: at least ${least} s, ${usual} s by default`, async (t) => {
      const on = await port(t);
      assert.equal((await book(on, plan, trialing)).status, 200);
      const start = `{"profile_name":"p","domain"`;
      if (least > 300) {
        const below = await create(on, `${start}:"below.example","health_check_interval":${least - 1}}`);
        assert.equal(below.status, 400);
      }
      const byDefault = await create(on, `${start}:"default.example"}`);
      assert.equal(property(byDefault.body, "health_check_interval"), usual);
      // The Free plan allows three, and two come with the seed.
      if (plan === "FREE" && !trialing) return;
      const exact = await create(on, `${start}:"exact.example","health_check_interval":${least}}`);
      assert.equal(exact.status, 201);
    });
  }

  it("answers 403 insufficient_plan once the plan's connections all exist", async (t) => {
    const on = await port(t);
    await book(on, "FREE", false);
    assert.equal((await create(on, `{"domain":"third.example","profile_name":"p"}`)).status, 201);
    const fourth = await create(on, `{"domain":"fourth.example","profile_name":"p"}`);
    assert.equal(fourth.status, 403);
    assert.equal(property(fourth.body, "code"), "insufficient_plan");
    assert.equal((await create(on, `{"domain":"third.example","profile_name":"p"}`)).status, 409);
    await book(on, "HOBBYIST", false);
    assert.equal((await create(on, `{"domain":"fourth.example","profile_name":"p"}`)).status, 201);
  });

  for (const [plan, rest, status] of [
    ["FREE", `"browser":{"proxy":{"id":"proxy_sandboxparis"}}`, 403],
    ["FREE", `"proxy":{"name":"paris-datacenter"}`, 403],
    ["FREE", `"browser":{"proxy":{"mode":"direct"}}`, 201],
    ["FREE", `"credential":{"name":"github-bot"}`, 403],
    ["HOBBYIST", `"browser":{"proxy":{"id":"proxy_sandboxparis"}}`, 403],
    ["HOBBYIST", `"credential":{"name":"github-bot"}`, 201],
    ["HOBBYIST", `"credential":{"provider":"onepassword","auto":true}`, 403],
    ["START_UP", `"credential":{"provider":"onepassword","auto":true}`, 201],
    ["START_UP", `"browser":{"proxy":{"id":"proxy_sandboxparis"}}`, 201],
  ] as const) {
    it(`${plan}: ${rest} is ${status}`, async (t) => {
      const on = await port(t);
      await book(on, plan, false);
      const answer = await create(on, `{"domain":"a.example","profile_name":"p",${rest}}`);
      assert.equal(answer.status, status, answer.text);
      if (status === 403) assert.equal(property(answer.body, "code"), "insufficient_plan");
    });
  }
});

describe("GET /org/entitlements (§4.2)", () => {
  it("answers exactly the object of §2.8", async (t) => {
    const on = await port(t);
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

  it("begins in a Startup trial of 14 days; null is unlimited", async (t) => {
    const before = Date.now();
    const { body } = await send(await port(t), { method: "GET", path: "/org/entitlements" });
    const plan = property(body, "plan");
    assert.equal(property(plan, "id"), "START_UP");
    assert.equal(property(plan, "is_trialing"), true);
    const days = (Date.parse(String(property(plan, "trial_ends_at"))) - before) / 86_400_000;
    assert.ok(days >= 14 && days < 14.01, `${days} days`);
    const managedAuth = property(property(body, "features"), "managed_auth");
    assert.equal(property(managedAuth, "max_connections"), null);
  });

  it("shows the plan that a trial gives beside the plan that is booked", async (t) => {
    const on = await port(t);
    await book(on, "FREE", true);
    const { body } = await send(on, { method: "GET", path: "/org/entitlements" });
    assert.equal(property(property(body, "plan"), "id"), "FREE");
    assert.equal(property(property(body, "plan"), "effective_id"), "START_UP");
  });

  it("answers 401 without the token", async (t) => {
    const answer = await send(await port(t), { method: "GET", path: "/org/entitlements", token: null });
    assert.equal(answer.status, 401);
  });
});

describe("DELETE /telemetry/destinations/{id_or_name} (§4.3)", () => {
  it("deletes by name once: 204 without a body, then 404", async (t) => {
    const on = await port(t);
    const deleted = await remove(on, "nightly-archive");
    assert.equal(deleted.status, 204);
    assert.equal(deleted.text, "");
    const again = await remove(on, "nightly-archive");
    assert.equal(again.status, 404);
    assert.deepEqual(Object.keys(objectOf(again.body)), ["code", "message"]);
  });

  it("deletes by id, and decodes the segment", async (t) => {
    const on = await port(t);
    assert.equal((await remove(on, "otlp%5Fsandboxfre%65")).status, 204);
  });

  for (const [name, id, words] of [
    ["live-sessions", "otlp_sandboxsessions", /still exporting: bs_sandbox1, bs_sandbox2/],
    ["compliance-log", "otlp_sandboxselected", /still selects the destination: ma_sandboxcompliance/],
    [
      "login-traces",
      "otlp_sandboxlogin",
      /login using the destination is in progress: connection ma_sandboxhelpdesk/,
    ],
  ] as const) {
    it(`answers 409 for ${name} and says what holds it`, async (t) => {
      const on = await port(t);
      for (const segment of [name, id]) {
        const answer = await remove(on, segment);
        assert.equal(answer.status, 409);
        assert.equal(property(answer.body, "code"), "resource_in_use");
        assert.match(String(property(answer.body, "message")), words);
      }
    });
  }

  it("answers 409 for a destination that a new connection selects", async (t) => {
    const on = await port(t);
    const created = await create(
      on,
      `{"domain":"a.example","profile_name":"p",
        "browser":{"telemetry":{"export":{"otlp":{"destination":{"name":"nightly-archive"}}}}}}`,
    );
    const answer = await remove(on, "nightly-archive");
    assert.equal(answer.status, 409);
    assert.ok(String(property(answer.body, "message")).includes(String(property(created.body, "id"))));
  });

  it("names every cause that holds a destination", async (t) => {
    const on = await port(t);
    await create(
      on,
      `{"domain":"a.example","profile_name":"p",
        "browser_telemetry":{"export":{"otlp":{"destination":{"id":"otlp_sandboxsessions"}}}}}`,
    );
    const answer = await remove(on, "live-sessions");
    const details = property(answer.body, "details");
    assert.ok(Array.isArray(details));
    assert.equal(details.length, 2);
  });

  it("takes a segment as it is: other names, no resolving, and 400 where it cannot be decoded", async (t) => {
    const on = await port(t);
    for (const segment of [
      "nightly%2Farchive",
      "..",
      ".",
      "%2e%2e",
      "nightly-archive%20",
      "NIGHTLY-ARCHIVE",
    ]) {
      assert.equal((await remove(on, segment)).status, 404, segment);
    }
    for (const segment of ["%", "%zz", "%ff"]) assert.equal((await remove(on, segment)).status, 400, segment);
    assert.equal((await remove(on, "nightly-archive/x")).status, 404);
    assert.equal((await remove(on, "")).status, 404);
    assert.equal((await remove(on, "nightly-archive")).status, 204);
  });

  it("answers 403 and 500 when a name asks for them", async (t) => {
    const on = await port(t);
    assert.equal((await remove(on, "error-403")).status, 403);
    assert.equal((await remove(on, "error-500")).status, 500);
  });

  it("answers 401 without the token", async (t) => {
    const on = await port(t);
    const path = "/telemetry/destinations/nightly-archive";
    assert.equal((await send(on, { method: "DELETE", path, token: null })).status, 401);
    assert.equal((await remove(on, "nightly-archive")).status, 204);
  });
});

describe("paths and methods that the service does not have", () => {
  for (const [method, path, status, allow] of [
    ["GET", "/", 404, undefined],
    ["GET", "/org/entitlements/", 404, undefined],
    ["GET", "/ORG/entitlements", 404, undefined],
    ["GET", "/constructor", 404, undefined],
    ["POST", "/org/entitlements", 405, "GET"],
    ["HEAD", "/org/entitlements", 405, "GET"],
    ["GET", "/auth/connections", 405, "POST"],
    ["GET", "/telemetry/destinations/nightly-archive", 405, "DELETE"],
  ] as const) {
    it(`${method} ${path} is ${status}, in the shape of §2.9`, async (t) => {
      const answer = await send(await port(t), { method, path });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.allow, allow);
      if (method !== "HEAD") assert.deepEqual(Object.keys(objectOf(answer.body)), ["code", "message"]);
    });
  }
});
