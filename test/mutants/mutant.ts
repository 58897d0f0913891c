/** A guard of the code, the change that removes the guard, and the test that fails without it. */
export interface Mutant {
  /** The purpose of the guard. */
  readonly guard: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The test file, and the title of a test or suite in it that fails without the guard. */
  readonly test: string;
  readonly title: string;
}

/** A row of a table of guards. Without a replacement, the text is removed. */
export type Row =
  | readonly [guard: string, find: string, title: string]
  | readonly [guard: string, find: string, replace: string, title: string];

/** Returns guards of one file that are proven by one test file. */
export function guards(file: string, test: string, rows: readonly Row[]): readonly Mutant[] {
  return rows.map((row) => {
    const [guard, find, replace, title] = row.length === 3 ? [row[0], row[1], "", row[2]] : row;
    return { guard, file, find, replace, test, title };
  });
}

/** Returns guards of one file that are proven by the unit test of the same name. */
export function unitGuards(file: string, rows: readonly Row[]): readonly Mutant[] {
  return guards(file, file.replace(/^src(.*)\.ts$/, "test/unit$1.test.ts"), rows);
}

/** True if the test needs Chromium, with or without VS Code. Such a mutant takes up to half a minute. */
export function isSlow({ test }: Mutant): boolean {
  return /^test\/(ui|attacks|page)\//.test(test);
}

/** Returns a file without the guard. Throws unless the text to replace occurs exactly once. */
export function mutated(text: string, { file, find, guard, replace }: Mutant): string {
  const parts = text.split(find);
  const [before, after] = parts;
  if (before === undefined || after === undefined || parts.length !== 2) {
    throw new Error(
      `${file} has ${parts.length - 1} times, not once, what is replaced for "${guard}":\n${find}`,
    );
  }
  return before + replace + after;
}
