// What the sandbox remembers. What a transaction wrote is durable when it returns, and nothing is written outside of one:
// only a transaction has a writer.
import { placeOf } from "./dataInPlace.ts";
import type { Database, Row, Statement } from "./sqlite.ts";
import { integer, text } from "./sqlite.ts";
import type { Table } from "./tables.ts";
import { makeTable, remakeTable, tooStrict } from "./tables.ts";

export type Value = string | number | null;

/** What a store holds: tables, and what is in them at first. What they refer to stands before them in a list. */
export interface Content {
  readonly tables: readonly Table[];
  /** `now`: milliseconds since 1970. */
  readonly seed: (store: Writer, now: number) => void;
  /** In place of the seed: what even a store has that holds no data of anybody. */
  readonly bare?: (store: Writer, now: number) => void;
}

/** What a store begins again with. */
export type Beginning = "seed" | "bare";

/** A row that is not what its table is for: another version wrote it, or a fault of this one. */
export class UnreadableRow extends Error {
  readonly table: string;
  readonly id: string;

  constructor(table: string, id: string, cause: unknown) {
    super(`Row ${id} of ${table} can't be read and is set aside: ${String(cause)}`, { cause });
    this.name = "UnreadableRow";
    this.table = table;
    this.id = id;
  }
}

/** What `read` makes of a row. @throws {UnreadableRow} where it throws. */
export function readable<T>(table: string, id: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadableRow ? error : new UnreadableRow(table, id, error);
  }
}

/** Rows that could not be read, as JSON. */
const setAside: Table = {
  name: "set_aside",
  columns: { table_name: "TEXT NOT NULL", row: "TEXT NOT NULL" },
};

export class Reader {
  readonly #db: Database;
  readonly #statements: Map<string, Statement>;

  constructor(db: Database, statements: Map<string, Statement>) {
    this.#db = db;
    this.#statements = statements;
  }

  /** Runs one reading statement. */
  select(sql: string, ...values: Value[]): Row[] {
    return this.prepared(sql).all(...values);
  }

  /** The first row of a reading statement, if there is one. */
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

  /** Runs one writing statement. */
  write(sql: string, ...values: Value[]): void {
    if (this.#isOver) throw new TypeError("the transaction is over");
    this.prepared(sql).run(...values);
  }

  /** Adds a row: values by their columns. */
  add(table: string, row: Readonly<Record<string, Value>>): void {
    const names = Object.keys(row);
    const places = names.map(() => "?").join(", ");
    this.write(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`, ...Object.values(row));
  }

  /** Changes columns of the row with that id. */
  change(table: string, id: string, columns: Readonly<Record<string, Value>>): void {
    const set = Object.keys(columns).map((name) => `${name} = ?`);
    this.write(`UPDATE ${table} SET ${set.join(", ")} WHERE id = ?`, ...Object.values(columns), id);
  }

  /** Forgets everything and begins again. `now`: milliseconds since 1970. */
  reset(now: number, beginning: Beginning = "seed"): void {
    const names = this.#contents.flatMap(({ tables }) => tables.map(({ name }) => name));
    for (const name of [...names, setAside.name].reverse()) this.write(`DELETE FROM ${name}`);
    this.begin(beginning, now);
  }

  /** Fills tables that are empty. */
  begin(beginning: Beginning, now: number): void {
    for (const content of this.#contents) content[beginning]?.(this, now);
  }

  /** Takes a row out of its table, and with it those that cannot be without it. @throws `unreadable` where it is gone. */
  setAside(unreadable: UnreadableRow): void {
    const { table, id } = unreadable;
    const row = this.first(`SELECT rowid AS place, * FROM ${table} WHERE id = ?`, id);
    if (row === undefined) throw unreadable;
    this.#setAside(table, row);
  }

  #setAside(table: string, { place, ...row }: Row): void {
    for (const { name } of this.#contents.flatMap(({ tables }) => tables)) {
      const referring =
        'SELECT key."from" AS own, key."to" AS its, info."notnull" AS needed ' +
        'FROM pragma_foreign_key_list(?1) AS key JOIN pragma_table_info(?1) AS info ON info.name = key."from" ' +
        'WHERE key."table" = ?2';
      for (const key of this.select(referring, name, table)) {
        const [own, value = null] = [text(key, "own"), row[text(key, "its")]];
        if (typeof value !== "string") continue;
        if (integer(key, "needed") === 0)
          this.write(`UPDATE ${name} SET ${own} = NULL WHERE ${own} = ?`, value);
        else {
          const dependents = this.select(`SELECT rowid AS place, * FROM ${name} WHERE ${own} = ?`, value);
          for (const dependent of dependents) this.#setAside(name, dependent);
        }
      }
    }
    this.add(setAside.name, { table_name: table, row: JSON.stringify(row) });
    this.write(`DELETE FROM ${table} WHERE rowid = ?`, Number(place));
  }
}

export class Store extends Reader {
  readonly #db: Database;
  readonly #statements: Map<string, Statement>;
  readonly #contents: readonly Content[];
  readonly #confirm: () => void;

  /** Takes over an opened database, makes what is missing in it, and fills it with the seed if it was empty. */
  constructor(db: Database, contents: readonly Content[], now: number) {
    const statements = new Map<string, Statement>();
    super(db, statements);
    this.#db = db;
    this.#statements = statements;
    this.#contents = contents;
    this.#confirm = placeOf(db);
    const tables = contents.flatMap((content) => content.tables);
    this.#remake(tooStrict(db, tables));
    // Both or neither: tables without their seed would stay so.
    this.transaction((writer) => {
      makeTable(db, setAside);
      const made = new Set(tables.filter((table) => makeTable(db, table)));
      if (made.size === tables.length) {
        writer.begin("seed", now);
        return;
      }
      // What later versions add to what is there has no data of anybody.
      const added = contents.filter(({ tables: own }) => own.length > 0 && own.every((one) => made.has(one)));
      for (const { bare } of added) bare?.(writer, now);
    });
  }

  /** Makes tables anew, all or none. References are looked after again when it returns. */
  #remake(tables: readonly Table[]): void {
    if (tables.length === 0) return;
    // Nothing within a transaction could change that.
    this.#db.exec("PRAGMA foreign_keys = OFF");
    try {
      this.transaction(() => tables.forEach((table) => remakeTable(this.#db, table)));
    } finally {
      this.#db.exec("PRAGMA foreign_keys = ON");
    }
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
