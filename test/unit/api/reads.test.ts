// Reads besides those of interface.md §4: their requests and parsed replies. Every JSON text is a literal.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HostDispatchers } from "../../../src/api/hostDispatchers.ts";
import type { Outcome } from "../../../src/api/errors.ts";
import * as operations from "../../../src/api/operations.ts";
import {
  getConnection,
  getAuthContext,
  getBrowser,
  getOneTimeCode,
  getOrgLimits,
  getProfile,
  getProject,
  getProxy,
  listBrowsers,
  listConnections,
  listCredentialProviderItems,
  listCredentialProviders,
  listCredentials,
  getCredentialProvider,
  getCredential,
  getDestination,
  listDestinations,
  listProfiles,
  listProjects,
  listProxies,
  listTimeline,
} from "../../../src/api/operations.ts";
import type { ListPage, PageRequest } from "../../../src/api/listPage.ts";
import type { OperationInput, Operation } from "../../../src/api/operation.ts";
import { answer, scriptedServer } from "../../doubles/scriptedServer.ts";
import { mockedService } from "./mockedService.ts";
import { bench as benchOf, type Bench, canary, errorJson, errorOf, valueOf } from "./support.ts";
import { fullConnection } from "../../support/fullConnection.ts";
import { column } from "../../support/rows.ts";

const firstPage: PageRequest = { limit: 20, offset: 0 };

const { bench, calls, reply } = mockedService();

const sending = <Given extends OperationInput>(
  operation: Operation<Given, unknown>,
  input: Given,
  line: string,
) => ({
  operation,
  line,
  read: ({ client, signal }: Bench) => client.call(operation, input, signal),
});

/** Every read with a query that needs encoding, and the expected request line. */
const readCases = [
  sending(
    listConnections,
    { query: { query: "a & b=c", profile_name: "été+#1", domain: "shop.example", ...firstPage } },
    "/auth/connections?query=a%20%26%20b%3Dc&profile_name=%C3%A9t%C3%A9%2B%231&domain=shop.example&limit=20&offset=0",
  ),
  sending(getConnection, { path: { id: "ma/1?x" } }, "/auth/connections/ma%2F1%3Fx"),
  sending(
    listTimeline,
    { path: { id: "ma_1" }, query: { type: "reauth", ...firstPage } },
    "/auth/connections/ma_1/timeline?type=reauth&limit=20&offset=0",
  ),
  sending(
    listProfiles,
    { query: { query: "'!()*~", ...firstPage } },
    "/profiles?query=%27%21%28%29%2A~&limit=20&offset=0",
  ),
  sending(
    listProxies,
    { query: { query: "😀\0\n", limit: 100, offset: 300 } },
    "/proxies?query=%F0%9F%98%80%00%0A&limit=100&offset=300",
  ),
  sending(getProfile, { path: { id_or_name: "bot/1?x" } }, "/profiles/bot%2F1%3Fx"),
  sending(getProxy, { path: { id: "proxy/1?x" } }, "/proxies/proxy%2F1%3Fx"),
  sending(
    listCredentials,
    { query: { query: "bot", domain: "../../x", ...firstPage } },
    "/credentials?query=bot&domain=..%2F..%2Fx&limit=20&offset=0",
  ),
  sending(
    listCredentialProviders,
    { query: { query: "", limit: 1, offset: 0 } },
    "/org/credential_providers?limit=1&offset=0",
  ),
  sending(
    listCredentialProviderItems,
    { path: { id: "credprov_1" } },
    "/org/credential_providers/credprov_1/items",
  ),
  sending(getCredentialProvider, { path: { id: "credprov/1" } }, "/org/credential_providers/credprov%2F1"),
  sending(
    listDestinations,
    { query: { query: "%", ...firstPage } },
    "/telemetry/destinations?query=%25&limit=20&offset=0",
  ),
  sending(getDestination, { path: { id_or_name: "a/b" } }, "/telemetry/destinations/a%2Fb"),
  sending(getCredential, { path: { id_or_name: "a/b" } }, "/credentials/a%2Fb"),
  sending(getOneTimeCode, { path: { id_or_name: "cred_1" } }, "/credentials/cred_1/totp-code"),
  sending(getAuthContext, {}, "/auth/context"),
  sending(getBrowser, { path: { id_or_name: "a/b?c" } }, "/browsers/a%2Fb%3Fc"),
  sending(
    listProjects,
    { query: { query: "bot", name: "a b", ...firstPage } },
    "/org/projects?query=bot&name=a%20b&limit=20&offset=0",
  ),
  sending(getProject, { path: { id_or_name: "a/b" } }, "/org/projects/a%2Fb"),
  sending(getOrgLimits, {}, "/org/limits"),
  sending(listBrowsers, { query: { query: "a b", ...firstPage } }, "/browsers?query=a%20b&limit=20&offset=0"),
];

