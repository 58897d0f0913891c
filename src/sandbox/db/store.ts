// What the sandbox remembers. What a transaction wrote is durable when it returns, and nothing is written outside of one:
// only a transaction has a writer.
import { statSync } from "node:fs";
import { SandboxError } from "../sandboxError.ts";
import type { Database, Row, Statement } from "./sqlite.ts";

export type Value = string | number | null;

export interface Table {
  readonly name: string;
  readonly columns: Readonly<Record<string, string>>;
  /** Columns that tell rows apart, all of them together. */
  readonly unique?: readonly string[];
  readonly indexed?: readonly string[];
  /** Reads a row, and throws where it is not what this version writes; any row is read, if left out. */
  readonly read?: (row: Row) => unknown;
}

/** What a store holds: tables, and what is in them at first. What they refer to stands before them in a list. */
export interface Content {
  readonly tables: readonly Table[];
  /** `now`: milliseconds since 1970. */
  readonly seed: (store: Writer, now: number, sample: Sample) => void;
}

/** The few rows of a first look, every case, or what even an empty store needs. */
export type Sample = "small" | "all" | "empty";

/** The statements that make the tables of some contents, in their order; a file of other ones is of another version. */
export const schemaOf = (contents: readonly Content[]): string[] =>
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

/** Values by their columns, in either spelling: `profileName` is `profile_name`. */
type Columns = Readonly<Record<string, Value | boolean>>;

const columnsOf = (columns: Columns): string[] =>
  Object.keys(columns).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const valuesOf = (columns: Columns): Value[] =>
  Object.values(columns).map((value) => (typeof value === "boolean" ? Number(value) : value));

function written(row: Row | undefined): Row {
  if (row === undefined) throw new TypeError("no row has this id");
  return row;
}

export class Reader {
  readonly #db: Database;
  readonly #statements: Map<string, Statement>;

  constructor(db: Database, statements: Map<string, Statement>) {
    this.#db = db;
    this.#statements = statements;
  }

  select(sql: string, ...values: Value[]): Row[] {
    return this.prepared(sql).all(...values);
  }

  first(sql: string, ...values: Value[]): Row | undefined {
    return this.prepared(sql).get(...values);
  }

  protected prepared(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Writes within one transaction; when that is over, it reads alone. */
export class Writer extends Reader {
  readonly #contents: readonly Content[];
  #isOver = false;

  constructor(db: Database, statements: Map<string, Statement>, contents: readonly Content[]) {
    super(db, statements);
    this.#contents = contents;
  }

  /** From here on nothing can be written. */
  end(): void {
    this.#isOver = true;
  }

  /** Returns the first row that the statement returns, if it returns any. */
  write(sql: string, ...values: Value[]): Row | undefined {
    if (this.#isOver) throw new TypeError("the transaction is over");
    return this.first(sql, ...values);
  }

  /** Adds a row, and returns it as it is stored. */
  add(table: string, row: Columns): Row {
    const names = columnsOf(row);
    const places = names.map(() => "?").join(", ");
    const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places}) RETURNING *`;
    return written(this.write(sql, ...valuesOf(row)));
  }

  /** Changes a row that is there, and returns it as it is stored. */
  change(table: string, id: string, columns: Columns): Row {
    const set = columnsOf(columns).map((name) => `${name} = ?`);
    const sql = `UPDATE ${table} SET ${set.join(", ")} WHERE id = ? RETURNING *`;
    return written(this.write(sql, ...valuesOf(columns), id));
  }

  /** Forgets everything and begins again. `now`: milliseconds since 1970. */
  reset(now: number, sample: Sample): void {
    const names = this.#contents.flatMap(({ tables }) => tables.map(({ name }) => name));
    for (const name of names.reverse()) this.write(`DELETE FROM ${name}`);
    this.begin(sample, now);
  }

  begin(sample: Sample, now: number): void {
    for (const { seed } of this.#contents) seed(this, now, sample);
  }
}

export class Store extends Reader {
  readonly #db: Database;
  readonly #statements: Map<string, Statement>;
  readonly #contents: readonly Content[];
  readonly #confirm: () => void;
  /** Whether the database was empty when it was opened. */
  readonly isNew: boolean;

  /** Takes over an opened database; an empty one gets its tables, and in them the sample. */
  constructor(db: Database, contents: readonly Content[], now: number, sample: Sample = "all") {
    const statements = new Map<string, Statement>();
    super(db, statements);
    this.#db = db;
    this.#statements = statements;
    this.#contents = contents;
    // Before the place is looked at: the first reading begins the log.
    this.isNew = this.first("SELECT 1 FROM sqlite_schema") === undefined;
    this.#confirm = placeOf(db);
    // Both or neither: tables without their seed would stay so. Begun in any case, so that a read-only file is noticed here.
    this.transaction((writer) => {
      if (!this.isNew) return;
      for (const statement of schemaOf(contents)) db.exec(statement);
      writer.begin(sample, now);
    });
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  /**
   * Runs `work` in a transaction of its own. When this returns, all that it wrote is synced, in the place where the
   * next start looks for it; where it throws, nothing that it wrote is acknowledged, and nothing of others is undone.
   */
  transaction<T>(work: (writer: Writer) => T): T {
    const writer = new Writer(this.#db, this.#statements, this.#contents);
    this.prepared("BEGIN IMMEDIATE").run();
    try {
      const result = work(writer);
      this.prepared("COMMIT").run();
      this.#confirm();
      return result;
    } catch (error) {
      // Some errors let SQLite undo it by itself, as a full disk may.
      if (this.#db.isTransaction) this.prepared("ROLLBACK").run();
      throw error;
    } finally {
      writer.end();
    }
  }
}

/**
 * Returns a check that throws a {@link SandboxError} `unusableFile` once the data or its log is another file, or none: one
 * that was removed or replaced while it is open still takes every write, and all of them are lost with the process.
 */
function placeOf(db: Database): () => void {
  const file = db.location();
  if (file === null) return () => undefined;
  const parts = [file, `${file}-wal`].map((part) => ({ part, opened: identity(part) }));
  return () => {
    for (const { part, opened } of parts) {
      if (identity(part) === opened) continue;
      const message = `${part} was removed or replaced while in use. Restart the sandbox.`;
      throw new SandboxError("unusableFile", message);
    }
  };
}

/** Undefined where there is no such file; in a place without write-ahead logs there never is a log. */
function identity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
