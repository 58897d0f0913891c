/** Returns a value as JSON, shortened for a test's title. */
function titleText(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
}
/** Prepends the first value of each row as text for the test's title. */
export const withInput = <T extends readonly [unknown, ...unknown[]]>(rows: readonly T[]) =>
  rows.map((row) => [titleText(row[0]), ...row] as const);
