// Tests the sandbox against interface.md §4.1 over raw HTTP. All JSON is written by hand from §2 and §4.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assertManagedAuth, nullable } from "./managedAuthDocument.ts";
import { create, objectOf, portOf, property } from "../unit/sandbox/support.ts";

describe("POST /auth/connections in the sandbox", () => {
  it("returns 201 with the documented defaults and null flow fields", async (t) => {
    const answer = await create(await portOf(t), `{"domain":"shop.example","profile_name":"buyer"}`);
    assert.equal(answer.status, 201);
    assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
    const { id, ...others } = objectOf(answer.body);
    assert.match(String(id), /^ma_[0-9a-f]{24}$/);
    assertManagedAuth(answer.body);
    assert.partialDeepStrictEqual(others, {
      ...Object.fromEntries(nullable.map((name) => [name, null])),
      profile_name: "buyer",
      domain: "shop.example",
      status: "NEEDS_AUTH",
      save_credentials: true,
      record_session: false,
      allowed_domains: [],
      auto_reauth: true,
      browser: { stealth: true },
      can_reauth: false,
      can_reauth_reason: "no_prior_successful_login",
      health_check_interval: 3600,
      health_checks: true,
    });
  });

  it("returns all thirteen fields as they were requested", async (t) => {
    const request = {
      domain: "shop.example",
      profile_name: "buyer",
      allowed_domains: ["login.shop.example"],
      auto_reauth: false,
      browser: {
        proxy: { name: "paris-datacenter" },
        stealth: false,
        telemetry: {
          enabled: true,
          browser: { console: { enabled: true } },
          export: { otlp: { destination: { name: "nightly-archive" }, enabled: true } },
        },
      },
      credential: { name: "github-bot" },
      health_check_interval: 1200,
      health_checks: false,
      login_url: "https://shop.example/login",
      record_session: true,
      save_credentials: false,
    };
    const deprecated = { browser_telemetry: null, proxy: { id: "proxy_sandboxparis" } };
    const answer = await create(await portOf(t), JSON.stringify({ ...request, ...deprecated }));
    assert.equal(answer.status, 201);
    for (const [name, value] of Object.entries({ ...request, proxy_id: "proxy_sandboxparis" }))
      assert.deepEqual(property(answer.body, name), value, name);
  });

  it("accepts the deprecated fields without their replacements", async (t) => {
    const answer = await create(
      await portOf(t),
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

  it("returns 409 with exactly code, message and existing_id", async (t) => {
    const on = await portOf(t);
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

  it("lists every problem in a single 400 response", async (t) => {
    const answer = await create(
      await portOf(t),
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

  for (const [invalidInput, rest, words] of [
    [
      "an ambiguous proxy name",
      `"browser":{"proxy":{"name":"office"}}`,
      /several proxies have this name; use the id/,
    ],
    ["a proxy name of an inactive proxy only", `"browser":{"proxy":{"name":"retired"}}`, /no active proxy/],
    ["an unknown proxy name", `"browser":{"proxy":{"name":"nowhere"}}`, /no active proxy/],
    [
      "an unknown proxy id",
      `"browser":{"proxy":{"id":"proxy_none"}}`,
      /browser\.proxy\.id: no proxy has this id/,
    ],
    ["an unknown deprecated proxy", `"proxy":{"id":"proxy_none"}`, /^proxy\.id: no proxy has this id/],
    ["an unknown credential", `"credential":{"name":"nobody"}`, /no credential has this name\./],
    [
      "an unknown provider",
      `"credential":{"provider":"nobody","auto":true}`,
      /no credential provider has this name/,
    ],
    [
      "an unknown destination",
      `"browser":{"telemetry":{"export":{"otlp":{"destination":{"id":"otlp_none"}}}}}`,
      /^browser\.telemetry\.export\.otlp\.destination\.id: no destination has this id or name/,
    ],
    [
      "an unknown destination of the deprecated field",
      `"browser_telemetry":{"export":{"otlp":{"destination":{"name":"nobody"}}}}`,
      /^browser_telemetry\.export\.otlp\.destination\.name: no destination has this id or name/,
    ],
    ["an interval below the plan's minimum", `"health_check_interval":1199`, /at least 1200/],
  ] as const)
    it(`returns 400 for ${invalidInput}`, async (t) => {
      const answer = await create(await portOf(t), `{"domain":"a.example","profile_name":"p",${rest}}`);
      assert.equal(answer.status, 400);
      assert.equal(property(answer.body, "code"), "bad_request");
      assert.match(String(property(answer.body, "message")), words);
    });

  it("returns 403 or 500 for special test domains and creates nothing", async (t) => {
    const on = await portOf(t);
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
