import { commands } from "vscode";

/**
 * Notes that something was done, not merely begun: the walkthrough ends its step by the key. VS Code remembers ended
 * steps itself.
 */
export function reached(milestone: "entitlementsShown" | "connectionCreated" | "destinationDeleted"): void {
  void commands.executeCommand("setContext", `managedAuth.${milestone}`, true);
}
