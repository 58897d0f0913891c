// Tests profiles, the organization's limits and the filters of lists, with the official SDK and raw requests.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { BadRequestError, ConflictError, NotFoundError } from "@onkernel/sdk";
import { createProjectToken } from "../../src/sandbox/http/guard.ts";
import { collectAll } from "../unit/api/support.ts";
import { send, startedSandbox, token } from "../unit/sandbox/support.ts";
import { kernelOf } from "./support.ts";
import { column } from "../support/rows.ts";

const staging = "proj_sandboxstaging";

async function setting(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  const ask = (method: string, path: string, body?: unknown, key = token) =>
    send(port, { method, path, token: key, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const inStaging = kernelOf(port, { defaultHeaders: { "X-Kernel-Project-Id": staging } });
  return { kernel: kernelOf(port), inStaging, ask };
}

describe("profiles through the official SDK", () => {
  it("are created, read, listed, renamed and deleted", async (t) => {
    const { kernel } = await setting(t);
    const created = await kernel.profiles.create({ name: "Café" });
    assert.deepEqual(await kernel.profiles.retrieve("cafe"), created);
    assert.deepEqual(await kernel.profiles.retrieve(created.id), created);
    assert.deepEqual(await collectAll(kernel.profiles.list({ name: "CAFE" })), [created]);
    assert.deepEqual(await collectAll(kernel.profiles.list({ query: created.id.slice(2) })), [created]);
    const renamed = await kernel.profiles.update("café", { name: "bar" });
    assert.deepEqual([renamed.id, renamed.name], [created.id, "bar"]);
    assert.equal((await kernel.profiles.update("bar", { name: "Bar" })).name, "Bar");
    await kernel.profiles.delete("bar");
    await assert.rejects(kernel.profiles.retrieve(created.id), NotFoundError);
    const unnamed = await kernel.profiles.create({});
    assert.equal(unnamed.name, null);
    await kernel.profiles.delete(unnamed.id);
  });

  it("cause errors if a name is taken or a profile is missing or used", async (t) => {
    const { profiles } = (await setting(t)).kernel;
    await assert.rejects(profiles.create({ name: "Rèsearch" }), ConflictError);
    await assert.rejects(profiles.update("research", { name: "TRAVEL" }), ConflictError);
    for (const act of [
      () => profiles.retrieve("none"),
      () => profiles.update("none", { name: "n" }),
      () => profiles.delete("none"),
    ])
      await assert.rejects(act(), NotFoundError);
    await assert.rejects(profiles.update("travel", { name: "journeys" }), BadRequestError);
    await assert.rejects(profiles.delete("travel"), /resource_in_use|An auth connection uses the profile/);
    assert.equal((await profiles.update("travel", { name: "travel" })).name, "travel");
  });

  it("can be read, listed and deleted only in their project", async (t) => {
    const { kernel, inStaging } = await setting(t);
    const { id } = await inStaging.profiles.create({ name: "theirs" });
    await assert.rejects(kernel.profiles.retrieve(id), NotFoundError);
    await assert.rejects(kernel.profiles.delete("theirs"), NotFoundError);
    assert.deepEqual(column(await collectAll(inStaging.profiles.list()), "name"), ["theirs"]);
    await assert.rejects(inStaging.profiles.retrieve("research"), NotFoundError);
    await assert.rejects(inStaging.profiles.create({ name: "research" }), ConflictError);
    // Creating a connection adds the profile to the connection's project.
    await inStaging.auth.connections.create({ domain: "a.example", profile_name: "research" });
    assert.equal((await inStaging.profiles.retrieve("research")).id, "prof_sandboxresearch");
    await assert.rejects(kernel.profiles.delete("research"), BadRequestError);
  });

  it("have names of 1 to 255 characters", async (t) => {
    const { ask } = await setting(t);
    for (const [name, status] of [
      ["", 400],
      ["a", 201],
      ["😀".repeat(255), 201],
      ["b".repeat(255), 201],
      ["b".repeat(256), 400],
      ["half \ud83d", 400],
      [null, 400],
      [7, 400],
    ] as const)
      assert.equal((await ask("POST", "/profiles", { name })).status, status, JSON.stringify(name));
    assert.equal((await ask("POST", "/profiles", { name: "c", more: 1 })).status, 400);
    assert.equal((await ask("PATCH", "/profiles/research", {})).status, 400);
    assert.equal((await ask("PATCH", "/profiles/research", { name: "d".repeat(256) })).status, 400);
    assert.equal((await ask("PATCH", "/profiles/research", { name: "d".repeat(255) })).status, 200);
  });
});

describe("the organization's limits in the sandbox", () => {
  it("include a default session limit for projects, which 0 removes", async (t) => {
    const { limits } = (await setting(t)).kernel.organization;
    const cap = async () => (await limits.retrieve()).default_project_max_concurrent_sessions;
    assert.equal(await cap(), null);
    assert.equal(
      (await limits.update({ default_project_max_concurrent_sessions: 5 }))
        .default_project_max_concurrent_sessions,
      5,
    );
    await limits.update({});
    assert.equal(await cap(), 5);
    await limits.update({ default_project_max_concurrent_sessions: 0 });
    assert.equal(await cap(), null);
  });

  it("are kept when the plan changes", async (t) => {
    const { ask, kernel } = await setting(t);
    await kernel.organization.limits.update({ default_project_max_concurrent_sessions: 4 });
    assert.equal((await ask("PUT", "/sandbox/plan", { plan: "ENTERPRISE", is_trialing: false })).status, 200);
    assert.equal((await kernel.organization.limits.retrieve()).default_project_max_concurrent_sessions, 4);
  });

  it("must be whole numbers within the plan's maximum", async (t) => {
    const { ask } = await setting(t);
    for (const [cap, status] of [
      [-1, 400],
      [0, 200],
      [1.5, 400],
      [150, 200],
      [151, 400],
      ["5", 400],
      [null, 200],
    ] as const) {
      const answer = await ask("PATCH", "/org/limits", { default_project_max_concurrent_sessions: cap });
      assert.equal(answer.status, status, String(cap));
    }
    assert.equal((await ask("PATCH", "/org/limits", { max_concurrent_sessions: 5 })).status, 400);
    assert.equal((await ask("PATCH", "/org/limits", {}, createProjectToken(token, staging))).status, 403);
  });
});

describe("a list in the sandbox", () => {
  for (const [path, tells] of [
    ["/profiles", true],
    ["/proxies", true],
    ["/org/credential_providers", true],
    ["/credentials", false],
    ["/telemetry/destinations", false],
    ["/org/projects", false],
    ["/auth/connections", false],
  ] as const)
    it(`has exactly the documented paging headers: ${path}`, async (t) => {
      const { ask } = await setting(t);
      const { headers } = await ask("GET", `${path}?limit=2&offset=1`);
      assert.deepEqual(
        [headers["x-limit"], headers["x-offset"]],
        tells ? ["2", "1"] : [undefined, undefined],
      );
      assert.notEqual(headers["x-has-more"], undefined);
    });

  it("can be filtered by name, ignoring case and accents, or by full ID", async (t) => {
    const { ask } = await setting(t);
    const ids = async (path: string): Promise<unknown> => {
      const { body } = await ask("GET", path);
      assert.ok(Array.isArray(body), path);
      return body.map((row: { id: unknown }) => row.id);
    };
    assert.deepEqual(await ids("/telemetry/destinations?name=NIGHTLY-%C3%A1rchive"), ["otlp_sandboxfree"]);
    assert.deepEqual(await ids("/proxies?name=P%C3%A1ris-datacenter"), ["proxy_sandboxparis"]);
    assert.deepEqual(await ids("/org/credential_providers?query=credprov_sandbox"), ["credprov_sandbox"]);
    assert.deepEqual(await ids("/org/credential_providers?query=credprov_"), []);
    assert.deepEqual(await ids("/org/credential_providers?query=TEAM"), ["credprov_sandboxoff"]);
  });
});
