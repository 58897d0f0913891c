// Stores the sandbox's data. When a transaction returns, all its writes are durable. Writes outside a transaction are
// impossible, because only a transaction provides a StoreWriter.
import { statSync } from "node:fs";
import { SandboxError } from "../sandboxError.ts";
import type { SqliteDatabase, DatabaseRow, SqliteStatement } from "./sqlite.ts";

export type ColumnValue = string | number | null;

export interface TableDefinition {
  readonly name: string;
  readonly columns: Readonly<Record<string, string>>;
  /** Columns that must have a unique combination of values. */
  readonly unique?: readonly string[];
  readonly indexed?: readonly string[];
  /** Parses a row. Throws if this version can't have written the row. If omitted, every row is accepted. */
  readonly read?: (row: DatabaseRow) => unknown;
}

/** Tables and their initial rows. In a list of contents, a table must precede the tables that refer to it. */
export interface StoreContent {
  readonly tables: readonly TableDefinition[];
  /** `now` is in milliseconds since 1970. */
  readonly seed: (store: StoreWriter, now: number, sample: SampleSize) => void;
}

/**
 * Initial data. `small` contains a few rows for a first look, `all` contains an example of every case, and `empty`
 * contains only the rows that every store needs.
 */
export type SampleSize = "small" | "all" | "empty";

/**
 * Returns the statements that create the tables, in order. If the schema of a file differs from these statements,
 * another version created the file.
 */
export const schemaOf = (contents: readonly StoreContent[]): string[] =>
  contents
    .flatMap(({ tables }) => tables)
    .flatMap(({ name, columns, unique = [], indexed = [] }) => {
      const parts = Object.entries(columns).map(([column, kind]) => `${column} ${kind}`);
      if (unique.length > 0) parts.push(`UNIQUE (${unique.join(", ")})`);
      return [
        `CREATE TABLE ${name} (${parts.join(", ")}) STRICT`,
        ...indexed.map((column) => `CREATE INDEX ${name}_by_${column} ON ${name} (${column})`),
      ];
    });

/** Values by column name. The names may be in camel case or snake case. */
type ColumnValues = Readonly<Record<string, ColumnValue | boolean>>;

const columnNames = (columns: ColumnValues): string[] =>
  Object.keys(columns).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const columnValues = (columns: ColumnValues): ColumnValue[] =>
  Object.values(columns).map((value) => (typeof value === "boolean" ? Number(value) : value));

function requireRow(row: DatabaseRow | undefined): DatabaseRow {
  if (row === undefined) throw new TypeError("no row has this id");
  return row;
}

export class StoreReader {
  protected readonly db: SqliteDatabase;
  protected readonly statements: Map<string, SqliteStatement>;

  constructor(db: SqliteDatabase, statements: Map<string, SqliteStatement>) {
    this.db = db;
    this.statements = statements;
  }

  select(sql: string, ...values: ColumnValue[]): DatabaseRow[] {
    return this.prepared(sql).all(...values);
  }

  first(sql: string, ...values: ColumnValue[]): DatabaseRow | undefined {
    return this.prepared(sql).get(...values);
  }

