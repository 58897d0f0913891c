import { catchInterrupts, interrupted } from "./interrupt.ts";

/** Something the person at the keyboard can mend: its message says in one line what is missing and what to type. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/**
 * Runs a command-line entry point. A Problem is printed as its one line, anything else with its stack, and the exit
 * code becomes 1; a body that Ctrl+C cut short makes it 130, after it cleaned up.
 */
export async function main(body: () => Promise<void>): Promise<void> {
  catchInterrupts();
  try {
    await body();
  } catch (error) {
    process.exitCode = interrupted.aborted ? 130 : 1;
    if (!interrupted.aborted) console.error(error instanceof Problem ? error.message : error);
  }
}
