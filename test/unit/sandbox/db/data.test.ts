// Tests the data file: persistence, permissions, and files that are damaged or belong to another program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs, {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { inMemory, openDatabase } from "../../../../src/sandbox/db/database.ts";
import { openSandbox } from "../../../../src/sandbox/run/openSandbox.ts";
import { SandboxStore, StoreWriter } from "../../../../src/sandbox/db/store.ts";
import { sandboxResources } from "../../../../src/sandbox/resources/allResources.ts";
import {
  book,
  create,
  objectOf,
  remove,
  send,
  startedSandbox,
  temporaryDirectory,
  token,
} from "../support.ts";

const body = `{"domain":"a.example","profile_name":"p"}`;
const refuse = (error: unknown): never => {
  throw error;
};

/** Returns a function that runs SQL on a closed data file. */
const changed = (sql: string) => (file: string) => {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
};

describe("the sandbox's data file", () => {
  it("keeps connections, deletions, plan and trial after a restart", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    const first = await openSandbox({ file, port: 0, token, onFault: refuse });
    assert.ok(first);
    const { port } = first.identity;
    const created = await create(port, body);
    assert.equal((await remove(port, "nightly-archive")).status, 204);
    await book(port, "HOBBYIST", true);
    const entitlements = await send(port, { method: "GET", path: "/org/entitlements" });
    await first.close();
    assert.deepEqual(
      readdirSync(join(file, "..")).sort(),
      ["data.db", "data.db.lock"],
      "the log is folded in",
    );

    const second = await startedSandbox(t, file);
    const again = await create(second.identity.port, body);
    assert.equal(again.status, 409);
    assert.equal(objectOf(again.body)["existing_id"], objectOf(created.body)["id"]);
    assert.equal((await remove(second.identity.port, "nightly-archive")).status, 404);
    const later = await send(second.identity.port, { method: "GET", path: "/org/entitlements" });
    assert.equal(later.text, entitlements.text);
    assert.notEqual(second.identity.instanceId, first.identity.instanceId);
  });

  it("releases the lock even if the file can't be closed", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    const first = await openSandbox({ file, port: 0, token, onFault: refuse });
    assert.ok(first);
    const close = t.mock.method(SandboxStore.prototype, "close", function (this: SandboxStore) {
      close.mock.restore();
      this.close();
      throw new Error("The disk is gone");
    });
    await assert.rejects(first.close(), { message: "The disk is gone" });
    await startedSandbox(t, file);
  });

  it("is created with access for this user only, like its log and lock", async (t) => {
    const directory = temporaryDirectory(t);
    await create((await startedSandbox(t, join(directory, "data.db"))).identity.port, body);
    const files = readdirSync(directory).sort();
    assert.deepEqual(files, ["data.db", "data.db-shm", "data.db-wal", "data.db.lock"]);
    for (const file of files) assert.equal(statSync(join(directory, file)).mode & 0o777, 0o600, file);
  });

  it("is made private again if others could read it", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    writeFileSync(file, "", { mode: 0o666 });
    chmodSync(file, 0o666);
    await startedSandbox(t, file);
    for (const part of ["", "-shm", "-wal"]) assert.equal(statSync(file + part).mode & 0o777, 0o600, part);
  });

  it("is private as soon as it is created, without a later chmod", async (t) => {
    const directory = temporaryDirectory(t);
    t.mock.method(fs, "chmodSync", () => undefined);
    syncBuiltinESMExports();
    t.after(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });
    await startedSandbox(t, join(directory, "data.db"));
    for (const file of readdirSync(directory))
      assert.equal(statSync(join(directory, file)).mode & 0o777, 0o600, file);
  });

  it("is opened with a write-ahead log, foreign keys and strict tables", (t) => {
    const { db } = openDatabase(join(temporaryDirectory(t), "data.db"), sandboxResources, 0);
    const store = new SandboxStore(db, sandboxResources, 0);
    t.after(() => store.close());
    const pragma = (name: string) => Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
    assert.equal(pragma("journal_mode"), "wal");
    assert.equal(pragma("synchronous"), 2);
    assert.equal(pragma("foreign_keys"), 1);
    assert.equal(pragma("trusted_schema"), 0);
    assert.equal(pragma("busy_timeout"), 2000);
    const loose = db.prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
    );
    assert.deepEqual(loose.all(), [], "every table is STRICT");
  });

  for (const [damage, change] of [
    [
      "isn't a database",
      (file: string) => writeFileSync(file, "not a database at all, just a text of some length."),
    ],
    ["was truncated", (file: string) => truncateSync(file, 8192)],
    ["was overwritten in the middle", (file: string) => writeFileSync(file, overwritten(readFileSync(file)))],
    [
      "has a wrong count of free pages",
      (file: string) => writeFileSync(file, miscounted(readFileSync(file))),
    ],
    ["lacks a current column", changed("ALTER TABLE proxies DROP COLUMN check_end")],
    ["has a column of a later version", changed("ALTER TABLE proxies ADD COLUMN later TEXT")],
    ["lacks a current index", changed("DROP INDEX proxies_by_name")],
    ["has a dangling reference", changed("PRAGMA foreign_keys = OFF; DELETE FROM profiles")],
    ["has a login with an unknown script", changed("UPDATE flows SET script = 'later'")],
    [
      "has an answer with an unknown next step",
      changed(`UPDATE flows SET answers = '[{"at":1,"to":"nowhere"}]' WHERE script = 'waiting'`),
    ],
    ["has a status of another version", changed("UPDATE connections SET status = 'LOST'")],
    ["has invalid details", changed("UPDATE proxies SET details = 'nothing'")],
    [
      "belongs to another program",
      (file: string) => {
        unlinkSync(file);
        changed("CREATE TABLE theirs (x)")(file);
      },
    ],
  ] as const)
    it(`is renamed and replaced with a new file if the old file ${damage}`, async (t) => {
      const { file, content } = await otherFile(t, change);
      const { keptAside = "", identity } = await startedSandbox(t, file);
      assert.match(keptAside, /data\.db\.kept-aside-\d{4}-\d\d-\d\dT[\d-]+\.\d+Z$/);
      assert.deepEqual(readFileSync(keptAside), content, "not a byte of it is lost");
      assert.equal((await create(identity.port, body)).status, 201);
    });

  async function otherFile(t: TestContext, change: (file: string) => void) {
    const file = join(temporaryDirectory(t), "data.db");
    const first = await openSandbox({ file, port: 0, token, onFault: refuse });
    assert.ok(first);
    await create(first.identity.port, body);
    await first.close();
    change(file);
    return { file, content: readFileSync(file) };
  }

  it("is renamed if unusable, but its replacement is kept at the next start", async (t) => {
    const { file } = await otherFile(t, (path) => writeFileSync(path, "no database"));
    for (const isKept of [true, false]) {
      const sandbox = await openSandbox({ file, port: 0, token, onFault: refuse });
      assert.equal(sandbox?.keptAside !== undefined, isKept);
      await sandbox?.close();
    }
  });

  for (const [errcode, diskError] of [
    [5, "is locked"],
    [8, "cannot be written"],
    [10, "is on a disk that fails"],
    [13, "is on a full disk"],
    [14, "cannot be opened"],
  ] as const)
    it(`stays in place if the file ${diskError}`, async (t) => {
      const { file, content } = await otherFile(t, () => undefined);
      t.mock.method(DatabaseSync.prototype, "prepare", () => {
        throw Object.assign(new Error("SQLite says so"), { code: "ERR_SQLITE_ERROR", errcode });
      });
      await assert.rejects(opened(t, file), { kind: "unusableFile", message: /SQLite says so/ });
      assert.deepEqual(readdirSync(join(file, "..")).sort(), ["data.db", "data.db.lock"]);
      assert.deepEqual(readFileSync(file), content);
    });

  it("is initialized if the file is empty", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    writeFileSync(file, "");
    assert.equal((await create((await startedSandbox(t, file)).identity.port, body)).status, 201);
  });

  it("releases its lock if the sandbox fails to start", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    const { port } = (await startedSandbox(t)).identity;
    await assert.rejects(openSandbox({ file, port, token, onFault: refuse }), { kind: "portUnusable" });
    await startedSandbox(t, file);
  });

  it("is closed if seeding its tables fails", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    const closed = t.mock.method(DatabaseSync.prototype, "close");
    const add = t.mock.method(StoreWriter.prototype, "insert", () => {
      throw new Error("The disk is full");
    });
    await assert.rejects(openSandbox({ file, port: 0, token, onFault: refuse }), {
      message: "The disk is full",
    });
    assert.equal(closed.mock.callCount(), 2, "the data and its lock");
    add.mock.restore();
    await startedSandbox(t, file);
  });

  it("isn't created for an in-memory sandbox", async (t) => {
    assert.equal((await create((await startedSandbox(t, inMemory)).identity.port, body)).status, 201);
    assert.throws(() => statSync(inMemory), { code: "ENOENT" });
    assert.throws(() => statSync(`${inMemory}.lock`), { code: "ENOENT" });
  });
});

