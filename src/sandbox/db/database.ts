// One SQLite file, opened by the one process that owns it: checked and made durable.
import { chmodSync, existsSync, renameSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { asFailure } from "../sandboxError.ts";
import { addFold, createPrivate, type Database, loadSqlite, resultCode, sqliteCode, text } from "./sqlite.ts";
import { type Content, schemaOf } from "./store.ts";

/** The file name that keeps nothing. */
export const inMemory = ":memory:";

export interface OpenedDatabase {
  readonly db: Database;
  /** Where the file was moved that was found and could not be used; absent in the usual case. */
  readonly keptAside?: string;
}

/**
 * Opens or creates the file. One that holds anything but whole data of these contents (it is damaged, of another version
 * or of another program) is renamed, and a new one is begun. A disk or a lock that is in the way moves nothing.
 * @throws {SandboxError} `sqliteMissing` or `unusableFile`.
 */
export function openDatabase(file: string, contents: readonly Content[], now: number): OpenedDatabase {
  try {
    try {
      return { db: open(file, contents) };
    } catch (error) {
      if (!isOtherData(error)) throw error;
      const keptAside = keepAside(file, now);
      return { db: open(file, contents), keptAside };
    }
  } catch (error) {
    throw asFailure(file, error);
  }
}

function open(file: string, contents: readonly Content[]): Database {
  const { DatabaseSync } = loadSqlite();
  if (file !== inMemory) createPrivate(file);
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    // By PRAGMA: the constructor's own option is ignored by early releases of Node 22.
    db.exec("PRAGMA busy_timeout = 2000");
    check(db, contents);
    // Before the log is begun, which takes its mode from the file.
    if (file !== inMemory) chmodSync(file, 0o600);
    db.exec("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF");
    const mode = text(db.prepare("PRAGMA journal_mode = WAL").get() ?? {}, "journal_mode");
    if (mode !== "wal" && mode !== "memory") db.exec("PRAGMA journal_mode = DELETE");
    addFold(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

class OtherData extends Error {}

/** Lets an empty file pass, and one whose every table, reference and row is as this version writes it. */
function check(db: Database, contents: readonly Content[]): void {
  const verdict = text(db.prepare("PRAGMA quick_check(1)").get() ?? {}, "quick_check");
  if (verdict !== "ok") throw new OtherData(verdict);
  const rows = db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid").all();
  const schema = rows.map((row) => text(row, "sql"));
  if (schema.length > 0 && !isDeepStrictEqual(schema, schemaOf(contents)))
    throw new OtherData("other tables");
  if (db.prepare("PRAGMA foreign_key_check").get() !== undefined) throw new OtherData("a dangling reference");
  if (schema.length === 0) return;
  for (const { name, read } of contents.flatMap(({ tables }) => tables)) {
    if (read === undefined) continue;
    const all = db.prepare(`SELECT * FROM ${name}`).all();
    try {
      all.forEach(read);
    } catch (cause) {
      throw new OtherData(`a row of ${name}`, { cause });
    }
  }
}

function isOtherData(error: unknown): boolean {
  const code = sqliteCode(error);
  return error instanceof OtherData || code === resultCode.corrupt || code === resultCode.notADatabase;
}

function keepAside(file: string, now: number): string {
  const target = `${file}.kept-aside-${new Date(now).toISOString().replaceAll(":", "-")}`;
  for (const part of ["", "-wal", "-shm"]) {
    if (existsSync(file + part)) renameSync(file + part, target + part);
  }
  return target;
}
