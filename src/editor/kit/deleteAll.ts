import { l10n } from "vscode";
import { systemClock } from "../../api/clock.ts";
import type { Outcome } from "../../api/errors.ts";
import type { DeletionOutcome } from "../../domain/resources/deletionOutcome.ts";
import { deleteEach } from "../../domain/resources/deletionBatch.ts";
import { formatDuration } from "../words/formatting.ts";
import { withCancel } from "./progress.ts";

/**
 * Deletes all targets while a cancellable notification shows the progress. `handleResults` gets the results in the
 * order of the targets and runs while the same notification is shown. Aborting `also` cancels the deletions, too.
 */
export async function deleteAll<T, R>(
  title: string,
  targets: readonly T[],
  remove: (target: T, signal: AbortSignal) => Promise<Outcome<unknown>>,
  handleResults: (deletions: readonly DeletionOutcome[], signal: AbortSignal) => Promise<R> | R,
  also?: AbortSignal,
): Promise<R> {
  return withCancel(
    title,
    async (report, signal) => {
      let completed = 0;
      /** How long a rate limit delays the next deletion, formatted for display. Empty if there is no delay. */
      let delay = "";
      const reportProgress = (): void =>
        report(
          delay === ""
            ? l10n.t("{0} of {1}", completed, targets.length)
            : l10n.t("{0} of {1}, waiting {2}", completed, targets.length, delay),
          (100 * completed) / targets.length,
        );
      const deletions = await deleteEach(targets, {
        remove: (target) => remove(target, signal),
        onSettled() {
          completed += 1;
          reportProgress();
        },
        async wait(seconds) {
          delay = formatDuration(seconds);
          reportProgress();
          const passed = await systemClock.sleep(seconds * 1_000, signal);
          delay = "";
          reportProgress();
          return passed;
        },
      });
      return handleResults(deletions, signal);
    },
    also,
  );
}
