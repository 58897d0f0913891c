// Questions that wait until the user opens them, and the status bar item that shows them.
import { EventEmitter, l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from "vscode";
import { withoutIconsAndLinks } from "../../domain/text/display.ts";
import { setContext } from "./contextKeys.ts";
import type { UserInteraction } from "./userAttention.ts";

interface WaitingQuestion {
  /** The question's title, which is shown in the status bar. */
  readonly title: string;
  readonly open: () => void;
  /** Called if the user starts the same command again, which makes this question obsolete. */
  readonly drop: () => void;
  /** Unset if the entry isn't a question of a running command. */
  readonly interaction?: UserInteraction;
}

let waitingQuestions: readonly WaitingQuestion[] = [];
let statusItem: StatusBarItem | undefined;
const waitingEmitter = new EventEmitter<void>();
/** Fires when a question starts or stops waiting. */
export const onDidChangeWaiting = waitingEmitter.event;

/** True if the status bar item for waiting questions is shown. The extension hides its other items meanwhile. */
export function isAnythingWaiting(): boolean {
  return waitingQuestions.length > 0;
}

/** Shows a question in the status bar item until the returned object is disposed. */
export function addWaitingQuestion(entry: WaitingQuestion): { readonly dispose: () => void } {
  waitingQuestions = [...waitingQuestions, entry];
  updateStatusItem();
  return {
    dispose: () => {
      waitingQuestions = waitingQuestions.filter((other) => other !== entry);
      updateStatusItem();
    },
  };
}

/**
 * Drops waiting questions that have the same title but belong to other interactions, because the user has started the
 * same command again.
 */
export function dropDuplicates(title: string, interaction: UserInteraction): void {
  for (const entry of waitingQuestions)
    if (entry.title === title && entry.interaction !== interaction) entry.drop();
}

/** Opens the oldest waiting question. If an interaction is given, opens the oldest question of that interaction. */
export function openWaitingQuestion(interaction?: UserInteraction): void {
  const shownMs = 3_000;
  const first = waitingQuestions.find(
    (entry) => interaction === undefined || entry.interaction === interaction,
  );
  if (first === undefined) window.setStatusBarMessage(l10n.t("No question is waiting."), shownMs);
  else first.open();
}

function updateStatusItem(): void {
  void setContext("managedAuth.questionWaits", isAnythingWaiting());
  const [first, ...others] = waitingQuestions;
  if (first === undefined) {
    statusItem?.dispose();
    statusItem = undefined;
  } else {
    statusItem ??= window.createStatusBarItem("managedAuth.waiting", StatusBarAlignment.Left);
    statusItem.name = l10n.t("Managed Auth Questions");
    const words =
      others.length === 0
        ? l10n.t("Waiting for you: {0}", first.title)
        : l10n.t("{0} questions are waiting", waitingQuestions.length);
    statusItem.text = `$(bell-dot) ${withoutIconsAndLinks(words)}`;
    statusItem.tooltip = l10n.t("Open the question");
    statusItem.command = "managedAuth.openWaitingQuestion";
    statusItem.backgroundColor = new ThemeColor("statusBarItem.warningBackground");
    statusItem.show();
  }
  waitingEmitter.fire();
}
