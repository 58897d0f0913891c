/** One guard of the code, the change that removes it, and the test that fails then. */
export interface Mutant {
  /** What the guard does, in plain words. */
  readonly guard: string;
  readonly file: string;
  /** Stands once in the file, to the letter. */
  readonly find: string;
  readonly replace: string;
  /** The test file, and the title of a test or suite in it that fails without the guard. */
  readonly test: string;
  readonly title: string;
}

/** A row of a table of guards: what it does, what is replaced by what, and who notices. */
export type Row = readonly [guard: string, find: string, replace: string, title: string];

/** The guards of one file that one test file proves. */
export function guards(file: string, test: string, rows: readonly Row[]): readonly Mutant[] {
  return rows.map(([guard, find, replace, title]) => ({ guard, file, find, replace, test, title }));
}

/** The path of a unit test of a room, by its name. */
export function testsOf(room: string): (name: string) => string {
  return (name) => `test/unit/${room}/${name}.test.ts`;
}

/** Whether only Chromium shows it, alone or with a real VS Code in it: such a mutant takes up to half a minute. */
export function isSlow({ test }: Mutant): boolean {
  return /^test\/(ui|attacks|page)\//.test(test);
}

/** A file without the guard. Throws where the text to replace does not stand in it exactly once. */
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
