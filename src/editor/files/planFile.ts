import { commands, l10n, workspace } from "vscode";
import { isEmptyPlan } from "../../domain/file/plan.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { DestinationsModel } from "../catalogue/listModel.ts";
import type { ConnectionsContext } from "../connections/context/context.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { warn, type NotifyAction } from "../kit/notify.ts";
import { newResultContext } from "../results/showingContext.ts";
import type { CommandArguments } from "../words/contributions.ts";
import type { PlanComparisons } from "./comparison.ts";
import { pickDocument, fileLabel } from "./commandFile.ts";
import { invalidFileCard, planCard } from "./planCard.ts";
import type { FilePlans, PlannedFile, InvalidFile } from "./filePlans.ts";
import { switchProjectAction } from "./projectMatch.ts";
import { describeNotPlanned } from "./planDescriptions.ts";

export interface FilesContext extends ConnectionsContext {
  readonly comparisons: PlanComparisons;
  readonly destinations: DestinationsModel;
  readonly filePlans: FilePlans;
}

/**
 * Runs "Plan Connection File". Shows, on a page and in a diff editor, the changes that applying the file would make.
 * Doesn't change anything.
 */
export async function runPlanFile(
  parts: FilesContext,
  { compare, resultId, uri }: CommandArguments["managedAuth.planFile"],
): Promise<void> {
  const planned = await planOrExplain(parts, l10n.t("Plan Connection File"), { uri, resultId });
  if (planned === undefined) return;
  await showPlan(parts, planned.access, planned, resultId);
  const isNew = resultId === undefined || compare === true;
  // Open the comparison after the page, because an automatic comparison never covers a page that is already open.
  if (isNew && !isEmptyPlan(planned.plan))
    await parts.comparisons.open(planned, { isAsked: compare === true });
  else parts.comparisons.update(planned);
}

/** Shows a plan, or the errors of a file that has no plan. Replaces the result with the given ID. */
export async function showPlan(
  { panel, results }: FilesContext,
  access: AccountAccess,
  planned: PlannedFile | InvalidFile,
  resultId = results.newId(),
): Promise<void> {
  const context = newResultContext(access, resultId);
  const label = fileLabel(planned.uri);
  await panel.show({
    card: planned.kind === "planned" ? planCard(context, planned) : invalidFileCard(context, planned),
    accountId: access.account.id,
    about: label,
    tab: { icon: "checklist", title: l10n.t("Plan of {0}", label) },
  });
}

/**
 * Compares the command's connection file with the window's account and returns the plan. If that fails, explains why
 * and returns undefined.
 */
export async function planOrExplain(
  parts: FilesContext,
  title: string,
  { resultId, uri }: { readonly uri: string | undefined; readonly resultId: string | undefined },
): Promise<PlannedFile | undefined> {
  const document = await pickDocument(parts.start, title, uri);
  if (document === undefined) return undefined;
  // Don't prompt for sign-in in an untrusted workspace, because files of untrusted workspaces can't be planned.
  const access = workspace.isTrusted ? await parts.requireAccess(title) : undefined;
  if (workspace.isTrusted && access === undefined) return undefined;
  const result = await whileLoading({ title, back: false }, l10n.t("Reading the connections…"), (signal) =>
    parts.filePlans.plan(document, signal),
  );
  if (result === undefined || result.kind === "cancelled") return undefined;
  if (result.kind === "planned") return result;
  if (result.kind === "invalid") {
    if (access !== undefined) await showPlan(parts, access, result, resultId);
    return undefined;
  }
  let remedy: NotifyAction = {
    label: l10n.t("Try Again"),
    run: () => parts.start("managedAuth.planFile", { uri: document.uri.toString() }),
  };
  if (result.kind === "otherProject") remedy = switchProjectAction(parts.start, result);
  if (result.kind === "untrusted")
    remedy = {
      label: l10n.t("Manage Workspace Trust"),
      run: () => commands.executeCommand("workbench.trust.manage"),
    };
  void warn(l10n.t("{0}: {1}", title, describeNotPlanned(result)), remedy);
  return undefined;
}
