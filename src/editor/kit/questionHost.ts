// What is asked on screen, and what waits. A question opens where the user still is at its flow: elsewhere it would take
// the keys that they type into something else, so it waits behind a notice and the status item until the user opens it.
import { l10n } from "vscode";
import type { InputBox, QuickPick, QuickPickItem } from "vscode";
import { setContext } from "./contextKeys.ts";
import { setting } from "./settings.ts";
import { attended, attendedMs, currentFlow, isWelcome, isWriting, turnedAway } from "./userAttention.ts";
import type { Flow } from "./userAttention.ts";
import { dropSame, openWaiting, waitForUser } from "./waiting.ts";

/** What is asked with, and what shows a wait. */
export type Input = InputBox | QuickPick<QuickPickItem>;

/** Shows a message with a button: what shows messages asks here itself. */
type Inform = (
  message: string,
  action: { readonly label: string; readonly run: () => undefined },
) => Promise<void>;

/** What an input is on screen for. */
type Purpose =
  | { readonly kind: "question"; readonly left: () => void }
  /** Work runs, which `cancel` calls off. */
  | { readonly kind: "wait"; readonly left: () => void; readonly cancel: () => void }
  /** What it was shown for is over, and it stays until the next one takes its place. */
  | { readonly kind: "rest" };

interface Shown {
  readonly input: Input;
  readonly flow: Flow;
  purpose: Purpose;
  /** Set while it outlives that a page takes the focus: makes it an input like any other again. */
  release?: (() => void) | undefined;
  /** How many times VS Code will yet tell that it was hidden though it is on screen. */
  hiding: number;
  readonly dispose: () => void;
}

/** VS Code shows one input at a time. */
let onScreen: Shown | undefined;
let openDialogs = 0;

function become(next: Shown | undefined): void {
  onScreen = next;
  void setContext("managedAuth.waits", next?.purpose.kind === "wait");
}

/**
 * Shows an input of a flow in the place of the one that is on screen. At its end it is disposed of, or stays until the next one is
 * shown or {@link endQuestions} is called.
 */
export function showInput(
  input: Input,
  flow: Flow,
  purpose: Exclude<Purpose, { readonly kind: "rest" }>,
): { readonly end: (stays: boolean) => void } {
  const before = onScreen;
  const hidden = input.onDidHide(() => {
    if (own.hiding > 0) own.hiding -= 1;
    else inputClosed(own);
  });
  const own: Shown = {
    input,
    flow,
    purpose,
    hiding: 0,
    dispose: () => {
      hidden.dispose();
      input.dispose();
      if (onScreen === own) become(undefined);
    },
  };
  if (comingPage !== undefined) holdFocus(own);
  become(own);
  input.show();
  if (before?.purpose.kind === "rest") before.dispose();
  return {
    end: (stays) => {
      if (!stays || onScreen !== own) {
        own.dispose();
        return;
      }
      input.busy = true;
      own.purpose = { kind: "rest" };
      become(own);
    },
  };
}

/** VS Code has closed an input: the user left it, or another one took its place. */
function inputClosed(shown: Shown): void {
  if (shown.purpose.kind !== "rest") shown.purpose.left();
  else if (shown === onScreen) {
    turnedAway(shown.flow);
    shown.dispose();
  }
  if (shown === onScreen) become(undefined);
}

/** Whether a question is on screen, which no wait takes away. */
export function isAsking(): boolean {
  return onScreen?.purpose.kind === "question";
}

/** Whether an input stays on screen though its flow asks nothing: its user is known not to have left. */
export function isResting(): boolean {
  return onScreen?.purpose.kind === "rest";
}

/** Gives the user back what another flow asks, with what was typed there; what it has yet to ask opens then. */
export function returnTo(flow: Flow): void {
  attended(flow);
  if (onScreen?.flow !== flow) openWaiting(flow);
  else if (onScreen.purpose.kind === "question") showAnew(onScreen);
}

/** Takes away the last input of a flow whose questions stay. */
export function endQuestions(): void {
  if (onScreen?.purpose.kind === "rest") onScreen.dispose();
}

/** Calls off the work whose wait is on screen: Esc. VS Code does not say why an input closed, so Esc is a key of ours. */
export function cancelWait(): void {
  if (onScreen?.purpose.kind !== "wait") return;
  // The user is at what they call off, not at a command of its own.
  attended(onScreen.flow);
  onScreen.purpose.cancel();
}

/** Work that takes longer leaves the user time to turn to something else. */
const longMs = 3_000;

/**
 * Whether the user still waits for what was asked last ("here"), may have turned to something else ("elsewhere"), or
 * has certainly turned to a text ("writing").
 */
