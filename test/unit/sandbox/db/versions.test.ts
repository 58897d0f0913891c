// Data files of other versions: what cannot be used is kept and told of, and what was only added to is used.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { openDatabase } from "../../../../src/sandbox/db/database.ts";
import type { Content } from "../../../../src/sandbox/db/store.ts";
import { Store } from "../../../../src/sandbox/db/store.ts";
import type { Table } from "../../../../src/sandbox/db/tables.ts";
import { resources } from "../../../../src/sandbox/resources/allResources.ts";
import { openSandbox } from "../../../../src/sandbox/run/sandbox.ts";
import { create, objectOf, send, temporaryDirectory, token } from "../support.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const fixture = readFileSync(join(fixtures, "version1.sql"), "utf8");
const beforeProjects = readFileSync(join(fixtures, "beforeProjects.sql"), "utf8");

/** A file of its own, written with these statements. */
function fileOf(t: TestContext, sql: string): string {
  const file = join(temporaryDirectory(t), "data.db");
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
  return file;
}

const refuse = (error: unknown): never => {
  throw error;
};
const settings = { port: 0, token, onFault: refuse };

describe("a data file of an earlier version", () => {
  it("is kept under a name that says so where it is the sandbox's own, and a new one is begun", async (t) => {
    const file = fileOf(t, fixture);
    const before = readFileSync(file);
    const sandbox = await openSandbox({ ...settings, file, ownFile: true });
    assert.ok(sandbox);
    t.after(() => sandbox.close());
    const { file: kept = "", reason } = sandbox.keptAside ?? {};
    assert.equal(reason, "older");
    assert.match(kept, /data\.db\.version-1-\d{4}-\d\d-\d\dT[\d-]+\.\d+Z$/);
    assert.deepEqual(readFileSync(kept), before, "not a byte of it is lost");
    const { port } = sandbox.identity;
    const { body } = await send(port, { method: "GET", path: "/auth/connections?query=shop" });
    assert.deepEqual(body, []);
    assert.equal((await create(port, `{"domain":"shop.example","profile_name":"buyer"}`)).status, 201);
  });

  it("is told of once: the next start finds the new one", async (t) => {
    const file = fileOf(t, fixture);
    for (const told of [true, false]) {
      const sandbox = await openSandbox({ ...settings, file, ownFile: true });
      assert.equal(sandbox?.keptAside !== undefined, told);
      await sandbox?.close();
    }
  });

  it("is refused, and left as it is, where it is somebody's own", async (t) => {
    const file = fileOf(t, fixture);
    const before = readFileSync(file);
    await assert.rejects(openSandbox({ ...settings, file }), {
      kind: "olderData",
      message: /^\S+data\.db was written by an earlier version of the sandbox\. Name another file/,
    });
    assert.deepEqual(readFileSync(file), before);
    assert.deepEqual(readdirSync(join(file, "..")).sort(), ["data.db", "data.db.lock"]);
  });
});

const notes: Table = { name: "notes", columns: { id: "TEXT PRIMARY KEY", words: "TEXT NOT NULL" } };
const before: Content = {
  tables: [notes],
  seed: (store) => store.add("notes", { id: "a", words: "first" }),
};
const later: Content = {
  tables: [
    {
      ...notes,
      columns: { ...notes.columns, read: "INTEGER NOT NULL DEFAULT 0", reader: "TEXT" },
      indexed: ["reader"],
    },
    { name: "readers", columns: { id: "TEXT PRIMARY KEY" } },
  ],
  seed: () => assert.fail("what is there is not seeded again"),
};

describe("a data file of the same version that lacks what was added", () => {
  it("gets the tables, columns and indexes that are missing, once, and keeps its rows", (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    const version = (contents: readonly Content[]): unknown => {
      const { db } = openDatabase(file, 0);
      const store = new Store(db, contents, 0);
      const { user_version: found } = store.first("PRAGMA user_version") ?? {};
      store.close();
      return found;
    };
    const first = version([before]);
    assert.equal(version([later]), first, "it is of the same version");
    version([later]);
    const db = new DatabaseSync(file, { readOnly: true });
    t.after(() => db.close());
    assert.deepEqual(
      { ...db.prepare("SELECT * FROM notes").get() },
      {
        id: "a",
        words: "first",
        read: 0,
        reader: null,
      },
    );
    assert.deepEqual(db.prepare("SELECT * FROM readers").all(), []);
    const made = db.prepare("SELECT name FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").all();
    assert.deepEqual(
      made.map(({ name }) => name),
      ["notes", "notes_by_reader", "readers", "set_aside"],
    );
  });

  it("is used by the version before, too", (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    new Store(openDatabase(file, 0).db, [{ ...later, seed: () => undefined }], 0).close();
    const store = new Store(openDatabase(file, 0).db, [before], 0);
    t.after(() => store.close());
    store.transaction((writer) => writer.add("notes", { id: "b", words: "second" }));
    assert.equal(store.first("SELECT read FROM notes WHERE id = 'b'")?.["read"], 0);
  });
});

