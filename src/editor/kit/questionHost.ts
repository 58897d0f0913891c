// Decides when a question may open. A question opens immediately only if the user is still waiting for the command that
// asks. Otherwise the question would catch keys that the user types elsewhere, so a notification and a status bar item
// offer to open it.
import { l10n, type InputBox, type QuickPick, type QuickPickItem } from "vscode";
import { setContext } from "./contextKeys.ts";
import { readSetting } from "./settings.ts";
import {
  noteUserActive,
  msSinceUserActive,
  currentInteraction,
  mayInterrupt,
  isUserTyping,
  noteUserLeft,
  type UserInteraction,
} from "./userAttention.ts";
import { dropDuplicates, openWaitingQuestion, addWaitingQuestion } from "./waiting.ts";

/** An input that asks a question, or that shows that work is running. */
export type Input = InputBox | QuickPick<QuickPickItem>;

/** Shows a message with a button. Passed as a parameter, because the module that shows messages imports this one. */
type ShowNotice = (
  message: string,
  action: { readonly label: string; readonly run: () => undefined },
) => Promise<void>;

type InputPurpose =
  | { readonly kind: "question"; readonly onLeave: () => void }
  /** Work is running. `cancel` aborts the work. */
  | { readonly kind: "wait"; readonly onLeave: () => void; readonly cancel: () => void }
  /** The input has finished. It stays until the next input replaces it, so that VS Code doesn't focus the editor. */
  | { readonly kind: "rest" };

interface ShownInput {
  readonly input: Input;
  readonly interaction: UserInteraction;
  purpose: InputPurpose;
  /** Restores the input's normal behavior. Set while the input stays open even if a page takes the focus. */
  release?: (() => void) | undefined;
  /** Number of pending hide events from our own `hide` calls. These events don't mean that the user has left. */
  ownHides: number;
  readonly dispose: () => void;
}

/** The input on screen. VS Code shows only one input at a time. */
let onScreen: ShownInput | undefined;
let openDialogs = 0;

function setOnScreen(next: ShownInput | undefined): void {
  onScreen = next;
  void setContext("managedAuth.waits", next?.purpose.kind === "wait");
}

/**
 * Registers an input as the one on screen. The caller then shows the input and calls `disposeReplaced`. If the
 * replaced input were disposed of first, VS Code would focus the editor in between. `end` disposes of the input or, if
 * it `stays`, keeps it on screen until the next input is shown or {@link disposeIdleInput} is called.
 */
export function registerInput(
  input: Input,
  interaction: UserInteraction,
  purpose: Exclude<InputPurpose, { readonly kind: "rest" }>,
): { readonly disposeReplaced: () => void; readonly end: (stays: boolean) => void } {
  const previous = onScreen;
  const hidden = input.onDidHide(() => {
    if (shown.ownHides > 0) shown.ownHides -= 1;
    else handleHiddenInput(shown);
  });
  const shown: ShownInput = {
    input,
    interaction,
    purpose,
    ownHides: 0,
    dispose: () => {
      hidden.dispose();
      input.dispose();
      if (onScreen === shown) setOnScreen(undefined);
    },
  };
  if (openingPage !== undefined) keepOpenWithoutFocus(shown);
  setOnScreen(shown);
  return {
    disposeReplaced: () => {
      if (previous?.purpose.kind === "rest") previous.dispose();
    },
    end: (stays) => {
      if (!stays || onScreen !== shown) {
        shown.dispose();
        return;
      }
      input.busy = true;
      shown.purpose = { kind: "rest" };
      setOnScreen(shown);
    },
  };
}

/** Called when VS Code closes an input because the user left it or another input replaced it. */
function handleHiddenInput(shown: ShownInput): void {
  if (shown.purpose.kind !== "rest") shown.purpose.onLeave();
  else if (shown === onScreen) {
    noteUserLeft(shown.interaction);
    shown.dispose();
  }
  if (shown === onScreen) setOnScreen(undefined);
}

/** True if a question is on screen. A loading indicator never replaces a question. */
export function isQuestionOpen(): boolean {
  return onScreen?.purpose.kind === "question";
}

/** True if a finished input is still on screen, which proves that the user hasn't left. */
export function isInputIdle(): boolean {
  return onScreen?.purpose.kind === "rest";
}

