// Tables as they are declared, and made where they are missing: what is added later needs no step from version to
// version.
import type { Database } from "./sqlite.ts";

/** A table, in SQL. */
export interface Table {
  readonly name: string;
  /** What each column is, by its name. One that a later version adds has a default, or may be null. */
  readonly columns: Readonly<Record<string, string>>;
  /** What holds for several columns together. */
  readonly rules?: readonly string[];
  /** Columns to find rows by. */
  readonly indexed?: readonly string[];
}

/** Makes a table, or the columns and indexes of it that are missing. Returns whether there was no such table. */
export function makeTable(db: Database, { name, columns, rules = [], indexed = [] }: Table): boolean {
  const known = db
    .prepare("SELECT name FROM pragma_table_info(?)")
    .all(name)
    .map((row) => row["name"]);
  const declared = Object.entries(columns).map(([column, kind]) => ({ column, sql: `${column} ${kind}` }));
  if (known.length === 0) {
    const parts = [...declared.map(({ sql }) => sql), ...rules];
    db.exec(`CREATE TABLE ${name} (${parts.join(", ")}) STRICT`);
  } else {
    for (const { column, sql } of declared) {
      if (!known.includes(column)) db.exec(`ALTER TABLE ${name} ADD COLUMN ${sql}`);
    }
  }
  for (const column of indexed) {
    db.exec(`CREATE INDEX IF NOT EXISTS ${name}_by_${column} ON ${name} (${column})`);
  }
  return known.length === 0;
}
