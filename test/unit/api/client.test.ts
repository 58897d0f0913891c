// Tests the client against undici's MockAgent: requests, and the outcome of each status and body.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createConnection,
  createCredential,
  deleteDestination,
  getConnection,
  getEntitlements,
  listProfiles,
  submitToLogin,
} from "../../../src/api/operations.ts";
import type { ManagedAuthCreateRequest } from "../../../src/api/schemas.ts";
import { mockedService } from "./mockedService.ts";
import {
  canary,
  create,
  entitlementsJson,
  errorJson,
  errorOf,
  read,
  remove,
  userAgent,
  valueOf,
} from "./support.ts";
import { fullConnection } from "../../support/fullConnection.ts";

const request: ManagedAuthCreateRequest = { domain: "example.com", profile_name: "work" };

const { bench, calls, forget, intercept, reply: answer } = mockedService();

const reply = (
  method: string,
  path: string,
  status: number,
  body: string,
  headers: Record<string, string> = {},
) => answer(status, body, headers, [method, path]);

describe("ApiClient", () => {
  it("sends nothing if the request body contains a __proto__ key", async () => {
    const forged = Object.fromEntries([
      ["__proto__", "value"],
      ["other", "value"],
    ]);
    const { client, signal } = bench();
    for (const outcome of [
      await client.call(
        createCredential,
        { body: { name: "a", domain: "b.example", values: forged } },
        signal,
      ),
      await client.call(
        submitToLogin,
        { path: { id: "ma_1" }, body: { interaction_id: "i", field_values: forged } },
        signal,
      ),
    ])
      assert.deepEqual(errorOf(outcome), { kind: "invalid", sent: "no", reason: "request" });
    assert.equal(calls().length, 0);
  });

  it("sends the project header only if the client has a project", async () => {
    for (const projectId of ["proj_1", undefined]) {
      reply("GET", "/profiles?limit=1&offset=0", 200, "[]");
      reply("DELETE", "/telemetry/destinations/d", 204, "");
      const { client, signal } = bench(projectId === undefined ? {} : { projectId });
      await client.call(listProfiles, { query: { limit: 1, offset: 0 } }, signal);
      await client.call(deleteDestination, { path: { id_or_name: "d" } }, signal);
      const named = calls().map(({ headers }) =>
        new Headers(headers as Record<string, string>).get("x-kernel-project-id"),
      );
      assert.deepEqual(named, [projectId ?? null, projectId ?? null]);
      forget();
    }
  });

  for (const projectId of ["", "proj 1", "proj_1\r\nX-Other: 1", "projé", "p".repeat(81)])
    it(`sends nothing for the invalid project ID "${projectId}"`, async () => {
      const error = errorOf(await read(bench({ projectId })));
      assert.deepEqual(error, { kind: "invalid", sent: "no", reason: "project" });
      assert.deepEqual(calls(), []);
    });

  it("sends exactly the given fields and headers in a create request", async () => {
    reply("POST", "/auth/connections", 201, fullConnection);
    const { client, signal } = bench();
    const full: ManagedAuthCreateRequest = {
      ...request,
      health_checks: undefined,
      browser: { proxy: { id: "proxy_1" }, stealth: undefined },
      credential: { provider: "op", auto: true },
    };
    assert.equal((await client.call(createConnection, { body: full }, signal)).kind, "ok");
    const call = calls()[0];
    assert.deepEqual(call?.headers, {
      accept: "application/json",
      authorization: `Bearer ${canary}`,
      "user-agent": userAgent,
      "content-type": "application/json",
      "accept-encoding": "identity",
    });
    assert.deepEqual(JSON.parse(call.body ?? ""), {
      domain: "example.com",
      profile_name: "work",
      browser: { proxy: { id: "proxy_1" } },
      credential: { provider: "op", auto: true },
    });
  });

  it("sends GET and DELETE without a body or content type", async () => {
    reply("GET", "/org/entitlements", 200, entitlementsJson);
    reply("DELETE", "/telemetry/destinations/a%2Fb%27", 204, "");
    const { client, signal } = bench();
    await client.call(getEntitlements, {}, signal);
    await client.call(deleteDestination, { path: { id_or_name: "a/b'" } }, signal);
    for (const call of calls()) {
      assert.equal(call.body, undefined);
      assert.deepEqual(Object.keys(call.headers ?? {}).sort(), [
        "accept",
        "accept-encoding",
        "authorization",
        "user-agent",
      ]);
    }
    assert.equal(calls().length, 2);
  });

  for (const [flaw, value] of Object.entries({
    "an unknown field": { ...request, colour: "red" },
    "a deprecated field": { ...request, proxy: { id: "p" } },
    "deprecated telemetry": { ...request, browser_telemetry: null },
    "an empty domain": { ...request, domain: "" },
    "no profile": { domain: "example.com" },
    "an empty list": { ...request, allowed_domains: [] },
    "an empty browser": { ...request, browser: {} },
    "an empty proxy": { ...request, browser: { proxy: {} } },
    "two proxies": { ...request, browser: { proxy: { id: "a", name: "b" } } },
    "a null proxy": { ...request, browser: { proxy: null } },
    "an incomplete credential": { ...request, credential: { provider: "op" } },
    "an interval below 300": { ...request, health_check_interval: 299 },
    "an interval above 86400": { ...request, health_check_interval: 86401 },
    "a fractional interval": { ...request, health_check_interval: 300.5 },
    "an invalid login URL": { ...request, login_url: "not a URI" },
    "a null body": null,
  }))
    it(`sends nothing if a create request has ${flaw}`, async () => {
      const { client, signal } = bench();
      const body = value as ManagedAuthCreateRequest;
      const error = errorOf(await client.call(createConnection, { body }, signal));
      assert.deepEqual(error, { kind: "invalid", sent: "no", reason: "request" });
      assert.equal(calls().length, 0);
    });

  it("sends nothing to an invalid base URL", async () => {
    const error = errorOf(await read(bench({ baseUrl: "http://api.example.test" })));
    assert.deepEqual(error, { kind: "invalid", sent: "no", reason: "baseUrl" });
  });
});

