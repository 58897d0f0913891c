// Tests transactions. Each request has its own, is answered after the commit, and isn't affected by failures of
// others.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { openDatabase } from "../../../../src/sandbox/db/database.ts";
import { sandboxResources } from "../../../../src/sandbox/resources/allResources.ts";
import { SandboxStore, type StoreWriter } from "../../../../src/sandbox/db/store.ts";
import { create, send, served, temporaryDirectory, together, type Call } from "../support.ts";

/** Opens a store on a file. `committed` reads the file over a second connection, which sees only committed rows. */
function opened(t: TestContext, preparation = "") {
  const file = join(temporaryDirectory(t), "data.db");
  const { db } = openDatabase(file, sandboxResources, 0);
  const store = new SandboxStore(db, sandboxResources, Date.now());
  db.exec(preparation);
  const reader = new DatabaseSync(file, { readOnly: true });
  t.after(() => {
    reader.close();
    store.close();
  });
  return {
    db,
    store,
    file,
    add: (name: string): void =>
      store.transaction((writer) => {
        writer.write("INSERT INTO profiles (id, name, created_at) VALUES (?, ?, '')", `test-${name}`, name);
      }),
    committed: (): unknown[] =>
      reader
        .prepare("SELECT name FROM profiles WHERE id LIKE 'test-%' ORDER BY name")
        .all()
        .map(({ name }) => name),
  };
}

/** Table whose rows make the commit fail, because the foreign key is checked only then. */
const doomed =
  "CREATE TABLE doomed (name TEXT REFERENCES destinations (name) DEFERRABLE INITIALLY DEFERRED) STRICT";

describe("SandboxStore.transaction", () => {
  it("commits before it returns", (t) => {
    const { add, committed } = opened(t);
    add("a");
    assert.deepEqual(committed(), ["a"]);
    add("b");
    assert.deepEqual(committed(), ["a", "b"]);
  });

  it("rolls back its own writes if it throws", (t) => {
    const { store, add, committed } = opened(t);
    add("a");
    const failing = () =>
      store.transaction((writer) => {
        writer.write("INSERT INTO profiles (id, name, created_at) VALUES ('test-half', 'half', '')");
        throw new Error("no");
      });
    assert.throws(failing, /^Error: no$/);
    add("b");
    assert.deepEqual(committed(), ["a", "b"]);
  });

  it("rejects writes after it has ended", (t) => {
    const { store, committed } = opened(t);
    const insert = "INSERT INTO profiles (id, name, created_at) VALUES ('test-late', 'late', '')";
    const late = store.transaction((writer) => writer);
    assert.throws(() => late.write(insert), /the transaction is over/);
    let failed: StoreWriter | undefined;
    const failing = () =>
      store.transaction((writer) => {
        failed = writer;
        throw new Error("no");
      });
    assert.throws(failing, /^Error: no$/);
    assert.throws(() => failed?.write(insert), /the transaction is over/);
    assert.deepEqual(committed(), []);
    assert.ok(late.first("SELECT 1 FROM profiles") !== undefined, "it still reads");
  });

  it("throws and rolls back if the commit fails, then recovers", (t) => {
    const { store, add, committed } = opened(t, doomed);
    const failing = () => store.transaction((writer) => writer.write("INSERT INTO doomed VALUES ('nobody')"));
    assert.throws(failing, /FOREIGN KEY/);
    add("a");
    assert.deepEqual(committed(), ["a"]);
  });

  it("throws the original error if SQLite has already rolled back", (t) => {
    // SQLite may roll back by itself after an error such as a full disk or a damaged page.
    const { add, committed } = opened(
      t,
      "CREATE TRIGGER undo BEFORE INSERT ON profiles WHEN new.name = 'undo' BEGIN SELECT RAISE(ROLLBACK, 'undone'); END",
    );
    assert.throws(() => add("undo"), /undone/);
    add("a");
    assert.deepEqual(committed(), ["a"]);
  });

  it("throws if the file is locked, then recovers", (t) => {
    const { db, add, file, committed } = opened(t);
    db.exec("PRAGMA busy_timeout = 0");
    const other = new DatabaseSync(file);
    t.after(() => other.close());
    other.exec("BEGIN IMMEDIATE");
    assert.throws(() => add("a"), /locked/);
    other.exec("ROLLBACK");
    add("b");
    assert.deepEqual(committed(), ["b"]);
  });
});

const post = (body: string): Call => ({ method: "POST", path: "/auth/connections", body });
const get = (path: string): Call => ({ method: "GET", path });
const bodyFor = (domain: string): string => `{"domain":"${domain}","profile_name":"p"}`;

describe("simultaneous requests", () => {
  it("get the same replies as sequential requests", async (t) => {
    const { port, faults } = await served(t);
    const statuses = await together(t, port, [
      post(bodyFor("a.example")),
      post(bodyFor("a.example")),
      post("{"),
      post(`{"domain":"b.example","profile_name":"p","browser":{"proxy":{"name":"office"}}}`),
      post(bodyFor("b.example")),
      get("/auth/connections?domain=b.example"),
    ]);
    assert.deepEqual(statuses, [201, 409, 400, 400, 201, 200]);
    assert.deepEqual(faults, []);
    assert.equal((await create(port, bodyFor("a.example"))).status, 409);
    assert.equal((await create(port, bodyFor("b.example"))).status, 409);
  });

  it("succeed even if another request's commit fails", async (t) => {
    const { db, port, faults } = await served(t);
    db.exec(
      `${doomed};
      CREATE TRIGGER doom AFTER INSERT ON connections WHEN new.domain = 'doomed.example'
      BEGIN INSERT INTO doomed VALUES ('nobody'); END`,
    );
    const statuses = await together(t, port, [
      post(bodyFor("a.example")),
      post(bodyFor("doomed.example")),
      post(bodyFor("b.example")),
      get("/auth/connections?domain=doomed.example"),
    ]);
    assert.deepEqual(statuses, [201, 500, 201, 200]);
    assert.equal(faults.length, 1);
    const { body } = await send(port, { method: "GET", path: "/auth/connections?query=doomed.example" });
    assert.deepEqual(body, []);
  });
});