const names = new Map<unknown, string>(
  Object.entries(operations).map(([name, operation]) => [operation, name]),
);

describe("Read requests", () => {
  for (const { operation, line: pathAndQuery, read } of readCases)
    it(`send GET ${pathAndQuery} without logging the query`, async (t) => {
      const server = await scriptedServer((socket) => socket.end(answer(200, "[]")));
      const dispatchers = new HostDispatchers();
      t.after(async () => {
        await dispatchers.dispose();
        await server.close();
      });
      const setup = benchOf(dispatchers, { baseUrl: `${server.origin}/v1` });
      await read(setup);
      const head = server.requests[0] ?? "";
      assert.equal(head.split("\r\n")[0], `GET /v1${pathAndQuery} HTTP/1.1`);
      assert.match(head, /\r\nauthorization: Bearer /i);
      assert.doesNotMatch(head, /content-(type|length)/i);
      assert.ok(setup.log.every(({ path }) => path === operation.template));
      assert.ok(setup.log.length > 0);
      assert.doesNotMatch(JSON.stringify(setup.log), /shop|bot|limit=/);
    });

  it("include every GET operation that the client offers", () => {
    const reading = Object.entries(operations).filter(([, { method }]) => method === "GET");
    assert.deepEqual(
      reading.map(([name]) => name).sort(),
      // followLogin returns a stream, which stream.test.ts covers.
      [...readCases.map(({ operation }) => names.get(operation)), "getEntitlements", "followLogin"].sort(),
    );
  });

  for (const [invalidValue, page] of [
    ["a limit of 0", { limit: 0, offset: 0 }],
    ["a limit above the service's maximum", { limit: 101, offset: 0 }],
    ["a fractional limit", { limit: 1.5, offset: 0 }],
    ["a negative offset", { limit: 1, offset: -1 }],
    ["the offset NaN", { limit: 1, offset: Number.NaN }],
    ["an offset beyond the safe integers", { limit: 1, offset: 2 ** 53 }],
  ] as const)
    it(`aren't sent with ${invalidValue}`, async () => {
      const { client, signal } = bench();
      const error = errorOf(await client.call(listProfiles, { query: page }, signal));
      assert.deepEqual(error, { kind: "invalid", sent: "no", reason: "request" });
      assert.equal(calls().length, 0);
    });

  for (const [problem, query] of [
    ["too long", "x".repeat(2049)],
    ["too long after encoding", "é".repeat(500)],
    ["malformed Unicode", "a\ud800"],
  ] as const)
    it(`aren't sent if the search text is ${problem}`, async () => {
      const { client, signal } = bench();
      const error = errorOf(await client.call(listDestinations, { query: { query, ...firstPage } }, signal));
      assert.deepEqual(error, { kind: "invalid", sent: "no", reason: "request" });
      assert.equal(calls().length, 0);
    });
});

