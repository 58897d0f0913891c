import { ProgressLocation, window } from "vscode";
import type { Progress } from "vscode";

/** Does work under a notification with a title and Cancel, which aborts the work's signal; resolves to what it came to. */
export async function withCancel<T>(
  title: string,
  work: (progress: Progress<{ message?: string }>, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    (progress, cancellation) => {
      const stop = new AbortController();
      cancellation.onCancellationRequested(() => stop.abort());
      return work(progress, stop.signal);
    },
  );
}
