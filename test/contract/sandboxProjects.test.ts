// Tests projects with the official SDK: their content, the project of a request, and tokens of one project.
import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import type Kernel from "@onkernel/sdk";
import { ConflictError, NotFoundError, PermissionDeniedError } from "@onkernel/sdk";
import { collectAll } from "../unit/api/support.ts";
import { book, objectOf, send, startedSandbox, token } from "../unit/sandbox/support.ts";
import { kernelOf } from "./support.ts";
import { column, columns } from "../support/rows.ts";

const standard = "proj_sandboxdefault";
const staging = "proj_sandboxstaging";
const body = { domain: "shop.example", profile_name: "buyer" };

async function setting(t: TestContext) {
  const { port } = (await startedSandbox(t)).identity;
  const as = (apiKey: string, project?: string) =>
    kernelOf(port, {
      apiKey,
      defaultHeaders: project === undefined ? {} : { "X-Kernel-Project-Id": project },
    });
  const projectToken = async (project: string): Promise<string> => {
    const tokenRequest = JSON.stringify({ project_id: project });
    const answer = await send(port, { method: "POST", path: "/sandbox/project_token", body: tokenRequest });
    assert.equal(answer.status, 200, answer.text);
    return String(objectOf(answer.body)["token"]);
  };
  return { port, as, kernel: as(token), projectToken };
}

/** Returns status and code of a request that must fail. */
async function refusal(request: Promise<unknown>): Promise<readonly [status: unknown, code: unknown]> {
  try {
    await request;
  } catch (error) {
    assert.ok(
      error instanceof NotFoundError ||
        error instanceof ConflictError ||
        error instanceof PermissionDeniedError,
    );
    return [error.status, objectOf(error.error)["code"]];
  }
  throw new assert.AssertionError({ message: "expected a refusal" });
}