describe("List parsing", () => {
  async function list<Row>(
    body: string,
    operation: Operation<{ readonly query: PageRequest }, ListPage<Row>>,
  ): Promise<ListPage<Row>> {
    return pageOf(body, ({ client, signal }) => client.call(operation, { query: firstPage }, signal));
  }

  async function pageOf<Row>(
    body: string,
    read: (setup: Bench) => Promise<Outcome<ListPage<Row>>>,
  ): Promise<ListPage<Row>> {
    reply(200, body);
    const outcome = await read(bench());
    if (outcome.kind === "ok") assert.equal(outcome.raw, undefined, "nothing beside the rows is kept");
    return valueOf(outcome);
  }

  it("skips invalid rows and counts them", async () => {
    const body = `[{"id":"proxy_1","type":"isp"},{"type":"isp"},null,[],7,"x",{"id":""},{"id":9},{"id":"proxy_2"}]`;
    const { rows, unreadable } = await list(body, listProxies);
    assert.deepEqual(column(rows, "id"), ["proxy_1", "proxy_2"]);
    assert.equal(unreadable, 7);
  });

  it("keeps unknown values and drops values of the wrong type", async () => {
    const body = `[{
      "id": "proxy_1", "name": null, "type": "satellite", "status": 3,
      "config": {"country": "FR", "city": ["Paris"], "orbit": "low"}, "colour": "red"
    }]`;
    assert.deepEqual((await list(body, listProxies)).rows, [
      {
        id: "proxy_1",
        name: undefined,
        type: "satellite",
        status: undefined,
        config: { country: "FR", city: undefined },
      },
    ]);
  });

  it("keeps the credential, interaction and browser region of connections", async () => {
    const body = `[${fullConnection},{"id":"ma_2","interaction_id":"int_1","browser":{"region":"us-east"}}]`;
    const { rows } = await list(body, listConnections);
    assert.equal(rows[0]?.credential?.provider, "vault");
    assert.equal(rows[1]?.interaction_id, "int_1");
    assert.equal(rows[1].browser?.region, "us-east");
  });

  it("keeps profiles that have no name", async () => {
    const body = `[{"id":"prof_1","name":null},{"id":"prof_2","name":"work"},{"id":"prof_3"},{"id":"prof_4","name":""}]`;
    const { rows } = await list(body, listProfiles);
    assert.deepEqual(column(rows, "name"), [undefined, "work", undefined, undefined]);
  });

  it("drops one-time codes and values of credentials", async () => {
    const body = `[{"id":"cred_1","name":"bot","domain":"a.example","totp_code":"428913",
      "totp_code_expires_at":"2026-11-20T10:00:30Z","values":{"password":"hunter2"},"has_totp_secret":true}]`;
    const page = await list(body, listCredentials);
    assert.doesNotMatch(JSON.stringify(page), /428913|hunter2/);
    assert.equal(page.rows[0]?.has_totp_secret, true);
  });

  it("parses a provider's items as a single page", async () => {
    const body = `{"items":[
      {"id":"i1","path":"Vault/Item","title":"Item","vault_id":"v","vault_name":"Vault","urls":["https://a.example"]},
      {"id":"i2","title":"Item without a path"}]}`;
    const page = await pageOf(body, ({ client, signal }) =>
      client.call(listCredentialProviderItems, { path: { id: "p" } }, signal),
    );
    assert.deepEqual(
      [page.rows[0]?.path, page.rows.length, page.unreadable, page.next],
      ["Vault/Item", 1, 1, undefined],
    );
  });

  it("parses the export status of a destination", async () => {
    const body = `[{"id":"otlp_1","name":"log","endpoint":"https://c.example","consecutive_failures":7,
      "last_error":"503","headers":{"Authorization":""}},{"id":"otlp_2","consecutive_failures":"many"}]`;
    const { rows } = await list(body, listDestinations);
    assert.deepEqual([rows[0]?.consecutive_failures, rows[0]?.last_error], [7, "503"]);
    assert.equal(rows[1]?.consecutive_failures, undefined);
  });

  it("parses all known fields of timeline entries and keeps unknown fields", async () => {
    const texts = {
      id: "login_1",
      type: "login",
      status: "FAILED",
      timestamp: "2026-11-20T10:00:00Z",
      updated_at: "2026-11-20T10:03:00Z",
      step: "SUBMITTING",
      previous_status: "AUTHENTICATED",
      error_code: "credentials_invalid",
      error_message: "Refused.",
      website_error: "Wrong password",
      replay_id: "replay_1",
      browser_session_id: "bs_1",
    };
    const wrong = Object.fromEntries(
      Object.keys(texts).map((field) => [field, field === "id" ? "login_2" : 7]),
    );
    const none = Object.fromEntries(Object.keys(texts).map((field) => [field, undefined]));
    const body = JSON.stringify([
      { ...texts, telemetry_captured: true },
      { ...wrong, telemetry_captured: "yes", colour: "red" },
      { type: "login" },
    ]);
    const { rows, unreadable } = await pageOf(body, ({ client, signal }) =>
      client.call(listTimeline, { path: { id: "ma_1" }, query: firstPage }, signal),
    );
    assert.deepEqual(rows, [
      { ...texts, telemetry_captured: true },
      { ...none, id: "login_2", telemetry_captured: undefined, colour: "red" },
    ]);
    assert.equal(unreadable, 1);
  });

  it("masks the token in rows", async () => {
    const body = JSON.stringify([{ id: "otlp_1", endpoint: `https://c.example/${canary}`, [canary]: 1 }]);
    const page = await list(body, listDestinations);
    assert.ok(!JSON.stringify(page).includes(canary));
    assert.equal(page.rows[0]?.endpoint, "https://c.example/[token]");
  });

  it("treats null instead of a list as an empty list", async () => {
    reply(200, "null");
    const { client, signal } = bench();
    const page = valueOf(await client.call(listProfiles, { query: firstPage }, signal));
    assert.deepEqual(page, { rows: [], unreadable: 0, next: undefined, more: false });
    reply(200, `{"items":null}`);
    assert.deepEqual(
      valueOf(await client.call(listCredentialProviderItems, { path: { id: "p" } }, signal)),
      page,
    );
  });

  it("drops an optional text that is too long but keeps its row", async () => {
    const note = "a".repeat(65_537);
    reply(
      200,
      JSON.stringify([
        { id: "1", name: "a", note },
        { id: "2", name: "b" },
        { id: "3", name: note },
      ]),
    );
    const { client, signal } = bench();
    assert.deepEqual(valueOf(await client.call(listCredentials, { query: firstPage }, signal)), {
      rows: [
        { id: "1", name: "a" },
        { id: "2", name: "b" },
      ],
      unreadable: 1,
      unread: [{ id: "3" }],
      next: undefined,
      more: false,
    });
  });

  for (const [content, body, reason] of [
    ["an object", `{"data":[]}`, "shape"],
    ["a string", `"[]"`, "shape"],
    ["truncated JSON", `[{"name":"a"}`, "json"],
    ["empty", "", "json"],
    ["an HTML page", "<!doctype html><p>Sign in</p>", "html"],
  ] as const)
    it(`rejects a list reply that is ${content}`, async () => {
      reply(200, body).times(3);
      const { client, signal } = bench();
      const error = errorOf(await client.call(listProfiles, { query: firstPage }, signal));
      assert.deepEqual(error, { kind: "unreadable", sent: "no", status: 200, reason });
    });

  for (const body of [`[]`, `{"items":{}}`, `null`, `{}`])
    it(`rejects the response ${body} to a request for a provider's items`, async () => {
      reply(200, body).times(3);
      const { client, signal } = bench();
      const error = errorOf(await client.call(listCredentialProviderItems, { path: { id: "p" } }, signal));
      assert.equal(error.kind === "unreadable" && error.reason, "shape");
    });
});

describe("Error handling of reads", () => {
  for (const [status, code, kind, more] of [
    [400, "bad_request", "invalid"],
    [401, "unauthorized", "unauthorized"],
    [403, "insufficient_plan", "forbidden"],
    [404, "not_found", "notFound", { missing: "resource" }],
    [404, "projects_disabled", "notFound", { missing: "project" }],
  ] as const)
    it(`maps status ${status} with the code ${code} to the error kind ${kind}`, async () => {
      for (const { read } of readCases) {
        reply(status, errorJson(code));
        const error = errorOf(await read(bench()));
        const facts = { kind, sent: "refused", status, code, message: "Words of the service" };
        assert.deepEqual(error, { ...facts, ...more });
      }
      assert.equal(calls().length, readCases.length);
    });
});

describe("getOrgLimits", () => {
  it("returns undefined for limits with an invalid value", async () => {
    reply(200, `{"auth_connections_used":2,"concurrent_sessions_used":"many","vaults":{}}`);
    const { client, signal } = bench();
    assert.deepEqual(valueOf(await client.call(getOrgLimits, {}, signal)), {
      auth_connections_used: 2,
      concurrent_sessions_used: undefined,
      vaults: {},
    });
  });
});
