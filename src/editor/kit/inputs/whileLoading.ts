import { window } from "vscode";
import { untilAborted } from "../../../api/untilAborted.ts";
import { setContext } from "../contextKeys.ts";
import { untilLeft } from "../pageFocus.ts";
import { withCancel } from "../progress.ts";
import { attended, currentFlow, isAsking, isWelcome, turnedAway } from "../userAttention.ts";
import type { Flow } from "../userAttention.ts";
import { showInPlace, stay } from "./ask.ts";
import type { Frame } from "./ask.ts";

/** A shorter wait is not noticed. */
const noticeableMs = 250;
/** The wait that is on screen: its flow, and what calls its work off. */
interface Shown {
  readonly flow: Flow;
  readonly stop: AbortController;
}
let shown: Shown | undefined;

/** Calls off the work whose wait is on screen: Esc. VS Code does not say why an input closed, so Esc is a key of ours. */
export function cancelWait(): void {
  if (shown === undefined) return;
  // The user is at what they call off, not at a command of its own.
  attended(shown.flow);
  shown.stop.abort();
}

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
  const flow = currentFlow();
  const wait: Shown = { flow, stop };
  const end = Promise.withResolvers<undefined>();
  const is = { aside: false, over: false };
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
  let leaving: { readonly dispose: () => void } | undefined;
  const timer = setTimeout(() => {
    if (!isWelcome(flow) || isAsking()) {
      goOnAside();
      return;
    }
    leaving = untilLeft(pick, () => {
      leaves(wait);
      if (is.aside || is.over || signal.aborted) return;
      turnedAway(flow);
      goOnAside();
    });
    showInPlace(pick);
    comes(wait);
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
    leaves(wait);
    leaving?.dispose();
    is.over = true;
    const isAwaited = leaving !== undefined && !is.aside && !signal.aborted;
    // Where VS Code left it on screen though the user works on a text, they do not wait for it.
    if (isAwaited && isWelcome(flow)) attended(flow);
    if (isAwaited && frame.stays === true) stay(pick);
    else pick.dispose();
  }
}

function comes(wait: Shown): void {
  shown = wait;
  void setContext("managedAuth.waits", true);
}

function leaves(wait: Shown): void {
  if (shown !== wait) return;
  shown = undefined;
  void setContext("managedAuth.waits", false);
}
