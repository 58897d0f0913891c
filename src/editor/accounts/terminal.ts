// A terminal whose environment has the address and the token of an account, for the official clients.
import { createHash } from "node:crypto";
import { type Disposable, env, ExtensionKind, extensions, l10n, ThemeIcon, window } from "vscode";
import type { Terminal, TerminalShellIntegration } from "vscode";
import {
  checkCommand,
  checkVariable,
  codeVariable,
  otherAccountExit,
  posixCheck,
  type TerminalCheck,
  windowsCheck,
} from "../../domain/useCode/terminalCheck.ts";
import { type NotifyAction, warn } from "../kit/notify.ts";
import { extensionId } from "../words/contributions.ts";
import type { Account } from "./accounts.ts";
import { accountLabel } from "./words.ts";

export interface AccountTerminal {
  readonly account: Account;
  readonly variables: { readonly KERNEL_BASE_URL: string; readonly KERNEL_API_KEY: string };
  /** Code to run once the check of the variables has succeeded. */
  readonly run?: { readonly code: string; readonly language: NonNullable<TerminalCheck["run"]> };
}

/** How long to wait for shell integration, in milliseconds. Without it, the terminal alone shows the check's result. */
const integrationMs = 5_000;

/** True if this extension runs on the user's computer and the window's terminals run on another one. */
export function isTerminalRemote(): boolean {
  const kind = extensions.getExtension(extensionId)?.extensionKind;
  return env.remoteName !== undefined && kind === ExtensionKind.UI;
}

/**
 * Opens the terminal and checks in its shell that no start-up file has replaced the variables. VS Code doesn't restore such
 * a terminal, so the token isn't stored. Resolves once the check, and the code after it, have ended.
 */
export async function openAccountTerminal({ account, run, variables }: AccountTerminal): Promise<void> {
  const isRemote = isTerminalRemote();
  const unreachable =
    isRemote && account.kind === "sandbox"
      ? l10n.t("The sandbox runs on your computer. This terminal runs on another one, without access to it.")
      : undefined;
  const name = accountLabel(account);
  const check: TerminalCheck = {
    hashes: Object.fromEntries(
      Object.entries(variables).map(([key, value]) => [
        key,
        createHash("sha256").update(value).digest("hex"),
      ]),
    ),
    success: l10n.t("This terminal uses: {0}", name),
    warning: l10n.t("Not the values of {0}, because a start-up file of this shell sets:", name),
    run: run?.language,
  };
  const system = process.platform === "win32" && !isRemote ? "windows" : "posix";
  const terminal = window.createTerminal({
    name,
    iconPath: new ThemeIcon(account.kind === "sandbox" ? "beaker" : "key"),
    env: {
      ...variables,
      [checkVariable]: system === "windows" ? windowsCheck(check) : posixCheck(check),
      ...(run && { [codeVariable]: run.code }),
    },
    isTransient: true,
    ...(unreachable !== undefined && { message: unreachable }),
  });
  terminal.show();
  const close: NotifyAction = {
    label: l10n.t("Close Terminal"),
    run: () => {
      terminal.dispose();
      return undefined;
    },
  };
  if (unreachable !== undefined) void warn(unreachable, close);
  if ((await exitCodeOf(terminal, checkCommand[system])) !== otherAccountExit) return;
  void warn(
    account.kind === "sandbox"
      ? l10n.t("This terminal doesn't use the sandbox: its shell sets another address or key.")
      : l10n.t("This terminal doesn't use {0}: its shell sets another address or key.", name),
    close,
  );
}

/** Runs a command and resolves to its exit code, or to undefined if shell integration doesn't report one. */
async function exitCodeOf(terminal: Terminal, command: string): Promise<number | undefined> {
  const owned: Pick<Disposable, "dispose">[] = [];
  try {
    const closing = new Promise<undefined>((resolve) => {
      owned.push(
        window.onDidCloseTerminal((closed) => {
          if (closed === terminal) resolve(undefined);
        }),
      );
    });
    const integration = await Promise.race([closing, integrationOf(terminal, owned)]);
    if (terminal.exitStatus !== undefined) return undefined;
    if (integration === undefined) {
      terminal.sendText(command);
      return undefined;
    }
    const ending = new Promise<number | undefined>((resolve) => {
      owned.push(
        window.onDidEndTerminalShellExecution((ended) => {
          if (ended.execution === execution) resolve(ended.exitCode);
        }),
      );
    });
    const execution = integration.executeCommand(command);
    return await Promise.race([closing, ending]);
  } finally {
    for (const one of owned) one.dispose();
  }
}

/** The terminal's shell integration, once active, or undefined if the shell has none in time. */
function integrationOf(
  terminal: Terminal,
  owned: Pick<Disposable, "dispose">[],
): Promise<TerminalShellIntegration | undefined> {
  return new Promise((resolve) => {
    if (terminal.shellIntegration !== undefined) resolve(terminal.shellIntegration);
    const timer = setTimeout(() => resolve(undefined), integrationMs);
    owned.push(
      { dispose: () => clearTimeout(timer) },
      window.onDidChangeTerminalShellIntegration((changed) => {
        if (changed.terminal === terminal) resolve(changed.shellIntegration);
      }),
    );
  });
}
