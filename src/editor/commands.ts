import { commands } from "vscode";
import {
  replaceTokenCommand,
  signInCommand,
  signOutCommand,
  switchAccountCommand,
} from "./accountCommands.ts";
import { entitlementsViewId, extensionId, walkthroughId } from "./commandIds.ts";
import type { CommandId } from "./commandIds.ts";
import { checkPendingCommand } from "./checkPending.ts";
import { createCommand } from "./createCommand.ts";
import { deleteCommand } from "./deleteCommand.ts";
import { dismissPending, dismissPendingCommand } from "./dismissPending.ts";
import { reportIssueCommand } from "./reportIssue.ts";
import { showRecentResultCommand } from "./recentResults.ts";
import type { Parts } from "./parts.ts";
import { chooseSandboxPlanCommand, resetSandboxCommand, useSandboxCommand } from "./sandboxCommands.ts";
import { showConnectionCommand } from "./showConnection.ts";
import { refreshEntitlementsCommand, showEntitlementsCommand } from "./showEntitlements.ts";
import type { Rows } from "./treeNodes.ts";

/** Shows the view, where the new account can be seen; the focus stays where it is. */
async function revealView(): Promise<void> {
  await commands.executeCommand(`${entitlementsViewId}.focus`, { preserveFocus: true });
}

/** Runs a command, for the rows it was called for. */
export async function runCommand(parts: Parts, id: CommandId, { all, pressed }: Rows): Promise<unknown> {
  const attempt = pressed?.kind === "pending" ? pressed.attempt.pending : undefined;
  switch (id) {
    case "managedAuth.signIn":
      if ((await signInCommand(parts)) !== undefined) await revealView();
      return undefined;
    case "managedAuth.signOut":
      return signOutCommand(parts);
    case "managedAuth.replaceToken":
      return replaceTokenCommand(parts);
    case "managedAuth.switchAccount":
      return switchAccountCommand(parts);
    case "managedAuth.useSandbox":
      await useSandboxCommand(parts);
      return revealView();
    case "managedAuth.chooseSandboxPlan":
      return chooseSandboxPlanCommand(parts);
    case "managedAuth.resetSandbox":
      return resetSandboxCommand(parts);
    case "managedAuth.createConnection":
      return createCommand(parts);
    case "managedAuth.showConnection":
      return showConnectionCommand(parts);
    case "managedAuth.checkPending":
      return checkPendingCommand(parts, attempt?.id);
    case "managedAuth.dismissPending":
      return attempt === undefined ? dismissPendingCommand(parts) : dismissPending(parts, attempt.id);
    case "managedAuth.deleteDestinations":
      return deleteCommand(parts);
    case "managedAuth.showEntitlements":
      return showEntitlementsCommand(parts);
    case "managedAuth.refreshEntitlements":
      return refreshEntitlementsCommand(parts);
    case "managedAuth.copyValue":
      return parts.tree.copyValues(all);
    case "managedAuth.showRecentResult":
      return showRecentResultCommand(parts);
    case "managedAuth.reportIssue":
      return reportIssueCommand(parts.version);
    case "managedAuth.getStarted":
      return commands.executeCommand(
        "workbench.action.openWalkthrough",
        `${extensionId}#${walkthroughId}`,
        false,
      );
    case "managedAuth.showLog":
      parts.log.show();
      return undefined;
  }
}