describe("ApiClient token handling", () => {
  it("loads the token stored for the base URL's origin, ignoring its path", async () => {
    const origins: string[] = [];
    const token = (of: string) => {
      origins.push(of);
      return Promise.resolve(undefined);
    };
    const error = errorOf(await create(bench({ token })));
    assert.deepEqual(error, { kind: "unauthorized", sent: "no", reason: "missing" });
    assert.deepEqual(origins, ["https://api.example.test"]);
    assert.equal(calls().length, 0);
  });

  it("sends nothing if the token can't be loaded", async () => {
    const token = () => Promise.reject(new Error(`no keyring ${canary}`));
    const error = errorOf(await remove(bench({ token })));
    assert.deepEqual(error, { kind: "unauthorized", sent: "no", reason: "store" });
  });

  it("rejects if an unexpected error is thrown after the token is loaded", async () => {
    // Makes a later step throw, after the token was loaded.
    const token = () => Promise.resolve(7 as unknown as string);
    await assert.rejects(remove(bench({ token })), TypeError);
  });

  it("fails without a request if the token isn't a valid header value", async () => {
    const setup = bench();
    setup.tokens = [`${canary}\nx`];
    assert.deepEqual(errorOf(await read(setup)), { kind: "unauthorized", sent: "no", reason: "malformed" });
  });

  it("reloads the token after 401 and retries if the token has changed", async () => {
    reply("POST", "/auth/connections", 401, errorJson("unauthorized"));
    reply("POST", "/auth/connections", 201, fullConnection);
    const setup = bench();
    setup.tokens = ["old-token", "new-token"];
    assert.equal((await create(setup)).kind, "ok");
    const sent = calls().map((call) => (call.headers as Record<string, string>)["authorization"]);
    assert.deepEqual(sent, ["Bearer old-token", "Bearer new-token"]);
    assert.deepEqual(setup.clock.pauses, []);
  });

  it("loads the token once for all pages of a list, and again after 401", async () => {
    for (const status of [200, 200, 401, 200])
      reply(
        "GET",
        "/org/entitlements",
        status,
        status === 200 ? entitlementsJson : errorJson("unauthorized"),
      );
    const setup = bench();
    setup.tokens = ["old-token", "new-token"];
    const list = { ...setup, client: setup.client.forList() };
    for (let page = 0; page < 3; page++) valueOf(await read(list));
    const sent = calls().map((call) => (call.headers as Record<string, string>)["authorization"]);
    assert.deepEqual(sent, [...Array<string>(3).fill("Bearer old-token"), "Bearer new-token"]);
  });

  it("retries after 401 at most once and never with the same token", async () => {
    reply("GET", "/org/entitlements", 401, errorJson("unauthorized")).persist();
    assert.equal(errorOf(await read(bench())).kind, "unauthorized");
    assert.equal(calls().length, 1);
    const changing = bench();
    changing.tokens = ["one", "two", "three", "four"];
    assert.equal(errorOf(await read(changing)).kind, "unauthorized");
    assert.equal(calls().length, 3);
  });

  it("notifies listeners of the accepted or rejected token", async () => {
    reply("POST", "/auth/connections", 401, errorJson("unauthorized"));
    reply("POST", "/auth/connections", 201, fullConnection);
    reply("GET", "/org/entitlements", 403, errorJson("forbidden"));
    reply("GET", "/profiles?limit=1&offset=0", 401, errorJson("unauthorized"));
    const reports: string[] = [];
    const setup = bench({
      onTokenRejected: (token) => reports.push(`rejected ${token}`),
      onTokenAccepted: (token) => reports.push(`accepted ${token}`),
    });
    setup.tokens = ["old-token", "new-token"];
    await create(setup);
    assert.deepEqual(reports, ["rejected old-token", "accepted new-token"]);
    await read(setup);
    assert.equal(reports.length, 2, "a 403 says nothing of it");
    await setup.client.call(listProfiles, { query: { limit: 1, offset: 0 } }, setup.signal);
    assert.deepEqual(reports.slice(2), ["rejected new-token"], "a list tells, too");
    setup.tokens = [];
    await read(setup);
    assert.equal(reports.length, 3, "nothing was sent");
  });

  it("returns the outcome even if listeners throw", async () => {
    reply("GET", "/org/entitlements", 401, errorJson("unauthorized"));
    reply("GET", "/org/entitlements", 200, entitlementsJson);
    const broken = () => {
      throw new Error("the channel has been closed");
    };
    const setup = bench({ log: broken, onTokenRejected: broken, onTokenAccepted: broken });
    assert.equal(errorOf(await read(setup)).kind, "unauthorized");
    assert.equal((await read(setup)).kind, "ok");
  });
});

