// Tests the sandbox with the service's official SDK, a client that we didn't write. Its published version is older
// than the interface document: it uses the deprecated fields and lacks entitlements.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import Kernel, {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  UnprocessableEntityError,
} from "@onkernel/sdk";
import { collectAll } from "../unit/api/support.ts";
import { logins } from "../unit/sandbox/logins.ts";
import { connectionsOf, create, objectOf, startedSandbox, token } from "../unit/sandbox/support.ts";
import { assertManagedAuth } from "./managedAuthDocument.ts";
import { kernelOf } from "./support.ts";
import { column, columns } from "../support/rows.ts";

async function setting(t: TestContext, apiKey = token) {
  const { port } = (await startedSandbox(t)).identity;
  return { port, kernel: kernelOf(port, { apiKey }) };
}

/** Returns the error of a request that must fail with the given class. */
async function errorOf<T extends Error>(
  request: Promise<unknown>,
  kind: abstract new (...args: never[]) => T,
): Promise<T> {
  try {
    await request;
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: `expected a ${kind.name}` });
}

/** Every setting that the SDK can create and change, except the credential. */
const settings = {
  allowed_domains: ["id.shop.example"],
  auto_reauth: false,
  browser_telemetry: { enabled: true, browser: { console: { enabled: true } } },
  health_check_interval: 1800,
  health_checks: false,
  login_url: "https://shop.example/login",
  proxy: { id: "proxy_sandboxberlin" },
  record_session: true,
  save_credentials: false,
};

describe("the official SDK's connections.create", () => {
  it("creates a connection with every field that the SDK supports", async (t) => {
    const { kernel } = await setting(t);
    const created = await kernel.auth.connections.create({
      domain: "shop.example",
      profile_name: "buyer",
      ...settings,
      credential: { provider: "onepassword", path: "Engineering/Wiki" },
    });
    assert.deepEqual(assertManagedAuth(created).browser?.proxy, { id: "proxy_sandboxberlin" });
    assert.equal(created.proxy_id, "proxy_sandboxberlin");
    assert.equal(created.health_check_interval, 1800);
    assert.deepEqual(await kernel.auth.connections.retrieve(created.id), created);
  });

  it("throws a ConflictError with the first connection's ID for a duplicate", async (t) => {
    const { kernel } = await setting(t);
    const request = { domain: "shop.example", profile_name: "buyer" };
    const first = await kernel.auth.connections.create(request);
    const error = await errorOf(kernel.auth.connections.create(request), ConflictError);
    assert.equal(error.status, 409);
    const body = objectOf(error.error);
    assert.deepEqual([body["code"], body["existing_id"]], ["already_exists", first.id]);
    assert.equal(
      (await kernel.auth.connections.retrieve(String(body["existing_id"]))).domain,
      "shop.example",
    );
  });
});

describe("the official SDK's errors", () => {
  it("are instances of the error class for the response status", async (t) => {
    const { connections } = (await setting(t)).kernel.auth;
    const request = { domain: "shop.example", profile_name: "buyer" };
    const invalid = await errorOf(
      connections.create({ ...request, health_check_interval: 1 }),
      BadRequestError,
    );
    assert.equal(objectOf(invalid.error)["code"], "bad_request");
    await errorOf(connections.create({ ...request, domain: "error-403.example" }), PermissionDeniedError);
    await errorOf(
      connections.create({ ...request, domain: "error-500.example" }),
      Kernel.InternalServerError,
    );
    await errorOf(connections.retrieve("ma_none"), NotFoundError);
  });

  it("are instances of AuthenticationError if the token is unknown", async (t) => {
    const { kernel } = await setting(t, "another-token");
    await errorOf(
      kernel.auth.connections.create({ domain: "d.example", profile_name: "p" }),
      AuthenticationError,
    );
    await errorOf(collectAll(kernel.profiles.list()), AuthenticationError);
  });
});

