import { l10n, StatusBarAlignment, window, env } from "vscode";
import { display, withoutIconsAndLinks } from "../../domain/text/display.ts";
import { openDialog } from "./questionHost.ts";
import { readSetting } from "./settings.ts";
import { runForUser } from "./userAttention.ts";
import type { Log } from "./log.ts";
import { visibleLine } from "../../domain/text/visible.ts";

/** A button of a message. */
export interface NotifyAction {
  readonly label: string;
  readonly run: () => Thenable<unknown> | undefined;
}

let reportActionFault: ((fault: unknown) => void) | undefined;

/** Sets the function that reports errors thrown by the buttons of messages. */
export function setFaultReporter(tell: (fault: unknown) => void): void {
  reportActionFault = tell;
}

/** Shows an information message. Untrusted parts of `message` must have passed through `display`. */
export async function inform(message: string, ...actions: readonly NotifyAction[]): Promise<void> {
  await runChosenAction(
    await window.showInformationMessage(withoutIconsAndLinks(message), ...actions.map(({ label }) => label)),
    actions,
  );
}

/** Shows a warning. The rules of {@link inform} apply. */
export async function warn(message: string, ...actions: readonly NotifyAction[]): Promise<void> {
  await runChosenAction(
    await window.showWarningMessage(withoutIconsAndLinks(message), ...actions.map(({ label }) => label)),
    actions,
  );
}

let clearStatus: (() => void) | undefined;

/** Shows a message in the status bar for three seconds. */
export function showStatus(message: string): void {
  const shownMs = 3000;
  clearStatus?.();
  const item = window.createStatusBarItem("managedAuth.done", StatusBarAlignment.Left);
  item.name = l10n.t("Managed Auth");
  item.text = withoutIconsAndLinks(message);
  // Screen readers announce a status bar item only with the role "alert".
  item.accessibilityInformation = { label: message, role: "alert" };
  item.show();
  const timer = setTimeout(() => item.dispose(), shownMs);
  timer.unref();
  clearStatus = () => {
    clearTimeout(timer);
    item.dispose();
  };
}

/** Shows a message in the status bar, or as a notification with a button if the window isn't focused. */
export function showStatusOrInform(message: string, action: NotifyAction): void {
  if (window.state.focused || !mayNotify()) showStatus(message);
  else void inform(message, action);
}

/** True if the setting allows notifications about events that the user didn't start. */
export function mayNotify(): boolean {
  return readSetting("managedAuth.notices") === "all";
}

/** Asks for consent in a modal dialog, which renders plain text only. Resolves to true if the user agrees. */
export async function confirm(message: string, detail: string, verb: string): Promise<boolean> {
  return (await askModal(message, detail, [verb])) === verb;
}

/** Asks in a modal dialog with several buttons and runs the chosen action. */
export async function chooseAction(
  message: string,
  detail: string,
  ...ways: readonly NotifyAction[]
): Promise<void> {
  const labels = ways.map(({ label }) => label);
  const answer = await askModal(message, detail, labels);
  await ways.find(({ label }) => label === answer)?.run();
}

function askModal(message: string, detail: string, labels: readonly string[]): Promise<string | undefined> {
  return openDialog(message, inform, () =>
    window.showWarningMessage(message, { modal: true, detail }, ...labels),
  );
}

/** Shows that the extension itself failed. Details are in the log only. */
export async function reportFault(fault: unknown, showLog: () => undefined): Promise<void> {
  const kind = fault instanceof Error ? fault.name : typeof fault;
  await runChosenAction(
    await window.showErrorMessage(
      l10n.t("Unexpected error in Managed Auth ({0}). See the log.", display(kind)),
      l10n.t("Show Log"),
    ),
    [{ label: l10n.t("Show Log"), run: showLog }],
  );
}

async function runChosenAction(chosen: string | undefined, actions: readonly NotifyAction[]): Promise<void> {
  const action = actions.find(({ label }) => label === chosen);
  try {
    if (action !== undefined) await runForUser(() => action.run());
  } catch (fault) {
    // No caller awaits the button of a message, so an error would be lost.
    if (reportActionFault === undefined) throw fault;
    reportActionFault(fault);
  }
}

const maxBulletLines = 20;

/** Returns at most twenty names as bullet lines for a dialog, and the number of the others. */
export function bulletLines(names: readonly string[]): readonly string[] {
  const more = names.length - maxBulletLines;
  return [
    ...names.slice(0, maxBulletLines).map((name) => `• ${name}`),
    ...(more > 0 ? [l10n.t("… and {0} more", more)] : []),
  ];
}

/** Runs work of the extension. An exception is logged and shown, because expected failures are outcomes. */
export async function runGuarded(log: Log, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (fault) {
    log.fault(what, fault);
    await reportFault(fault, () => log.show());
  }
}

/**
 * Copies values, one per line, and returns true if it did. Values are often pasted into a shell, so values with line
 * breaks or invisible characters aren't copied and the user is warned.
 */
export async function copyLines(values: readonly string[]): Promise<boolean> {
  if (values.some((value) => visibleLine(value) !== value)) {
    void warn(l10n.t("Not copied: the value has hidden characters."));
    return false;
  }
  await env.clipboard.writeText(values.join("\n"));
  return true;
}
