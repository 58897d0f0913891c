import { commands } from "vscode";

const onlyTrue = [true] as const;
const booleanValues = [true, false] as const;

/** The context keys of the manifest's `when` clauses, and their values. A key is unset until its value is known. */
export const contextKeys = {
  "managedAuth.account": ["none", "service", "sandbox"],
  /**
   * True if the window has no account. Activation sets the key if no account is stored. If an account is stored, the
   * key stays unset until secret storage confirms that the account exists.
   */
  "managedAuth.signedOut": booleanValues,
  /** False if the account's organization has reported that it has no projects, otherwise true. */
  "managedAuth.projects": booleanValues,
  /** True if the service's MCP server is added for the window's account. */
  "managedAuth.mcpServer": booleanValues,
  /** True if the entitlements couldn't be fetched. A row of the view then gives the reason. */
  "managedAuth.failed": booleanValues,
  /** True if a filter hides some connections. */
  "managedAuth.filtered": booleanValues,
  /** Grouping of the connections view. Unset until the user chooses one. */
  "managedAuth.grouping": ["status", "profile", "none"],
  /** True if the account is known to have no connections. The welcome view then explains how to create one. */
  "managedAuth.noConnections": booleanValues,
  /** True if the account is known to have no telemetry destination. */
  "managedAuth.noDestinations": booleanValues,
  /** True while a loading indicator is on screen. Esc then cancels the work. */
  "managedAuth.waits": booleanValues,
  /** True while a question waits for the user to open it. */
  "managedAuth.questionWaits": booleanValues,
  /** True if a stored result can be shown again. */
  "managedAuth.hasResults": onlyTrue,
  // Completion events of the walkthrough's steps. VS Code itself remembers which steps are completed.
  "managedAuth.loggedIn": onlyTrue,
  "managedAuth.codeTaken": onlyTrue,
  "managedAuth.connectionCreated": onlyTrue,
  "managedAuth.fileWritten": onlyTrue,
} as const;
type ContextKeys = typeof contextKeys;

/** Sets a context key. Resolves when VS Code has applied the value. Rejects if VS Code refuses it. */
export async function setContext<Key extends keyof ContextKeys>(
  key: Key,
  value: ContextKeys[Key][number],
): Promise<void> {
  await commands.executeCommand("setContext", key, value);
}

/**
 * Resolves when VS Code has applied all context keys that were set before this call. Sets a key that no `when` clause
 * uses and waits for it, because VS Code sets context keys in order.
 */
export async function afterContextKeysApplied(): Promise<void> {
  await commands.executeCommand("setContext", "managedAuth.drawn", true);
}
