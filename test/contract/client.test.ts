// Tests the client against the sandbox over HTTP. Expected replies are copied from the interface document by hand, so
// that the client and its tests can't share a misunderstanding.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { createConnection } from "../../src/api/operations.ts";
import type { ManagedAuthCreateRequest } from "../../src/api/schemas.ts";
import { valueOf } from "../unit/api/support.ts";
import { startedSandbox } from "../unit/sandbox/support.ts";
import { clientOf } from "./support.ts";

async function setting(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  return { client: clientOf(t, port), signal: new AbortController().signal };
}

const minimal: ManagedAuthCreateRequest = { domain: "shop.example", profile_name: "buyer" };

describe("createConnection against the sandbox", () => {
  it("parses the 201 response to a minimal request", async (t) => {
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

  it("sends every known field in a form that the sandbox accepts", async (t) => {
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
});