describe("createConnection", () => {
  it("parses the reply documented in interface.md §2.1", async () => {
    reply("POST", "/auth/connections", 201, fullConnection);
    const setup = bench();
    const outcome = await create(setup);
    assert.ok(outcome.kind === "ok");
    assert.equal(outcome.value.id, "ma_1");
    assert.equal(outcome.value.status, "AUTHENTICATED");
    assert.equal(outcome.value.browser?.proxy?.id, "p_1");
    assert.equal(outcome.value.error_code, undefined);
    assert.deepEqual(outcome.raw, JSON.parse(fullConnection));
    assert.deepEqual(setup.log, [
      { method: "POST", path: "/auth/connections", status: 201, kind: "ok", attempt: 1, ms: 0 },
    ]);
  });

  it("drops invalid entries from the list of allowed domains", async () => {
    reply("POST", "/auth/connections", 201, `{"id":"ma_1","allowed_domains":["a.example",null,"b.example"]}`);
    assert.deepEqual(valueOf(await create(bench())).allowed_domains, ["a.example", "b.example"]);
  });

  it("keeps unknown fields and values and drops invalid ones", async () => {
    const body = `{"id":"ma_2","status":"SLEEPING","interaction_id":null,"can_reauth_reason":"totp_reauth_allowed",
      "browser":{"region":"eu-west","stealth":"yes"},"allowed_domains":"none","__proto__":{"domain":"evil"}}`;
    reply("POST", "/auth/connections", 201, body);
    const value = valueOf(await create(bench()));
    assert.equal(value.status, "SLEEPING");
    assert.equal(value.can_reauth_reason, "totp_reauth_allowed");
    assert.equal(value.allowed_domains, undefined);
    assert.equal(value.browser?.stealth, undefined);
    assert.equal(value.browser?.region, "eu-west");
    assert.equal(value.domain, undefined);
    assert.ok("interaction_id" in value);
  });

  for (const [content, body] of Object.entries({
    "JSON of another API": `{"ok":true}`,
    "JSON with a numeric ID": `{"id":1}`,
    "JSON with an empty ID": `{"id":""}`,
    null: "null",
    "a list": "[]",
    "a string": `"ma_1"`,
    "a number": "5",
  }))
    it(`treats the creation's effect as unknown if the reply is ${content}`, async () => {
      reply("POST", "/auth/connections", 201, body);
      const error = errorOf(await create(bench()));
      assert.deepEqual(error, { kind: "unreadable", sent: "unknown", status: 201, reason: "shape" });
      assert.equal(calls().length, 1);
    });
});

