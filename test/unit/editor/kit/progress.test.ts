import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { withCancel, type ReportProgress } from "../../../../src/editor/kit/progress.ts";
import { Progress, reset, screen } from "../../../doubles/vscode.ts";

beforeEach(reset);

interface RunningWork {
  readonly report: ReportProgress;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Ends the work and waits until `withCancel` resolves. */
  readonly end: () => Promise<void>;
}

async function begin(context: TestContext): Promise<RunningWork> {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const begun = Promise.withResolvers<Pick<RunningWork, "report" | "signal">>();
  const ended = Promise.withResolvers<undefined>();
  const done = withCancel("Work", (report, signal) => {
    begun.resolve({ report, signal });
    return ended.promise;
  });
  const end = async (): Promise<void> => {
    ended.resolve(undefined);
    await done;
  };
  const { report, signal } = await begun.promise;
  report("0", 5);
  context.mock.timers.tick(999);
  assert.deepEqual(screen.rest, [], "who waits for less is told by the result");
  context.mock.timers.tick(1);
  return { report, signal, progress: await screen.next(Progress), end };
}

describe("withCancel", () => {
  it("shows the first progress report at once, then the latest every 100 ms", async (context) => {
    const { end, progress, report } = await begin(context);
    for (const [message, percent] of [["1", 10] as const, ["2", 20] as const, ["3", 30] as const])
      report(message, percent);
    assert.deepEqual(progress.reports, [{ message: "0", increment: 5 }]);
    context.mock.timers.tick(99);
    assert.equal(progress.reports.length, 1);
    context.mock.timers.tick(1);
    assert.deepEqual(progress.reports.slice(1), [{ message: "3", increment: 25 }]);
    context.mock.timers.tick(1_000);
    report("4");
    assert.deepEqual(progress.reports.slice(2), [{ message: "4" }]);
    await end();
  });

  it("shows the last progress report when the work ends and none afterwards", async (context) => {
    const { end, progress, report } = await begin(context);
    for (const message of ["1", "2"]) report(message);
    await end();
    assert.deepEqual(progress.reports.slice(1), [{ message: "2" }]);
    assert.equal(progress.ended, true);
    context.mock.timers.tick(1_000);
    assert.equal(progress.reports.length, 2);
  });

  it("shows no notification for work shorter than a second", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    assert.equal(await withCancel("Work", () => Promise.resolve("done")), "done");
    context.mock.timers.tick(1_000);
    assert.deepEqual(screen.rest, []);
  });

  it("aborts the signal on Cancel", async (context) => {
    const { end, progress, signal } = await begin(context);
    assert.equal(signal.aborted, false);
    progress.cancelled.fire();
    assert.equal(signal.aborted, true);
    await end();
  });
});
