// Opens terminals for the official clients, with the base URL and token of an account in environment variables.
import { createHash } from "node:crypto";
import {
  env,
  ExtensionKind,
  extensions,
  l10n,
  ThemeIcon,
  window,
  type Terminal,
  type TerminalOptions,
  type TerminalShellExecution,
} from "vscode";
import {
  checkCommand,
  checkScript,
  checkVariable,
  codeVariable,
  otherAccountExit,
  type TerminalCheck,
} from "../../domain/code/terminalCheck.ts";
import { type NotifyAction, warn } from "../kit/notify.ts";
import { extensionId } from "../words/contributions.ts";
import type { Account } from "./accounts.ts";
import { accountLabel } from "./accountLabels.ts";

export interface AccountTerminal {
  readonly account: Account;
  readonly variables: { readonly KERNEL_BASE_URL: string; readonly KERNEL_API_KEY: string };
  /** Code to run in the terminal after a check has confirmed that the environment variables are correct. */
  readonly run?: { readonly code: string; readonly language: NonNullable<TerminalCheck["run"]> };
}

/**
 * Maximum time to wait for the terminal's shell integration, in milliseconds. Without shell integration, the
 * extension can't read whether a startup file has overwritten the environment variables. Then only the terminal shows
 * the result of this check.
 */
const shellIntegrationMs = 5_000;

/** True if this extension runs on the user's computer and the window's terminals run on another one. */
export function isTerminalRemote(): boolean {
  const kind = extensions.getExtension(extensionId)?.extensionKind;
  return env.remoteName !== undefined && kind === ExtensionKind.UI;
}

/**
 * Opens a terminal with environment variables for the account's base URL and token. A check in the terminal's shell
 * ensures that no startup file has overwritten these variables. VS Code doesn't restore this terminal after a reload,
 * so the token isn't stored. Resolves when the check and the given code, if any, have ended.
 */
export async function openAccountTerminal({ account, run, variables }: AccountTerminal): Promise<void> {
  const isRemote = isTerminalRemote();
  const isSandbox = account.kind === "sandbox";
  const name = accountLabel(account);
  const warning = l10n.t("This terminal doesn't use {0}: its shell sets another address or key.", name);
  const system = process.platform === "win32" && !isRemote ? "windows" : "posix";
  const script = checkScript[system]({
    hash: createHash("sha256")
      .update(`${variables.KERNEL_BASE_URL}\n${variables.KERNEL_API_KEY}\n`)
      .digest("hex"),
    success: l10n.t("This terminal uses: {0}", name),
    warning,
    run: run?.language,
  });
  const options: TerminalOptions = {
    name,
    iconPath: new ThemeIcon(isSandbox ? "beaker" : "key"),
    env: { ...variables, [checkVariable]: script, [codeVariable]: run?.code },
    isTransient: true,
  };
  if (isRemote && isSandbox)
    options.message = l10n.t(
      "The sandbox runs on your computer. This terminal runs on another one, without access to it.",
    );
  const terminal = window.createTerminal(options);
  const checking = runTerminalCommand(terminal, checkCommand[system]);
  const close: NotifyAction = {
    label: l10n.t("Close Terminal"),
    run: () => {
      terminal.dispose();
      return undefined;
    },
  };
  if (options.message !== undefined) void warn(options.message, close);
  if ((await checking) === otherAccountExit) void warn(warning, close);
}

/**
 * Shows the terminal and runs a command in it. Resolves to the command's exit code, or to undefined if shell
 * integration doesn't report one.
 */
function runTerminalCommand(terminal: Terminal, command: string): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  let execution: TerminalShellExecution | undefined;
  const timer = setTimeout(() => {
    if (execution !== undefined) return;
    terminal.sendText(command);
    resolve(undefined);
  }, shellIntegrationMs);
  const owned = [
    window.onDidChangeTerminalShellIntegration((changed) => {
      if (changed.terminal === terminal) execution ??= changed.shellIntegration.executeCommand(command);
    }),
    window.onDidEndTerminalShellExecution((ended) => {
      if (ended.execution === execution) resolve(ended.exitCode);
    }),
    window.onDidCloseTerminal((closed) => {
      if (closed === terminal) resolve(undefined);
    }),
  ];
  terminal.show();
  return promise.finally(() => {
    clearTimeout(timer);
    for (const disposable of owned) disposable.dispose();
  });
}