/** By what the rows of a table are told apart, besides their ids. */
const uniquesOf = (db: DatabaseSync, table: string): unknown =>
  db
    .prepare(
      "SELECT group_concat(info.name) AS columns FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info " +
        "WHERE list.origin = 'u' GROUP BY list.name",
    )
    .all(table)
    .map((row) => row["columns"]);

const ofBefore = [["profile_name,domain"], ["name"]];
const ofToday = [["project_id,profile_name,domain"], ["project_id,name"]];

describe("a data file of before projects", () => {
  const connection = `{"domain":"shop.example","profile_name":"work"}`;
  const credential = `{"name":"bot","domain":"shop.example","values":{}}`;

  it("has room for the same site, profile and credential in another project", async (t) => {
    const sandbox = await openSandbox({ ...settings, file: fileOf(t, beforeProjects) });
    assert.ok(sandbox);
    t.after(() => sandbox.close());
    const { port } = sandbox.identity;
    const post = (path: string, body: string, headers = {}) =>
      send(port, { method: "POST", path, body, headers });
    const { body: project } = await post("/org/projects", `{"name":"Second"}`);
    const inProject = { "X-Kernel-Project-Id": String(objectOf(project)["id"]) };
    for (const [path, body] of [
      ["/auth/connections", connection],
      ["/credentials", credential],
    ] as const) {
      assert.equal((await post(path, body)).status, 409, `${path}: the one of before is there`);
      assert.equal((await post(path, body, inProject)).status, 201, path);
      assert.equal((await post(path, body, inProject)).status, 409, `${path}: and it is the only one`);
    }
    const { body: timeline } = await send(port, { method: "GET", path: "/auth/connections/ma_a/timeline" });
    assert.ok(Array.isArray(timeline));
    assert.equal(timeline.length, 3, "the login and the two checks");
  });

  it("keeps its rows, what refers to them, and looks after it", (t) => {
    const file = fileOf(t, beforeProjects);
    const { db } = openDatabase(file, 0);
    const store = new Store(db, resources, 0);
    t.after(() => store.close());
    assert.deepEqual([uniquesOf(db, "connections"), uniquesOf(db, "credentials")], ofToday);
    assert.deepEqual(db.prepare("PRAGMA foreign_key_check").all(), []);
    const row = "SELECT proxy_id, destination_id, project_id FROM connections WHERE id = 'ma_a'";
    assert.deepEqual(
      { ...db.prepare(row).get() },
      { proxy_id: "proxy_a", destination_id: "otlp_a", project_id: "proj_sandboxdefault" },
    );
    const write = (sql: string) => () => store.transaction((writer) => writer.write(sql));
    assert.throws(write("DELETE FROM connections WHERE id = 'ma_a'"), /FOREIGN KEY/);
    assert.throws(write("UPDATE flows SET connection_id = 'ma_none'"), /FOREIGN KEY/);
    const indexes = "SELECT name FROM pragma_index_list('connections') WHERE origin = 'c' ORDER BY name";
    assert.deepEqual(
      db
        .prepare(indexes)
        .all()
        .map(({ name }) => name),
      ["connections_by_destination_id", "connections_by_next_check_at"],
    );
  });

  it("is as it was or as it should be, at whichever statement the process is killed", async (t) => {
    const seen = new Set<string>();
    for (let statement = 1; statement <= 15; statement++) {
      const file = fileOf(t, beforeProjects);
      const child = spawn(process.execPath, [join(fixtures, "endsItself.ts"), file, String(statement)]);
      await once(child, "close");
      assert.equal(child.signalCode, "SIGKILL");
      const db = new DatabaseSync(file);
      const found = [uniquesOf(db, "connections"), uniquesOf(db, "credentials")];
      assert.ok(
        [ofBefore, ofToday].some((one) => isDeepStrictEqual(found, one)),
        JSON.stringify(found),
      );
      seen.add(JSON.stringify(found));
      assert.deepEqual(db.prepare("PRAGMA foreign_key_check").all(), []);
      assert.deepEqual(
        ["connections", "credentials", "flows"].map(
          (table) => db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.["rows"],
        ),
        [1, 1, 1],
      );
      db.close();
      const sandbox = await openSandbox({ ...settings, file });
      assert.equal((await create(sandbox?.identity.port ?? 0, connection)).status, 409);
      await sandbox?.close();
    }
    assert.deepEqual([...seen], [JSON.stringify(ofBefore), JSON.stringify(ofToday)]);
  });
});

describe("a data file that refers to what is not there", () => {
  it("is kept aside as damaged", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    await (await openSandbox({ ...settings, file }))?.close();
    const db = new DatabaseSync(file);
    db.exec("PRAGMA foreign_keys = OFF; DELETE FROM profiles WHERE name = 'travel'");
    db.close();
    await assert.rejects(openSandbox({ ...settings, file }), { kind: "damagedFile" });
    const sandbox = await openSandbox({ ...settings, file, ownFile: true });
    t.after(() => sandbox?.close());
    assert.match(sandbox?.keptAside?.file ?? "", /data\.db\.corrupt-/);
  });
});
