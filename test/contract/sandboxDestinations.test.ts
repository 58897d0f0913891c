// Tests the sandbox against interface.md §4.3, and paths that the document doesn't define.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { logins } from "../unit/sandbox/logins.ts";
import { create, objectOf, portOf, property, remove, send } from "../unit/sandbox/support.ts";

describe("DELETE /telemetry/destinations/{id_or_name} in the sandbox", () => {
  it("returns 204 for a deletion by name and 404 when repeated", async (t) => {
    const on = await portOf(t);
    const deleted = await remove(on, "nightly-archive");
    assert.equal(deleted.status, 204);
    assert.equal(deleted.text, "");
    const again = await remove(on, "nightly-archive");
    assert.equal(again.status, 404);
    assert.deepEqual(Object.keys(objectOf(again.body)), ["code", "message"]);
  });

  it("deletes by ID and decodes the path segment", async (t) =>
    assert.equal((await remove(await portOf(t), "otlp%5Fsandboxfre%65")).status, 204));

  for (const [name, id, words] of [
    ["live-sessions", "otlp_sandboxsessions", /still exporting: bs_sandbox1, bs_sandbox2/],
    ["compliance-log", "otlp_sandboxselected", /still uses the destination: ma_sandboxcompliance/],
    [
      "login-traces",
      "otlp_sandboxlogin",
      /login using the destination is in progress: connection ma_sandboxhelpdesk/,
    ],
  ] as const)
    it(`returns 409 with the reason why the destination ${name} can't be deleted`, async (t) => {
      const on = await portOf(t);
      for (const segment of [name, id]) {
        const answer = await remove(on, segment);
        assert.equal(answer.status, 409);
        assert.equal(property(answer.body, "code"), "resource_in_use");
        assert.match(String(property(answer.body, "message")), words);
      }
    });

  it("returns 409 for the destination of a new connection", async (t) => {
    const on = await portOf(t);
    const created = await create(
      on,
      `{"domain":"a.example","profile_name":"p",
        "browser":{"telemetry":{"export":{"otlp":{"destination":{"name":"nightly-archive"}}}}}}`,
    );
    const answer = await remove(on, "nightly-archive");
    assert.equal(answer.status, 409);
    assert.ok(String(property(answer.body, "message")).includes(String(property(created.body, "id"))));
  });

  it("returns one detail for each reason that prevents the deletion", async (t) => {
    const on = await portOf(t);
    await create(
      on,
      `{"domain":"a.example","profile_name":"p",
        "browser_telemetry":{"export":{"otlp":{"destination":{"id":"otlp_sandboxsessions"}}}}}`,
    );
    const details = property((await remove(on, "live-sessions")).body, "details");
    assert.ok(Array.isArray(details));
    assert.equal(details.length, 2);
  });

  it("returns 404 if the decoded path segment differs from every name", async (t) => {
    const on = await portOf(t);
    for (const segment of [
      "nightly%2Farchive",
      "..",
      ".",
      "%2e%2e",
      "nightly-archive%20",
      "NIGHTLY-ARCHIVE",
    ]) {
      assert.equal((await remove(on, segment)).status, 404, segment);
    }
    for (const segment of ["%", "%zz", "%ff"]) assert.equal((await remove(on, segment)).status, 400, segment);
    assert.equal((await remove(on, "nightly-archive/x")).status, 404);
    assert.equal((await remove(on, "")).status, 404);
    assert.equal((await remove(on, "nightly-archive")).status, 204);
  });

  it("simulates 403 and 500 responses for error-403 and error-500", async (t) => {
    const on = await portOf(t);
    assert.equal((await remove(on, "error-403")).status, 403);
    assert.equal((await remove(on, "error-500")).status, 500);
  });
});

describe("last_export_at of a telemetry destination in the sandbox", () => {
  it("is updated when a login ends, unless exports fail", async (t) => {
    const { advance, answer, create: createConnection, login, port: on } = await logins(t);
    const exported = async (name: string): Promise<unknown> =>
      property(
        (await send(on, { method: "GET", path: `/telemetry/destinations/${name}` })).body,
        "last_export_at",
      );
    for (const name of ["nightly-archive", "live-sessions"]) {
      const telemetry = { enabled: true, export: { otlp: { enabled: true, destination: { name } } } };
      const before = await exported(name);
      const id = await createConnection(`${name}.example`, { browser: { telemetry } });
      await login(id);
      await advance(1);
      assert.equal(await exported(name), before, "it still runs");
      await answer(id, { field_values: { field_identifier: "alex", field_password: "right" } });
      await advance(60);
      const after = await exported(name);
      if (name === "live-sessions") assert.equal(after, before);
      else assert.match(String(after), /^2026-11-20T12:00:/);
    }
  });
});

describe("unknown paths and methods in the sandbox", () => {
  for (const [method, path, status, allow] of [
    ["GET", "/", 404, undefined],
    ["GET", "/org/entitlements/", 404, undefined],
    ["GET", "/ORG/entitlements", 404, undefined],
    ["GET", "/constructor", 404, undefined],
    ["POST", "/org/entitlements", 405, "GET, HEAD"],
    ["HEAD", "/auth/connections/ma_sandboxcompliance/login", 405, "POST"],
    ["DELETE", "/auth/connections", 405, "GET, HEAD, POST"],
    ["POST", "/auth/connections/ma_sandboxcompliance", 405, "GET, HEAD, PATCH, DELETE"],
    ["PUT", "/telemetry/destinations/nightly-archive", 405, "GET, HEAD, PATCH, DELETE"],
  ] as const)
    it(`return ${status} with an error code and message: ${method} ${path}`, async (t) => {
      const answer = await send(await portOf(t), { method, path });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.allow, allow);
      if (method !== "HEAD") assert.deepEqual(Object.keys(objectOf(answer.body)), ["code", "message"]);
    });
});
