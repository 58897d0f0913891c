// Texts and values of rows, for comparisons in tests.

/** Returns the labels of rows or buttons. */
export const labelsOf = (all: readonly { readonly label: string }[]): readonly string[] =>
  all.map(({ label }) => label);

/** Returns labels and descriptions. */
export const describedOf = (
  all: readonly { readonly label: string; readonly description?: string | undefined }[],
): readonly (readonly [label: string, description: string | undefined])[] =>
  all.map(({ description, label }) => [label, description]);

/** Returns one property of each row. */
export function column<Row, Name extends keyof Row>(rows: readonly Row[], name: Name): readonly Row[Name][] {
  return rows.map((row) => row[name]);
}

/** Returns several properties of each row. */
export function columns<Row>(rows: readonly Row[], ...names: readonly (keyof Row)[]): readonly unknown[] {
  return rows.map((row) => names.map((name) => row[name]));
}
