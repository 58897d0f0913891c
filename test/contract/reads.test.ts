// Tests the client's reads against the sandbox over HTTP.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { listAll } from "../../src/api/listing.ts";
import {
  getConnection,
  listConnections,
  listCredentialProviderItems,
  listCredentialProviders,
  listCredentials,
  listDestinations,
  listProfiles,
  listProxies,
} from "../../src/api/operations.ts";
import { valueOf } from "../unit/api/support.ts";
import { connectionsOf, create, startedSandbox } from "../unit/sandbox/support.ts";
import { clientOf } from "./support.ts";
import { column, columns } from "../support/rows.ts";

const signal = new AbortController().signal;
const firstPage = { limit: 100, offset: 0 };

async function setting(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  return { port, client: clientOf(t, port) };
}

describe("the API client against the sandbox", () => {
  it("parses every row of every list", async (t) => {
    const { client } = await setting(t);
    const connections = valueOf(await client.call(listConnections, { query: firstPage }, signal));
    const profiles = valueOf(await client.call(listProfiles, { query: firstPage }, signal));
    const proxies = valueOf(await client.call(listProxies, { query: firstPage }, signal));
    const credentials = valueOf(await client.call(listCredentials, { query: firstPage }, signal));
    const providers = valueOf(await client.call(listCredentialProviders, { query: firstPage }, signal));
    const items = valueOf(
      await client.call(listCredentialProviderItems, { path: { id: providers.rows[0]?.id ?? "" } }, signal),
    );
    const destinations = valueOf(await client.call(listDestinations, { query: firstPage }, signal));
    for (const list of [connections, profiles, proxies, credentials, providers, items, destinations]) {
      assert.deepEqual([list.unreadable, list.next], [0, undefined]);
    }
    assert.deepEqual(column(profiles.rows, "name"), [
      undefined,
      "compliance",
      "research",
      "support",
      "travel",
    ]);
    assert.deepEqual(
      proxies.rows.map(({ name, type, status, config }) => [
        name,
        type,
        status,
        config?.country ?? config?.host,
      ]),
      [
        ["berlin-residential", "residential", "available", "DE"],
        ["headquarters", "custom", "available", "proxy.corp.example"],
        ["london", "isp", "available", "GB"],
        ["office", "isp", "available", "GB"],
        ["office", "isp", "available", "US"],
        ["paris-datacenter", "datacenter", "available", "FR"],
        ["retired", "datacenter", "unavailable", "US"],
        ["test-lab", "custom", "available", "egress.lab.example"],
        ["tokyo-mobile", "mobile", "available", "JP"],
      ],
    );
    assert.deepEqual(columns(credentials.rows, "name", "domain", "has_totp_secret"), [
      ["github-bot", "github.example", true],
      ["helpdesk-agent", "helpdesk.example", false],
      ["payroll-import", "payroll.example", false],
    ]);
    assert.deepEqual(columns(items.rows, "path", "vault_name"), [
      ["Compliance/Bank", "Compliance"],
      ["Engineering/GitHub Bot", "Engineering"],
      ["Engineering/Wiki", "Engineering"],
    ]);
    assert.equal(destinations.rows.find(({ name }) => name === "live-sessions")?.consecutive_failures, 7);
  });

  it("returns waiting and failed connections, and notFound for a missing connection", async (t) => {
    const { client } = await setting(t);
    const waiting = valueOf(await client.call(getConnection, { path: { id: "ma_sandboxhelpdesk" } }, signal));
    assert.deepEqual(
      [waiting.flow_status, waiting.flow_step, waiting.fields?.length, waiting.choices?.length],
      ["IN_PROGRESS", "AWAITING_INPUT", 2, 4],
    );
    assert.match(waiting.hosted_url ?? "", /^http:\/\/127\.0\.0\.1:\d+\/login\/.*%2F/);
    const failed = valueOf(await client.call(getConnection, { path: { id: "ma_sandboxtravel" } }, signal));
    assert.deepEqual([failed.flow_status, failed.error_code], ["FAILED", "credentials_invalid"]);
    const loggedIn = valueOf(
      await client.call(getConnection, { path: { id: "ma_sandboxcompliance" } }, signal),
    );
    assert.deepEqual([loggedIn.status, loggedIn.can_reauth], ["AUTHENTICATED", true]);
    const none = await client.call(getConnection, { path: { id: "ma_none" } }, signal);
    assert.equal(none.kind === "failed" && none.error.kind, "notFound");
  });

  it("fetches a long list page by page up to maxRows", async (t) => {
    const { port, client } = await setting(t);
    const total = (await connectionsOf(port)).length + 230;
    for (let at = 0; at < 230; at++) {
      await create(port, `{"domain":"d.example","profile_name":"p${at}"}`);
    }
    const counts: number[] = [];
    const listing = await listAll(
      (page, until) => client.call(listConnections, { query: page }, until),
      { onRows: ({ rows }) => counts.push(rows.length) },
      signal,
    );
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["complete", total, false]);
    assert.deepEqual(counts, [100, 199]);
    const cut = await listAll(
      (page, until) => client.call(listProfiles, { query: page }, until),
      { maxRows: 150 },
      signal,
    );
    assert.deepEqual([cut.kind, cut.rows.length, cut.more], ["cut", 150, true]);
  });
});