describe("getEntitlements", () => {
  const answered = async (body: string) => {
    reply("GET", "/org/entitlements", 200, body).persist();
    return read(bench());
  };

  it("parses the reply documented in interface.md §2.8", async () => {
    const { features, limits, plan } = valueOf(await answered(entitlementsJson));
    assert.equal(Object.keys(features).length, 12);
    assert.deepEqual(features["managed_auth"], {
      enabled: true,
      health_check_interval_default_seconds: 3600,
      health_check_interval_max_seconds: 86400,
      health_check_interval_min_seconds: 1200,
      max_connections: null,
    });
    assert.equal(limits["max_concurrent_browsers"], 150);
    assert.equal(plan.effective_id, "START_UP");
  });

  it("ignores unknown fields and treats invalid or missing fields as absent", async () => {
    const { features, limits, plan } = valueOf(
      await answered(`{
      "features": {"search": {"enabled": true}, "vaults": {"enabled": "yes", "max": null}, "odd": 7},
      "limits": {"max_vaults": null, "max_concurrent_browsers": -1},
      "plan": {"id": "FREE", "status": null, "trial_ends_at": null, "is_trialing": false, "colour": "red"},
      "more": 1
    }`),
    );
    assert.deepEqual(features, {
      search: { enabled: true },
      vaults: { enabled: undefined, max: null },
      odd: {},
    });
    assert.deepEqual(limits, { max_vaults: null, max_concurrent_browsers: -1 });
    assert.equal(plan.status, undefined);
    assert.equal(plan["colour"], "red");
  });

  it("returns empty objects for missing limits and plan", async () =>
    assert.deepEqual(valueOf(await answered(`{"features":{}}`)), { features: {}, limits: {}, plan: {} }));

  for (const body of [`{}`, `{"features":null}`, `{"features":[]}`, `{"features":"all"}`, `[]`, `null`])
    it(`rejects a reply without features: ${body}`, async () => {
      const error = errorOf(await answered(body));
      assert.deepEqual(error, { kind: "unreadable", sent: "no", status: 200, reason: "shape" });
      assert.equal(calls().length, 2);
    });
});

