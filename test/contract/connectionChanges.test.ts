// Tests changes and deletions of connections with our client and raw HTTP against the sandbox. Requests and replies
// are written by hand, so that a misreading in the code can't hide.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import {
  deleteConnection,
  getConnection,
  listConnections,
  updateConnection,
} from "../../src/api/operations.ts";
import { draftFromConnection, type ConnectionDraft } from "../../src/domain/draft/draft.ts";
import { applyEdit } from "../../src/domain/connections/applyEdit.ts";
import { valueOf } from "../unit/api/support.ts";
import { book, create, objectOf, send, startedSandbox, type Answer } from "../unit/sandbox/support.ts";
import { assertManagedAuth } from "./managedAuthDocument.ts";
import { clientOf } from "./support.ts";

const signal = new AbortController().signal;

/** Starts a sandbox, creates a connection, and returns functions that send requests for it. */
async function setting(t: TestContext, fields = "") {
  const { port } = (await startedSandbox(t)).identity;
  const created = await create(port, `{"domain":"shop.example","profile_name":"buyer"${fields}}`);
  assert.equal(created.status, 201, created.text);
  const { id } = assertManagedAuth(created.body);
  const path = `/auth/connections/${id}`;
  return {
    port,
    id,
    patch: (body: string) => send(port, { method: "PATCH", path, body }),
    read: async () => assertManagedAuth((await send(port, { method: "GET", path })).body),
    remove: () => send(port, { method: "DELETE", path }),
  };
}

/** Returns the messages in the details of a 400. */
function problems({ status, body }: Answer): unknown[] {
  assert.equal(status, 400, JSON.stringify(body));
  const { details } = objectOf(body);
  assert.ok(Array.isArray(details));
  return details.map((detail) => objectOf(detail)["message"]);
}

