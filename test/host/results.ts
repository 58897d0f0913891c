import type { run } from "node:test";

/** What came of a stage. */
export interface Results {
  passed: number;
  failed: number;
  skipped: number;
  /** One text for each failure: where, which test, and why. */
  failures: string[];
}

/** The test that runs after all others in an extension host; see `collect`. */
export const lastTest = "all in-host tests have run";

const nothing: Results = { passed: 0, failed: 0, skipped: 0, failures: [] };

/**
 * Reads a run of node:test to its end. A file that crashed counts as a failed test. In a process that lives on, such as
 * an extension host, the stream never ends: there the passing of the test called `last`, which is not counted, is the end.
 */
export async function collect(stream: ReturnType<typeof run>, last?: string): Promise<Results> {
  const results: Results = { ...nothing, failures: [] };
  const ended = Promise.withResolvers<undefined>();
  stream.on("test:pass", ({ details, name, skip, todo }) => {
    if (name === last) ended.resolve(undefined);
    else if (details.type === "suite") return;
    else if (skip !== undefined || todo !== undefined) results.skipped++;
    else results.passed++;
  });
  stream.on("test:fail", ({ details, file, line, name, todo }) => {
    const { failureType, cause } = details.error as { failureType?: string; cause?: unknown };
    // A suite fails because a test in it did, which has been counted, or because its own hook did.
    if (todo !== undefined || failureType === "subtestsFailed") return;
    results.failed++;
    results.failures.push(`${file ?? ""}:${line ?? 0} › ${name}\n${describe(cause ?? details.error)}`);
  });
  stream.on("end", () => ended.resolve(undefined));
  stream.resume();
  await ended.promise;
  return results;
}

/** Adds up what several stages came to. */
export function total(all: readonly Results[]): Results {
  return all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      failures: [...sum.failures, ...one.failures],
    }),
    nothing,
  );
}

/** "N passed, N failed", with the skipped ones behind it if there are any. */
export function summary({ passed, failed, skipped }: Results): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