describe("projects in the sandbox", () => {
  it("can be listed, filtered by name and read by ID or name", async (t) => {
    const { kernel } = await setting(t);
    const rows = await collectAll(kernel.projects.list());
    assert.deepEqual(columns(rows, "id", "name", "status"), [
      [standard, "Default", "active"],
      [staging, "Staging", "active"],
    ]);
    const ids = async (query: object) => (await collectAll(kernel.projects.list(query))).map(({ id }) => id);
    assert.deepEqual(await ids({ query: "TAG" }), [staging]);
    assert.deepEqual(await ids({ name: "stáging" }), [staging]);
    assert.deepEqual(await ids({ name: "stag" }), []);
    assert.deepEqual(await ids({ limit: 1 }), [standard, staging]);
    assert.deepEqual(await kernel.projects.retrieve(staging), rows[1]);
    assert.deepEqual(await kernel.projects.retrieve("Staging"), rows[1]);
    assert.deepEqual(await refusal(kernel.projects.retrieve("none")), [404, "not_found"]);
  });

  it("can be created, renamed, archived and deleted, except the last active project", async (t) => {
    const { kernel, as } = await setting(t);
    const created = await kernel.projects.create({ name: "Third" });
    assert.deepEqual(await refusal(kernel.projects.create({ name: "thírd" })), [409, "already_exists"]);
    assert.equal((await kernel.projects.update(created.id, { name: "Fourth" })).name, "Fourth");
    assert.deepEqual(await refusal(kernel.projects.update(created.id, { name: "Staging" })), [
      409,
      "already_exists",
    ]);
    await kernel.projects.update(created.id, { status: "archived" });
    assert.deepEqual(await refusal(collectAll(as(token, created.id).auth.connections.list())), [
      404,
      "project_not_found",
    ]);
    await kernel.projects.delete(created.id);
    assert.deepEqual(await refusal(kernel.projects.retrieve(created.id)), [404, "not_found"]);
    assert.deepEqual(await refusal(kernel.projects.delete(standard)), [409, "project_not_empty"]);
    await kernel.projects.update(standard, { status: "archived" });
    // A request without the header uses the default project, which is archived.
    assert.deepEqual(await refusal(kernel.projects.retrieve(staging)), [404, "project_not_found"]);
    const inStaging = as(token, staging).projects;
    assert.deepEqual(await refusal(inStaging.update(staging, { status: "archived" })), [
      409,
      "last_active_project",
    ]);
    assert.deepEqual(await refusal(inStaging.delete(staging)), [409, "last_active_project"]);
  });

  it("have no session limit after it is set to 0", async (t) => {
    const { kernel } = await setting(t);
    const none = {
      max_concurrent_invocations: null,
      max_concurrent_sessions: null,
      max_pooled_sessions: null,
    };
    assert.deepEqual(await kernel.projects.limits.retrieve(staging), none);
    const capped = await kernel.projects.limits.update(staging, { max_concurrent_sessions: 3 });
    assert.deepEqual(capped, { ...none, max_concurrent_sessions: 3 });
    await kernel.projects.limits.update(staging, { max_concurrent_invocations: 1 });
    const both = { ...none, max_concurrent_sessions: 3, max_concurrent_invocations: 1 };
    assert.deepEqual(await kernel.projects.limits.retrieve(staging), both);
    await kernel.projects.limits.update(staging, { max_concurrent_sessions: 0 });
    assert.deepEqual(await kernel.projects.limits.retrieve(staging), {
      ...both,
      max_concurrent_sessions: null,
    });
  });

  it("can't have invalid names, states or limits", async (t) => {
    const { port } = await setting(t);
    const path = `/org/projects/${staging}`;
    for (const [method, to, given] of [
      ["POST", "/org/projects", `{"name":""}`],
      ["POST", "/org/projects", `{"name":"${"n".repeat(256)}"}`],
      ["POST", "/org/projects", `{"name":"n","status":"active"}`],
      ["PATCH", path, `{"status":"gone"}`],
      ["PATCH", `${path}/limits`, `{"max_pooled_sessions":1}`],
      ["PATCH", `${path}/limits`, `{"max_concurrent_sessions":-1}`],
    ] as const) {
      assert.equal((await send(port, { method, path: to, body: given })).status, 400, given);
    }
  });

  it("return 404 projects_disabled on the Free plan", async (t) => {
    const { port, as, kernel } = await setting(t);
    await book(port, "FREE", false);
    assert.deepEqual(await refusal(collectAll(kernel.projects.list())), [404, "projects_disabled"]);
    assert.deepEqual(await refusal(kernel.projects.delete(staging)), [404, "projects_disabled"]);
    assert.deepEqual(await refusal(collectAll(as(token, staging).profiles.list())), [
      404,
      "projects_disabled",
    ]);
    assert.equal((await collectAll(kernel.auth.connections.list())).length > 0, true);
  });
});

