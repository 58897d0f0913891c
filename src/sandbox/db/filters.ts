// What lists are filtered by, in SQL.

/** Whether the parameter is empty or the name in the column: neither case nor accents tell names apart. */
export const isNamed = (column: string, parameter: string): string =>
  `(${parameter} = '' OR plain(${column}) = plain(${parameter}))`;

/** Whether the parameter is empty or a part of one of the columns, however its letters are written. */
export function contains(parameter: string, ...columns: string[]): string {
  const parts = columns.map((column) => `instr(fold(coalesce(${column}, '')), fold(${parameter})) > 0`);
  return `(${[`${parameter} = ''`, ...parts].join(" OR ")})`;
}
