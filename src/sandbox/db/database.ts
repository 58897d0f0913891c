// One SQLite file, opened by the one process that owns it: checked, signed, made durable.
import { chmodSync, existsSync, renameSync } from "node:fs";
import { asFailure, SandboxError } from "../sandboxError.ts";
import type { Database } from "./sqlite.ts";
import { addFold, createPrivate, integer, loadSqlite, resultCode, sqliteCode, text } from "./sqlite.ts";

/** The file name that keeps nothing. */
export const inMemory = ":memory:";

/** Written into the file's header (PRAGMA application_id), so that no other program's database is taken for ours. */
const applicationId = 0x4d417362;

/** Goes up when files of before cannot be used any more, and not for tables and columns that are added. */
const present = 3;

/** A file that was left to itself, and why. */
export interface KeptAside {
  readonly file: string;
  readonly reason: "damaged" | "older";
}

export interface OpenedDatabase {
  readonly db: Database;
  /** Absent in the usual case. */
  readonly keptAside?: KeptAside;
}

/**
 * Opens or creates the file. One that is damaged, or that an earlier version wrote, is left as it is; where it
 * `maySetAside`, it is renamed, and a new one is begun.
 * @throws {SandboxError} `sqliteMissing`, `foreignFile`, `newerData`, `olderData`, `damagedFile` or `unusableFile`.
 */
export function openDatabase(file: string, now: number, maySetAside = false): OpenedDatabase {
  let reason: KeptAside["reason"];
  let name: string;
  try {
    return { db: open(file) };
  } catch (error) {
    if (error instanceof Older) {
      if (!maySetAside) throw new SandboxError("olderData", error.message, { cause: error });
      [reason, name] = ["older", `version-${error.version}`];
    } else {
      if (!isDamage(error)) throw asFailure(file, error);
      const message = `${file} is damaged. Move it away or name another file, and the sandbox starts anew.`;
      if (!maySetAside) throw new SandboxError("damagedFile", message, { cause: error });
      [reason, name] = ["damaged", "corrupt"];
    }
  }
  try {
    const kept = keepAside(file, name, now);
    return { db: open(file), keptAside: { file: kept, reason } };
  } catch (error) {
    throw asFailure(file, error);
  }
}

function open(file: string): Database {
  const { DatabaseSync } = loadSqlite();
  if (file !== inMemory) createPrivate(file);
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    // By PRAGMA: the constructor's own option is ignored by early releases of Node 22.
    db.exec("PRAGMA busy_timeout = 2000");
    check(db, file);
    // Before the log is begun, which takes its mode from the file.
    if (file !== inMemory) chmodSync(file, 0o600);
    db.exec("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF");
    const mode = text(db.prepare("PRAGMA journal_mode = WAL").get() ?? {}, "journal_mode");
    if (mode !== "wal" && mode !== "memory") db.exec("PRAGMA journal_mode = DELETE");
    sign(db);
    addFold(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

class Damage extends Error {}

class Older extends Error {
  readonly version: number;

  constructor(file: string, version: number) {
    super(
      `${file} was written by an earlier version of the sandbox. Name another file, or one that is not there yet.`,
    );
    this.version = version;
  }
}

function check(db: Database, file: string): void {
  const verdict = text(db.prepare("PRAGMA quick_check(1)").get() ?? {}, "quick_check");
  if (verdict !== "ok") throw new Damage(verdict);
  const ours = integer(db.prepare("PRAGMA application_id").get() ?? {}, "application_id") === applicationId;
  const { count } = db.prepare("SELECT count(*) AS count FROM sqlite_schema").get() ?? {};
  if (!ours && count !== 0) {
    throw new SandboxError("foreignFile", `${file} is a database of another program.`);
  }
  const version = integer(db.prepare("PRAGMA user_version").get() ?? {}, "user_version");
  if (version > present) {
    throw new SandboxError("newerData", `${file} was written by a later version of the sandbox.`);
  }
  if (ours && version < present) throw new Older(file, version);
  if (db.prepare("PRAGMA foreign_key_check").get() !== undefined) throw new Damage("a dangling reference");
}

/** Makes the file ours. It takes the write lock also where it is ours already, so that a read-only one is noticed here. */
function sign(db: Database): void {
  db.exec(
    `BEGIN IMMEDIATE; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${present}; COMMIT`,
  );
}

function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return error instanceof Damage || code === resultCode.corrupt || code === resultCode.notADatabase;
}

function keepAside(file: string, name: string, now: number): string {
  const target = `${file}.${name}-${new Date(now).toISOString().replaceAll(":", "-")}`;
  for (const part of ["", "-wal", "-shm"]) {
    if (existsSync(file + part)) renameSync(file + part, target + part);
  }
  return target;
}
