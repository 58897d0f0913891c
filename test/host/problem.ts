import { catchInterrupts, interrupted } from "./interrupt.ts";

/** An error that the developer can fix. Its message says in one line what is missing and what to type. */
export class Problem extends Error {
  override readonly name = "Problem";
}

/**
 * Runs a command-line entry point. Prints a Problem as one line and any other error with its stack, and sets the
 * exit code to 1, or to 130 after an interrupt once the body has cleaned up.
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
