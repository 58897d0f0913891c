// Who owns a data file. The owner holds an exclusive SQLite lock on a file beside it for as long as it lives: the
// system takes it back when the process dies, however it dies, so nothing stale can be left behind.
import { chmodSync, lstatSync } from "node:fs";
import { SandboxError } from "../sandboxError.ts";
import { createPrivate, loadSqlite, resultCode, sqliteCode } from "../db/sqlite.ts";

export interface Lock {
  release(): void;
}

/**
 * Takes the lock of `file` at once, or returns undefined while another process or thread holds it.
 * @throws {SandboxError} `foreignFile` where a link stands in its place, or what is no file.
 */
export function takeLock(file: string): Lock | undefined {
  const { DatabaseSync } = loadSqlite();
  const path = `${file}.lock`;
  // Looked at, but not opened: closing it would take back the lock that this process may hold on it.
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !(found.isFile() && found.nlink === 1)) {
    throw new SandboxError("foreignFile", `${path} is no lock, but a link or no regular file.`);
  }
  createPrivate(path);
  const db = new DatabaseSync(path);
  try {
    // Nothing is ever written to it, so its journal need not touch the disk.
    db.exec(
      "PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE",
    );
    chmodSync(path, 0o600);
    return { release: () => db.close() };
  } catch (error) {
    db.close();
    const code = sqliteCode(error);
    if (code === resultCode.busy || code === resultCode.locked) return undefined;
    throw error;
  }
}
