// Group commit: requests that arrive together share one commit, and nobody is told what could still be undone.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { Commits } from "../../../src/sandbox/commits.ts";
import { openDatabase } from "../../../src/sandbox/database.ts";
import { startServer } from "../../../src/sandbox/server.ts";
import { Store } from "../../../src/sandbox/store.ts";
import type { Call } from "./support.ts";
import { create, objectOf, send, temporaryDirectory, together, token } from "./support.ts";

/** A store on a file, and what another reader of that file finds: what has been committed. */
async function opened(t: TestContext, preparation = "") {
  const file = join(temporaryDirectory(t), "data.db");
  const { db } = openDatabase(file, 0);
  const store = new Store(db, Date.now());
  await store.settled();
  db.exec(preparation);
  const reader = new DatabaseSync(file, { readOnly: true });
  t.after(() => {
    reader.close();
    store.close();
  });
  const names = "SELECT name FROM profiles WHERE id LIKE 'test-%' ORDER BY name";
  return {
    db,
    store,
    file,
    add: (name: string): void =>
      store.transaction(() =>
        store.insert("INSERT INTO profiles (id, name, created_at) VALUES (?, ?, '')", `test-${name}`, name),
      ),
    committed: (): unknown[] =>
      reader
        .prepare(names)
        .all()
        .map(({ name }) => name),
  };
}

/** Committing fails once something is in it: what it refers to is looked for only then. */
const doomed =
  "CREATE TABLE doomed (name TEXT REFERENCES credentials (name) DEFERRABLE INITIALLY DEFERRED) STRICT";
const doom = (store: Store): void =>
  store.transaction(() => store.insert("INSERT INTO doomed VALUES ('nobody')"));

const no = new Error("no");
const refuse = (): never => {
  throw no;
};

