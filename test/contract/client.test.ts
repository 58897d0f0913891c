// The client against the sandbox over real HTTP. Requests are the client's own; what must come back is written from
// the interface document by hand, so that a misreading of it cannot agree with itself.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { createConnection, deleteDestination, getEntitlements } from "../../src/api/operations.ts";
import type { ManagedAuthCreateRequest } from "../../src/api/schemas.ts";
import { errorOf, valueOf } from "../unit/api/support.ts";
import { book, create, startedSandbox } from "../unit/sandbox/support.ts";
import { clientOf } from "./support.ts";

async function setting(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  return { client: clientOf(t, port), port, signal: new AbortController().signal };
}

const minimal: ManagedAuthCreateRequest = { domain: "shop.example", profile_name: "buyer" };

describe("createConnection against the sandbox (§4.1)", () => {
  it("reads a 201 for the shortest request", async (t) => {
    const { client, signal } = await setting(t);
    const outcome = await client.call(createConnection, { body: minimal }, signal);
    assert.equal(outcome.kind === "ok" && outcome.status, 201);
    const { can_reauth, can_reauth_reason, domain, flow_status, id, profile_name, status } = valueOf(outcome);
    assert.match(id, /^ma_/);
    assert.deepEqual(
      { can_reauth, can_reauth_reason, domain, flow_status, profile_name, status },
      {
        can_reauth: false,
        can_reauth_reason: "no_prior_successful_login",
        domain: "shop.example",
        flow_status: undefined,
        profile_name: "buyer",
        status: "NEEDS_AUTH",
      },
    );
  });

  it("sends every field it knows so that the service accepts it", async (t) => {
    const { client, signal } = await setting(t);
    const created = valueOf(
      await client.call(
        createConnection,
        {
          body: {
            domain: "all.example",
            profile_name: "everything",
            allowed_domains: ["login.all.example"],
            auto_reauth: false,
            browser: { proxy: { id: "proxy_sandboxparis" }, stealth: false },
            credential: { provider: "onepassword", path: "Vault/Item" },
            health_check_interval: 7200,
            health_checks: true,
            login_url: "https://all.example/login",
            record_session: true,
            save_credentials: false,
          },
        },
        signal,
      ),
    );
    assert.deepEqual(created.allowed_domains, ["login.all.example"]);
    assert.deepEqual(created.credential, { provider: "onepassword", path: "Vault/Item" });
    assert.deepEqual(created.browser, { proxy: { id: "proxy_sandboxparis" }, stealth: false });
    assert.deepEqual(
      [created.health_check_interval, created.record_session, created.save_credentials, created.auto_reauth],
      [7200, true, false, false],
    );
  });

  for (const [name, more] of [
    ["direct", { browser: { proxy: { mode: "direct" } } }],
    ["a proxy by name", { browser: { proxy: { name: "paris-datacenter" } } }],
    ["a stored credential", { credential: { name: "github-bot" } }],
    ["a lookup by domain", { credential: { provider: "onepassword", auto: true } }],
  ] as const) {
    it(`creates with ${name}`, async (t) => {
      const { client, signal } = await setting(t);
      valueOf(await client.call(createConnection, { body: { ...minimal, ...more } }, signal));
    });
  }

  it("reads a 400 with its details", async (t) => {
    const { client, signal } = await setting(t);
    const error = errorOf(
      await client.call(
        createConnection,
        { body: { ...minimal, browser: { proxy: { name: "office" } } } },
        signal,
      ),
    );
    assert.deepEqual(
      [error.kind, error.status, error.code, error.sent],
      ["invalid", 400, "bad_request", "refused"],
    );
    assert.match(`${error.message} ${JSON.stringify(error.details)}`, /browser\.proxy\.name/);
  });

  it("reads a 403 when the plan's connections are used up", async (t) => {
    const { client, port, signal } = await setting(t);
    await book(port, "FREE", false);
    // Three connections are there from the start, and Free has room for three.
    const error = errorOf(await client.call(createConnection, { body: minimal }, signal));
    assert.deepEqual([error.kind, error.status, error.code], ["forbidden", 403, "insufficient_plan"]);
  });

  it("reads a 409 with the id of what exists, whoever created it", async (t) => {
    const { client, port, signal } = await setting(t);
    const first = await create(port, `{"domain":"shop.example","profile_name":"buyer"}`);
    const error = errorOf(await client.call(createConnection, { body: minimal }, signal));
    assert.equal(error.kind, "conflict");
    assert.deepEqual(
      { code: error.code, existing: error.existing_id, status: error.status },
      {
        code: "already_exists",
        existing:
          typeof first.body === "object" && first.body !== null && "id" in first.body && first.body.id,
        status: 409,
      },
    );
  });

  it("reads a 500, does not repeat the request, and claims nothing", async (t) => {
    const { client, signal } = await setting(t);
    const error = errorOf(
      await client.call(createConnection, { body: { ...minimal, domain: "error-500.example" } }, signal),
    );
    assert.deepEqual([error.kind, error.status, error.sent], ["server", 500, "unknown"]);
  });
});

describe("getEntitlements against the sandbox (§4.2)", () => {
  it("reads plan, twelve features and three limits", async (t) => {
    const { client, signal } = await setting(t);
    const { features, limits, plan } = valueOf(await client.call(getEntitlements, {}, signal));
    assert.deepEqual(Object.keys(features).sort(), [
      "browser_extensions",
      "browser_pools",
      "browser_replays",
      "credential_providers",
      "credentials",
      "custom_proxies",
      "file_io",
      "gpu",
      "managed_auth",
      "managed_proxies",
      "profiles",
      "proxy_bypass_hosts",
    ]);
    assert.deepEqual(features["managed_auth"], {
      enabled: true,
      health_check_interval_default_seconds: 3600,
      health_check_interval_max_seconds: 86400,
      health_check_interval_min_seconds: 1200,
      max_connections: null,
    });
    assert.deepEqual(Object.keys(limits).sort(), [
      "default_max_concurrent_invocations_per_app",
      "max_concurrent_browsers",
      "max_concurrent_invocations",
    ]);
    assert.equal(plan.is_trialing, true);
  });
});

describe("deleteDestination against the sandbox (§4.3)", () => {
  it("deletes one that is free, by name and by id", async (t) => {
    const { client, signal } = await setting(t);
    assert.equal(
      (await client.call(deleteDestination, { path: { id_or_name: "nightly-archive" } }, signal)).kind,
      "ok",
    );
    const again = errorOf(
      await client.call(deleteDestination, { path: { id_or_name: "otlp_sandboxfree" } }, signal),
    );
    assert.deepEqual([again.kind, again.status], ["notFound", 404]);
  });
});
