// The client's reads against the sandbox, over real HTTP.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { allPages } from "../../src/api/page.ts";
import { Client } from "../../src/api/client.ts";
import { HostDispatchers } from "../../src/api/dispatchers.ts";
import type { Outcome } from "../../src/api/errors.ts";
import { book, create, startedSandbox, token } from "../unit/sandbox/support.ts";

const signal = new AbortController().signal;
const first = { limit: 100, offset: 0 };

async function setting(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  const dispatchers = new HostDispatchers();
  t.after(() => dispatchers.dispose());
  const { reads } = new Client({
    baseUrl: `http://127.0.0.1:${port}`,
    token: () => Promise.resolve(token),
    dispatchers,
    userAgent: "managed-auth/0.0.0-test",
  });
  return { port, reads };
}

function value<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== "ok") throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

describe("reads against the sandbox", () => {
  it("reads every list whole", async (t) => {
    const { reads } = await setting(t);
    const connections = value(await reads.listConnections({}, first, signal));
    const profiles = value(await reads.listProfiles({}, first, signal));
    const proxies = value(await reads.listProxies({}, first, signal));
    const credentials = value(await reads.listCredentials({}, first, signal));
    const providers = value(await reads.listCredentialProviders({}, first, signal));
    const items = value(await reads.listCredentialProviderItems(providers.rows[0]?.id ?? "", signal));
    const destinations = value(await reads.listDestinations({}, first, signal));
    for (const list of [connections, profiles, proxies, credentials, providers, items, destinations]) {
      assert.deepEqual([list.unreadable, list.next], [0, undefined]);
    }
    assert.deepEqual(
      profiles.rows.map(({ name }) => name),
      [undefined, "compliance", "research", "support", "travel"],
    );
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
        ["office", "isp", "available", "GB"],
        ["office", "isp", "available", "US"],
        ["paris-datacenter", "datacenter", "available", "FR"],
        ["retired", "datacenter", "unavailable", "US"],
        ["tokyo-mobile", "mobile", "available", "JP"],
      ],
    );
    assert.deepEqual(
      credentials.rows.map(({ name, domain, has_totp_secret: totp }) => [name, domain, totp]),
      [
        ["github-bot", "github.example", true],
        ["helpdesk-agent", "helpdesk.example", false],
      ],
    );
    assert.deepEqual(
      items.rows.map(({ path, vault_name: vault }) => [path, vault]),
      [
        ["Compliance/Bank", "Compliance"],
        ["Engineering/GitHub Bot", "Engineering"],
        ["Engineering/Wiki", "Engineering"],
      ],
    );
    assert.equal(destinations.rows.find(({ name }) => name === "live-sessions")?.consecutive_failures, 7);
  });

  it("searches on the server", async (t) => {
    const { reads } = await setting(t);
    const ids = async (list: Promise<Outcome<{ readonly rows: readonly { readonly id: string }[] }>>) =>
      value(await list).rows.map(({ id }) => id);
    assert.deepEqual(await ids(reads.listConnections({ query: "airline" }, first, signal)), [
      "ma_sandboxtravel",
    ]);
    assert.deepEqual(
      await ids(reads.listConnections({ profile_name: "compliance", domain: "bank.example" }, first, signal)),
      ["ma_sandboxcompliance"],
    );
    assert.deepEqual(await ids(reads.listProxies({ query: "corp.example" }, first, signal)), [
      "proxy_sandboxown",
    ]);
    assert.deepEqual(await ids(reads.listDestinations({ query: "100% 'or'?&#" }, first, signal)), []);
    const credentials = value(await reads.listCredentials({ domain: "github.example" }, first, signal));
    assert.equal(credentials.rows.length, 1);
  });

  it("finds a profile by whatever characters its name has", async (t) => {
    const { port, reads } = await setting(t);
    const name = `a+b c&d=e?f#g%20h'"é😀/..`;
    await create(port, JSON.stringify({ domain: "d.example", profile_name: name }));
    const { rows } = value(await reads.listConnections({ profile_name: name }, first, signal));
    assert.deepEqual(
      rows.map(({ profile_name: found }) => found),
      [name],
    );
    assert.equal(value(await reads.listProfiles({ query: "c&d=e?f#g%20h" }, first, signal)).rows.length, 1);
  });

  it("reads one connection in every state, and 404 for none", async (t) => {
    const { reads } = await setting(t);
    const waiting = value(await reads.getConnection("ma_sandboxhelpdesk", signal));
    assert.deepEqual(
      [waiting.flow_status, waiting.flow_step, waiting.fields?.length, waiting.choices?.length],
      ["IN_PROGRESS", "AWAITING_INPUT", 2, 4],
    );
    assert.match(waiting.hosted_url ?? "", /^https:\/\/.*%2F/);
    const failed = value(await reads.getConnection("ma_sandboxtravel", signal));
    assert.deepEqual([failed.flow_status, failed.error_code], ["FAILED", "credentials_invalid"]);
    const loggedIn = value(await reads.getConnection("ma_sandboxcompliance", signal));
    assert.deepEqual([loggedIn.status, loggedIn.can_reauth], ["AUTHENTICATED", true]);
    const none = await reads.getConnection("ma_none", signal);
    assert.equal(none.kind === "failed" && none.error.kind, "notFound");
  });

  it("reads what is used of what the plan allows", async (t) => {
    const { port, reads } = await setting(t);
    await book(port, "FREE", false);
    const limits = value(await reads.getOrgLimits(signal));
    assert.deepEqual([limits.auth_connections_used, limits.max_auth_connections], [3, 3]);
  });

  it("is refused what the plan does not have", async (t) => {
    const { port, reads } = await setting(t);
    await book(port, "FREE", false);
    for (const outcome of [
      await reads.listProxies({}, first, signal),
      await reads.listCredentials({}, first, signal),
      await reads.listCredentialProviders({}, first, signal),
      await reads.listCredentialProviderItems("credprov_sandbox", signal),
    ]) {
      assert.equal(outcome.kind, "failed");
      assert.deepEqual([outcome.error.kind, outcome.error.code], ["forbidden", "insufficient_plan"]);
    }
  });

  it("reads a long list page by page, and no further than wanted", async (t) => {
    const { port, reads } = await setting(t);
    for (let at = 0; at < 230; at++) {
      await create(port, `{"domain":"d.example","profile_name":"p${at}"}`);
    }
    const told: number[] = [];
    const listing = await allPages(
      (page, until) => reads.listConnections({}, page, until),
      { onRows: ({ rows }) => told.push(rows.length) },
      signal,
    );
    assert.deepEqual([listing.kind, listing.rows.length, listing.more], ["complete", 233, false]);
    assert.deepEqual(told, [100, 200]);
    const cut = await allPages((page, until) => reads.listProfiles({}, page, until), { most: 150 }, signal);
    assert.deepEqual([cut.kind, cut.rows.length, cut.more], ["cut", 150, true]);
  });
});
