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

/** A row of a table of guards: purpose, text, replacement, and title of the failing test. */
export type Row = readonly [guard: string, find: string, replace: string, title: string];

/** Returns guards of one file that are proven by one test file. */
export function guards(file: string, test: string, rows: readonly Row[]): readonly Mutant[] {
  return rows.map(([guard, find, replace, title]) => ({ guard, file, find, replace, test, title }));
}

/** Returns a function that returns the path of a folder's unit test by name. */
export function testsOf(room: string): (name: string) => string {
  return (name) => `test/unit/${room}/${name}.test.ts`;
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
