// Tests the sandbox's lists and other reads over raw HTTP. Paths and replies are written by hand.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  book,
  connectionsOf,
  create,
  objectOf,
  portOf,
  remove,
  send,
  type Answer,
} from "../unit/sandbox/support.ts";
import { negative, affirmative } from "../support/reauthReasons.ts";
import { assertManagedAuth } from "./managedAuthDocument.ts";

const get = (on: number, path: string): Promise<Answer> => send(on, { method: "GET", path });

function rowsOf({ status, body, text }: Answer): Readonly<Partial<Record<string, unknown>>>[] {
  assert.equal(status, 200, text);
  assert.ok(Array.isArray(body), "a bare array");
  return body.map(objectOf);
}

const column = (answer: Answer, name: string): unknown[] => rowsOf(answer).map((row) => row[name]);
const paging = ({ headers }: Answer) => [headers["x-has-more"], headers["x-next-offset"]];

const lists = [
  "/auth/connections",
  "/credentials",
  "/org/credential_providers",
  "/profiles",
  "/proxies",
  "/telemetry/destinations",
];

describe("list pages in the sandbox", () => {
  it("have 20 rows by default and at most 100", async (t) => {
    const on = await portOf(t);
    const more = 105 - (await connectionsOf(on)).length;
    for (let at = 0; at < more; at++) {
      assert.equal((await create(on, `{"domain":"d${at}.example","profile_name":"many"}`)).status, 201);
    }
    for (const [query, count, hasMore, next] of [
      ["", 20, "true", "20"],
      ["?limit=100", 100, "true", "100"],
      ["?limit=100&offset=100", 5, "false", "0"],
      ["?offset=85", 20, "false", "0"],
      ["?offset=84", 20, "true", "104"],
      ["?offset=105", 0, "false", "0"],
      ["?limit=1&offset=999999999999999", 0, "false", "0"],
    ] as const) {
      const answer = await get(on, `/auth/connections${query}`);
      assert.equal(rowsOf(answer).length, count, query);
      assert.deepEqual(paging(answer), [hasMore, next], query);
    }
  });

  it("contain each row once in a stable order", async (t) => {
    const on = await portOf(t);
    for (const list of lists) {
      const all = column(await get(on, `${list}?limit=100`), "id");
      const parts: unknown[] = [];
      for (let offset: unknown = "0", more: unknown = "true"; more === "true";) {
        const answer = await get(on, `${list}?limit=1&offset=${String(offset)}`);
        parts.push(...column(answer, "id"));
        [more, offset] = paging(answer);
      }
      assert.deepEqual(parts, all, list);
      assert.equal(new Set(all).size, all.length, list);
      assert.ok(all.length > 0, list);
    }
  });

  for (const query of [
    "limit=0",
    "limit=101",
    "limit=-1",
    "limit=1.5",
    "limit=x",
    "limit=",
    "offset=-1",
    "offset=x",
  ])
    it(`are refused with status 400 for the query ${query}`, async (t) => {
      const on = await portOf(t);
      for (const list of lists) {
        const answer = await get(on, `${list}?${query}`);
        assert.equal(answer.status, 400);
        const { code, message } = objectOf(answer.body);
        assert.equal(code, "bad_request");
        assert.match(String(message), query.startsWith("limit") ? /^limit: / : /^offset: /);
      }
    });
});

