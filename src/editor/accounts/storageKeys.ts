// Keys under which VS Code stores accounts. This file is loaded at activation and doesn't read accounts.
import type { Memento } from "vscode";

/** Prefix of an account's key in secret storage, followed by the account's ID. */
export const accountKeyPrefix = "account:";

/**
 * Prefix of the key of an account's chosen project. The project isn't secret, but only changes of secret storage
 * notify other windows. The sandbox has such a key, too, although it stores no token.
 */
export const projectKeyPrefix = "project:";

/** Key in the window's state. The value is the ID of the window's account, or {@link signedOutId}. */
export const windowAccountKey = "account";

/** Key in the state that all windows share. The value is a {@link LastAccount}. */
export const lastAccountKey = "lastAccount";

/**
 * Key in the state that all windows share. True if any account has the service's MCP server, so that a window offers
 * the server before the view is opened. A file per account stores which accounts have it.
 */
export const mcpServerKey = "mcpServer";

/**
 * Key in the window's state. True if a login of its user runs, so that the status bar shows the login after a reload.
 */
export const loginRunningKey = "loginRunning";

/** Stored instead of an account ID after the user signed out. */
export const signedOutId = "none";

/** Data of the last account outside secret storage, used to notice that its token was lost. */
export interface LastAccount {
  readonly id: string;
  readonly label: string;
}

/** Returns the ID of the account that a window starts with: its own, or else the one that any window used last. */
export function firstAccountId(windowState: Memento, globalState: Memento): string | undefined {
  return windowState.get<string>(windowAccountKey) ?? globalState.get<LastAccount>(lastAccountKey)?.id;
}
