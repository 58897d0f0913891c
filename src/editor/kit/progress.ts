import { ProgressLocation, window } from "vscode";
import type { Progress } from "vscode";

const betweenReportsMs = 100;

/** Says how far work is: in a word, and where that is known in percent of the whole. */
export type Report = (message: string, percent?: number) => void;

/**
 * Does work under a notification with a title and Cancel, which aborts the work's signal; resolves to what it came to.
 * Of many reports the first is shown at once and then the latest every 100 ms: whatever listens works for each.
 */
export async function withCancel<T>(
  title: string,
  work: (report: Report, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (progress, cancellation) => {
      const stop = new AbortController();
      cancellation.onCancellationRequested(() => stop.abort());
      const reports = paced(progress);
      try {
        return await work(reports.report, stop.signal);
      } finally {
        reports.end();
      }
    },
  );
}

function paced(progress: Progress<{ message: string; increment?: number }>): {
  readonly report: Report;
  readonly end: () => void;
} {
  let waiting: Parameters<Report> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let shown = 0;
  const pass = (): void => {
    timer = undefined;
    if (waiting === undefined) return;
    const [message, percent] = waiting;
    waiting = undefined;
    progress.report({ message, ...(percent !== undefined && { increment: percent - shown }) });
    shown = percent ?? shown;
    timer = setTimeout(pass, betweenReportsMs);
  };
  return {
    report: (...report) => {
      waiting = report;
      if (timer === undefined) pass();
    },
    end: () => {
      clearTimeout(timer);
      pass();
      clearTimeout(timer);
    },
  };
}
