import { window } from "vscode";
import { untilAborted } from "../../../api/untilAborted.ts";
import { withCancel } from "../progress.ts";
import { isQuestionOpen, registerInput } from "../questionHost.ts";
import { noteUserActive, currentInteraction, mayInterrupt, noteUserLeft } from "../userAttention.ts";
import type { Frame } from "./ask.ts";

/** Delay before the busy list appears, in milliseconds. Users don't notice a shorter delay. */
const noticeableMs = 250;
/**
 * Shows a busy list while `work` runs, unless the work takes less than 250 ms. Esc aborts the signal given to `work`,
 * and the result is undefined. If the user moves on, for example to the Command Palette or an editor, the work
 * continues, and a notification with a Cancel button replaces the list.
 */
export async function whileLoading<T>(
  frame: Frame,
  placeholder: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController();
  const { signal } = stop;
  const interaction = currentInteraction();
  const finished = Promise.withResolvers<undefined>();
  const state = { aside: false };
  const continueInBackground = (): void => {
    state.aside = true;
    void withCancel(frame.title, (report, cancelled) => {
      report(placeholder);
      return untilAborted(finished.promise, cancelled).catch(() => stop.abort());
    });
  };
  const pick = window.createQuickPick();
  pick.title = frame.title;
  pick.placeholder = placeholder;
  pick.busy = true;
  let shown: ReturnType<typeof registerInput> | undefined;
  const timer = setTimeout(() => {
    if (!mayInterrupt(interaction) || isQuestionOpen()) {
      continueInBackground();
      return;
    }
    const leave = (): void => {
      if (state.aside || signal.aborted) return;
      noteUserLeft(interaction);
      continueInBackground();
    };
    shown = registerInput(pick, interaction, { kind: "wait", onLeave: leave, cancel: () => stop.abort() });
    pick.show();
    shown.disposeReplaced();
  }, noticeableMs);
  try {
    return await untilAborted(work(signal), signal);
  } catch (fault) {
    // Ignore errors of cancelled work, because its result isn't needed.
    if (signal.aborted) return undefined;
    throw fault;
  } finally {
    clearTimeout(timer);
    finished.resolve(undefined);
    const isAwaited = shown !== undefined && !state.aside && !signal.aborted;
    // VS Code can leave the list open while the user types in an editor. In that case the user isn't waiting for the
    // result.
    if (isAwaited && mayInterrupt(interaction)) noteUserActive(interaction);
    if (shown === undefined) pick.dispose();
    else shown.end(isAwaited && frame.stays === true);
  }
}
