// Tests credential providers of the sandbox with the official SDK.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { BadRequestError, ConflictError, NotFoundError, PermissionDeniedError } from "@onkernel/sdk";
import { book, startedSandbox } from "../unit/sandbox/support.ts";
import { kernelOf } from "./support.ts";
import { column } from "../support/rows.ts";

async function setting(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  return { port, providers: kernelOf(port).credentialProviders };
}

const mine = { provider_type: "onepassword", name: "mine", token: "ops_s3cret" } as const;

describe("credential providers through the official SDK", () => {
  it("are created, read, listed, changed, tested and deleted", async (t) => {
    const { providers } = await setting(t);
    const created = await providers.create({ ...mine, cache_ttl_seconds: 60 });
    assert.deepEqual([created.name, created.enabled, created.priority], ["mine", true, 0]);
    assert.deepEqual(await providers.retrieve(created.id), created);
    const listed = [];
    for await (const one of providers.list({ limit: 2 })) listed.push(one.name);
    assert.deepEqual(listed, ["mine", "onepassword", "retired-vault", "travel-team"]);
    const changed = await providers.update(created.id, {
      name: "ours",
      enabled: false,
      priority: 5,
      token: "refused-now",
      cache_ttl_seconds: 0,
    });
    assert.deepEqual([changed.name, changed.enabled, changed.priority], ["ours", false, 5]);
    const { error, success, vaults } = await providers.test(created.id);
    assert.deepEqual([success, vaults, typeof error], [false, [], "string"]);
    assert.deepEqual(column((await providers.test("credprov_sandbox")).vaults, "name"), [
      "Compliance",
      "Engineering",
    ]);
    await providers.delete(created.id);
    await assert.rejects(providers.retrieve(created.id), NotFoundError);
  });

  it("fail with the SDK's error class for the response status", async (t) => {
    const { port, providers } = await setting(t);
    await assert.rejects(providers.create({ ...mine, name: "onepassword" }), ConflictError);
    await assert.rejects(providers.create({ ...mine, name: " " }), BadRequestError);
    await assert.rejects(providers.update("credprov_sandbox", {}), BadRequestError);
    await assert.rejects(providers.update("nobody", { enabled: true }), NotFoundError);
    await assert.rejects(providers.test("nobody"), NotFoundError);
    await book(port, "FREE", false);
    await assert.rejects(providers.create(mine), PermissionDeniedError);
  });
});
