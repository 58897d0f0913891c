// When a question may open: where the user still is at its flow. Elsewhere it would take the keys that they type into
// something else, so it waits behind a notice and the status item until the user opens it.
import { EventEmitter, l10n, StatusBarAlignment, ThemeColor, window } from "vscode";
import type { StatusBarItem } from "vscode";
import { inert } from "../../domain/text/display.ts";
import { setContext } from "./contextKeys.ts";
import { setting } from "./settings.ts";
import { attended, currentFlow, isWelcome } from "./userAttention.ts";
import type { Flow } from "./userAttention.ts";

/** Something that waits until the user opens it. */
interface Waiting {
  /** What it is called in the status bar, which says that it waits. */
  readonly title: string;
  readonly open: () => void;
  /** Called where the user begins the same in another way. */
  readonly drop: () => void;
  /** The flow that it is a question of, where it is one. */
  readonly flow?: Flow;
}

/** Shows a message with a button: what shows messages asks here itself. */
type Inform = (
  message: string,
  action: { readonly label: string; readonly run: () => undefined },
) => Promise<void>;

let waiting: readonly Waiting[] = [];
let item: StatusBarItem | undefined;
/** The flows whose notice the user has not followed yet. */
const noticed = new WeakSet<Flow>();
const changed = new EventEmitter<void>();
/** Tells that something waits, or no longer does. */
export const onDidChangeWaiting = changed.event;

/** Whether the status bar says that something waits: one item at a time is enough. */
export function isAnythingWaiting(): boolean {
  return waiting.length > 0;
}

/** Says in the status bar that something waits for the user, until that is disposed of. */
export function waitForUser(one: Waiting): { readonly dispose: () => void } {
  waiting = [...waiting, one];
  draw();
  return {
    dispose: () => {
      waiting = waiting.filter((other) => other !== one);
      draw();
    },
  };
}

/** Opens what has waited longest. */
export function openWaiting(): void {
  openOrSay(waiting[0]);
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
  if (flow.byAgent || until?.aborted === true) return Promise.resolve(false);
  if (isWelcome(flow)) {
    // Who begins the same again has no use for the one that waits.
    for (const one of waiting) if (one.title === title && one.flow !== flow) one.drop();
    return undefined;
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const drop = (): void => resolve(false);
  const open = (): void => {
    noticed.delete(flow);
    attended(flow);
    resolve(true);
  };
  const inStatusBar = waitForUser({ title, open, drop, flow });
  until?.addEventListener("abort", drop, { once: true });
  if (!noticed.has(flow)) notice(title, flow, inform);
  return promise.finally(() => {
    until?.removeEventListener("abort", drop);
    inStatusBar.dispose();
  });
}

/** Says once that a flow waits, however often its question changes until the user follows the notice. */
function notice(title: string, flow: Flow, inform: Inform): void {
  noticed.add(flow);
  if (setting("managedAuth.notices") !== "all") return;
  void inform(l10n.t("Your answer is needed: {0}", title), {
    label: l10n.t("Continue"),
    run: () => {
      // It may wait for the website at the moment, and ask then.
      attended(flow);
      openOrSay(waiting.find((one) => one.flow === flow));
      return undefined;
    },
  });
}

function openOrSay(one: Waiting | undefined): void {
  const shownMs = 3_000;
  if (one === undefined) window.setStatusBarMessage(l10n.t("No question is waiting."), shownMs);
  else one.open();
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