export function whereabouts(): "here" | "elsewhere" | "writing" {
  if (isWriting()) return "writing";
  return isAsking() || attendedMs() > longMs ? "elsewhere" : "here";
}

/** Whether a dialog of ours is open: VS Code shows another one only after it, and tells of that to nobody. */
export function isDialogOpen(): boolean {
  return openDialogs > 0;
}

/** Opens a modal dialog as a question of the running flow; `undefined` where it was not opened, or not answered. */
export async function openDialog<T>(
  title: string,
  inform: Inform,
  show: () => Thenable<T>,
): Promise<T | undefined> {
  // What an agent asks for is agreed to in a dialog that opens at once, and takes no answer before it can have been read.
  const opening = currentFlow().user === "agent" ? undefined : untilWelcome(title, inform);
  if (opening !== undefined && !(await opening)) return undefined;
  openDialogs += 1;
  try {
    return await show();
  } finally {
    openDialogs -= 1;
    attended();
  }
}

/**
 * Lets a question of the running flow open: `undefined` where it may at once; else resolves to `true` when the user opens
 * it, and to `false` where it is no longer asked. For an agent none opens, ever.
 */
export function untilWelcome(
  title: string,
  inform: Inform,
  until?: AbortSignal,
): Promise<boolean> | undefined {
  const flow = currentFlow();
  if (flow.user === "agent" || until?.aborted === true) return Promise.resolve(false);
  if (isWelcome(flow)) {
    dropSame(title, flow);
    return undefined;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const drop = (): void => resolve(false);
  const open = (): void => {
    attended(flow);
    resolve(true);
  };
  const inStatusBar = waitForUser({ title, open, drop, flow });
  until?.addEventListener("abort", drop, { once: true });
  notice(title, flow, inform);
  return promise.finally(() => {
    until?.removeEventListener("abort", drop);
    inStatusBar.dispose();
  });
}

/** Says once that a flow waits, however often its question changes until the user follows the notice. */
function notice(title: string, flow: Flow, inform: Inform): void {
  if (flow.user === "noticed") return;
  flow.user = "noticed";
  if (setting("managedAuth.notices") !== "all") return;
  void inform(l10n.t("Your answer is needed: {0}", title), {
    label: l10n.t("Continue"),
    run: () => {
      // It may wait for the website at the moment, and ask then.
      attended(flow);
      openWaiting(flow);
      return undefined;
    },
  });
}

/** How long after it was drawn a page may still be given the focus, in milliseconds: seconds on a crowded machine. */
const lateMs = 10_000;
/**
 * A page that VS Code was asked to give the focus: it gets that at once, and again when it has loaded. A first question of
 * the next command would close without a word.
 */
let comingPage: { drawn?: NodeJS.Timeout } | undefined;

/** Notes that VS Code was asked to give a page the focus. */
export function pageComes(): void {
  clearTimeout(comingPage?.drawn);
  comingPage = {};
}

/** Notes that the page is there: soon it takes the focus only where the user gives it. */
export function pageDrawn(): void {
  if (comingPage !== undefined) comingPage.drawn ??= setTimeout(pageGone, lateMs).unref();
}

/** Notes that no page comes any more. */
export function pageGone(): void {
  clearTimeout(comingPage?.drawn);
  comingPage = undefined;
  onScreen?.release?.();
}

/**
 * Gives the focus that a page has just taken back to the question that it was taken from: that is shown anew, as VS
 * Code's own command for it leads to the list, where nothing can be typed, and to none where there is no list.
 */
export function pageTookFocus(): void {
  if (onScreen?.release !== undefined) showAnew(onScreen);
}

/** Has an input outlive that the page which is coming takes the focus. */
function holdFocus(shown: Shown): void {
  const { input } = shown;
  const usual = input.ignoreFocusOut;
  input.ignoreFocusOut = true;
  shown.release = () => {
    input.ignoreFocusOut = usual;
    shown.release = undefined;
  };
}

/**
 * The input has the focus then. What is set while it is hidden comes with it, at once: of a list VS Code forgets the rows,
 * and tells late which is active; given none of them, it would have none.
 */
function showAnew(shown: Shown): void {
  const { input } = shown;
  shown.hiding += 1;
  input.hide();
  if ("items" in input) {
    const { activeItems, items, selectedItems } = input;
    input.items = items;
    const active = activeItems.filter((row) => items.includes(row));
    if (active.length > 0) input.activeItems = active;
    // A row that is selected in a list of single choice counts as accepted.
    if (input.canSelectMany) input.selectedItems = selectedItems;
  } else {
    // Else all of it is selected, and gone with the next key.
    input.valueSelection = [input.value.length, input.value.length];
  }
  input.show();
}
