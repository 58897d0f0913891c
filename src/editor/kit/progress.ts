import { type Progress, ProgressLocation, window } from "vscode";
import { withoutIconsAndLinks } from "../../domain/text/display.ts";
import { isInputIdle } from "./questionHost.ts";
import { currentInteraction, assumeUserLeft } from "./userAttention.ts";

const reportIntervalMs = 100;

/** Reports progress as a message and, if known, as a percentage of the total work. */
export type ReportProgress = (message: string, percent?: number) => void;

/** Delay before the notification appears, in milliseconds. VS Code shows a notification for at least 0.8 seconds. */
const notificationDelayMs = 1_000;

/**
 * Runs `work` and returns its result. After a second, shows a notification with a Cancel button. Pressing the button
 * or aborting `also` aborts the signal given to `work`. Reports are throttled: the first is shown immediately, then
 * the latest one every 100 ms.
 */
export async function withCancel<T>(
  title: string,
  work: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
  also?: AbortSignal,
): Promise<T> {
  const stop = new AbortController();
  const signal = also === undefined ? stop.signal : AbortSignal.any([stop.signal, also]);
  const reports = throttleReports();
  const finished = Promise.withResolvers<undefined>();
  const interaction = currentInteraction();
  const timer = setTimeout(() => {
    if (!isInputIdle()) assumeUserLeft(interaction);
    void window.withProgress(
      { location: ProgressLocation.Notification, title: withoutIconsAndLinks(title), cancellable: true },
      (progress, cancellation) => {
        cancellation.onCancellationRequested(() => stop.abort());
        reports.begin(progress);
        return finished.promise;
      },
    );
  }, notificationDelayMs);
  try {
    return await work(reports.report, signal);
  } finally {
    clearTimeout(timer);
    reports.end();
    finished.resolve(undefined);
  }
}

/** Throttles reports. Holds back the latest report until `begin` provides the notification. */
function throttleReports() {
  let progress: Progress<{ message: string; increment?: number }> | undefined;
  let waiting: Parameters<ReportProgress> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let shown = 0;
  const pass = (): void => {
    timer = undefined;
    if (waiting === undefined || progress === undefined) return;
    const [message, percent] = waiting;
    waiting = undefined;
    progress.report({
      message: withoutIconsAndLinks(message),
      ...(percent !== undefined && { increment: percent - shown }),
    });
    shown = percent ?? shown;
    timer = setTimeout(pass, reportIntervalMs);
  };
  return {
    report: (...report: Parameters<ReportProgress>) => {
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
