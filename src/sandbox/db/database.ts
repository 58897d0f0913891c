// Opens the SQLite data file in the process that owns the data, validates the content and configures durability.
import { chmodSync, existsSync, renameSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { toSandboxError } from "../sandboxError.ts";
import {
  registerTextFunctions,
  createPrivateFile,
  type SqliteDatabase,
  loadSqlite,
  resultCode,
  sqliteCode,
  getText,
} from "./sqlite.ts";
import { type StoreContent, schemaOf } from "./store.ts";

/** SQLite's special file name for a database that exists only in memory. */
export const inMemory = ":memory:";

export interface OpenedDatabase {
  readonly db: SqliteDatabase;
  /** The new path of the existing file, if that file was unusable and was therefore renamed. */
  readonly keptAside?: string;
}

/**
 * Opens the file, or creates a missing file. If the file is damaged or was written by another version or program,
 * renames the file and creates a new one. Never renames a file because of a disk error or a lock. @throws
 * {SandboxError} `sqliteMissing` or `unusableFile`.
 */
export function openDatabase(file: string, contents: readonly StoreContent[], now: number): OpenedDatabase {
  try {
    try {
      return { db: openFile(file, contents) };
    } catch (error) {
      if (!isForeignData(error)) throw error;
      const keptAside = moveAside(file, now);
      return { db: openFile(file, contents), keptAside };
    }
  } catch (error) {
    throw toSandboxError(file, error);
  }
}

function openFile(file: string, contents: readonly StoreContent[]): SqliteDatabase {
  const { DatabaseSync } = loadSqlite();
  if (file !== inMemory) createPrivateFile(file);
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    // Set the timeout with a PRAGMA, because early releases of Node 22 ignore the constructor's `timeout` option.
    db.exec("PRAGMA busy_timeout = 2000");
    validateContent(db, contents);
    // Set the file mode before the write-ahead log is created, because SQLite gives the log the data file's mode.
    if (file !== inMemory) chmodSync(file, 0o600);
    db.exec("PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF");
    const mode = getText(db.prepare("PRAGMA journal_mode = WAL").get() ?? {}, "journal_mode");
    if (mode !== "wal" && mode !== "memory") db.exec("PRAGMA journal_mode = DELETE");
    registerTextFunctions(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

class ForeignDataError extends Error {}

/**
 * Accepts an empty file, and a file that has this version's schema, valid references and readable rows. Throws a
 * ForeignDataError for any other file.
 */
function validateContent(db: SqliteDatabase, contents: readonly StoreContent[]): void {
  const verdict = getText(db.prepare("PRAGMA quick_check(1)").get() ?? {}, "quick_check");
  if (verdict !== "ok") throw new ForeignDataError(verdict);
  const rows = db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid").all();
  const schema = rows.map((row) => getText(row, "sql"));
  if (schema.length > 0 && !isDeepStrictEqual(schema, schemaOf(contents)))
    throw new ForeignDataError("other tables");
  if (db.prepare("PRAGMA foreign_key_check").get() !== undefined)
    throw new ForeignDataError("a dangling reference");
  if (schema.length === 0) return;
  for (const { name, read } of contents.flatMap(({ tables }) => tables)) {
    if (read === undefined) continue;
    const all = db.prepare(`SELECT * FROM ${name}`).all();
    try {
      all.forEach(read);
    } catch (cause) {
      throw new ForeignDataError(`a row of ${name}`, { cause });
    }
  }
}

function isForeignData(error: unknown): boolean {
  const code = sqliteCode(error);
  return error instanceof ForeignDataError || code === resultCode.corrupt || code === resultCode.notADatabase;
}

function moveAside(file: string, now: number): string {
  const target = `${file}.kept-aside-${new Date(now).toISOString().replaceAll(":", "-")}`;
  for (const part of ["", "-wal", "-shm"]) {
    if (existsSync(file + part)) renameSync(file + part, target + part);
  }
  return target;
}
