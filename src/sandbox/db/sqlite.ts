// node:sqlite, loaded only when it is needed: some hosts do not have it, and they can still reach the service.
import { closeSync, openSync } from "node:fs";
import { isBuiltin } from "node:module";
import type * as Sqlite from "node:sqlite";
import { SandboxError } from "../sandboxError.ts";

export type Database = Sqlite.DatabaseSync;
export type Statement = Sqlite.StatementSync;

/** The module. @throws {SandboxError} `sqliteMissing` where this Node was built or started without it. */
export function loadSqlite(): typeof Sqlite {
  const message = "The sandbox needs a Node.js version with node:sqlite.";
  if (!isBuiltin("node:sqlite")) throw new SandboxError("sqliteMissing", message);
  try {
    return process.getBuiltinModule("node:sqlite");
  } catch (cause) {
    throw new SandboxError("sqliteMissing", message, { cause });
  }
}

/** Creates a file for its user alone, where there is none: SQLite would create it for all of the computer to read. */
export function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch {
    // One that is there is not opened, as closing it would take back its locks; of all else in the way SQLite tells.
  }
}

/** SQLite's primary result codes that are told apart here. */
export const resultCode = { busy: 5, locked: 6, corrupt: 11, notADatabase: 26 } as const;

/** What a disk, its file system or another program can do to a file in use, by SQLite's primary result codes. */
const storageTroubles: Readonly<Partial<Record<number, string>>> = {
  [resultCode.busy]: "another program has locked the data file",
  8: "the data file cannot be written",
  10: "the disk reported an error",
  [resultCode.corrupt]: "the data file is damaged",
  13: "the disk is full",
  14: "the data file cannot be opened",
  [resultCode.notADatabase]: "the data file is damaged",
};

/** The primary result code of an error that SQLite raised, else undefined. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  return error.errcode & 0xff;
}

/** What is wrong with the place where the data is kept, in a sentence; undefined for every other error. */
export function storageTrouble(error: unknown): string | undefined {
  const trouble = storageTroubles[sqliteCode(error) ?? 0];
  return trouble && `The sandbox can't use its data: ${trouble}.`;
}

/** The longest name whose marks are sorted, in UTF-16 code units: sorting takes time that grows with the square of it. */
const longestSorted = 1024;

/**
 * Makes `fold(text)` known: letters of every script without regard to case; and `plain(text)`: without accents either.
 * SQLite's `lower` knows ASCII alone.
 */
export function addFold(db: Database): void {
  // Through both cases, because neither alone has one form for all: σ and ς, ß and ẞ, k and the sign for kelvin.
  const fold = (value: string) => value.toLowerCase().toUpperCase();
  // Only Latin letters have accents: marks of other scripts are vowels, so दिन and दान are two names.
  const withoutMarks = (value: string) => value.replace(/(\p{Script=Latin})\p{M}+/gu, "$1");
  const plain = (value: string) =>
    fold(value.length > longestSorted ? value : withoutMarks(value.normalize("NFD")));
  for (const [name, of] of Object.entries({ fold, plain })) {
    db.function(name, { deterministic: true }, (value) => (typeof value === "string" ? of(value) : null));
  }
}

/** SQL: whether the parameter is empty or the name in the column: neither case nor accents tell names apart. */
export const isNamed = (column: string, parameter: string): string =>
  `(${parameter} = '' OR plain(${column}) = plain(${parameter}))`;

/** SQL: whether the parameter is empty or a part of one of the columns, however its letters are written. */
export function contains(parameter: string, ...columns: string[]): string {
  const parts = columns.map((column) => `instr(fold(coalesce(${column}, '')), fold(${parameter})) > 0`);
  return `(${[`${parameter} = ''`, ...parts].join(" OR ")})`;
}

export type Row = Readonly<Record<string, Sqlite.SQLOutputValue>>;

/** A column that the tables declare as TEXT NOT NULL. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`${column} is not text`);
  return value;
}

/** A column that the tables declare as INTEGER NOT NULL. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`${column} is not an integer`);
  return value;
}

/** A column that the tables declare as TEXT. */
export const optionalText = (row: Row, column: string): string | null =>
  row[column] === null ? null : text(row, column);

/** A column that the tables declare as INTEGER. */
export const optionalInteger = (row: Row, column: string): number | null =>
  row[column] === null ? null : integer(row, column);
