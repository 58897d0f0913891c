// Keys under which VS Code stores accounts. This file is loaded at activation, so it doesn't import the code that
// reads accounts.
import type { Memento } from "vscode";

/** Prefix of an account's key in secret storage, followed by the account's ID. */
export const accountKeyPrefix = "account:";

/**
 * Prefix of the key that stores an account's chosen project in secret storage. The project isn't secret, but VS Code
 * notifies other windows only of changes to secret storage. The sandbox also has such a key, although it stores no
 * token.
 */
export const projectKeyPrefix = "project:";

/** Key in the window's state. The value is the ID of the window's account, or {@link signedOutId}. */
export const windowAccountKey = "account";

/** Key in the state that all windows share. The value is a {@link LastAccount}. */
export const lastAccountKey = "lastAccount";

/**
 * Key in the state that all windows share. True if the service's MCP server was added for any account. Each window
 * reads the key at activation, so that the server is offered even if no view is open. A file per account stores which
 * accounts use the server.
 */
export const mcpServerKey = "mcpServer";

/**
 * Key in the window's state. True while a login that the user started is running, so that the status bar shows the
 * login after a reload.
 */
export const loginRunningKey = "loginRunning";

/** Stored as the window's account ID after the user has signed out. */
export const signedOutId = "none";

/**
 * The service account that was last used in any window. Stored outside secret storage, so that the extension can detect
 * that secret storage has lost the account's token.
 */
export interface LastAccount {
  readonly id: string;
  readonly label: string;
}

/**
 * Returns the ID of the account that a window starts with. This is the window's own account or, if there is none, the
 * service account that was last used in any window. Returns {@link signedOutId} if the user signed out in this window.
 */
export function firstAccountId(windowState: Memento, globalState: Memento): string | undefined {
  return windowState.get<string>(windowAccountKey) ?? globalState.get<LastAccount>(lastAccountKey)?.id;
}