describe("list filters in the sandbox", () => {
  for (const [path, name, expected] of [
    ["/auth/connections?query=bank", "domain", ["bank.example"]],
    ["/auth/connections?query=SUPPO&domain=helpdesk.example", "domain", ["helpdesk.example"]],
    ["/auth/connections?query=BOXH", "domain", ["hotel.example", "helpdesk.example"]],
    ["/auth/connections?profile_name=travel&domain=airline.example", "domain", ["airline.example"]],
    ["/auth/connections?profile_name=Travel", "domain", []],
    ["/auth/connections?profile_name=Tr%C3%A1vel&domain=airline.example", "domain", []],
    ["/auth/connections?profile_name=trave", "domain", []],
    ["/auth/connections?profile_name=travel&domain=bank.example", "domain", []],
    ["/auth/connections?domain=bank.example&profile_name=compliance", "domain", ["bank.example"]],
    ["/auth/connections?query=%25", "domain", []],
    ["/auth/connections?query=b_nk", "domain", []],
    ["/auth/connections?query=boxTRAV", "domain", ["airline.example"]],
    ["/profiles?query=res", "name", ["research"]],
    ["/profiles?name=Travel", "name", ["travel"]],
    ["/profiles?name=trav", "name", []],
    ["/proxies?query=office", "id", ["proxy_sandboxoffice1", "proxy_sandboxoffice2"]],
    ["/proxies?query=192.0.2.10", "name", ["paris-datacenter"]],
    ["/proxies?query=CORP.example", "name", ["headquarters"]],
    ["/proxies?name=OFFICE", "id", ["proxy_sandboxoffice1", "proxy_sandboxoffice2"]],
    ["/proxies?name=offic", "id", []],
    ["/proxies?query=proxy_sandboxtokyo", "name", ["tokyo-mobile"]],
    ["/proxies?query=proxy_sandbox", "name", []],
    ["/credentials?query=bot", "name", ["github-bot"]],
    ["/credentials?query=helpdesk.ex", "name", ["helpdesk-agent"]],
    ["/credentials?domain=github.example", "name", ["github-bot"]],
    ["/credentials?domain=github", "name", []],
    ["/org/credential_providers?query=PASS", "name", ["onepassword"]],
    ["/org/credential_providers?query=VAULT", "id", ["credprov_sandboxold"]],
    ["/org/credential_providers?query=last", "name", []],
    ["/telemetry/destinations?query=log", "name", ["compliance-log", "login-traces"]],
    ["/telemetry/destinations?name=nightly-archive", "id", ["otlp_sandboxfree"]],
    ["/telemetry/destinations?query=AUDIT.example", "name", ["compliance-log"]],
    ["/telemetry/destinations?query=otlp_sandboxfree", "name", ["nightly-archive"]],
    ["/telemetry/destinations?query=otlp_sandbox", "name", []],
    ["/telemetry/destinations?query=a%3Fb?c", "name", []],
    ["/telemetry/destinations?query=%27%20OR%201%3D1", "name", []],
    ["/telemetry/destinations?colour=red&query=live", "name", ["live-sessions"]],
  ] as const)
    it(`return only matching rows for ${path}`, async (t) =>
      assert.deepEqual(column(await get(await portOf(t), path), name), expected));

  for (const [stored, query] of [
    ["Bücher", "BÜCHER"],
    ["ΟΔΟΣ Α", "οδος"],
    ["οδοσα", "ΟΔΟΣ"],
    ["straße", "STRASSE"],
    ["ПРОФИЛЬ", "проф"],
    ["\u212aelvin", "kelvin"],
    ["İzmir", "i\u0307zmir"],
  ] as const)
    it(`ignore case in every script: ${query} finds ${stored}`, async (t) => {
      const on = await portOf(t);
      await create(on, JSON.stringify({ domain: "d.example", profile_name: stored }));
      const rows = rowsOf(await get(on, `/auth/connections?query=${encodeURIComponent(query)}`));
      assert.deepEqual(
        rows.map(({ profile_name: name }) => name),
        [stored],
      );
      assert.equal(rowsOf(await get(on, `/profiles?query=${encodeURIComponent(query)}`)).length, 1);
    });

  it("treat a question mark inside a filter value as ordinary text", async (t) => {
    const on = await portOf(t);
    await create(on, `{"domain":"d.example","profile_name":"who? a+me"}`);
    assert.equal(rowsOf(await get(on, "/profiles?query=who?+a%2Bme")).length, 1);
    assert.equal(rowsOf(await get(on, "/profiles?query=who?+a+me")).length, 0);
  });
});

