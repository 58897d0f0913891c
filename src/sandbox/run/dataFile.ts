// Which file a name leads to, so that no two names lead two owners to the same one; and who owns it. The owner holds an
// exclusive SQLite lock on a file beside it for as long as it lives: the system takes it back when the process dies,
// however it dies, so nothing stale can be left behind.
import { chmodSync, lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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
    throw new SandboxError("foreignFile", `${path} isn't a lock file, but a link or another kind of file.`);
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

/**
 * The one path of a data file, whatever links lead to it; where there is none yet, its path to be.
 * @throws {SandboxError} `foreignFile` for what is no regular file or has several names.
 */
export function realFile(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return pathToBe(file);
  if (!found.isFile()) throw new SandboxError("foreignFile", `${file} isn't a regular file.`);
  if (found.nlink > 1) {
    const message = `${file} has several names (hard links), and another sandbox may use one. Use a copy of the file.`;
    throw new SandboxError("foreignFile", message);
  }
  return realpathSync.native(file);
}

function pathToBe(file: string): string {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) {
    throw new SandboxError("foreignFile", `${file} is a broken link.`);
  }
  try {
    return join(realpathSync.native(dirname(file)), basename(file));
  } catch {
    // There is no such folder, as whoever opens it says.
    return file;
  }
}
