// What the sandbox remembers. What a transaction wrote is durable when it returns.
import { placeOf } from "./dataInPlace.ts";
import type { Database, Row, Statement } from "./sqlite.ts";
import type { Table } from "./tables.ts";
import { makeTable, remakeTable, tooStrict } from "./tables.ts";

export type Value = string | number | null;

/** What a store holds: tables, and what is in them at first. What they refer to stands before them in a list. */
export interface Content {
  readonly tables: readonly Table[];
  /** Called within a transaction; `now`: milliseconds since 1970. */
  readonly seed: (store: Store, now: number) => void;
  /** In place of the seed: what even a store has that holds no data of anybody. */
  readonly bare?: (store: Store, now: number) => void;
}

/** What a store begins again with. */
export type Beginning = "seed" | "bare";

export class Store {
  readonly #db: Database;
  readonly #contents: readonly Content[];
  readonly #statements = new Map<string, Statement>();
  readonly #confirm: () => void;

  /** Takes over an opened database, makes what is missing in it, and fills it with the seed if it was empty. */
  constructor(db: Database, contents: readonly Content[], now: number) {
    this.#db = db;
    this.#contents = contents;
    this.#confirm = placeOf(db);
    const tables = contents.flatMap((content) => content.tables);
    this.#remake(tooStrict(db, tables));
    // Both or neither: tables without their seed would stay so.
    this.transaction(() => {
      const made = new Set(tables.filter((table) => makeTable(db, table)));
      if (made.size === tables.length) {
        this.#begin("seed", now);
        return;
      }
      // What later versions add to what is there has no data of anybody.
      const added = contents.filter(({ tables: own }) => own.length > 0 && own.every((one) => made.has(one)));
      for (const { bare } of added) bare?.(this, now);
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
  transaction<T>(work: () => T): T {
    this.#sql("BEGIN IMMEDIATE").run();
    try {
      const result = work();
      this.#sql("COMMIT").run();
      this.#confirm();
      return result;
    } catch (error) {
      // Some errors let SQLite undo it by itself, as a full disk may.
      if (this.#db.isTransaction) this.#sql("ROLLBACK").run();
      throw error;
    }
  }

  /** Forgets everything and begins again. `now`: milliseconds since 1970. */
  reset(now: number, beginning: Beginning = "seed"): void {
    const names = this.#contents.flatMap(({ tables }) => tables.map(({ name }) => name));
    this.transaction(() => {
      for (const name of names.reverse()) this.write(`DELETE FROM ${name}`);
      this.#begin(beginning, now);
    });
  }

  #begin(beginning: Beginning, now: number): void {
    for (const content of this.#contents) content[beginning]?.(this, now);
  }

  /** Runs one writing statement. */
  write(sql: string, ...values: Value[]): void {
    this.#sql(sql).run(...values);
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

  /** Runs one reading statement. */
  select(sql: string, ...values: Value[]): Row[] {
    return this.#sql(sql).all(...values);
  }

  /** The first row of a reading statement, if there is one. */
  first(sql: string, ...values: Value[]): Row | undefined {
    return this.#sql(sql).get(...values);
  }

  #sql(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