describe("GET /auth/connections in the sandbox", () => {
  it("returns the newest connection first, even if created in the same millisecond", async (t) => {
    const on = await portOf(t);
    const domains = Array.from({ length: 8 }, (_, at) => `d${at}.example`);
    for (const domain of domains) await create(on, `{"domain":"${domain}","profile_name":"p"}`);
    assert.deepEqual(column(await get(on, "/auth/connections?profile_name=p"), "domain"), domains.reverse());
  });

  it("returns every documented status and no undocumented value", async (t) => {
    const connections = (await connectionsOf(await portOf(t))).map(assertManagedAuth);
    const distinct = (of: (connection: (typeof connections)[number]) => unknown) =>
      [...new Set(connections.map(of))].map(String).sort();
    assert.deepEqual(
      distinct(({ status, can_reauth }) => `${status} ${can_reauth}`),
      ["AUTHENTICATED false", "AUTHENTICATED true", "NEEDS_AUTH false", "NEEDS_AUTH true"],
    );
    assert.deepEqual(
      distinct(({ can_reauth_reason }) => can_reauth_reason),
      [...affirmative, ...negative].sort(),
    );
    assert.deepEqual(
      distinct(({ flow_type, flow_status, flow_step }) => [flow_status, flow_step, flow_type].join(" ")),
      [
        "  ",
        "CANCELED AWAITING_INPUT LOGIN",
        "EXPIRED AWAITING_INPUT LOGIN",
        "FAILED AWAITING_EXTERNAL_ACTION REAUTH",
        "FAILED AWAITING_INPUT REAUTH",
        "FAILED DISCOVERING LOGIN",
        "FAILED SUBMITTING LOGIN",
        "IN_PROGRESS AWAITING_EXTERNAL_ACTION LOGIN",
        "IN_PROGRESS AWAITING_INPUT LOGIN",
        "IN_PROGRESS DISCOVERING LOGIN",
        "IN_PROGRESS SUBMITTING REAUTH",
        "SUCCESS COMPLETED LOGIN",
        "SUCCESS COMPLETED REAUTH",
      ],
    );
    assert.deepEqual(
      distinct(({ error_code }) => error_code),
      [
        "account_locked",
        "awaiting_input_timeout",
        "captcha_blocked",
        "credentials_invalid",
        "email_code_required",
        "external_action_timeout",
        "null",
        "totp_required",
      ],
    );
    assert.deepEqual(
      connections.filter(({ health_checks }) => health_checks === false).map(({ domain }) => domain),
      ["hotel.example"],
    );
    assert.deepEqual(
      connections
        .filter(({ last_auth_check_at }) => last_auth_check_at === undefined)
        .map(({ domain }) => domain),
      ["exchange.example", "tickets.example", "helpdesk.example"],
    );
  });

  it("returns only settings that a create request accepts", async (t) => {
    const on = await portOf(t);
    for (const connection of await connectionsOf(on)) {
      const settings = [
        "allowed_domains",
        "auto_reauth",
        "browser",
        "credential",
        "health_check_interval",
        "health_checks",
        "login_url",
        "record_session",
        "save_credentials",
      ].flatMap((name) => (connection[name] === undefined ? [] : [[name, connection[name]]]));
      const body = JSON.stringify({
        domain: "again.example",
        profile_name: connection["id"],
        ...Object.fromEntries(settings),
      });
      const answer = await create(on, body);
      assert.equal(answer.status, 201, answer.text);
    }
  });

  it("returns 404 for unknown IDs and 400 for undecodable IDs", async (t) => {
    const on = await portOf(t);
    for (const id of ["none", "ma_sandboxtravel%20", "..", "%2e%2e", "MA_SANDBOXTRAVEL"]) {
      const answer = await get(on, `/auth/connections/${id}`);
      assert.equal(answer.status, 404, id);
      assert.deepEqual(Object.keys(objectOf(answer.body)), ["code", "message"]);
    }
    assert.equal((await get(on, "/auth/connections/%ff")).status, 400);
    assert.equal((await get(on, "/auth/connections/ma%5Fsandboxtravel")).status, 200);
  });
});

