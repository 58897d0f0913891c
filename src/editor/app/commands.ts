import { commands } from "vscode";
import {
  replaceTokenCommand,
  signInCommand,
  signOutCommand,
  switchAccountCommand,
} from "../accounts/signIn/commands.ts";
import { entitlementsViewId, extensionId, walkthroughId } from "../words/contributions.ts";
import type { CommandId } from "../words/contributions.ts";
import { checkPendingCommand } from "../connections/creation/check.ts";
import { createCommand } from "../connections/creation/commands.ts";
import { deleteCommand } from "../destinations/commands.ts";
import { dismissPending, dismissPendingCommand } from "../connections/creation/dismiss.ts";
import { cancelWait } from "../kit/whileLoading.ts";
import { reportIssueCommand } from "./reportIssue.ts";
import { showRecentResultCommand } from "../results/recent.ts";
import type { Parts } from "./parts.ts";
import { chooseSandboxPlanCommand, resetSandboxCommand, useSandboxCommand } from "../sandbox/commands.ts";
import { showConnectionCommand } from "../connections/shown/commands.ts";
import { refreshEntitlementsCommand, showEntitlementsCommand } from "../entitlements/commands.ts";
import type { Rows } from "../entitlements/nodes.ts";

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
      if (await useSandboxCommand(parts)) await revealView();
      return undefined;
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
    case "managedAuth.cancelWait":
      cancelWait();
      return undefined;
    case "managedAuth.showLog":
      parts.log.show();
      return undefined;
  }
}
