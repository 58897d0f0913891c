// One SQLite file, opened by the one process that owns it: checked, brought to the present tables, made durable.
import { chmodSync, existsSync, renameSync } from "node:fs";
import { asFailure, SandboxError } from "./failure.ts";
import { migrations } from "./migrations.ts";
import type { Database } from "./sqlite.ts";
import { addFold, integer, loadSqlite, resultCode, sqliteCode, text } from "./sqlite.ts";

/** The file name that keeps nothing. */
export const inMemory = ":memory:";

/** Written into the file's header (PRAGMA application_id), so that no other program's database is taken for ours. */
const applicationId = 0x4d417362;

export interface OpenedDatabase {
  readonly db: Database;
  /** Where a file that could not be read was kept; absent in the usual case. */
  readonly keptAside?: string;
}

/**
 * Opens or creates the file. A damaged one is left as it is; where it `maySetAside`, it is renamed, and a new one is
 * begun.
 * @throws {SandboxError} `sqliteMissing`, `foreignFile`, `newerData`, `damagedFile` or `unusableFile`.
 */
export function openDatabase(file: string, now: number, maySetAside = false): OpenedDatabase {
  try {
    return { db: open(file) };
  } catch (error) {
    if (!isDamage(error)) throw asFailure(file, error);
    const message = `${file} is damaged. Move it away or name another file, and the sandbox starts anew.`;
    if (!maySetAside) throw new SandboxError("damagedFile", message, { cause: error });
  }
  try {
    const keptAside = keepAside(file, now);
    return { db: open(file), keptAside };
  } catch (error) {
    throw asFailure(file, error);
  }
}

function open(file: string): Database {
  const { DatabaseSync } = loadSqlite();
  const db = new DatabaseSync(file);
  try {
    // By PRAGMA: the constructor's own option is ignored by early releases of Node 22.
    db.exec("PRAGMA busy_timeout = 2000");
    check(db, file);
    // Before the log is begun, which takes its mode from the file.
    if (file !== inMemory) chmodSync(file, 0o600);
    db.exec("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF");
    const mode = text(db.prepare("PRAGMA journal_mode = WAL").get() ?? {}, "journal_mode");
    if (mode !== "wal" && mode !== "memory") db.exec("PRAGMA journal_mode = DELETE");
    // While a table is replaced, what refers to it would be in the way.
    db.exec("PRAGMA foreign_keys = OFF");
    migrate(db);
    db.exec("PRAGMA foreign_keys = ON");
    addFold(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

class Damage extends Error {}

function check(db: Database, file: string): void {
  const verdict = text(db.prepare("PRAGMA quick_check(1)").get() ?? {}, "quick_check");
  if (verdict !== "ok") throw new Damage(verdict);
  const ours = integer(db.prepare("PRAGMA application_id").get() ?? {}, "application_id") === applicationId;
  const { count } = db.prepare("SELECT count(*) AS count FROM sqlite_schema").get() ?? {};
  if (!ours && count !== 0) {
    throw new SandboxError("foreignFile", `${file} is a database of another program.`);
  }
  if (version(db) > migrations.length) {
    throw new SandboxError("newerData", `${file} was written by a later version of the sandbox.`);
  }
}

const version = (db: Database): number =>
  integer(db.prepare("PRAGMA user_version").get() ?? {}, "user_version");

/** Also where nothing is to do it takes the write lock once, so that a read-only file is noticed here. */
function migrate(db: Database): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const step of migrations.slice(version(db))) db.exec(step);
    if (db.prepare("PRAGMA foreign_key_check").get() !== undefined) throw new Damage("a dangling reference");
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return error instanceof Damage || code === resultCode.corrupt || code === resultCode.notADatabase;
}

function keepAside(file: string, now: number): string {
  const target = `${file}.corrupt-${new Date(now).toISOString().replaceAll(":", "-")}`;
  for (const part of ["", "-wal", "-shm"]) {
    if (existsSync(file + part)) renameSync(file + part, target + part);
  }
  return target;
}