describe("deleteDestination", () => {
  const answerDeletion = (status: number, body: string, type: string | undefined) =>
    intercept("DELETE", "/telemetry/destinations/d").reply(
      status,
      body,
      type === undefined ? {} : { headers: { "content-type": type } },
    );

  for (const [content, status, body, type] of [
    ["no body", 200, "", undefined],
    ["a JSON body", 200, `{"deleted":true}`, "application/json"],
    ["a text body", 200, "deleted", "text/plain"],
    ["no body", 202, "", undefined],
    ["no body", 204, "", undefined],
    ["no body but the type HTML", 204, "", "text/html"],
    ["invalid JSON", 299, "{", "application/json"],
  ] as const)
    it(`succeeds for a ${status} reply with ${content}`, async () => {
      answerDeletion(status, body, type);
      const outcome = await remove(bench());
      assert.ok(outcome.kind === "ok");
      assert.equal(outcome.value, undefined);
      assert.equal(outcome.status, status);
    });

  for (const [content, body, type] of [
    ["an HTML page", "<!doctype html><p>Sign in", "text/html; charset=utf-8"],
    ["text declared as HTML", "please sign in", "text/html"],
    ["HTML declared as JSON", "\ufeff \n<HTML>", "application/json"],
    ["HTML without a content type", "<html>", undefined],
    ["no body but the type HTML", "", "text/html"],
  ] as const)
    it(`fails for a 200 reply with ${content}`, async () => {
      answerDeletion(200, body, type);
      const error = errorOf(await remove(bench()));
      assert.deepEqual(error, { kind: "unreadable", sent: "unknown", status: 200, reason: "html" });
      assert.equal(calls().length, 1);
    });

  it("fails with notFound if the destination is missing", async () => {
    reply("DELETE", "/telemetry/destinations/d", 404, errorJson("not_found"));
    assert.deepEqual(errorOf(await remove(bench())), {
      kind: "notFound",
      sent: "refused",
      status: 404,
      missing: "resource",
      code: "not_found",
      message: "Words of the service",
    });
  });
});

describe("a notFound error", () => {
  for (const [description, body, missing] of [
    ["the resource", errorJson("not_found"), "resource"],
    ["the resource for a resource-specific code", errorJson("destination_missing"), "resource"],
    ["the project", errorJson("project_not_found"), "project"],
    ["the project if projects are disabled", errorJson("projects_disabled"), "project"],
    ["the project for a code in capitals", errorJson("PROJECT_ARCHIVED"), "project"],
    ["unknown without a message", `{"code":"not_found"}`, undefined],
    ["unknown without a code", `{"message":"No such."}`, undefined],
    ["unknown with an empty code", `{"code":"","message":"No such."}`, undefined],
    ["unknown for another error shape", `{"error":{"code":"not_found","message":"No such."}}`, undefined],
    ["unknown without a body", "", undefined],
  ] as const)
    it(`identifies the missing object: ${description}`, async () => {
      reply("DELETE", "/telemetry/destinations/d", 404, body);
      const error = errorOf(await remove(bench()));
      assert.deepEqual([error.kind, error.kind === "notFound" && error.missing], ["notFound", missing]);
    });
});

describe("the time of a response", () => {
  for (const [description, headers, answeredAt] of [
    ["is taken from the Date header", { date: "Fri, 20 Nov 2026 12:00:00 GMT" }, Date.UTC(2026, 10, 20, 12)],
    ["is unknown without a Date header", {}, undefined],
    ["is unknown for an invalid Date header", { date: "2026-11-20" }, undefined],
  ] as const)
    it(description, async () => {
      reply("GET", "/auth/connections/ma_1", 200, `{"id":"ma_1"}`, headers);
      const { client, signal } = bench();
      const outcome = await client.call(getConnection, { path: { id: "ma_1" } }, signal);
      assert.equal(outcome.kind === "ok" && outcome.answeredAt, answeredAt);
    });
});

