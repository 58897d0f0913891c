import { l10n, StatusBarAlignment, window, env } from "vscode";
import { display, inert } from "../../domain/text/display.ts";
import { openDialog } from "./questionHost.ts";
import { setting } from "./settings.ts";
import { begin } from "./userAttention.ts";
import type { Log } from "./log.ts";
import { visibleLine } from "../../domain/text/visible.ts";

/** A button and what it does. */
export interface NotifyAction {
  readonly label: string;
  readonly run: () => Thenable<unknown> | undefined;
}

let faultOf: ((fault: unknown) => void) | undefined;

/** Has somebody told of what the buttons of messages throw. */
export function followFaults(tell: (fault: unknown) => void): void {
  faultOf = tell;
}

/** Shows a message of our own words; anything variable in it must have gone through `display`. */
export async function inform(message: string, ...actions: readonly NotifyAction[]): Promise<void> {
  await offer(
    await window.showInformationMessage(inert(message), ...actions.map(({ label }) => label)),
    actions,
  );
}

/** As {@link inform}, for something that needs attention. */
export async function warn(message: string, ...actions: readonly NotifyAction[]): Promise<void> {
  await offer(await window.showWarningMessage(inert(message), ...actions.map(({ label }) => label)), actions);
}

let endMention: (() => void) | undefined;

/** Says that something was done, in the status bar and for a few seconds only. */
export function showStatus(message: string): void {
  const shownMs = 3000;
  endMention?.();
  const item = window.createStatusBarItem("managedAuth.done", StatusBarAlignment.Left);
  item.name = l10n.t("Managed Auth");
  item.text = inert(message);
  // The rest of the status bar is silent to a screen reader.
  item.accessibilityInformation = { label: message, role: "alert" };
  item.show();
  const timer = setTimeout(() => item.dispose(), shownMs);
  timer.unref();
  endMention = () => {
    clearTimeout(timer);
    item.dispose();
  };
}

/** As {@link showStatus}; to someone who has left the window by a notice, with what can be done then. */
export function showStatusOrInform(message: string, action: NotifyAction): void {
  if (window.state.focused || !mayNotify()) showStatus(message);
  else void inform(message, action);
}

/** Whether what happens without the user may be told by a notification; else it is said in passing, or by an icon. */
export function mayNotify(): boolean {
  return setting("managedAuth.notices") === "all";
}

/** Asks before something is destroyed: a modal dialog, whose text is always plain. Resolves to consent. */
export async function confirm(message: string, detail: string, verb: string): Promise<boolean> {
  return (await answerTo(message, detail, [verb])) === verb;
}

/** As {@link confirm}, where there are several ways to go on: does the one that is chosen. */
export async function decide(
  message: string,
  detail: string,
  ...ways: readonly NotifyAction[]
): Promise<void> {
  const labels = ways.map(({ label }) => label);
  const answer = await answerTo(message, detail, labels);
  await ways.find(({ label }) => label === answer)?.run();
}

function answerTo(message: string, detail: string, labels: readonly string[]): Promise<string | undefined> {
  return openDialog(message, inform, () =>
    window.showWarningMessage(message, { modal: true, detail }, ...labels),
  );
}

/** Reports a fault of the extension itself; the log has the rest. */
export async function reportFault(fault: unknown, showLog: () => undefined): Promise<void> {
  const kind = fault instanceof Error ? fault.name : typeof fault;
  await offer(
    await window.showErrorMessage(
      l10n.t("Unexpected error in Managed Auth ({0}). See the log.", display(kind)),
      l10n.t("Show Log"),
    ),
    [{ label: l10n.t("Show Log"), run: showLog }],
  );
}

async function offer(chosen: string | undefined, actions: readonly NotifyAction[]): Promise<void> {
  const action = actions.find(({ label }) => label === chosen);
  try {
    if (action !== undefined) await begin(() => action.run());
  } catch (fault) {
    // Nobody waits for a message, so nobody else would hear of it.
    if (faultOf === undefined) throw fault;
    faultOf(fault);
  }
}

const listedInDialog = 20;

/** What a dialog names, one a line: the first twenty, and how many more there are. */
export function listed(names: readonly string[]): readonly string[] {
  const more = names.length - listedInDialog;
  return [
    ...names.slice(0, listedInDialog).map((name) => `• ${name}`),
    ...(more > 0 ? [l10n.t("… and {0} more", more)] : []),
  ];
}

/** Runs work of the extension. Whatever it throws is a fault of the extension: logged, and said once. */
export async function guarded(log: Log, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (fault) {
    log.fault(what, fault);
    await reportFault(fault, () => log.show());
  }
}

/**
 * Copies values, a line each, and returns whether it did. Values are pasted into shells, so where one would press Enter
 * there, or hide what it holds, nothing is copied, and that is said.
 */
export async function copyLines(values: readonly string[]): Promise<boolean> {
  if (values.some((value) => visibleLine(value) !== value)) {
    void warn(l10n.t("Not copied: the value has hidden characters."));
    return false;
  }
  await env.clipboard.writeText(values.join("\n"));
  return true;
}