describe("a request's project in the sandbox", () => {
  it("is the default project if the header is missing", async (t) => {
    const { as, kernel } = await setting(t);
    const ids = async (one: Kernel) => (await collectAll(one.auth.connections.list())).map(({ id }) => id);
    assert.deepEqual(await ids(as(token, standard)), await ids(kernel));
    assert.deepEqual(await ids(as(token, staging)), []);
    assert.deepEqual(await collectAll(as(token, staging).profiles.list()), []);
  });

  it("has its own connections and profiles", async (t) => {
    const { as, kernel } = await setting(t);
    const inStaging = as(token, staging);
    const created = await inStaging.auth.connections.create(body);
    assert.notEqual(created.id, (await kernel.auth.connections.create(body)).id);
    assert.deepEqual(await refusal(inStaging.auth.connections.create(body)), [409, "already_exists"]);
    assert.deepEqual(await refusal(kernel.auth.connections.retrieve(created.id)), [404, "not_found"]);
    assert.deepEqual(await refusal(kernel.auth.connections.login(created.id)), [404, "not_found"]);
    assert.deepEqual(await refusal(kernel.auth.connections.delete(created.id)), [404, "not_found"]);
    assert.equal((await inStaging.auth.connections.retrieve(created.id)).id, created.id);
    assert.deepEqual(column(await collectAll(inStaging.profiles.list()), "name"), ["buyer"]);
  });

  it("has its own proxies and credentials, which other projects can't reference", async (t) => {
    const { as, kernel } = await setting(t);
    const inStaging = as(token, staging);
    assert.deepEqual(await collectAll(inStaging.proxies.list()), []);
    assert.deepEqual(await collectAll(inStaging.credentials.list()), []);
    assert.equal((await refusal(inStaging.proxies.retrieve("proxy_sandboxparis")))[0], 404);
    assert.equal((await refusal(inStaging.credentials.retrieve("cred_sandboxgithub")))[0], 404);
    for (const named of [
      { browser: { proxy: { id: "proxy_sandboxparis" } } },
      { browser: { proxy: { name: "paris-datacenter" } } },
      { credential: { name: "github-bot" } },
    ])
      await assert.rejects(inStaging.post("/auth/connections", { body: { ...body, ...named } }), {
        status: 400,
      });
    const same = { name: "github-bot", domain: "shop.example", values: { password: "typed" } };
    const credential = await inStaging.credentials.create(same);
    assert.deepEqual(await refusal(inStaging.credentials.create(same)), [409, "already_exists"]);
    const proxy = await inStaging.proxies.create({ type: "datacenter", name: "paris-datacenter" });
    assert.equal((await refusal(kernel.proxies.retrieve(String(proxy.id))))[0], 404);
    const created = await inStaging.auth.connections.create({
      ...body,
      credential: { name: "github-bot" },
      proxy: { name: "paris-datacenter" },
    });
    await inStaging.credentials.update(credential.id, { name: "renamed" });
    assert.deepEqual((await inStaging.auth.connections.retrieve(created.id)).credential, { name: "renamed" });
    assert.equal((await kernel.credentials.retrieve("github-bot")).id, "cred_sandboxgithub");
  });

  it("causes a 404 response if unknown", async (t) => {
    const nowhere = (await setting(t)).as(token, "proj_none");
    assert.deepEqual(await refusal(collectAll(nowhere.auth.connections.list())), [404, "project_not_found"]);
  });
});

describe("the X-Kernel-Project header in the sandbox", () => {
  const read = (port: number, headers: Readonly<Record<string, string>>, key = token) =>
    send(port, { method: "GET", path: "/auth/context", headers, token: key });
  const scope = (body: unknown) => objectOf(objectOf(body)["authorization"])["effective_scope"];

  it("selects a project by ID or exact name", async (t) => {
    const { port, as, kernel, projectToken } = await setting(t);
    const created = await as(token, staging).auth.connections.create(body);
    for (const named of [staging, "Staging"]) {
      const headers = { "X-Kernel-Project": named };
      const { status, body: reply } = await read(port, headers);
      assert.deepEqual([status, scope(reply)], [200, { project_id: staging }]);
      const listed = await send(port, { method: "GET", path: "/auth/connections", headers });
      assert.match(listed.text, new RegExp(created.id));
      assert.equal((await read(port, headers, await projectToken(staging))).status, 200);
      assert.equal((await read(port, headers, await projectToken(standard))).status, 403);
    }
    for (const named of ["staging", "Stagin", "proj_none"]) {
      const { status, body: reply } = await read(port, { "X-Kernel-Project": named });
      assert.deepEqual([status, objectOf(reply)["code"]], [404, "project_not_found"], named);
    }
    await kernel.projects.update(staging, { status: "archived" });
    assert.equal((await read(port, { "X-Kernel-Project": "Staging" })).status, 404);
  });
});

describe("the default project in the sandbox", () => {
  const write = { method: "POST", path: "/auth/connections", body: JSON.stringify(body) };

  it("refuses requests while it is archived", async (t) => {
    const { port, kernel, as } = await setting(t);
    await kernel.projects.update(standard, { status: "archived" });
    for (const headers of [{}, { "X-Kernel-Project-Id": standard }])
      for (const call of [write, { method: "GET", path: "/auth/connections" }]) {
        const { status, body: reply } = await send(port, { ...call, headers });
        assert.deepEqual([status, objectOf(reply)["code"]], [404, "project_not_found"]);
      }
    await as(token, staging).projects.update(standard, { status: "active" });
    assert.equal((await send(port, write)).status, 201);
  });

  it("causes 404 responses after its deletion until the sandbox is reset", async (t) => {
    const { port, as } = await setting(t);
    await send(port, { method: "POST", path: "/sandbox/reset", body: `{"sample":"empty"}` });
    const other = await as(token).projects.create({ name: "Other" });
    await as(token, other.id).projects.delete(standard);
    assert.equal((await send(port, write)).status, 404);
    assert.equal((await send(port, { method: "POST", path: "/sandbox/reset", body: "{}" })).status, 204);
    assert.equal((await send(port, write)).status, 201);
  });
});