/**
 * Shows the question of an interaction again with the text typed so far. If that question isn't on screen, opens the
 * interaction's waiting question.
 */
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
 * Cancels the work that the loading indicator on screen belongs to. Runs on Esc through a keybinding, because VS Code
 * doesn't report why an input was hidden.
 */
export function cancelShownWait(): void {
  if (onScreen?.purpose.kind !== "wait") return;
  // The keybinding starts a new interaction, but the user is still busy with the interaction that is being cancelled.
  noteUserActive(onScreen.interaction);
  onScreen.purpose.cancel();
}

/** How long the user is assumed to be present after a command or answer, in milliseconds. */
const presenceMs = 3_000;

/**
 * Returns "here" if the user is still waiting for the last command, "elsewhere" if they may have moved on, and
 * "writing" if they are typing in an editor.
 */
export function userPresence(): "here" | "elsewhere" | "writing" {
  if (isUserTyping()) return "writing";
  if (isQuestionOpen() || msSinceUserActive() > presenceMs) return "elsewhere";
  return "here";
}

/** True if one of our modal dialogs is open. VS Code silently queues a second dialog. */
export function isDialogOpen(): boolean {
  return openDialogs > 0;
}

/** Opens a modal dialog in the current interaction. Returns undefined if the dialog isn't opened or answered. */
export async function openDialog<T>(
  title: string,
  inform: ShowNotice,
  show: () => Thenable<T>,
): Promise<T | undefined> {
  // The consent dialog for an agent's request opens immediately. `requestConsent` ignores an approval that comes too
  // fast for the user to have read the dialog.
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
 * Returns undefined if a question of the current interaction may open immediately. Otherwise resolves to `true` when
 * the user opens the waiting question, or to `false` when the question is no longer needed. No question opens for an
 * agent.
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

/** Notifies the user of a waiting question, at most once until the user returns to the interaction. */
function notifyWaiting(title: string, interaction: UserInteraction, inform: ShowNotice): void {
  if (interaction.user === "noticed") return;
  interaction.user = "noticed";
  if (readSetting("managedAuth.notices") !== "all") return;
  void inform(l10n.t("Your answer is needed: {0}", title), {
    label: l10n.t("Continue"),
    run: () => {
      // Mark the user as present, in case the interaction is still running. Its next question then opens immediately.
      noteUserActive(interaction);
      openWaitingQuestion(interaction);
      return undefined;
    },
  });
}

/**
 * How long VS Code may still focus a page after the page has rendered, in milliseconds. On busy machines, VS Code
 * takes seconds to focus a page.
 */
const lateFocusMs = 10_000;
/**
 * Set while a page opens. VS Code focuses a new webview immediately, and a second time once the webview has loaded.
 * The second focus change would close a question that the next command has opened in the meantime.
 */
let openingPage: { drawn?: NodeJS.Timeout } | undefined;

/** Call before a page opens and takes the focus. */
export function notePageOpening(): void {
  clearTimeout(openingPage?.drawn);
  openingPage = {};
}

/** Call when the page has rendered. After {@link lateFocusMs}, only the user can move the focus to the page. */
export function notePageDrawn(): void {
  if (openingPage !== undefined) openingPage.drawn ??= setTimeout(notePageClosed, lateFocusMs).unref();
}

/** Call when the page was closed or can no longer take the focus by itself. */
export function notePageClosed(): void {
  clearTimeout(openingPage?.drawn);
  openingPage = undefined;
  onScreen?.release?.();
}

/**
 * Moves the focus from a page back to the question that lost it, by hiding and showing the input. VS Code's own
 * command (`workbench.action.focusQuickOpen`) focuses the list, in which the user can't type, or nothing if there is
 * no list.
 */
export function restoreFocusAfterPage(): void {
  if (onScreen?.release !== undefined) reshowInput(onScreen);
}

/** Keeps an input open while a page opens and takes the focus. */
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
 * Hides an input and shows it again, which focuses the input. A hidden quick pick loses its rows, and VS Code reports
 * the active row late. The rows and the active row are therefore set before the input is shown. Setting an empty list
 * of active rows would leave no row active.
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
    // Put the cursor at the end. Otherwise VS Code selects the whole text, and the next typed character replaces it.
    input.valueSelection = [input.value.length, input.value.length];
  }
  input.show();
}
