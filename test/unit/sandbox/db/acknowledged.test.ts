// Checks that every write is acknowledged only after it is stored where the next start finds it.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { sandboxResources } from "../../../../src/sandbox/resources/allResources.ts";
import { clockResource } from "../../../../src/sandbox/resources/control.ts";
import { objectOf, send, served, temporaryDirectory, type Call } from "../support.ts";

const connection = "/auth/connections/ma_sandboxhelpdesk";

const list = [...sandboxResources, clockResource];

/** A valid request for each writing route, by method and path. Strings are forms of hosted pages. */
const calls: Readonly<Record<string, { readonly path?: string; readonly body?: object | string }>> = {
  "PATCH /org/limits": { body: { default_project_max_concurrent_sessions: 1 } },
  "POST /org/projects": { body: { name: "Another" } },
  "PATCH /org/projects/:id": { path: "/org/projects/proj_sandboxstaging", body: { name: "Other" } },
  "DELETE /org/projects/:id": { path: "/org/projects/proj_sandboxstaging" },
  "PATCH /org/projects/:id/limits": {
    path: "/org/projects/proj_sandboxstaging/limits",
    body: { max_concurrent_sessions: 1 },
  },
  "POST /profiles": { body: { name: "another" } },
  "PATCH /profiles/:id_or_name": { path: "/profiles/research", body: { name: "other" } },
  "DELETE /profiles/:id_or_name": { path: "/profiles/research" },
  "POST /proxies": { body: { type: "isp", name: "another" } },
  "PATCH /proxies/:id": { path: "/proxies/proxy_sandboxown", body: { name: "other" } },
  "DELETE /proxies/:id": { path: "/proxies/proxy_sandboxlab" },
  "POST /proxies/:id/check": { path: "/proxies/proxy_sandboxown/check" },
  "POST /credentials": { body: { name: "another", domain: "a.example", values: { password: "x" } } },
  "PATCH /credentials/:id_or_name": { path: "/credentials/github-bot", body: { name: "other" } },
  "DELETE /credentials/:id_or_name": { path: "/credentials/payroll-import" },
  "POST /org/credential_providers": { body: { provider_type: "onepassword", name: "another", token: "t" } },
  "PATCH /org/credential_providers/:id": {
    path: "/org/credential_providers/credprov_sandbox",
    body: { priority: 3 },
  },
  "DELETE /org/credential_providers/:id": { path: "/org/credential_providers/credprov_sandboxold" },
  "POST /org/credential_providers/:id/test": { path: "/org/credential_providers/credprov_sandbox/test" },
  "POST /telemetry/destinations": { body: { name: "another", endpoint: "https://a.example" } },
  "PATCH /telemetry/destinations/:id_or_name": {
    path: "/telemetry/destinations/nightly-archive",
    body: { name: "other" },
  },
  "DELETE /telemetry/destinations/:id_or_name": { path: "/telemetry/destinations/nightly-archive" },
  "POST /auth/connections": { body: { domain: "a.example", profile_name: "p" } },
  "PATCH /auth/connections/:id": { path: connection, body: { auto_reauth: false } },
  "DELETE /auth/connections/:id": { path: connection },
  "POST /auth/connections/:id/login": { path: `${connection}/login` },
  "POST /auth/connections/:id/submit": {
    path: `${connection}/submit`,
    body: { fields: { otp: "123456" } },
  },
  "POST /browsers": { body: { profile: { name: "research" } } },
  "DELETE /browsers/:id_or_name": { path: "/browsers/bs_sandbox1" },
  "PUT /sandbox/plan": { body: { plan: "FREE", is_trialing: false } },
  "POST /sandbox/project_token": { body: { project_id: "proj_sandboxstaging" } },
  "POST /sandbox/reset": { body: {} },
  "POST /sandbox/advance": { body: { seconds: 1 } },
};

/** Routes that need a login link's code. `hostedLogin.test.ts` and `sandboxExchange.test.ts` test these routes. */
const linked = ["POST /login/:id", "POST /login/:id/step", "POST /auth/connections/:id/exchange"];

/** Returns the request for a route. */
function callOn(route: string): Call {
  const [method = "", template = ""] = route.split(" ");
  const { path = template, body } = calls[route] ?? {};
  return { method, path, ...(body !== undefined && { body: JSON.stringify(body) }) };
}

describe("the sandbox's acknowledgement of a write", () => {
  it("has a test case for each route that writes", async (t) => {
    const changing = (await served(t, ":memory:", { list })).routes
      .filter(({ method }) => method !== "GET")
      .map((one) => `${one.method} ${one.path}`);
    assert.deepEqual([...Object.keys(calls), ...linked].sort(), changing.sort());
  });

  for (const route of Object.keys(calls))
    it(`isn't sent if the data file has been removed: ${route}`, async (t) => {
      const inMemory = (await served(t, ":memory:", { list })).port;
      const success = await send(inMemory, callOn(route));
      assert.ok(success.status < 300, success.text);
      const file = join(temporaryDirectory(t), "data.db");
      const { port } = await served(t, file, { list });
      const call = callOn(route);
      rmSync(file);
      const failure = await send(port, call);
      assert.equal(failure.status, 500, failure.text);
      assert.match(String(objectOf(failure.body)["message"]), /was removed or replaced/);
    });
});
