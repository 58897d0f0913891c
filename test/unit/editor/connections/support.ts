// What rows, blocks and the like have under some names, to be compared with what they should have.

/** One value of each. */
export function column<Row, Name extends keyof Row>(rows: readonly Row[], name: Name): readonly Row[Name][] {
  return rows.map((row) => row[name]);
}

/** Several values of each. */
export function columns<Row>(rows: readonly Row[], ...names: readonly (keyof Row)[]): readonly unknown[] {
  return rows.map((row) => names.map((name) => row[name]));
}
