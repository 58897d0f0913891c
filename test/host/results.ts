import type { run } from "node:test";
import { inspect } from "node:util";
import { Problem } from "./problem.ts";

/** Result of a stage. */
export interface Results {
  passed: number;
  failed: number;
  skipped: number;
  /** One text for each failure: file, test and reason. */
  failures: string[];
}

/** Title of the test that runs after all others in an extension host, for `collect`. */
export const lastTest = "all in-host tests have run";

/** Nothing ran. */
export const noResults: Results = { passed: 0, failed: 0, skipped: 0, failures: [] };

/**
 * Reads a run of node:test to its end. A file that crashes or has no test counts as a failed test. In a process that
 * keeps running, such as an extension host, the stream never ends. There, the run ends when the test named `last`
 * passes, which isn't counted.
 */
export async function collect(stream: ReturnType<typeof run>, last?: string): Promise<Results> {
  const results: Results = { ...noResults, failures: [] };
  const errors = new Map<string, string>();
  const ended = Promise.withResolvers<undefined>();
  const fail = (text: string): void => {
    results.failed++;
    results.failures.push(text);
  };
  stream.on("test:pass", ({ details, file, name, skip, todo }) => {
    if (name === last) ended.resolve(undefined);
    else if (name === file) fail(`${file}: no test in it`);
    else if (details.type === "suite") return;
    else if (skip !== undefined || todo !== undefined) results.skipped++;
    else results.passed++;
  });
  const note = ({ file = "", message }: { file?: string; message: string }): void => {
    errors.set(file, `${errors.get(file) ?? ""}${message.trimEnd()}\n`);
  };
  stream.on("test:stderr", note);
  stream.on("test:diagnostic", note);
  stream.on("test:fail", ({ details, file = "", line = 0, name, todo }) => {
    const { failureType, cause } = details.error as { failureType?: string; cause?: unknown };
    // Don't count a suite that fails because of one of its tests, which was already counted. Only count a failure of
    // the suite's own hook.
    if (todo !== undefined || failureType === "subtestsFailed") return;
    if (name === file) fail(`${file} crashed\n${errors.get(file) ?? describe(cause ?? details.error)}`);
    else fail(`${file}:${line} › ${name}\n${describe(cause ?? details.error)}`);
  });
  stream.on("end", () => ended.resolve(undefined));
  stream.resume();
  await ended.promise;
  return results;
}

/** Returns the sum of the results of several stages. */
export function total(all: readonly Results[]): Results {
  return all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      failures: [...sum.failures, ...one.failures],
    }),
    noResults,
  );
}

/** Formats results as "N passed, N failed", followed by the number of skipped tests, if any. */
export function summary({ passed, failed, skipped }: Results): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** Returns an exception as the result of one failure. */
export function failure(error: unknown): Results {
  const text = error instanceof Problem ? error.message : describe(error);
  return { ...noResults, failed: 1, failures: [text] };
}

/** Formats an exception with its causes. The cause of a wait that timed out is the last observed state. */
function describe(error: unknown): string {
  // A test can throw any value, such as an object without a prototype, which can't be converted to text.
  if (!(error instanceof Error)) return inspect(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nbecause of ${describe(error.cause)}`;
}