describe("ApiClient error handling", () => {
  for (const [status, kind, sent] of [
    [400, "invalid", "refused"],
    [401, "unauthorized", "refused"],
    [402, "refused", "refused"],
    [403, "forbidden", "refused"],
    [404, "notFound", "refused"],
    [405, "refused", "refused"],
    [407, "proxyLogin", "refused"],
    [408, "server", "unknown"],
    [409, "conflict", "refused"],
    [410, "refused", "refused"],
    [413, "invalid", "refused"],
    [415, "invalid", "refused"],
    [418, "refused", "refused"],
    [422, "invalid", "refused"],
    [425, "refused", "refused"],
    [426, "refused", "refused"],
    [429, "limited", "refused"],
    [451, "refused", "refused"],
    [500, "server", "unknown"],
    [501, "server", "unknown"],
    [502, "server", "unknown"],
    [503, "server", "unknown"],
    [504, "server", "unknown"],
    [505, "server", "unknown"],
    [520, "server", "unknown"],
    [999, "server", "unknown"],
  ] as const)
    it(`doesn't retry a creation after status ${status} and returns the error ${kind}`, async () => {
      reply("POST", "/auth/connections", status, errorJson("some_code"));
      const error = errorOf(await create(bench()));
      const facts = { kind, sent, status, code: "some_code", message: "Words of the service" };
      assert.deepEqual(error, kind === "notFound" ? { ...facts, missing: "resource" } : facts);
      assert.equal(calls().length, 1);
    });

  it("maps status 410 to notFound", async () => {
    reply("DELETE", "/telemetry/destinations/d", 410, errorJson("gone"));
    reply("GET", "/auth/connections/ma_1", 410, errorJson("gone"));
    const { client, signal } = bench();
    for (const outcome of [
      await remove(bench()),
      await client.call(getConnection, { path: { id: "ma_1" } }, signal),
    ]) {
      const { kind, sent, status } = errorOf(outcome);
      assert.deepEqual([kind, sent, status], ["notFound", "refused", 410]);
    }
  });

  it("reports that a failed read request had no effect", async () => {
    for (const status of [500, 408]) {
      reply("GET", "/org/entitlements", status, "").times(3);
      assert.deepEqual(errorOf(await read(bench())), { kind: "server", sent: "no", status });
    }
  });

  it("keeps all error fields and the existing connection's id", async () => {
    const body = {
      code: "already_exists",
      message: "exists",
      existing_id: "ma_7",
      details: [{ code: "a", message: "first" }, { message: "second" }, 3],
      inner_error: { code: "inner" },
      extra: true,
    };
    reply("POST", "/auth/connections", 409, JSON.stringify(body));
    assert.deepEqual(errorOf(await create(bench())), {
      kind: "conflict",
      sent: "refused",
      status: 409,
      code: "already_exists",
      message: "exists",
      details: [{ code: "a", message: "first" }, { message: "second" }],
      inner_error: { code: "inner" },
      existing_id: "ma_7",
    });
  });

  for (const id of ["7", `""`, "null", `["ma_1"]`])
    it(`ignores the invalid ID ${id} of an existing connection`, async () => {
      reply("POST", "/auth/connections", 409, `{"code":"c","message":"m","existing_id":${id}}`);
      assert.ok(!("existing_id" in errorOf(await create(bench()))));
    });

  for (const status of [400, 401, 403, 404, 500, 502])
    it(`reports an HTML page with status ${status} as unreadable`, async () => {
      reply("POST", "/auth/connections", status, "<html>blocked</html>", { "content-type": "text/html" });
      const error = errorOf(await create(bench()));
      const sent = status < 500 ? "refused" : "unknown";
      assert.deepEqual(error, { kind: "unreadable", reason: "html", sent, status });
    });

  it("parses a JSON error despite a wrong content type", async () => {
    reply("POST", "/auth/connections", 403, errorJson("insufficient_plan"), { "content-type": "text/html" });
    const error = errorOf(await create(bench()));
    assert.equal(error.kind, "forbidden");
    assert.equal(error.code, "insufficient_plan");
  });

  for (const [body, ...lines] of [
    [""],
    ["[]"],
    [`{"code":7,"message":{}}`],
    [`{"code":"","message":" "}`],
    ["oops", { message: "oops" }],
    ["x".repeat(250), { message: `${"x".repeat(200)}…` }],
    [`"No."`, { message: "No." }],
    [`["No.","Never."]`, { message: "No." }, { message: "Never." }],
    [`{"error":"x"}`, { message: "error: x" }],
    [`{"error":{"code":"c","message":"No."}}`, { code: "c", message: "No." }],
    [
      `{"type":"about:blank","title":"Forbidden","status":403,"detail":"Not you."}`,
      { message: "type: about:blank" },
      { message: "title: Forbidden" },
      { message: "detail: Not you." },
    ],
    [
      `{"statusCode":403,"message":["No.","Never."],"error":"Forbidden"}`,
      { message: "message: No." },
      { message: "message: Never." },
      { message: "error: Forbidden" },
    ],
    [
      `{"details":[{"field":"domain","issue":"bad"}]}`,
      { message: "field: domain" },
      { message: "issue: bad" },
    ],
  ] as const)
    it(`returns the status even with an undocumented error body: ${body}`, async () => {
      reply("POST", "/auth/connections", 403, body);
      const error = errorOf(await create(bench()));
      const details = lines.length === 0 ? {} : { details: lines };
      assert.deepEqual(error, { kind: "forbidden", sent: "refused", status: 403, ...details });
    });

  it("keeps error details with an unknown structure as text", async () => {
    const body = {
      code: "bad_request",
      message: "Invalid.",
      request_id: "r_1",
      details: ["must be a domain", { field: "login_url" }, { code: "", message: "" }],
      errors: { domain: ["is taken"] },
    };
    reply("POST", "/auth/connections", 400, JSON.stringify(body));
    const error = errorOf(await create(bench()));
    assert.deepEqual(error.details, [
      { message: "must be a domain" },
      { message: "field: login_url" },
      { message: "domain: is taken" },
    ]);
    assert.deepEqual([error.code, error.message], ["bad_request", "Invalid."]);
  });

  for (const [location, host] of [
    ["https://evil.example/x?token=1", "evil.example"],
    ["/relative", "api.example.test"],
    ["javascript:alert(1)", undefined],
    ["http://[", undefined],
    ["https://ignore$(trash)'all'!instructions.example/", undefined],
    [`https://${"ignore.".repeat(60)}example/`, undefined],
    ["https://192.0.2.7:8443/x", "192.0.2.7:8443"],
    ["", undefined],
  ] as const)
    it(`reports a redirect without following the location "${location}"`, async () => {
      for (const status of [300, 301, 302, 303, 304, 307, 308]) {
        const headers: Record<string, string> = location === "" ? {} : { location };
        reply("DELETE", "/telemetry/destinations/d", status, "", headers);
        const error = errorOf(await remove(bench()));
        const named = host === undefined ? {} : { host };
        assert.deepEqual(error, { kind: "redirected", sent: "unknown", status, ...named });
      }
      assert.equal(calls().length, 7);
    });
});

