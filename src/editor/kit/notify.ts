import { commands, l10n, StatusBarAlignment, window, env } from "vscode";
import { display, withoutIconsAndLinks } from "../../domain/text/display.ts";
import { openDialog } from "./questionHost.ts";
import { readSetting } from "./settings.ts";
import { runForUser } from "./userAttention.ts";
import type { Log } from "./log.ts";
import { visibleLine } from "../../domain/text/visible.ts";
import { compact } from "../../domain/compact.ts";

export interface NotifyAction {
  readonly label: string;
  readonly run: () => Thenable<unknown> | undefined;
}

let reportActionFault: ((fault: unknown) => void) | undefined;

/** Sets the function that reports errors thrown by the buttons of messages. */
export function setFaultReporter(report: (fault: unknown) => void): void {
  reportActionFault = report;
}

export function openFolderAction(): NotifyAction {
  return {
    label: l10n.t("Open Folder…"),
    run: () => commands.executeCommand("workbench.action.files.openFolder"),
  };
}

export function showLogAction(log: Log): NotifyAction {
  return { label: l10n.t("Show Log"), run: () => log.show() };
}

/** Shows an information message. Untrusted parts of `message` must have been escaped with `display`. */
export async function inform(message: string, ...actions: readonly NotifyAction[]): Promise<void> {
  const labels = actions.map(({ label }) => label);
  const chosen = await window.showInformationMessage(withoutIconsAndLinks(message), ...labels);
  await runChosenAction(chosen, actions);
}

/** Shows a warning. As for {@link inform}, untrusted parts of `message` must have been escaped with `display`. */
export async function warn(message: string, ...actions: readonly NotifyAction[]): Promise<void> {
  const labels = actions.map(({ label }) => label);
  const chosen = await window.showWarningMessage(withoutIconsAndLinks(message), ...labels);
  await runChosenAction(chosen, actions);
}

let clearStatus: (() => void) | undefined;

export function showStatus(message: string): void {
  const shownMs = 3000;
  clearStatus?.();
  const item = window.createStatusBarItem("managedAuth.done", StatusBarAlignment.Left);
  item.name = l10n.t("Managed Auth");
  item.text = withoutIconsAndLinks(message);
  // Screen readers only announce a status bar item that has the role "alert".
  item.accessibilityInformation = { label: message, role: "alert" };
  item.show();
  const timer = setTimeout(() => item.dispose(), shownMs);
  timer.unref();
  clearStatus = () => {
    clearTimeout(timer);
    item.dispose();
  };
}

/**
 * Shows a message in the status bar. If the window isn't focused and the user's settings allow notifications, shows a
 * notification with a button instead.
 */
export function showStatusOrInform(message: string, action: NotifyAction): void {
  if (window.state.focused || !mayNotify()) showStatus(message);
  else void inform(message, action);
}

/** True if the user's settings allow notifications about events that the user didn't start. */
export function mayNotify(): boolean {
  return readSetting("managedAuth.notices") === "all";
}

/** Asks for consent in a modal dialog, which shows plain text only. Resolves to true if the user agrees. */
export async function confirm(message: string, detail: string, verb: string): Promise<boolean> {
  return (await askModal(message, detail, [verb])) === verb;
}

/** Shows a modal dialog with several buttons and runs the action of the pressed button. */
export async function chooseAction(
  message: string,
  detail: string,
  ...actions: readonly NotifyAction[]
): Promise<void> {
  const labels = actions.map(({ label }) => label);
  const answer = await askModal(message, detail, labels);
  await actions.find(({ label }) => label === answer)?.run();
}

function askModal(message: string, detail: string, labels: readonly string[]): Promise<string | undefined> {
  return openDialog(message, inform, () =>
    window.showWarningMessage(message, { modal: true, detail }, ...labels),
  );
}

/** Reports an internal error of the extension to the user. Only the log contains the details. */
export async function reportFault(fault: unknown, showLog: () => undefined): Promise<void> {
  const kind = fault instanceof Error ? fault.name : typeof fault;
  const message = l10n.t("Unexpected error in Managed Auth ({0}). See the log.", display(kind));
  const action = { label: l10n.t("Show Log"), run: showLog };
  await runChosenAction(await window.showErrorMessage(message, action.label), [action]);
}

async function runChosenAction(chosen: string | undefined, actions: readonly NotifyAction[]): Promise<void> {
  const action = actions.find(({ label }) => label === chosen);
  try {
    if (action !== undefined) await runForUser(() => action.run());
  } catch (fault) {
    // No caller waits for a message's button, so an error thrown here would be lost.
    if (reportActionFault === undefined) throw fault;
    reportActionFault(fault);
  }
}

const maxBulletLines = 20;

/** Formats up to twenty names as a bulleted list for a dialog. The last line gives the number of remaining names. */
export function bulletLines(names: readonly string[]): readonly string[] {
  const hiddenCount = names.length - maxBulletLines;
  return compact(
    ...names.slice(0, maxBulletLines).map((name) => `• ${name}`),
    hiddenCount > 0 && l10n.t("… and {0} more", hiddenCount),
  );
}

/** Runs `work`. Logs and shows any exception as an internal error, because expected failures aren't thrown. */
export async function runGuarded(log: Log, subject: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (fault) {
    log.fault(subject, fault);
    await reportFault(fault, () => log.show());
  }
}

/**
 * Copies values to the clipboard, one per line. Returns false and shows a warning if a value has line breaks or
 * invisible characters, because values are often pasted into a shell.
 */
export async function copyLines(values: readonly string[]): Promise<boolean> {
  if (values.some((value) => visibleLine(value) !== value)) {
    void warn(l10n.t("Not copied: the value has hidden characters."));
    return false;
  }
  await env.clipboard.writeText(values.join("\n"));
  return true;
}
