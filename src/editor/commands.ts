import {
  replaceTokenCommand,
  signInCommand,
  signOutCommand,
  switchAccountCommand,
} from "./accountCommands.ts";
import type { CommandId } from "./commandIds.ts";
import { checkPendingCommand } from "./checkPending.ts";
import { createCommand } from "./createCommand.ts";
import { deleteCommand } from "./deleteCommand.ts";
import { reportFault } from "./notify.ts";
import { reportIssueCommand } from "./reportIssue.ts";
import { showRecentResultCommand } from "./recentResults.ts";
import type { Parts } from "./parts.ts";
import { chooseSandboxPlanCommand, resetSandboxCommand, useSandboxCommand } from "./sandboxCommands.ts";
import { showConnectionCommand } from "./showConnection.ts";
import { refreshEntitlementsCommand, showEntitlementsCommand } from "./showEntitlements.ts";
import type { Node } from "./treeNodes.ts";

/** Runs a command. Whatever it throws is a fault of the extension: logged, and said once. */
export async function runCommand(parts: Parts, id: CommandId, nodes: readonly Node[]): Promise<void> {
  await guarded(parts, id, () => handle(parts, id, nodes));
}

/** Runs work of the extension with the same net under it. */
export async function guarded(
  parts: Pick<Parts, "log">,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (fault) {
    parts.log.fault(what, fault);
    await reportFault(fault, () => parts.log.show());
  }
}

async function handle(parts: Parts, id: CommandId, nodes: readonly Node[]): Promise<unknown> {
  switch (id) {
    case "managedAuth.signIn":
      return signInCommand(parts);
    case "managedAuth.signOut":
      return signOutCommand(parts);
    case "managedAuth.replaceToken":
      return replaceTokenCommand(parts);
    case "managedAuth.switchAccount":
      return switchAccountCommand(parts);
    case "managedAuth.useSandbox":
      return useSandboxCommand(parts);
    case "managedAuth.chooseSandboxPlan":
      return chooseSandboxPlanCommand(parts);
    case "managedAuth.resetSandbox":
      return resetSandboxCommand(parts);
    case "managedAuth.createConnection":
      return createCommand(parts);
    case "managedAuth.showConnection":
      return showConnectionCommand(parts);
    case "managedAuth.checkPending":
      return checkPendingCommand(parts, nodes.find((node) => node.kind === "pending")?.pending.id);
    case "managedAuth.deleteDestinations":
      return deleteCommand(parts);
    case "managedAuth.showEntitlements":
      return showEntitlementsCommand(parts);
    case "managedAuth.refreshEntitlements":
      return refreshEntitlementsCommand(parts);
    case "managedAuth.copyValue":
      return parts.tree.copyValues(nodes);
    case "managedAuth.showRecentResult":
      return showRecentResultCommand(parts);
    case "managedAuth.reportIssue":
      return reportIssueCommand(parts.version);
    case "managedAuth.showLog":
      parts.log.show();
      return undefined;
  }
}
