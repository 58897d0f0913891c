// Tests creating, changing, testing and deleting credential providers in the sandbox with raw requests.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { create, objectOf, startedSandbox } from "../unit/sandbox/support.ts";
import { asking } from "./support.ts";

async function setUpProviders(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  return { port, ask: asking(port, "/org/credential_providers") };
}

const body = (more: string): string =>
  `{"provider_type":"onepassword","name":"mine","token":"ops_s3cret"${more}}`;
const paths = ({ body: { items } }: { readonly body: Readonly<Record<string, unknown>> }): unknown[] => {
  assert.ok(Array.isArray(items));
  return items.map((item) => objectOf(item)["path"]);
};

describe("POST /org/credential_providers in the sandbox", () => {
  it("creates a provider with a trimmed name and never returns the token", async (t) => {
    const { ask } = await setUpProviders(t);
    const created = await ask("POST", "", body(`,"name":" mine ","cache_ttl_seconds":0`));
    assert.equal(created.status, 201);
    assert.deepEqual(
      { ...created.body, id: "", created_at: "", updated_at: "" },
      {
        id: "",
        name: "mine",
        provider_type: "onepassword",
        enabled: true,
        priority: 0,
        created_at: "",
        updated_at: "",
      },
    );
    const id = String(created.body["id"]);
    assert.deepEqual((await ask("GET", `/${id}`)).body, created.body);
    assert.deepEqual(paths(await ask("GET", `/${id}/items`)), [
      "Compliance/Bank",
      "Engineering/GitHub Bot",
      "Engineering/Wiki",
    ]);
    assert.doesNotMatch(created.text + (await ask("GET", "")).text, /s3cret/);
  });

  it("returns 409 for a duplicate name, even with spaces around it", async (t) => {
    const { ask } = await setUpProviders(t);
    for (const name of ["onepassword", "onepassword "]) {
      const { status, body: error } = await ask("POST", "", body(`,"name":"${name}"`));
      assert.deepEqual([status, error["code"]], [409, "already_exists"]);
    }
  });

  it("returns 403 or 500 for the special names error-403 and error-500", async (t) => {
    const { ask } = await setUpProviders(t);
    assert.equal((await ask("POST", "", body(`,"name":"error-403"`))).status, 403);
    assert.equal((await ask("POST", "", body(`,"name":"error-500"`))).status, 500);
  });
});

describe("PATCH /org/credential_providers/{id} in the sandbox", () => {
  it("changes only the given fields", async (t) => {
    const { ask } = await setUpProviders(t);
    const before = (await ask("GET", "/credprov_sandbox")).body;
    const after = await ask("PATCH", "/credprov_sandbox", `{"enabled":false,"priority":-3}`);
    assert.deepEqual(
      { ...after.body, updated_at: "" },
      { ...before, enabled: false, priority: -3, updated_at: "" },
    );
    assert.notEqual(after.body["updated_at"], before["updated_at"]);
    const renamed = await ask("PATCH", "/credprov_sandbox", `{"name":" vault "}`);
    assert.deepEqual(
      [renamed.body["name"], renamed.body["enabled"], renamed.body["priority"]],
      ["vault", false, -3],
    );
    assert.deepEqual((await ask("GET", "/credprov_sandbox")).body, renamed.body);
  });

  it("refuses another provider's name and accepts the current name", async (t) => {
    const { ask } = await setUpProviders(t);
    const { status, body: error } = await ask("PATCH", "/credprov_sandbox", `{"name":"retired-vault"}`);
    assert.deepEqual([status, error["code"]], [409, "already_exists"]);
    assert.equal((await ask("PATCH", "/credprov_sandbox", `{"name":"onepassword"}`)).status, 200);
  });
});

describe("POST /org/credential_providers/{id}/test in the sandbox", () => {
  it("returns a valid token's vaults even while the provider is disabled", async (t) => {
    const { ask } = await setUpProviders(t);
    for (const id of ["credprov_sandbox", "credprov_sandboxoff"]) {
      const { status, body: result } = await ask("POST", `/${id}/test`);
      assert.equal(status, 200);
      assert.deepEqual(result, {
        success: true,
        vaults: [
          { id: "vault_sandboxcompliance", name: "Compliance" },
          { id: "vault_sandboxengineering", name: "Engineering" },
        ],
      });
    }
  });

  it("returns 200 with an error for an invalid token", async (t) => {
    const { ask } = await setUpProviders(t);
    const refused = await ask("POST", "/credprov_sandboxold/test");
    assert.equal(refused.status, 200);
    assert.deepEqual([refused.body["success"], refused.body["vaults"]], [false, []]);
    assert.equal(typeof refused.body["error"], "string");
    assert.deepEqual(paths(await ask("GET", "/credprov_sandboxold/items")), []);
    await ask("PATCH", "/credprov_sandboxold", `{"token":"ops_new"}`);
    assert.equal((await ask("POST", "/credprov_sandboxold/test")).body["success"], true);
    await ask("PATCH", "/credprov_sandboxold", `{"token":"refused-again"}`);
    assert.equal((await ask("POST", "/credprov_sandboxold/test")).body["success"], false);
  });
});

describe("GET /org/credential_providers/{id}/items in the sandbox", () => {
  it("returns an empty list while the provider is disabled", async (t) => {
    const { ask } = await setUpProviders(t);
    assert.deepEqual(paths(await ask("GET", "/credprov_sandboxoff/items")), []);
    await ask("PATCH", "/credprov_sandboxoff", `{"enabled":true}`);
    assert.equal(paths(await ask("GET", "/credprov_sandboxoff/items")).length, 3);
  });
});

describe("DELETE /org/credential_providers/{id} in the sandbox", () => {
  it("deletes a provider and its items even if connections use it", async (t) => {
    const { ask, port } = await setUpProviders(t);
    const deleted = await ask("DELETE", "/credprov_sandbox");
    assert.deepEqual([deleted.status, deleted.text], [204, ""]);
    for (const [method, segment, sent] of [
      ["GET", "", undefined],
      ["PATCH", "", `{"enabled":true}`],
      ["DELETE", "", undefined],
      ["POST", "/test", undefined],
      ["GET", "/items", undefined],
    ] as const) {
      const { status, body: error } = await ask(method, `/credprov_sandbox${segment}`, sent);
      assert.deepEqual([status, error["code"]], [404, "not_found"], method);
    }
    const lookedUp = `{"domain":"a.example","profile_name":"p","credential":{"provider":"onepassword","auto":true}}`;
    assert.equal((await create(port, lookedUp)).status, 400);
    assert.equal((await ask("POST", "", body(`,"name":"onepassword"`))).status, 201);
  });
});
