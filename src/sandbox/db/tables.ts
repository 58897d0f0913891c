// Tables as they are declared, and made where they are missing: what is added later needs no step from version to
// version.
import type { Database, Row } from "./sqlite.ts";
import { text } from "./sqlite.ts";

/** A table, in SQL. */
export interface Table {
  readonly name: string;
  /** What each column is, by its name. One that a later version adds has a default, or may be null. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns that tell rows apart, all of them together. Later versions may add to them, and take none away. */
  readonly unique?: readonly string[];
  /** Columns to find rows by. */
  readonly indexed?: readonly string[];
}

/** Makes a table, or the columns and indexes of it that are missing. Returns whether there was no such table. */
export function makeTable(db: Database, table: Table): boolean {
  const { name, columns, indexed = [] } = table;
  const known = columnsOf(db, name);
  if (known.length === 0) db.exec(sqlOf(table, name));
  else {
    for (const [column, kind] of Object.entries(columns)) {
      if (!known.includes(column)) db.exec(`ALTER TABLE ${name} ADD COLUMN ${column} ${kind}`);
    }
  }
  for (const column of indexed) {
    db.exec(`CREATE INDEX IF NOT EXISTS ${name}_by_${column} ON ${name} (${column})`);
  }
  return known.length === 0;
}

/** The tables of a file in which rows of today would be taken for the same: a version before told them apart by less. */
export const tooStrict = (db: Database, tables: readonly Table[]): readonly Table[] =>
  tables.filter(({ name, unique = [] }) =>
    db
      .prepare("SELECT name FROM pragma_index_list(?) WHERE origin = 'u'")
      .all(name)
      .map((index) => namesOf(db.prepare("SELECT name FROM pragma_index_info(?)").all(text(index, "name"))))
      .some((columns) => columns.length < unique.length && columns.every((one) => unique.includes(one))),
  );

/**
 * Makes a table anew with its rows, as SQLite cannot change by what it tells them apart. Within a transaction during which
 * no references are looked after, as what refers to it does so by its name.
 */
export function remakeTable(db: Database, table: Table): void {
  const { name, columns } = table;
  const kept = columnsOf(db, name).filter((column) => column in columns);
  const made = `${name}_remade`;
  db.exec(sqlOf(table, made));
  db.exec(`INSERT INTO ${made} (${kept.join(", ")}) SELECT ${kept.join(", ")} FROM ${name} ORDER BY rowid`);
  db.exec(`DROP TABLE ${name}`);
  db.exec(`ALTER TABLE ${made} RENAME TO ${name}`);
}

const columnsOf = (db: Database, table: string): string[] =>
  namesOf(db.prepare("SELECT name FROM pragma_table_info(?)").all(table));

const namesOf = (rows: readonly Row[]): string[] => rows.map((row) => text(row, "name"));

function sqlOf({ columns, unique = [] }: Table, name: string): string {
  const parts = Object.entries(columns).map(([column, kind]) => `${column} ${kind}`);
  if (unique.length > 0) parts.push(`UNIQUE (${unique.join(", ")})`);
  return `CREATE TABLE ${name} (${parts.join(", ")}) STRICT`;
}