describe("the official SDK's lists", () => {
  it("contain every connection once across all pages", async (t) => {
    const { port, kernel } = await setting(t);
    const total = (await connectionsOf(port)).length + 45;
    for (let at = 0; at < 45; at++) await create(port, `{"domain":"d${at}.example","profile_name":"many"}`);
    const domains = (await collectAll(kernel.auth.connections.list())).map(({ domain }) => domain);
    assert.equal(domains.length, total);
    assert.equal(new Set(domains).size, total);
    const many = await collectAll(kernel.auth.connections.list({ profile_name: "many", limit: 7 }));
    assert.equal(new Set(many.map(({ id }) => id)).size, 45);
  });

  it("contain only connections of the requested domain and include their login states", async (t) => {
    const [waiting, ...others] = await collectAll(
      (await setting(t)).kernel.auth.connections.list({ domain: "helpdesk.example" }),
    );
    assert.deepEqual([waiting?.flow_step, others.length], ["AWAITING_INPUT", 0]);
    assert.ok(URL.canParse(waiting?.hosted_url ?? ""));
  });

  it("return profiles, proxies, credentials, provider items and limits", async (t) => {
    const { kernel } = await setting(t);
    const profiles = await collectAll(kernel.profiles.list({ limit: 2 }));
    assert.deepEqual(column(profiles, "name"), [null, "compliance", "research", "support", "travel"]);
    assert.equal((await collectAll(kernel.proxies.list({ limit: 3 }))).length, 9);
    const credentials = await collectAll(kernel.credentials.list({ domain: "github.example" }));
    assert.deepEqual(column(credentials, "name"), ["github-bot"]);
    const named = await collectAll(kernel.credentialProviders.list({ query: "onepassword" }));
    assert.deepEqual(
      (await kernel.credentialProviders.listItems(named[0]?.id ?? "")).items?.map(({ path }) => path),
      ["Compliance/Bank", "Engineering/GitHub Bot", "Engineering/Wiki"],
    );
    assert.equal((await kernel.organization.limits.retrieve()).max_concurrent_sessions, 150);
  });
});

describe("the official SDK's connections.update", () => {
  it("changes every field that the SDK supports", async (t) => {
    const { kernel } = await setting(t);
    const { id } = await kernel.auth.connections.create({ domain: "shop.example", profile_name: "buyer" });
    const changed = await kernel.auth.connections.update(id, {
      ...settings,
      credential: { name: "github-bot" },
    });
    const connection = assertManagedAuth(changed);
    assert.deepEqual(connection.browser?.proxy, { id: "proxy_sandboxberlin" });
    assert.deepEqual(
      [connection.health_check_interval, connection.login_url],
      [1800, "https://shop.example/login"],
    );
    assert.deepEqual(await kernel.auth.connections.retrieve(id), changed);
    assert.equal((await kernel.auth.connections.update(id, { login_url: "" })).login_url, undefined);
  });

  it("changes newer fields through the SDK's generic patch method", async (t) => {
    const { kernel } = await setting(t);
    const path = "/auth/connections/ma_sandboxcompliance";
    const body = { browser: { proxy: { mode: "default" }, stealth: false } };
    const { browser, proxy_id } = assertManagedAuth(await kernel.patch(path, { body }));
    assert.deepEqual([browser?.stealth, browser?.proxy, proxy_id], [false, undefined, undefined]);
    const { connections } = kernel.auth;
    await errorOf(connections.update("ma_sandboxcompliance", {}), BadRequestError);
    await errorOf(connections.update("ma_sandboxcompliance", { health_check_interval: 1 }), BadRequestError);
    await errorOf(connections.update("ma_none", { auto_reauth: true }), NotFoundError);
  });
});

/** Starts a sandbox whose clock only `advance` moves. */
async function startPausedSandbox(t: TestContext) {
  const { advance, port } = await logins(t);
  return { advance, kernel: kernelOf(port) };
}