describe("PATCH /auth/connections/{id} in the sandbox", () => {
  for (const [body, expected] of [
    [`{"login_url":"https://shop.example/in"}`, { login_url: "https://shop.example/in" }],
    [`{"allowed_domains":["a.example"]}`, { allowed_domains: ["a.example"] }],
    [`{"health_check_interval":1800}`, { health_check_interval: 1800 }],
    [`{"health_checks":false}`, { health_checks: false }],
    [`{"auto_reauth":false}`, { auto_reauth: false }],
    [`{"save_credentials":false}`, { save_credentials: false }],
    [`{"record_session":true}`, { record_session: true }],
    [`{"credential":{"name":"github-bot"}}`, { credential: { name: "github-bot" } }],
    [
      `{"credential":{"provider":"onepassword","auto":true}}`,
      { credential: { provider: "onepassword", auto: true } },
    ],
    [`{"browser":{"stealth":false}}`, { browser: { stealth: false } }],
    [
      `{"browser":{"proxy":{"id":"proxy_sandboxparis"}}}`,
      { browser: { stealth: true, proxy: { id: "proxy_sandboxparis" } }, proxy_id: "proxy_sandboxparis" },
    ],
    [
      `{"proxy":{"name":"headquarters"}}`,
      { browser: { stealth: true, proxy: { name: "headquarters" } }, proxy_id: "proxy_sandboxown" },
    ],
    [
      `{"browser":{"telemetry":{"enabled":true,"browser":{"console":{"enabled":true}}}}}`,
      {
        browser: { stealth: true, telemetry: { enabled: true, browser: { console: { enabled: true } } } },
        browser_telemetry: { enabled: true, browser: { console: { enabled: true } } },
      },
    ],
  ] as const)
    it(`changes only the given setting: ${body}`, async (t) => {
      const { patch, read } = await setting(t);
      const before = await read();
      const answer = await patch(body);
      assert.equal(answer.status, 200, answer.text);
      const after = assertManagedAuth(answer.body);
      assert.deepEqual(after, { ...before, ...expected });
      assert.deepEqual(await read(), after);
    });

  it("replaces allowed domains, clears the login URL and removes the proxy", async (t) => {
    const { patch, read } = await setting(
      t,
      `,"allowed_domains":["a.example","b.example"],"login_url":"https://shop.example/in",` +
        `"browser":{"proxy":{"id":"proxy_sandboxparis"},"stealth":false}`,
    );
    await patch(`{"allowed_domains":["c.example"]}`);
    const changed = await read();
    assert.deepEqual(
      [changed.allowed_domains, changed.proxy_id, changed.login_url],
      [["c.example"], "proxy_sandboxparis", "https://shop.example/in"],
    );
    await patch(`{"allowed_domains":[],"login_url":"","browser":{"proxy":{"mode":"default"}}}`);
    const { allowed_domains, browser, login_url, proxy_id } = await read();
    assert.deepEqual(
      { allowed_domains, browser, login_url, proxy_id },
      { allowed_domains: [], browser: { stealth: false }, login_url: undefined, proxy_id: undefined },
    );
  });

  it("refuses every invalid field and changes nothing", async (t) => {
    const { patch, read } = await setting(t);
    const before = await read();
    for (const [body, problem] of [
      [`{}`, "The body must change something."],
      [`{"domain":"b.example"}`, "domain: no such property."],
      [`{"profile_name":"b"}`, "profile_name: no such property."],
      [`{"id":"ma_1"}`, "id: no such property."],
      [`{"browser":{"kiosk":true}}`, "browser.kiosk: no such property."],
      [`{"login_url":"shop"}`, "login_url: must be an absolute URI, or empty."],
      [`{"login_url":null}`, "login_url: must be a string."],
      [`{"health_check_interval":299}`, "health_check_interval: must be at least 300."],
      [`{"health_check_interval":86401}`, "health_check_interval: must be at most 86400."],
      [
        `{"health_check_interval":300}`,
        "health_check_interval: must be at least 1200, the minimum of this plan.",
      ],
      [`{"health_checks":null}`, "health_checks: must be true or false."],
      [`{"credential":{}}`, "credential: must be name alone, provider with path, or provider with auto."],
      [`{"credential":null}`, "credential: must be an object."],
      [`{"credential":{"name":"nobody"}}`, "credential.name: no credential has this name."],
      [`{"browser":{"proxy":{}}}`, "browser.proxy: exactly one of mode, id, name must be given."],
      [`{"browser":{"proxy":{"id":""}}}`, "browser.proxy.id: must not be empty."],
      [
        `{"browser":{"proxy":{"name":"office"}}}`,
        "browser.proxy.name: several proxies have this name; use the id.",
      ],
      [
        `{"browser":{"telemetry":{"enabled":false,"browser":{"page":{"enabled":true}}}}}`,
        "browser.telemetry: enabled=false cannot be combined with browser category settings.",
      ],
      [
        `{"browser":{"telemetry":{"export":{"otlp":{"destination":{"id":"otlp_sandboxfree"}}}}}}`,
        "browser.telemetry: a destination requires telemetry capture to be enabled.",
      ],
    ] as const) {
      assert.deepEqual(
        problems(await patch(`${body.slice(0, -1)}${body === "{}" ? "" : `,"record_session":true`}}`)),
        [problem],
      );
    }
    assert.deepEqual(await read(), before);
  });

  it("returns 404 for an unknown ID and 403 or 500 for special login URLs", async (t) => {
    const { patch, port } = await setting(t);
    const path = "/auth/connections/ma_none";
    const none = await send(port, { method: "PATCH", path, body: `{"health_checks":true}` });
    assert.deepEqual([none.status, objectOf(none.body)["code"]], [404, "not_found"]);
    assert.equal((await patch(`{"login_url":"https://error-403.example/"}`)).status, 403);
    assert.equal((await patch(`{"login_url":"https://error-500.example/"}`)).status, 500);
    await book(port, "FREE", false);
    const refused = await patch(`{"credential":{"name":"github-bot"}}`);
    assert.deepEqual([refused.status, objectOf(refused.body)["code"]], [403, "insufficient_plan"]);
  });

  it("keeps a health check interval below the plan's minimum until it is changed", async (t) => {
    const { patch, port, read } = await setting(t, `,"health_check_interval":1200`);
    await book(port, "FREE", false);
    assert.equal((await patch(`{"auto_reauth":false}`)).status, 200);
    assert.equal((await read()).health_check_interval, 1200);
    assert.deepEqual(problems(await patch(`{"health_check_interval":1200}`)), [
      "health_check_interval: must be at least 21600, the minimum of this plan.",
    ]);
  });

  it("enables reauthentication only after a first login", async (t) => {
    const { patch, port } = await setting(t);
    const never = assertManagedAuth((await patch(`{"credential":{"name":"github-bot"}}`)).body);
    assert.deepEqual([never.can_reauth, never.can_reauth_reason], [false, "no_prior_successful_login"]);
    const path = "/auth/connections/ma_sandboxcompliance";
    const body = `{"credential":{"name":"github-bot"}}`;
    const logged = assertManagedAuth((await send(port, { method: "PATCH", path, body })).body);
    assert.deepEqual([logged.can_reauth, logged.can_reauth_reason], [true, "has_credential"]);
  });

  it("makes a telemetry destination undeletable only while the connection exports to it", async (t) => {
    const { patch, port } = await setting(t);
    const free = () => send(port, { method: "DELETE", path: "/telemetry/destinations/nightly-archive" });
    const exporting = `{"enabled":true,"export":{"otlp":{"destination":{"name":"nightly-archive"}}}}`;
    assert.equal((await patch(`{"browser":{"telemetry":${exporting}}}`)).status, 200);
    assert.equal((await free()).status, 409);
    // Omitted parts stay unchanged, including the export.
    assert.equal((await patch(`{"browser":{"telemetry":{"enabled":true}}}`)).status, 200);
    assert.equal((await free()).status, 409);
    assert.equal(
      (await patch(`{"browser":{"telemetry":{"enabled":true,"export":{"otlp":{"enabled":false}}}}}`)).status,
      200,
    );
    assert.equal((await free()).status, 204);
  });
});

