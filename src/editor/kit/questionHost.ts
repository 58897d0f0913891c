// Decides when a question may open. A question opens immediately only while the user is present in its interaction.
// Otherwise it would catch keys that the user types elsewhere, so it waits behind a notification and a status bar item.
import { l10n } from "vscode";
import type { InputBox, QuickPick, QuickPickItem } from "vscode";
import { setContext } from "./contextKeys.ts";
import { readSetting } from "./settings.ts";
import {
  noteUserActive,
  msSinceUserActive,
  currentInteraction,
  mayInterrupt,
  isUserTyping,
  noteUserLeft,
} from "./userAttention.ts";
import type { UserInteraction } from "./userAttention.ts";
import { dropDuplicates, openWaitingQuestion, addWaitingQuestion } from "./waiting.ts";

/** An input that asks a question or shows that work is running. */
export type Input = InputBox | QuickPick<QuickPickItem>;

/** Shows a message with a button. A parameter, because the module that shows messages imports this one. */
type ShowNotice = (
  message: string,
  action: { readonly label: string; readonly run: () => undefined },
) => Promise<void>;

/** The reason why an input is on screen. */
type InputPurpose =
  | { readonly kind: "question"; readonly left: () => void }
  /** Work is running. `cancel` aborts it. */
  | { readonly kind: "wait"; readonly left: () => void; readonly cancel: () => void }
  /**
   * The input has finished and stays only until the next one replaces it, so that the editor doesn't get the focus in
   * between.
   */
  | { readonly kind: "rest" };

interface ShownInput {
  readonly input: Input;
  readonly interaction: UserInteraction;
  purpose: InputPurpose;
  /** Set while the input stays open although a page takes the focus. Restores the normal behaviour. */
  release?: (() => void) | undefined;
  /** Number of hide events still expected from our own calls of `hide`, which don't mean that the user left. */
  ownHides: number;
  readonly dispose: () => void;
}

/** VS Code shows one input at a time. */
let onScreen: ShownInput | undefined;
let openDialogs = 0;

function setOnScreen(next: ShownInput | undefined): void {
  onScreen = next;
  void setContext("managedAuth.waits", next?.purpose.kind === "wait");
}

/**
 * Shows an input in place of the one on screen. `end` disposes of the input or, if it `stays`, keeps it until the next
 * input is shown or {@link disposeIdleInput} is called.
 */
export function showInput(
  input: Input,
  interaction: UserInteraction,
  purpose: Exclude<InputPurpose, { readonly kind: "rest" }>,
): { readonly end: (stays: boolean) => void } {
  const before = onScreen;
  const hidden = input.onDidHide(() => {
    if (own.ownHides > 0) own.ownHides -= 1;
    else handleHiddenInput(own);
  });
  const own: ShownInput = {
    input,
    interaction,
    purpose,
    ownHides: 0,
    dispose: () => {
      hidden.dispose();
      input.dispose();
      if (onScreen === own) setOnScreen(undefined);
    },
  };
  if (openingPage !== undefined) keepOpenWithoutFocus(own);
  setOnScreen(own);
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
      setOnScreen(own);
    },
  };
}

/** Called when VS Code closes an input because the user left it or another input replaced it. */
function handleHiddenInput(shown: ShownInput): void {
  if (shown.purpose.kind !== "rest") shown.purpose.left();
  else if (shown === onScreen) {
    noteUserLeft(shown.interaction);
    shown.dispose();
  }
  if (shown === onScreen) setOnScreen(undefined);
}

/** True if a question is on screen. A running wait never replaces a question. */
export function isQuestionOpen(): boolean {
  return onScreen?.purpose.kind === "question";
}

/** True if a finished input is still on screen, which proves that the user hasn't left. */
export function isInputIdle(): boolean {
  return onScreen?.purpose.kind === "rest";
}

/** Shows the question of an interaction again with the text typed so far, or opens its waiting question. */
export function refocusQuestion(interaction: UserInteraction): void {
  noteUserActive(interaction);
  if (onScreen?.interaction !== interaction) openWaitingQuestion(interaction);
  else if (onScreen.purpose.kind === "question") reshowInput(onScreen);
}

/** Disposes of a finished input that is still on screen. */
export function disposeIdleInput(): void {
  if (onScreen?.purpose.kind === "rest") onScreen.dispose();
}

/**
 * Cancels the work whose wait is on screen. Bound to Esc by a keybinding, because VS Code doesn't report why an input was
 * hidden.
 */
export function cancelShownWait(): void {
  if (onScreen?.purpose.kind !== "wait") return;
  // The keybinding runs as a command of its own, but the user is still in the interaction of the wait.
  noteUserActive(onScreen.interaction);
  onScreen.purpose.cancel();
}

/** Time after the last user action during which the user is assumed to be present, in milliseconds. */
const presenceMs = 3_000;

/**
 * Returns "here" if the user still waits for the last command, "elsewhere" if they may have moved on, and "writing" if
 * they are typing in an editor.
 */
