import { commands } from "vscode";

const onlyTrue = [true] as const;
const booleanValues = [true, false] as const;

/** The context keys of `when` clauses in the manifest, with their values. They are unset until first set. */
export const contextKeys = {
  /** The kind of the window's account. */
  "managedAuth.account": ["none", "service", "sandbox"],
  /** True if the window has an account. Unset until the account is known, so that nothing is offered too early. */
  "managedAuth.signedIn": booleanValues,
  /** True if the account may have projects: its organization hasn't reported that it has none. */
  "managedAuth.projects": booleanValues,
  /** True if the service's MCP server is added for the window's account. */
  "managedAuth.mcpServer": booleanValues,
  /** True if the entitlements couldn't be read. A row of the view says so. */
  "managedAuth.failed": booleanValues,
  /** True if a filter hides some connections. */
  "managedAuth.filtered": booleanValues,
  /** Grouping of the connections view, set once the user has chosen one. */
  "managedAuth.grouping": ["status", "profile", "none"],
  /** True if the account is known to have no connection. The welcome view then explains how to create one. */
  "managedAuth.noConnections": booleanValues,
  /** True if the account is known to have no telemetry destination. */
  "managedAuth.noDestinations": booleanValues,
  /** True if a wait is on screen that Esc cancels. */
  "managedAuth.waits": booleanValues,
  /** True if a question waits until the user opens it. */
  "managedAuth.questionWaits": booleanValues,
  /** True if a stored result can be shown again. */
  "managedAuth.hasResults": onlyTrue,
  // Completion events of the walkthrough's steps. VS Code remembers completed steps itself.
  "managedAuth.loggedIn": onlyTrue,
  "managedAuth.codeTaken": onlyTrue,
  "managedAuth.connectionCreated": onlyTrue,
  "managedAuth.fileWritten": onlyTrue,
} as const;
type ContextKeys = typeof contextKeys;

/** Sets a context key. Resolves when VS Code has applied it, and rejects if VS Code refuses it. */
export async function setContext<Key extends keyof ContextKeys>(
  key: Key,
  value: ContextKeys[Key][number],
): Promise<void> {
  await commands.executeCommand("setContext", key, value);
}

/** Resolves when VS Code has applied all earlier context keys. Sets a key that nothing reads, because calls keep their order. */
export async function afterContextKeysApplied(): Promise<void> {
  await commands.executeCommand("setContext", "managedAuth.drawn", true);
}