describe("DELETE /auth/connections/{id} in the sandbox", () => {
  it("returns 204, or 404 for a repeated deletion, and keeps the profile", async (t) => {
    const { port, remove, id } = await setting(t);
    const reply = await remove();
    assert.deepEqual([reply.status, reply.text], [204, ""]);
    assert.equal((await remove()).status, 404);
    assert.equal((await send(port, { method: "GET", path: `/auth/connections/${id}` })).status, 404);
    const profiles = await send(port, { method: "GET", path: "/profiles?name=buyer" });
    assert.ok(Array.isArray(profiles.body) && profiles.body.length === 1);
    assert.equal((await create(port, `{"domain":"shop.example","profile_name":"buyer"}`)).status, 201);
  });

  it("ends a running login, so that the telemetry destination can be deleted", async (t) => {
    const { port } = await setting(t);
    const destination = "/telemetry/destinations/login-traces";
    assert.equal((await send(port, { method: "DELETE", path: destination })).status, 409);
    const path = "/auth/connections/ma_sandboxhelpdesk";
    assert.equal((await send(port, { method: "DELETE", path })).status, 204);
    assert.equal((await send(port, { method: "DELETE", path: destination })).status, 204);
  });
});

describe("the client against the sandbox", () => {
  it("updates a connection and returns the new settings", async (t) => {
    const { port, id } = await setting(t);
    const client = clientOf(t, port);
    const path = { id };
    const body = {
      login_url: "",
      health_check_interval: 7200,
      browser: { proxy: { mode: "direct" } },
    } as const;
    const changed = valueOf(await client.call(updateConnection, { path, body }, signal));
    assert.deepEqual([changed.health_check_interval, changed.browser?.proxy?.mode], [7200, "direct"]);
    assert.deepEqual(valueOf(await client.call(getConnection, { path }, signal)), changed);
  });

  it("deletes a connection and reports a repeated deletion as notFound", async (t) => {
    const { port, id } = await setting(t);
    const client = clientOf(t, port);
    const first = await client.call(deleteConnection, { path: { id } }, signal);
    assert.equal(first.kind === "ok" && first.status, 204);
    const second = await client.call(deleteConnection, { path: { id } }, signal);
    assert.ok(second.kind === "failed" && second.error.kind === "notFound");
    assert.deepEqual([second.error.missing, second.error.sent], ["resource", "refused"]);
    const query = { limit: 100, offset: 0, domain: "shop.example", profile_name: "buyer" };
    assert.deepEqual(valueOf(await client.call(listConnections, { query }, signal)).rows, []);
  });
});