describe("the official SDK's connections.login", () => {
  it("starts a login that completes after submit and appears in the timeline", async (t) => {
    const { advance, kernel } = await startPausedSandbox(t);
    const { connections } = kernel.auth;
    const { id } = await connections.create({ domain: "shop.example", profile_name: "buyer" });
    const login = await connections.login(id);
    assert.deepEqual([login.id, login.flow_type], [id, "LOGIN"]);
    assert.equal((await connections.retrieve(id)).flow_step, "DISCOVERING");
    await advance(1);
    const { discovered_fields: fields, flow_step } = await connections.retrieve(id);
    assert.equal(flow_step, "AWAITING_INPUT");
    assert.deepEqual(
      fields?.map(({ name }) => name),
      ["identifier", "password"],
    );
    const submitted = await connections.submit(id, { fields: { identifier: "alex", password: "right" } });
    assert.equal(submitted.accepted, true);
    await advance(1);
    const after = await connections.retrieve(id);
    assert.deepEqual([after.flow_step, after.status], ["COMPLETED", "AUTHENTICATED"]);
    const entries = await collectAll(connections.timeline(id, { type: "login" }));
    assert.deepEqual(columns(entries, "status", "step"), [["SUCCESS", "COMPLETED"]]);
    await errorOf(connections.submit(id, { fields: {} }), UnprocessableEntityError);
  });
});

describe("the official SDK's connections.follow", () => {
  for (const domain of ["shop.example", "stream-crlf.example", "stream-split.example"])
    it(`yields every step of a login for ${domain}`, async (t) => {
      const { advance, kernel } = await startPausedSandbox(t);
      const { connections } = kernel.auth;
      const { id } = await connections.create({ domain, profile_name: "buyer" });
      await connections.login(id);
      const steps: string[] = [];
      for await (const event of await connections.follow(id)) {
        assert.ok(event.event === "managed_auth_state");
        steps.push(event.flow_step);
        if (event.flow_step !== "AWAITING_INPUT") {
          await advance(1);
          continue;
        }
        assert.match(JSON.stringify(event.fields), /Any password works, except “wrong”\./);
        await connections.submit(id, { fields: { identifier: "alex", password: "right" } });
      }
      assert.deepEqual(steps, ["DISCOVERING", "AWAITING_INPUT", "SUBMITTING", "COMPLETED"]);
      assert.equal((await connections.retrieve(id)).status, "AUTHENTICATED");
    });
});

describe("the official SDK's connections.delete", () => {
  it("deletes a connection but not its profile and fails when repeated", async (t) => {
    const { kernel } = await setting(t);
    const { connections } = kernel.auth;
    await connections.delete("ma_sandboxhelpdesk");
    await errorOf(connections.delete("ma_sandboxhelpdesk"), NotFoundError);
    await errorOf(connections.retrieve("ma_sandboxhelpdesk"), NotFoundError);
    assert.deepEqual(await collectAll(connections.list({ domain: "helpdesk.example" })), []);
    const names = (await collectAll(kernel.profiles.list())).map(({ name }) => name);
    assert.ok(names.includes("support"), "the profile stays");
  });
});

describe("the official SDK's credentials", () => {
  it("can be created, read, listed, changed and deleted", async (t) => {
    const { kernel } = await setting(t);
    const created = await kernel.credentials.create({
      domain: "shop.example",
      name: "shop",
      values: { username: "alex", password: "s3cret" },
      totp_secret: "JBSWY3DPEHPK3PXP",
      sso_provider: "google",
    });
    assert.deepEqual(created.value_keys, ["password", "username"]);
    assert.match(created.totp_code ?? "", /^\d{6}$/);
    const { code, expires_at } = await kernel.credentials.totpCode(created.id);
    assert.match(code, /^\d{6}$/);
    assert.ok(Date.parse(expires_at) > 0);
    const retrieved = await kernel.credentials.retrieve("shop");
    assert.deepEqual({ ...created, ...retrieved }, created);
    assert.ok(!("totp_code" in retrieved));
    const [listed] = await collectAll(kernel.credentials.list({ query: created.id }));
    assert.ok(listed);
    assert.deepEqual({ ...retrieved, ...listed }, retrieved);
    assert.equal(listed.value_keys, undefined);
    const changed = await kernel.credentials.update("shop", {
      name: "store",
      values: { pin: "1" },
      remove_value_keys: ["password"],
      totp_secret: "",
      sso_provider: null,
    });
    assert.deepEqual(
      [changed.name, changed.value_keys, changed.has_totp_secret, changed.sso_provider],
      ["store", ["pin", "username"], false, null],
    );
    await errorOf(kernel.credentials.totpCode("store"), NotFoundError);
    await kernel.credentials.delete(created.id);
    await errorOf(kernel.credentials.retrieve("store"), NotFoundError);
  });
});