  protected prepared(sql: string): SqliteStatement {
    const statement = this.statements.get(sql) ?? this.db.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

/** Writes data within one transaction. After the transaction has ended, only reads are possible. */
export class StoreWriter extends StoreReader {
  readonly #contents: readonly StoreContent[];
  #isClosed = false;

  constructor(
    db: SqliteDatabase,
    statements: Map<string, SqliteStatement>,
    contents: readonly StoreContent[],
  ) {
    super(db, statements);
    this.#contents = contents;
  }

  /** Makes every later write throw. */
  close(): void {
    this.#isClosed = true;
  }

  /** Runs a statement and returns the first row of its result, if any. */
  write(sql: string, ...values: ColumnValue[]): DatabaseRow | undefined {
    if (this.#isClosed) throw new TypeError("the transaction is over");
    return this.first(sql, ...values);
  }

  insert(table: string, row: ColumnValues): DatabaseRow {
    const names = columnNames(row);
    const places = names.map(() => "?").join(", ");
    const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places}) RETURNING *`;
    return requireRow(this.write(sql, ...columnValues(row)));
  }

  update(table: string, id: string, columns: ColumnValues): DatabaseRow {
    const set = columnNames(columns).map((name) => `${name} = ?`);
    const sql = `UPDATE ${table} SET ${set.join(", ")} WHERE id = ? RETURNING *`;
    return requireRow(this.write(sql, ...columnValues(columns), id));
  }

  /** Replaces all data with the sample. `now` is in milliseconds since 1970. */
  reset(now: number, sample: SampleSize): void {
    const names = this.#contents.flatMap(({ tables }) => tables.map(({ name }) => name));
    for (const name of names.reverse()) this.write(`DELETE FROM ${name}`);
    this.insertSample(sample, now);
  }

  insertSample(sample: SampleSize, now: number): void {
    for (const { seed } of this.#contents) seed(this, now, sample);
  }
}

export class SandboxStore extends StoreReader {
  readonly #contents: readonly StoreContent[];
  readonly #checkFiles: () => void;
  /** True if the database had no tables when it was opened. */
  readonly isNew: boolean;

  /** Takes ownership of an open database. If the database is empty, creates the tables and inserts the sample. */
  constructor(
    db: SqliteDatabase,
    contents: readonly StoreContent[],
    now: number,
    sample: SampleSize = "all",
  ) {
    super(db, new Map());
    this.#contents = contents;
    // Read from the database before `createFileCheck` identifies the files, because the first read creates the
    // write-ahead log.
    this.isNew = this.first("SELECT 1 FROM sqlite_schema") === undefined;
    this.#checkFiles = createFileCheck(db);
    // Create the tables and insert the sample in one transaction. Otherwise, a crash between the two steps would
    // leave the tables empty forever. Run the transaction even if the tables exist, so that opening a read-only file
    // fails immediately.
    this.transaction((writer) => {
      if (!this.isNew) return;
      for (const statement of schemaOf(contents)) db.exec(statement);
      writer.insertSample(sample, now);
    });
  }

  close(): void {
    this.statements.clear();
    this.db.close();
  }

  /**
   * Runs `work` in a transaction. When this method returns, every write is on disk, in the file that the sandbox will
   * open at its next start. If this method throws, callers must treat every write as lost. Other transactions are
   * unaffected.
   */
  transaction<T>(work: (writer: StoreWriter) => T): T {
    const writer = new StoreWriter(this.db, this.statements, this.#contents);
    this.prepared("BEGIN IMMEDIATE").run();
    try {
      const result = work(writer);
      this.prepared("COMMIT").run();
      this.#checkFiles();
      return result;
    } catch (error) {
      // After some errors, such as a full disk, SQLite has already rolled back the transaction.
      if (this.db.isTransaction) this.prepared("ROLLBACK").run();
      throw error;
    } finally {
      writer.close();
    }
  }
}

/**
 * Returns a check that throws a {@link SandboxError} `unusableFile` if the data file or its log was removed or
 * replaced after the database was opened. A removed file that is still open accepts writes, but these writes are lost
 * when the process ends.
 */
function createFileCheck(db: SqliteDatabase): () => void {
  const file = db.location();
  if (file === null) return () => undefined;
  const parts = [file, `${file}-wal`].map((part) => ({ part, opened: fileIdentity(part) }));
  return () => {
    for (const { part, opened } of parts) {
      if (fileIdentity(part) === opened) continue;
      const message = `${part} was removed or replaced while in use. Restart the sandbox.`;
      throw new SandboxError("unusableFile", message);
    }
  };
}

/**
 * Returns the device and inode of a file, or undefined if the file doesn't exist. SQLite's log never exists on file
 * systems that don't support write-ahead logging.
 */
function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
