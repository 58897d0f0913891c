// What waits until the user opens it, and the item of the status bar that says so.
import { EventEmitter, l10n, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from "vscode";
import { inert } from "../../domain/text/display.ts";
import { setContext } from "./contextKeys.ts";
import type { Flow } from "./userAttention.ts";

interface Waiting {
  /** What it is called in the status bar, which says that it waits. */
  readonly title: string;
  readonly open: () => void;
  /** Called where the user begins the same in another way. */
  readonly drop: () => void;
  /** The flow that it is a question of, where it is one. */
  readonly flow?: Flow;
}

let waiting: readonly Waiting[] = [];
let item: StatusBarItem | undefined;
const changed = new EventEmitter<void>();
/** Tells that something waits, or no longer does. */
export const onDidChangeWaiting = changed.event;

/** Whether the status bar says that something waits: one item at a time is enough. */
export function isAnythingWaiting(): boolean {
  return waiting.length > 0;
}

/** Says in the status bar that something waits for the user, until that is disposed of. */
export function waitForUser(entry: Waiting): { readonly dispose: () => void } {
  waiting = [...waiting, entry];
  draw();
  return {
    dispose: () => {
      waiting = waiting.filter((other) => other !== entry);
      draw();
    },
  };
}

/** Drops what the user begins again in another flow: they have no use for the one that waits. */
export function dropSame(title: string, flow: Flow): void {
  for (const entry of waiting) if (entry.title === title && entry.flow !== flow) entry.drop();
}

/** Opens what has waited longest, of one flow where that is given. */
export function openWaiting(flow?: Flow): void {
  const shownMs = 3_000;
  const first = waiting.find((entry) => flow === undefined || entry.flow === flow);
  if (first === undefined) window.setStatusBarMessage(l10n.t("No question is waiting."), shownMs);
  else first.open();
}

function draw(): void {
  void setContext("managedAuth.questionWaits", isAnythingWaiting());
  const [first, ...others] = waiting;
  if (first === undefined) {
    item?.dispose();
    item = undefined;
  } else {
    item ??= window.createStatusBarItem("managedAuth.waiting", StatusBarAlignment.Left);
    item.name = l10n.t("Managed Auth Questions");
    const words =
      others.length === 0
        ? l10n.t("Waiting for you: {0}", first.title)
        : l10n.t("{0} questions are waiting", waiting.length);
    item.text = `$(bell-dot) ${inert(words)}`;
    item.tooltip = l10n.t("Open the question");
    item.command = "managedAuth.openWaitingQuestion";
    item.backgroundColor = new ThemeColor("statusBarItem.warningBackground");
    item.show();
  }
  changed.fire();
}