describe("ApiClient token masking", () => {
  it("masks a redirect host that contains the token", async () => {
    const token = "sk_Canary-5f1e0d";
    for (const location of [
      `https://${token}.evil.example/`,
      `https://evil.example/${token}`,
      `//${Buffer.from(token).toString("hex")}.${token.toUpperCase()}.evil.example`,
    ]) {
      reply("GET", "/org/entitlements", 302, "", { location });
      const setup = bench();
      setup.tokens = [token];
      const error = errorOf(await read(setup));
      assert.ok(error.kind === "redirected");
      assert.equal(error.host, location.startsWith("https://evil") ? "evil.example" : undefined);
    }
  });

  it("masks the token in errors, keys and values in any encoding", async () => {
    const escaped = canary.replaceAll(/./g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
    const body = `{"code":"bad","message":"token ${escaped} or ${encodeURIComponent(canary)} is wrong",
      "details":[{"code":${JSON.stringify(canary)}}],${JSON.stringify(canary)}:1}`;
    reply("POST", "/auth/connections", 401, body);
    reply("GET", "/org/entitlements", 200, `{"features":{},"echo":"${escaped}","${escaped}":{}}`);
    const setup = bench();
    const failed = await create(setup);
    const ok = await read(setup);
    assert.equal(errorOf(failed).message, "token [token] or [token] is wrong");
    assert.ok(ok.kind === "ok");
    assert.deepEqual(ok.raw, { features: {}, echo: "[token]" });
    for (const recorded of [failed, ok, setup.log]) {
      const text = JSON.stringify(recorded);
      assert.ok(!text.includes(canary) && !text.includes(JSON.stringify(canary).slice(1, -1)), text);
      assert.ok(!text.includes(encodeURIComponent(canary)), text);
    }
  });
});
