import { type Progress, ProgressLocation, window } from "vscode";
import { inert } from "../../domain/text/display.ts";
import { isResting } from "./questionHost.ts";
import { currentFlow, mayHaveLeft } from "./userAttention.ts";

const betweenReportsMs = 100;

/** Says how far work is: in a word, and where that is known in percent of the whole. */
export type Report = (message: string, percent?: number) => void;

/** Work that takes less is told by its result alone: VS Code leaves a notification open for 0.8 seconds at least. */
const noticeableMs = 1_000;

/**
 * Does work, after a second under a notification with a title and Cancel, which aborts the work's signal, as `also` does;
 * resolves to what it came to. Of many reports the first is shown at once and then the latest every 100 ms: whatever
 * listens works for each.
 */
export async function withCancel<T>(
  title: string,
  work: (report: Report, signal: AbortSignal) => Promise<T>,
  also?: AbortSignal,
): Promise<T> {
  const stop = new AbortController();
  const signal = also === undefined ? stop.signal : AbortSignal.any([stop.signal, also]);
  const reports = paced();
  const end = Promise.withResolvers<undefined>();
  const flow = currentFlow();
  const timer = setTimeout(() => {
    if (!isResting()) mayHaveLeft(flow);
    void window.withProgress(
      { location: ProgressLocation.Notification, title: inert(title), cancellable: true },
      (progress, cancellation) => {
        cancellation.onCancellationRequested(() => stop.abort());
        reports.begin(progress);
        return end.promise;
      },
    );
  }, noticeableMs);
  try {
    return await work(reports.report, signal);
  } finally {
    clearTimeout(timer);
    reports.end();
    end.resolve(undefined);
  }
}

/** Passes reports on from `begin` on, and at once what was reported last. */
function paced() {
  let progress: Progress<{ message: string; increment?: number }> | undefined;
  let waiting: Parameters<Report> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let shown = 0;
  const pass = (): void => {
    timer = undefined;
    if (waiting === undefined || progress === undefined) return;
    const [message, percent] = waiting;
    waiting = undefined;
    progress.report({
      message: inert(message),
      ...(percent !== undefined && { increment: percent - shown }),
    });
    shown = percent ?? shown;
    timer = setTimeout(pass, betweenReportsMs);
  };
  return {
    report: (...report: Parameters<Report>) => {
      waiting = report;
      if (timer === undefined) pass();
    },
    begin(on: NonNullable<typeof progress>) {
      progress = on;
      pass();
    },
    end: () => {
      clearTimeout(timer);
      pass();
      clearTimeout(timer);
    },
  };
}