describe("a project's token in the sandbox", () => {
  it("can't change the plan, reset the sandbox or create tokens", async (t) => {
    const { port, projectToken } = await setting(t);
    for (const project of [staging, standard]) {
      const own = await projectToken(project);
      for (const [method, path, given] of [
        ["PUT", "/sandbox/plan", `{"plan":"FREE","is_trialing":false}`],
        ["POST", "/sandbox/reset", "{}"],
        ["POST", "/sandbox/reset", `{"sample":"empty"}`],
        ["POST", "/sandbox/project_token", `{"project_id":"${project}"}`],
      ] as const) {
        const { status, body: reply } = await send(port, { method, path, body: given, token: own });
        assert.deepEqual([status, objectOf(reply)["code"]], [403, "insufficient_permissions"], path);
      }
    }
    const { body: plan } = await send(port, { method: "GET", path: "/sandbox/plan" });
    assert.deepEqual(plan, { plan: "START_UP", is_trialing: true });
  });

  it("is refused with 403 for any other project", async (t) => {
    const { as, port, projectToken } = await setting(t);
    const own = await projectToken(staging);
    assert.deepEqual(await collectAll(as(own).auth.connections.list()), []);
    assert.deepEqual(await collectAll(as(own, staging).auth.connections.list()), []);
    assert.equal((await refusal(collectAll(as(own, standard).auth.connections.list())))[0], 403);
    const { body: reply } = await send(port, { method: "GET", path: "/auth/context", token: own });
    assert.deepEqual(objectOf(reply)["authorization"], {
      credential_scope: { project_id: staging },
      effective_scope: { project_id: staging },
    });
  });

  it("can read telemetry destinations, but not change them", async (t) => {
    const { as, port, projectToken } = await setting(t);
    const own = await projectToken(staging);
    const path = "/telemetry/destinations";
    assert.equal((await send(port, { method: "GET", path, token: own })).status, 200);
    for (const [method, to, given] of [
      ["POST", path, `{"name":"mine","endpoint":"https://collector.example","headers":{}}`],
      ["PATCH", `${path}/nightly-archive`, `{"description":"mine"}`],
      ["DELETE", `${path}/nightly-archive`, undefined],
    ] as const) {
      const call = { method, path: to, token: own, ...(given !== undefined && { body: given }) };
      assert.equal((await send(port, call)).status, 403, method);
    }
    assert.equal((await refusal(as(own).projects.create({ name: "mine" })))[0], 403);
    assert.equal((await as(own).projects.update(staging, { name: "Renamed" })).name, "Renamed");
    assert.equal((await refusal(as(own).projects.update(standard, { name: "Mine" })))[0], 403);
    assert.equal((await refusal(as(own).projects.update(staging, { status: "archived" })))[0], 403);
  });

  it("is refused if it is forged or modified", async (t) => {
    const { port, projectToken } = await setting(t);
    const own = await projectToken(staging);
    const [head = "", , mac = ""] = own.split(".");
    const claims = Buffer.from(JSON.stringify({ project_id: standard })).toString("base64url");
    for (const wrong of [`${head}.${claims}.${mac}`, `${own}.`, own.slice(0, -1), `${head}..${mac}`, "."])
      assert.equal((await send(port, { method: "GET", path: "/auth/context", token: wrong })).status, 401);
    const tokenRequest = { method: "POST", path: "/sandbox/project_token" };
    assert.equal(
      (await send(port, { ...tokenRequest, body: `{"project_id":"${standard}"}`, token: own })).status,
      403,
    );
    assert.equal((await send(port, { ...tokenRequest, body: `{"project_id":"none"}` })).status, 404);
  });
});
