import { commands } from "vscode";

const yes = [true] as const;
const yesOrNo = [true, false] as const;

/** The context keys by which the manifest offers what can be done, with the values of each. Unset, they hold nothing. */
export const contextKeys = {
  /** The kind of the window's account. */
  "managedAuth.account": ["none", "service", "sandbox"],
  /** Whether there is one: for what must not be offered before that is known. */
  "managedAuth.signedIn": yesOrNo,
  /** Whether projects may be chosen among: there is an account, and its organization has not said that it has none. */
  "managedAuth.projects": yesOrNo,
  /** Whether the window's account has the service's MCP server. */
  "managedAuth.mcpServer": yesOrNo,
  /** Whether the entitlements could not be read: the side bar says so in a row. */
  "managedAuth.failed": yesOrNo,
  /** Whether the view of connections shows only some of those that were read. */
  "managedAuth.filtered": yesOrNo,
  /** By what the view puts connections together, once that was chosen. */
  "managedAuth.grouping": ["status", "profile", "none"],
  /** Whether the account is known to have no connection: the view says how to create one. */
  "managedAuth.noConnections": yesOrNo,
  /** The same of telemetry destinations. */
  "managedAuth.noDestinations": yesOrNo,
  /** Whether a wait is on screen, which Esc calls off. */
  "managedAuth.waits": yesOrNo,
  /** Whether a question waits until the user opens it. */
  "managedAuth.questionWaits": yesOrNo,
  /** Whether a result can be shown again. */
  "managedAuth.hasResults": yes,
  // What was done, not merely begun: it ends a step of the walkthrough. VS Code remembers ended steps itself.
  "managedAuth.loggedIn": yes,
  "managedAuth.codeTaken": yes,
  "managedAuth.connectionCreated": yes,
  "managedAuth.fileWritten": yes,
} as const;
type ContextKeys = typeof contextKeys;

/** Sets a context key. Resolves when VS Code has it; rejects where it does not take it. */
export async function setContext<Key extends keyof ContextKeys>(
  key: Key,
  value: ContextKeys[Key][number],
): Promise<void> {
  await commands.executeCommand("setContext", key, value);
}

/** Resolves when VS Code has drawn what it was told before: it keeps the order, and answers a key that nothing reads. */
export async function untilDrawn(): Promise<void> {
  await commands.executeCommand("setContext", "managedAuth.drawn", true);
}
