import { commands as editorCommands } from "vscode";
import { accountCommands } from "../accounts/signIn/commands.ts";
import { creationCommands } from "../connections/creation/commands.ts";
import { editingCommands } from "../connections/editing/commands.ts";
import { historyCommands } from "../connections/history/commands.ts";
import { listedCommands } from "../connections/listed/commands.ts";
import { loginCommands } from "../connections/login/commands.ts";
import { shownCommands } from "../connections/shown/commands.ts";
import { destinationCommands } from "../destinations/commands.ts";
import { entitlementsCommands } from "../entitlements/commands.ts";
import { identityCommands } from "../identity/commands.ts";
import { cancelWait } from "../kit/inputs/whileLoading.ts";
import { plainCommand } from "../kit/command.ts";
import { openWaiting } from "../kit/questionHost.ts";
import type { Commands } from "../kit/command.ts";
import { mcpCommands } from "../mcp/commands.ts";
import { projectCommands } from "../projects/commands.ts";
import { showRecentResult } from "../results/commands.ts";
import { credentialCommands } from "../resources/credentials/credentials.ts";
import { providerCommands } from "../resources/providers/commands.ts";
import { proxyCommands } from "../resources/proxies/commands.ts";
import { sandboxCommands } from "../sandbox/commands.ts";
import { sidebarCommands } from "../sidebar/commands.ts";
import { extensionId, walkthroughId } from "../words/contributions.ts";
import type { CommandId } from "../words/contributions.ts";
import type { Parts } from "./parts.ts";
import { reportIssue } from "./reportIssue.ts";

/** Every command of the extension. */
export function allCommands(parts: Parts): Commands {
  return {
    ...accountCommands(parts),
    ...creationCommands(parts),
    ...shownCommands(parts),
    ...historyCommands(parts),
    ...editingCommands(parts),
    ...loginCommands(parts),
    ...listedCommands(parts),
    ...destinationCommands(parts),
    ...providerCommands(parts),
    ...proxyCommands(parts),
    ...credentialCommands(parts),
    ...entitlementsCommands(parts),
    ...sandboxCommands(parts),
    ...identityCommands(parts),
    ...projectCommands(parts),
    ...mcpCommands(parts),
    ...sidebarCommands(parts),
    "managedAuth.showRecentResult": plainCommand(() => showRecentResult(parts.panel)),
    "managedAuth.reportIssue": plainCommand(() => reportIssue(parts.version)),
    "managedAuth.getStarted": plainCommand(() =>
      editorCommands.executeCommand(
        "workbench.action.openWalkthrough",
        `${extensionId}#${walkthroughId}`,
        false,
      ),
    ),
    "managedAuth.cancelWait": plainCommand(cancelWait),
    "managedAuth.openWaitingQuestion": plainCommand(openWaiting),
    "managedAuth.showLog": plainCommand(() => parts.log.show()),
  };
}

/** Starts a command, and what it leads on to. */
export async function start(commands: Commands, id: CommandId, told?: unknown): Promise<void> {
  const next = await commands[id].start(told);
  if (next !== undefined) await start(commands, next.command, next.told);
}
