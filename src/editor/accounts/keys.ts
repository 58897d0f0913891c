// Where VS Code keeps accounts between two starts. This file is loaded at activation: no account is read here.
import type { Memento } from "vscode";

/** Before the id of an account: its key in secret storage. */
export const keyPrefix = "account:";

/**
 * Before the id of an account: the key of the project that was chosen for it. It is no secret, but only of secret storage do
 * other windows hear, and it has the sandbox's, too, which has no token there.
 */
export const projectKeyPrefix = "project:";

/** Of the window's state: the id of its account, or {@link nobody}. */
export const windowAccountKey = "account";

/** Of the state that windows share. */
export const lastAccountKey = "lastAccount";

/**
 * Of the state that windows share: whether some account has the service's MCP server, so that a window offers it before
 * anybody opens the view. Which account has it is a file of its own.
 */
export const mcpServerKey = "mcpServer";

/** Of the window's state: true if a login of its user runs, so that the status bar shows the login after a reload. */
export const loginRunningKey = "loginRunning";

/** In place of an id: the user signed out. */
export const nobody = "none";

/** What stays of the last account outside secret storage: enough to notice that its token is gone. */
export interface LastAccount {
  readonly id: string;
  readonly label: string;
}

/** The id of the account a window begins with: its own, else the one used last anywhere. */
export function firstAccountId(windowState: Memento, globalState: Memento): string | undefined {
  return windowState.get<string>(windowAccountKey) ?? globalState.get<LastAccount>(lastAccountKey)?.id;
}