describe("resource lists in the sandbox", () => {
  it("include every connection's profile and one profile without a name", async (t) => {
    const on = await portOf(t);
    await create(on, `{"domain":"d.example","profile_name":"brand-new"}`);
    const names = column(await get(on, "/profiles"), "name");
    assert.deepEqual(names, [null, "brand-new", "compliance", "research", "support", "travel"]);
    for (const row of rowsOf(await get(on, "/profiles"))) assert.match(String(row["id"]), /^prof_/);
  });

  it("include proxies of every type and an unavailable proxy", async (t) => {
    const rows = rowsOf(await get(await portOf(t), "/proxies"));
    assert.deepEqual([...new Set(rows.map((row) => row["type"]))].sort(), [
      "custom",
      "datacenter",
      "isp",
      "mobile",
      "residential",
    ]);
    assert.deepEqual(
      rows.filter((row) => row["status"] === "unavailable").map((row) => row["name"]),
      ["retired"],
    );
    assert.ok(rows.every((row) => ["available", "unavailable"].includes(String(row["status"]))));
    for (const { type, config } of rows) {
      assert.ok(Object.hasOwn(objectOf(config), type === "custom" ? "host" : "country"), String(type));
    }
  });

  it("include credentials without their values", async (t) => {
    const answer = await get(await portOf(t), "/credentials");
    assert.deepEqual(column(answer, "domain"), ["github.example", "helpdesk.example", "payroll.example"]);
    assert.doesNotMatch(answer.text, /"(values|totp_code|password)"/);
  });

  it("contain a provider's items, or return 404 if the provider is unknown", async (t) => {
    const on = await portOf(t);
    const { items } = objectOf((await get(on, "/org/credential_providers/credprov_sandbox/items")).body);
    assert.ok(Array.isArray(items));
    const paths = items.map((item) => objectOf(item)["path"]);
    assert.deepEqual(paths, ["Compliance/Bank", "Engineering/GitHub Bot", "Engineering/Wiki"]);
    assert.equal((await get(on, "/org/credential_providers/onepassword/items")).status, 404);
  });

  it("include destinations without their header values and omit deleted destinations", async (t) => {
    const on = await portOf(t);
    const rows = rowsOf(await get(on, "/telemetry/destinations"));
    assert.deepEqual(
      rows.map((row) => [row["name"], row["consecutive_failures"], typeof row["last_error"]]),
      [
        ["compliance-log", 0, "undefined"],
        ["live-sessions", 7, "string"],
        ["login-traces", 0, "undefined"],
        ["nightly-archive", 0, "undefined"],
      ],
    );
    for (const { endpoint, headers } of rows) {
      assert.ok(URL.canParse(String(endpoint)));
      assert.ok(Object.values(objectOf(headers)).every((value) => value === ""));
    }
    assert.equal((await remove(on, "nightly-archive")).status, 204);
    assert.equal(rowsOf(await get(on, "/telemetry/destinations")).length, 3);
  });

  for (const [plan, path, status] of [
    ["FREE", "/credentials", 403],
    ["FREE", "/proxies", 403],
    ["FREE", "/org/credential_providers", 403],
    ["FREE", "/org/credential_providers/credprov_sandbox/items", 403],
    ["FREE", "/profiles", 200],
    ["FREE", "/telemetry/destinations", 200],
    ["FREE", "/auth/connections", 200],
    ["HOBBYIST", "/credentials", 200],
    ["HOBBYIST", "/proxies", 403],
    ["HOBBYIST", "/org/credential_providers", 403],
    ["START_UP", "/org/credential_providers/credprov_sandbox/items", 200],
    ["START_UP", "/proxies", 200],
  ] as const)
    it(`return ${status} on the ${plan} plan: ${path}`, async (t) => {
      const on = await portOf(t);
      await book(on, plan, false);
      const answer = await get(on, path);
      assert.equal(answer.status, status);
      if (status === 403) assert.equal(objectOf(answer.body)["code"], "insufficient_plan");
    });
});

describe("GET /org/limits in the sandbox", () => {
  it("returns how many connections and concurrent sessions are in use", async (t) => {
    const on = await portOf(t);
    await book(on, "HOBBYIST", false);
    const used = (await connectionsOf(on)).length;
    const running = (await connectionsOf(on)).filter(
      ({ flow_status }) => flow_status === "IN_PROGRESS",
    ).length;
    const before = {
      auth_connections_used: used,
      max_auth_connections: null,
      min_health_check_interval_seconds: 3600,
      default_project_max_concurrent_sessions: null,
      max_concurrent_sessions: 10,
      // Besides running logins, two browsers are exporting.
      concurrent_sessions_used: running + 2,
      concurrent_sessions_available: 8 - running,
    };
    assert.deepEqual((await get(on, "/org/limits")).body, before);
    await create(on, `{"domain":"d.example","profile_name":"p"}`);
    assert.deepEqual((await get(on, "/org/limits")).body, { ...before, auth_connections_used: used + 1 });
  });

  it("returns the plan's connection limit and shortest health check interval", async (t) => {
    const on = await portOf(t);
    await book(on, "FREE", false);
    const { max_auth_connections: most, min_health_check_interval_seconds: least } = objectOf(
      (await get(on, "/org/limits")).body,
    );
    assert.deepEqual([most, least], [3, 21600]);
    // Running sessions continue, but there is no room for more.
    assert.equal(objectOf((await get(on, "/org/limits")).body)["concurrent_sessions_available"], 0);
  });
});
