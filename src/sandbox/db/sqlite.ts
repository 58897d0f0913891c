// Loads node:sqlite only when the sandbox starts, because some extension hosts lack the module. Those hosts can still
// use the real service.
import { closeSync, openSync } from "node:fs";
import { isBuiltin } from "node:module";
import type * as Sqlite from "node:sqlite";
import { SandboxError } from "../sandboxError.ts";

export type SqliteDatabase = Sqlite.DatabaseSync;
export type SqliteStatement = Sqlite.StatementSync;

/**
 * Returns the module node:sqlite. @throws {SandboxError} `sqliteMissing` if this Node.js was built or run without it.
 */
export function loadSqlite(): typeof Sqlite {
  const message = "The sandbox needs a Node.js version with node:sqlite.";
  if (!isBuiltin("node:sqlite")) throw new SandboxError("sqliteMissing", message);
  try {
    return process.getBuiltinModule("node:sqlite");
  } catch (cause) {
    throw new SandboxError("sqliteMissing", message, { cause });
  }
}

/** Creates a missing file with mode 0600, because SQLite itself would create a file that every user can read. */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch {
    // Do nothing if the file already exists. Opening and closing the file would release the locks that this process
    // holds on it. SQLite will report any other error.
  }
}

/** SQLite's primary result codes that the sandbox handles. */
export const resultCode = { busy: 5, locked: 6, corrupt: 11, notADatabase: 26 } as const;

/** Messages for errors of the disk, the file system or another program, by SQLite's primary result code. */
const storageProblems: Readonly<Record<number, string | undefined>> = {
  [resultCode.busy]: "another program has locked the data file",
  8: "the data file cannot be written",
  10: "the disk reported an error",
  [resultCode.corrupt]: "the data file is damaged",
  13: "the disk is full",
  14: "the data file cannot be opened",
  [resultCode.notADatabase]: "the data file is damaged",
};

/** Returns the primary result code of an SQLite error, or undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  return error.errcode & 0xff;
}

export function describeStorageError(error: unknown): string | undefined {
  const trouble = storageProblems[sqliteCode(error) ?? 0];
  return trouble && `The sandbox can't use its data: ${trouble}.`;
}

/**
 * Maximum length, in UTF-16 code units, of a name that is compared without accents. Decomposing a longer name could
 * be slow, because sorting combining marks takes quadratic time.
 */
const maxDecomposedLength = 1024;

/**
 * Registers two SQL functions that normalize text for comparisons. `fold(text)` removes case in every script, whereas
 * SQLite's `lower` handles only ASCII. `plain(text)` removes case and accents, but keeps ß and ss distinct.
 */
export function registerTextFunctions(db: SqliteDatabase): void {
  // Convert to upper case as well. Lower case alone distinguishes letters that a search must treat as equal, such as σ
  // and ς, or ß and ss.
  const fold = (value: string) => value.toLowerCase().toUpperCase();
  // Remove the marks of Latin letters only. In other scripts, marks can be vowels: दिन and दान are different names.
  const withoutMarks = (value: string) => value.replace(/(\p{Script=Latin})\p{M}+/gu, "$1");
  const plain = (value: string) =>
    value.length > maxDecomposedLength ? value : withoutMarks(value.toLowerCase().normalize("NFD"));
  for (const [name, of] of Object.entries({ fold, plain }))
    db.function(name, { deterministic: true }, (value) => (typeof value === "string" ? of(value) : null));
}

/**
 * Returns an SQL condition that is true if the parameter is empty, or equals the column's value regardless of case
 * and accents.
 */
export const matchesName = (column: string, parameter: string): string =>
  `(${parameter} = '' OR plain(${column}) = plain(${parameter}))`;

/**
 * Returns an SQL condition that is true if the parameter is empty, or is a substring of one of the columns regardless
 * of case.
 */
export function containsText(parameter: string, ...columns: string[]): string {
  const parts = columns.map((column) => `instr(fold(coalesce(${column}, '')), fold(${parameter})) > 0`);
  return `(${[`${parameter} = ''`, ...parts].join(" OR ")})`;
}

export type DatabaseRow = Readonly<Record<string, Sqlite.SQLOutputValue>>;

/** Reads a column declared TEXT NOT NULL. */
export function getText(row: DatabaseRow, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`${column} is not text`);
  return value;
}

/** Reads a column declared INTEGER NOT NULL. */
export function getInteger(row: DatabaseRow, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`${column} is not an integer`);
  return value;
}

/** Reads a column declared TEXT. */
export const getOptionalText = (row: DatabaseRow, column: string): string | null =>
  row[column] === null ? null : getText(row, column);

/** Reads a column declared INTEGER. */
export const getOptionalInteger = (row: DatabaseRow, column: string): number | null =>
  row[column] === null ? null : getInteger(row, column);
