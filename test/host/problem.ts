/** Something the person at the keyboard can mend: its message says in one line what is missing and what to type. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/**
 * Runs a command-line entry point. A Problem is printed as its one line, anything else with its stack, and the
 * exit code becomes 1.
 */
export async function main(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    console.error(error instanceof Problem ? error.message : error);
    process.exitCode = 1;
  }
}