describe("a group", () => {
  it("is committed together, at the end of the turn that it began in", async (t) => {
    const { store, add, committed } = await opened(t);
    add("a");
    add("b");
    await Promise.resolve();
    add("c");
    assert.deepEqual(committed(), []);
    await store.settled();
    assert.deepEqual(committed(), ["a", "b", "c"]);
  });

  it("is followed by the next one", async (t) => {
    const { store, add, committed } = await opened(t);
    add("a");
    await turn();
    assert.deepEqual(committed(), ["a"]);
    await store.settled();
    add("b");
    await store.settled();
    assert.deepEqual(committed(), ["a", "b"]);
  });

  it("keeps what is sound when one of it fails, wherever that one stands, with whatever it wrote", async (t) => {
    for (const place of [0, 1, 2]) {
      const { store, add, committed } = await opened(t);
      for (const step of [0, 1, 2]) {
        if (step !== place) add(`sound ${step}`);
        const failing = () =>
          store.transaction(() => {
            add("half");
            refuse();
          });
        if (step === place) assert.throws(failing, no);
      }
      await store.settled();
      assert.equal(committed().length, 2);
      assert.ok(!committed().includes("half"));
    }
  });

  it("is refused as a whole when it cannot be committed, and the next one works", async (t) => {
    const { store, add, committed } = await opened(t, doomed);
    add("a");
    doom(store);
    add("b");
    await assert.rejects(store.settled(), /FOREIGN KEY/);
    assert.deepEqual(committed(), []);
    add("a");
    await store.settled();
    assert.deepEqual(committed(), ["a"]);
  });

  it("is refused as a whole when SQLite undid all of it because of one", async (t) => {
    // Like a full disk or a damaged page may make it do.
    const { store, add, committed } = await opened(
      t,
      "CREATE TRIGGER undo BEFORE INSERT ON profiles WHEN new.name = 'undo' BEGIN SELECT RAISE(ROLLBACK, 'undone'); END",
    );
    add("a");
    assert.throws(() => add("undo"), /undone/);
    assert.throws(() => add("b"), /undone/);
    await assert.rejects(store.settled(), /undone/);
    assert.deepEqual(committed(), []);
    add("c");
    await store.settled();
    assert.deepEqual(committed(), ["c"]);
  });

  it("is refused as a whole when what one of it wrote cannot be undone", async () => {
    class CannotUndo extends DatabaseSync {
      override prepare(sql: string) {
        return super.prepare(sql.replace("ROLLBACK TO request", "ROLLBACK TO nobody"));
      }
    }
    const db = new CannotUndo(":memory:");
    db.exec("CREATE TABLE names (name TEXT) STRICT");
    const commits = new Commits(db, () => undefined);
    const add = (name: string) => db.prepare("INSERT INTO names VALUES (?)").run(name);
    commits.join(() => add("a"));
    assert.throws(
      () =>
        commits.join(() => {
          add("half");
          refuse();
        }),
      /no such savepoint/,
    );
    assert.throws(() => commits.join(() => add("b")), no);
    await assert.rejects(commits.settled(), no);
    assert.deepEqual(db.prepare("SELECT name FROM names").all(), []);
    db.close();
  });

  it("waits for a locked file once, not once for each of its requests", async (t) => {
    const { db, store, add, file, committed } = await opened(t);
    db.exec("PRAGMA busy_timeout = 0");
    const other = new DatabaseSync(file);
    t.after(() => other.close());
    other.exec("BEGIN IMMEDIATE");
    assert.throws(() => add("a"), /locked/);
    other.exec("ROLLBACK");
    assert.throws(() => add("b"), /locked/, "it was told so in this turn");
    await assert.rejects(store.settled(), /locked/);
    add("c");
    await store.settled();
    assert.deepEqual(committed(), ["c"]);
  });

  it("may fail when nobody waits for it any more, as when its client left", async (t) => {
    const { store, add, committed } = await opened(t, doomed);
    const unhandled = t.mock.fn();
    process.once("unhandledRejection", unhandled);
    t.after(() => process.off("unhandledRejection", unhandled));
    doom(store);
    await turn();
    await turn();
    assert.equal(unhandled.mock.callCount(), 0);
    add("a");
    await store.settled();
    assert.deepEqual(committed(), ["a"]);
  });

  it("that is still open when the store closes is committed first", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    const store = new Store(openDatabase(file, 0).db, 0);
    store.transaction(() => store.deleteDestination("otlp_sandboxfree"));
    store.close();
    const again = new Store(openDatabase(file, 0).db, 0);
    t.after(() => again.close());
    assert.equal(again.destinationById("otlp_sandboxfree"), undefined);
    await turn();
  });
});

const post = (body: string): Call => ({ method: "POST", path: "/auth/connections", body });
const get = (path: string): Call => ({ method: "GET", path });
const bodyFor = (domain: string): string => `{"domain":"${domain}","profile_name":"p"}`;

async function served(t: TestContext, preparation = "") {
  const { store } = await opened(t, preparation);
  const faults: unknown[] = [];
  const server = await startServer({
    store,
    instanceId: "instance",
    token,
    port: 0,
    onFault: (error) => faults.push(error),
  });
  t.after(() => server.close());
  return { port: server.identity.port, faults };
}

describe("requests that arrive together", () => {
  it("each get the answer that they would get one after the other", async (t) => {
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

  it("learn nothing of a commit that failed: neither those that wrote nor those that read or were refused", async (t) => {
    const { port, faults } = await served(
      t,
      `${doomed};
      CREATE TRIGGER doom AFTER INSERT ON connections WHEN new.domain = 'doomed.example'
      BEGIN INSERT INTO doomed VALUES ('nobody'); END`,
    );
    const statuses = await together(t, port, [
      post(bodyFor("sound.example")),
      post(bodyFor("doomed.example")),
      post(bodyFor("sound.example")),
      get("/auth/connections?domain=sound.example"),
    ]);
    assert.deepEqual(statuses, [500, 500, 500, 500]);
    assert.equal(faults.length, 4);
    const { body } = await send(port, { method: "GET", path: "/auth/connections?query=ed.example" });
    assert.deepEqual(body, []);
    const created = await create(port, bodyFor("sound.example"));
    assert.equal(created.status, 201, "and the next group works");
    assert.equal(objectOf(created.body)["domain"], "sound.example");
  });
});