export function whereUserIs(): "here" | "elsewhere" | "writing" {
  if (isUserTyping()) return "writing";
  return isQuestionOpen() || msSinceUserActive() > presenceMs ? "elsewhere" : "here";
}

/** True if one of our modal dialogs is open. VS Code queues a second dialog without reporting it. */
export function isDialogOpen(): boolean {
  return openDialogs > 0;
}

/** Opens a modal dialog as a question of the current interaction. Returns undefined if it wasn't opened or answered. */
export async function openDialog<T>(
  title: string,
  inform: ShowNotice,
  show: () => Thenable<T>,
): Promise<T | undefined> {
  // The consent dialog of an agent's request opens immediately. withoutConsent ignores an approval that comes too
  // fast to have been read.
  const opening = currentInteraction().user === "agent" ? undefined : waitUntilUserOpens(title, inform);
  if (opening !== undefined && !(await opening)) return undefined;
  openDialogs += 1;
  try {
    return await show();
  } finally {
    openDialogs -= 1;
    noteUserActive();
  }
}

/**
 * Returns undefined if a question of the current interaction may open immediately. Otherwise resolves to `true` when the
 * user opens the waiting question, or to `false` when the question is no longer needed. Questions never open for an agent.
 */
export function waitUntilUserOpens(
  title: string,
  inform: ShowNotice,
  until?: AbortSignal,
): Promise<boolean> | undefined {
  const interaction = currentInteraction();
  if (interaction.user === "agent" || until?.aborted === true) return Promise.resolve(false);
  if (mayInterrupt(interaction)) {
    dropDuplicates(title, interaction);
    return undefined;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const drop = (): void => resolve(false);
  const open = (): void => {
    noteUserActive(interaction);
    resolve(true);
  };
  const inStatusBar = addWaitingQuestion({ title, open, drop, interaction });
  until?.addEventListener("abort", drop, { once: true });
  notifyWaiting(title, interaction, inform);
  return promise.finally(() => {
    until?.removeEventListener("abort", drop);
    inStatusBar.dispose();
  });
}

/** Notifies once per absence of the user, even if the waiting question changes. */
function notifyWaiting(title: string, interaction: UserInteraction, inform: ShowNotice): void {
  if (interaction.user === "noticed") return;
  interaction.user = "noticed";
  if (readSetting("managedAuth.notices") !== "all") return;
  void inform(l10n.t("Your answer is needed: {0}", title), {
    label: l10n.t("Continue"),
    run: () => {
      // If the interaction currently waits for the website, its next question opens by itself.
      noteUserActive(interaction);
      openWaitingQuestion(interaction);
      return undefined;
    },
  });
}

/** Time after rendering in which VS Code may still focus a page, in milliseconds. Takes seconds on a busy machine. */
const lateFocusMs = 10_000;
/**
 * Set while a page opens. VS Code focuses a new webview immediately and again once it has loaded, which would close a
 * question that the next command has opened meanwhile.
 */
let openingPage: { drawn?: NodeJS.Timeout } | undefined;

/** Notes that a page is about to open and take the focus. */
export function notePageOpening(): void {
  clearTimeout(openingPage?.drawn);
  openingPage = {};
}

/** Notes that the page has rendered. After {@link lateFocusMs}, only the user can move the focus to it. */
export function notePageDrawn(): void {
  if (openingPage !== undefined) openingPage.drawn ??= setTimeout(notePageClosed, lateFocusMs).unref();
}

/** Notes that the page was closed or no longer takes the focus by itself. */
export function notePageClosed(): void {
  clearTimeout(openingPage?.drawn);
  openingPage = undefined;
  onScreen?.release?.();
}

/**
 * Returns the focus from a page to the question that lost it. The input is hidden and shown again, because VS Code's own
 * command (`workbench.action.focusQuickOpen`) focuses the list, where nothing can be typed, or nothing if there is no list.
 */
export function restoreFocusAfterPage(): void {
  if (onScreen?.release !== undefined) reshowInput(onScreen);
}

/** Keeps an input open while the opening page takes the focus. */
function keepOpenWithoutFocus(shown: ShownInput): void {
  const { input } = shown;
  const usual = input.ignoreFocusOut;
  input.ignoreFocusOut = true;
  shown.release = () => {
    input.ignoreFocusOut = usual;
    shown.release = undefined;
  };
}

/**
 * Hides and shows an input, which focuses it. A hidden quick pick loses its rows, and VS Code reports its active row
 * late. Both are therefore set before the input is shown. Setting no active row would leave none active.
 */
function reshowInput(shown: ShownInput): void {
  const { input } = shown;
  shown.ownHides += 1;
  input.hide();
  if ("items" in input) {
    const { activeItems, items, selectedItems } = input;
    input.items = items;
    const active = activeItems.filter((row) => items.includes(row));
    if (active.length > 0) input.activeItems = active;
    // In a single-choice list, VS Code treats a selected row as accepted.
    if (input.canSelectMany) input.selectedItems = selectedItems;
  } else {
    // Otherwise VS Code selects the whole text, and the next key replaces it.
    input.valueSelection = [input.value.length, input.value.length];
  }
  input.show();
}
