// A data file of an earlier version, brought to the present tables: nothing in it is lost, and all of it works.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { openDatabase } from "../../../src/sandbox/database.ts";
import { Store } from "../../../src/sandbox/store.ts";
import { assertManagedAuth } from "../../contract/managedAuthDocument.ts";
import { create, objectOf, remove, send, startedSandbox, temporaryDirectory } from "./support.ts";

const fixture = readFileSync(join(import.meta.dirname, "fixtures", "version1.sql"), "utf8");

/** A file as the first version left it, then changed by these statements. */
function fileOfVersion1(t: TestContext, changes = ""): string {
  const file = join(temporaryDirectory(t), "data.db");
  const db = new DatabaseSync(file);
  db.exec(fixture + changes);
  db.close();
  return file;
}

const number = (db: DatabaseSync, pragma: string): unknown =>
  Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];

describe("a file of version 1", () => {
  it("keeps its connections, as the document shows them", async (t) => {
    const { port } = (await startedSandbox(t, fileOfVersion1(t))).identity;
    const { body } = await send(port, { method: "GET", path: "/auth/connections" });
    assert.ok(Array.isArray(body));
    const shown = body.map(assertManagedAuth);
    assert.deepEqual(
      shown.map(({ id, flow_status: flow }) => [id, flow]),
      [
        ["ma_f5775945e178ef57e96d82cc", null],
        ["ma_sandboxhelpdesk", "IN_PROGRESS"],
        ["ma_sandboxcompliance", null],
      ],
    );
    const [own] = shown;
    assert.deepEqual(own?.browser, {
      stealth: true,
      proxy: { name: "paris-datacenter" },
      telemetry: { enabled: true, export: { otlp: { destination: { name: "nightly-archive" } } } },
    });
    assert.equal(own.proxy_id, "proxy_sandboxparis");
  });

  it("keeps its rules: what exists, what is in use, what is ambiguous, what is not active", async (t) => {
    const { port } = (await startedSandbox(t, fileOfVersion1(t))).identity;
    const again = await create(port, `{"domain":"shop.example","profile_name":"buyer"}`);
    assert.equal(objectOf(again.body)["existing_id"], "ma_f5775945e178ef57e96d82cc");
    for (const name of ["nightly-archive", "live-sessions", "compliance-log", "login-traces"]) {
      assert.equal((await remove(port, name)).status, 409, name);
    }
    for (const [name, status] of [
      ["office", 400],
      ["retired", 400],
      ["paris-datacenter", 201],
    ] as const) {
      const body = `{"domain":"${name}.example","profile_name":"buyer","browser":{"proxy":{"name":"${name}"}}}`;
      assert.equal((await create(port, body)).status, status, name);
    }
  });

  it("can be listed whole", async (t) => {
    const { port } = (await startedSandbox(t, fileOfVersion1(t))).identity;
    for (const [path, count] of [
      ["/profiles", 3],
      ["/proxies", 4],
      ["/credentials", 2],
      ["/org/credential_providers", 1],
      ["/telemetry/destinations", 4],
    ] as const) {
      const { body } = await send(port, { method: "GET", path });
      assert.ok(Array.isArray(body));
      assert.equal(body.length, count, path);
      for (const row of body.map(objectOf)) {
        if (path !== "/proxies") assert.match(String(row["created_at"]), /^2026-11-20T11:16:50/, path);
      }
    }
  });

  it("has the tables of a new file, and references that hold", (t) => {
    const file = fileOfVersion1(t);
    const { db } = openDatabase(file, 0);
    t.after(() => db.close());
    const fresh = openDatabase(":memory:", 0).db;
    const columns =
      "SELECT m.name AS t, p.* FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) p ORDER BY m.name, p.cid";
    assert.deepEqual(db.prepare(columns).all(), fresh.prepare(columns).all());
    assert.equal(number(db, "user_version"), number(fresh, "user_version"));
    assert.equal(number(db, "foreign_keys"), 1);
    assert.throws(() => db.exec("DELETE FROM profiles WHERE name = 'buyer'"), /FOREIGN KEY/);
    db.exec("INSERT INTO profiles (id, name, created_at) VALUES ('a', NULL, ''), ('b', NULL, '')");
    assert.throws(
      () => db.exec("INSERT INTO profiles (id, name, created_at) VALUES ('c', 'buyer', '')"),
      /UNIQUE/,
    );
  });

  it("is brought over once", (t) => {
    const file = fileOfVersion1(t);
    openDatabase(file, 0).db.close();
    const { db } = openDatabase(file, 0);
    const store = new Store(db, 0);
    t.after(() => store.close());
    assert.equal(store.connectionCount(), 3);
    assert.equal(number(db, "user_version"), 2);
  });

  it("can be reset to the present seed", async (t) => {
    const { port } = (await startedSandbox(t, fileOfVersion1(t))).identity;
    await send(port, { method: "POST", path: "/sandbox/reset", body: "{}" });
    const { text } = await send(port, { method: "GET", path: "/auth/connections/ma_sandboxtravel" });
    assert.match(text, /"flow_status":"FAILED"/);
  });

  it("that refers to what is not there is kept aside", async (t) => {
    const file = fileOfVersion1(t, "DELETE FROM profiles WHERE name = 'buyer';");
    const sandbox = await startedSandbox(t, file);
    assert.match(sandbox.keptAside ?? "", /data\.db\.corrupt-/);
    const kept = new DatabaseSync(sandbox.keptAside ?? "", { readOnly: true });
    t.after(() => kept.close());
    assert.equal(number(kept, "user_version"), 1, "and as it was");
  });
});
