// What rows of a list say, as tests compare it.

/** The labels of rows, buttons or the like. */
export const labelsOf = (all: readonly { readonly label: string }[]): readonly string[] =>
  all.map(({ label }) => label);

/** The same, each with what stands beside it. */
export const describedOf = (
  all: readonly { readonly label: string; readonly description?: string | undefined }[],
): readonly (readonly [label: string, description: string | undefined])[] =>
  all.map(({ description, label }) => [label, description]);

/** One value of each. */
export function column<Row, Name extends keyof Row>(rows: readonly Row[], name: Name): readonly Row[Name][] {
  return rows.map((row) => row[name]);
}

/** Several values of each. */
export function columns<Row>(rows: readonly Row[], ...names: readonly (keyof Row)[]): readonly unknown[] {
  return rows.map((row) => names.map((name) => row[name]));
}
