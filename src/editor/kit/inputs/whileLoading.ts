import { window } from "vscode";
import { untilAborted } from "../../../api/untilAborted.ts";
import { withCancel } from "../progress.ts";
import { isQuestionOpen, showInput } from "../questionHost.ts";
import { noteUserActive, currentInteraction, mayInterrupt, noteUserLeft } from "../userAttention.ts";
import type { Frame } from "./ask.ts";

/** A shorter wait is not noticed. */
const noticeableMs = 250;
/**
 * Waits for something with a busy list on screen, which shows only if the wait is long enough to be noticed. Esc
 * cancels: the signal given to `work` aborts, and the result is `undefined`. Where the user turns to something else, such
 * as the palette or an editor, the work goes on, under a notification with Cancel.
 */
export async function whileLoading<T>(
  frame: Frame,
  placeholder: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController();
  const { signal } = stop;
  const interaction = currentInteraction();
  const end = Promise.withResolvers<undefined>();
  const is = { aside: false };
  const goOnAside = (): void => {
    is.aside = true;
    void withCancel(frame.title, (report, cancelled) => {
      report(placeholder);
      return untilAborted(end.promise, cancelled).catch(() => stop.abort());
    });
  };
  const pick = window.createQuickPick();
  pick.title = frame.title;
  pick.placeholder = placeholder;
  pick.busy = true;
  let shown: ReturnType<typeof showInput> | undefined;
  const timer = setTimeout(() => {
    if (!mayInterrupt(interaction) || isQuestionOpen()) {
      goOnAside();
      return;
    }
    const left = (): void => {
      if (is.aside || signal.aborted) return;
      noteUserLeft(interaction);
      goOnAside();
    };
    shown = showInput(pick, interaction, { kind: "wait", left, cancel: () => stop.abort() });
  }, noticeableMs);
  try {
    return await untilAborted(work(signal), signal);
  } catch (fault) {
    // Work that was called off may end in any way; nobody waits for it any more.
    if (signal.aborted) return undefined;
    throw fault;
  } finally {
    clearTimeout(timer);
    end.resolve(undefined);
    const isAwaited = shown !== undefined && !is.aside && !signal.aborted;
    // Where VS Code left it on screen though the user works on a text, they do not wait for it.
    if (isAwaited && mayInterrupt(interaction)) noteUserActive(interaction);
    if (shown === undefined) pick.dispose();
    else shown.end(isAwaited && frame.stays === true);
  }
}