/** Opens a sandbox and closes it after the test at the latest. */
async function opened(t: TestContext, file: string) {
  const sandbox = await openSandbox({ file, port: 0, token, onFault: refuse });
  t.after(() => sandbox?.close().catch(() => "closed before"));
  return sandbox;
}

describe("openSandbox", { skip: process.platform === "win32" }, () => {
  it("opens a data file only once even if several symbolic links lead there", async (t) => {
    const directory = temporaryDirectory(t);
    mkdirSync(join(directory, "real"));
    symlinkSync("real", join(directory, "linked"));
    const file = join(directory, "real", "data.db");
    symlinkSync(file, join(directory, "data.db"));
    const names = [file, join(directory, "data.db"), join(directory, "linked", "data.db")];
    await assert.rejects(opened(t, names[1] ?? ""), { kind: "foreignFile", message: /is a broken link/ });
    const owner = await opened(t, names[2] ?? "");
    assert.ok(owner);
    for (const name of names) {
      assert.equal(await opened(t, name), undefined, name);
    }
    await owner.close();
    assert.ok(await startedSandbox(t, names[1]));
    assert.deepEqual(readdirSync(directory).sort(), ["data.db", "linked", "real"]);
  });

  it("refuses a data file with a second hard link", async (t) => {
    const directory = temporaryDirectory(t);
    const [file, other] = [join(directory, "data.db"), join(directory, "other.db")];
    const owner = await opened(t, file);
    assert.ok(owner);
    linkSync(file, other);
    const refused = { kind: "foreignFile", message: /several names/ };
    await assert.rejects(opened(t, other), refused);
    assert.equal((await create(owner.identity.port, body)).status, 201);
    await owner.close();
    await assert.rejects(opened(t, file), refused);
    unlinkSync(other);
    assert.equal((await create((await startedSandbox(t, file)).identity.port, body)).status, 409);
  });

  for (const [description, make] of [
    ["a folder", (file: string) => mkdirSync(file, { mode: 0o755 })],
    ["a pipe", (file: string) => spawnSync("mkfifo", ["-m", "755", file])],
  ] as const)
    it(`refuses ${description} as data file, without changes`, async (t) => {
      const directory = temporaryDirectory(t);
      const file = join(directory, "data.db");
      make(file);
      chmodSync(file, 0o755);
      await assert.rejects(opened(t, file), { kind: "foreignFile", message: /a regular file/ });
      assert.equal(statSync(file).mode & 0o777, 0o755);
      assert.deepEqual(readdirSync(directory), ["data.db"]);
    });

  it("refuses a lock file that is a link to another file", async (t) => {
    const directory = temporaryDirectory(t);
    const file = join(directory, "data.db");
    const other = join(directory, "other");
    writeFileSync(other, "", { mode: 0o644 });
    chmodSync(other, 0o644);
    for (const link of [symlinkSync, linkSync]) {
      link(other, `${file}.lock`);
      await assert.rejects(opened(t, file), { kind: "foreignFile" });
      unlinkSync(`${file}.lock`);
    }
    assert.equal(statSync(other).mode & 0o777, 0o644);
    assert.deepEqual(readdirSync(directory), ["other"]);
  });
});

function overwritten(bytes: Buffer): Buffer {
  return bytes.fill(0xa5, 4096, 12288);
}

/** Returns a readable file with a wrong count of free pages, which the file format stores at this offset. */
function miscounted(bytes: Buffer): Buffer {
  const wrong = Buffer.from(bytes);
  wrong.writeUInt32BE(wrong.readUInt32BE(36) + 1, 36);
  return wrong;
}
