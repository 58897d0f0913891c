import { window } from "vscode";
import { untilAborted } from "../../../api/untilAborted.ts";
import { attended, isWaitWelcome, turnedAway } from "../userAttention.ts";
import { setContext } from "../contextKeys.ts";
import { stay } from "./ask.ts";
import type { Frame } from "./ask.ts";
import { withCancel } from "../progress.ts";

/** A shorter wait is not noticed. */
const noticeableMs = 250;
/** What calls off the work whose wait is on screen. */
let shown: AbortController | undefined;

/** Calls off the work whose wait is on screen: Esc. VS Code does not say why an input closed, so Esc is a key of ours. */
export function cancelWait(): void {
  shown?.abort();
}

/**
 * Waits for something with a busy list on screen, which shows only if the wait is long enough to be noticed. Esc
 * cancels: the signal given to `work` aborts, and the result is `undefined`. Where something else takes the place of
 * the list, such as the palette, the work goes on, under a notification with Cancel.
 */
export async function whileLoading<T>(
  frame: Frame,
  placeholder: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const stop = new AbortController();
  const { signal } = stop;
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
  // It asks nothing: a page that takes the focus late, or a click elsewhere, leaves it where it is.
  pick.ignoreFocusOut = true;
  pick.onDidHide(() => {
    leaves(stop);
    if (is.aside || is.over || signal.aborted) return;
    turnedAway();
    goOnAside();
  });
  const timer = setTimeout(() => {
    if (!isWaitWelcome()) {
      goOnAside();
      return;
    }
    pick.show();
    comes(stop);
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
    leaves(stop);
    is.over = true;
    const isAwaited = !is.aside && !signal.aborted;
    if (isAwaited) attended();
    if (isAwaited && frame.stays === true) stay(pick);
    else pick.dispose();
  }
}

function comes(stop: AbortController): void {
  shown = stop;
  void setContext("managedAuth.waits", true);
}

function leaves(stop: AbortController): void {
  if (shown !== stop) return;
  shown = undefined;
  void setContext("managedAuth.waits", false);
}