describe("editing a connection in the sandbox", () => {
  const wishes: readonly Partial<ConnectionDraft>[] = [
    { proxy: { kind: "id", id: "proxy_sandboxparis" }, stealth: false },
    { proxy: { kind: "name", name: "headquarters" } },
    { proxy: { kind: "default" }, login_url: "https://shop.example/in" },
    { credential: { kind: "item", provider: "onepassword", path: "Engineering/Wiki" } },
    { login_url: undefined, allowed_domains: ["a.example", "b.example"], health_check_interval: 1200 },
    {
      telemetry: {
        kind: "categories",
        categories: ["network"],
        export: { kind: "id", destination: "otlp_sandboxfree" },
      },
    },
    { telemetry: { kind: "categories", categories: ["control", "page"], export: { kind: "none" } } },
    { telemetry: { kind: "default" }, record_session: true },
    { telemetry: { kind: "off" }, save_credentials: false },
    { allowed_domains: undefined, health_checks: false, auto_reauth: false },
  ];

  it("sends exactly one request for each change", async (t) => {
    const { port, id } = await setting(t);
    const client = clientOf(t, port);
    const path = { id };
    const read = () => client.call(getConnection, { path }, signal);
    let sent = 0;
    for (const wish of wishes) {
      const base = valueOf(await read());
      const outcome = await applyEdit(
        base,
        { ...draftFromConnection(base), ...wish },
        {
          read,
          send: (body) => {
            sent += 1;
            return client.call(updateConnection, { path, body }, signal);
          },
          resolveConflict: () => assert.fail("nobody else is there"),
        },
      );
      assert.equal(outcome.kind, "saved", JSON.stringify([wish, outcome]));
    }
    assert.equal(sent, wishes.length);
  });

  it("preserves settings that another client changed", async (t) => {
    const { port, id, patch, read: readBody } = await setting(t);
    const client = clientOf(t, port);
    const path = { id };
    const read = () => client.call(getConnection, { path }, signal);
    const base = valueOf(await read());
    await patch(`{"health_check_interval":1200,"record_session":true}`);
    const draft = { ...draftFromConnection(base), health_check_interval: 7200, stealth: false };
    const outcome = await applyEdit(base, draft, {
      read,
      send: (body) => client.call(updateConnection, { path, body }, signal),
      resolveConflict: ({ settings }) => {
        assert.deepEqual(settings, ["health_check_interval"]);
        return Promise.resolve([]);
      },
    });
    assert.deepEqual(outcome.kind === "saved" && outcome.sent, { browser: { stealth: false } });
    const { browser, health_check_interval, record_session } = await readBody();
    assert.deepEqual([browser?.stealth, health_check_interval, record_session], [false, 1200, true]);
  });
});

describe("profile names in the sandbox", () => {
  it("are unique regardless of case and accents", async (t) => {
    const { port, id } = await setting(t, `,"record_session":true`);
    for (const name of ["buyer", "Buyer", "BÜYER", "bu\u0308yer"]) {
      const again = await create(port, JSON.stringify({ domain: "shop.example", profile_name: name }));
      assert.deepEqual([again.status, objectOf(again.body)["existing_id"]], [409, id], name);
      const query = new URLSearchParams({ profile_name: name, domain: "shop.example" });
      const reply = await send(port, { method: "GET", path: `/auth/connections?${query.toString()}` });
      // Filters compare names exactly, unlike the check for conflicts.
      assert.ok(Array.isArray(reply.body) && reply.body.length === (name === "buyer" ? 1 : 0), name);
    }
    const other = await create(port, `{"domain":"other.example","profile_name":"BUYER"}`);
    assert.equal(assertManagedAuth(other.body).profile_name, "buyer");
    assert.equal((await create(port, `{"domain":"shop.example","profile_name":"buyers"}`)).status, 201);
  });

  it("are distinct even if their upper-case forms are equal", async (t) => {
    const { port } = await setting(t);
    for (const name of ["straße", "STRASSE", "ısparta", "isparta", "ｏｐｓ", "ops"]) {
      const created = await create(port, JSON.stringify({ domain: "d.example", profile_name: name }));
      assert.equal(created.status, 201, name);
    }
  });
});
