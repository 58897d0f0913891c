import { isDeepStrictEqual } from "node:util";
import { l10n, type Disposable } from "vscode";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ApprovedDeletions } from "../../domain/file/apply.ts";
import { changingSteps, isEmptyPlan, allSurplus } from "../../domain/file/plan.ts";
import { hasErrors } from "../../domain/file/problem.ts";
import { breaksVaultItems } from "../../domain/connections/vaultItems.ts";
import { draftFromConnection } from "../../domain/draft/draft.ts";
import { vaultItemWarning } from "../connections/settings/settingWords.ts";
import { accountWithAddress } from "../accounts/accountLabels.ts";
import { describeDeletionLoss, nameWithStatus } from "../connections/listed/deleteConnections.ts";
import { confirm, chooseAction, runGuarded, inform, bulletLines as linesOf } from "../kit/notify.ts";
import { newResultContext } from "../results/showingContext.ts";
import { labelWithValue, withFullStop } from "../words/sentences.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { appliedCard, withoutLoginOffers } from "./appliedCard.ts";
import { fileLabel } from "./commandFile.ts";
import { planOrExplain, showPlan, type FilesContext } from "./planFile.ts";
import type { PlannedFile } from "./filePlans.ts";
import { sendPlan } from "./sendPlan.ts";
import { planCounts, hasUnsavedChanges, problemLines, sensitiveLines } from "./planDescriptions.ts";

/** Maximum number of connections that a dialog lists. The plan's page has no such limit. */
const maxListedInDialog = 10;

/**
 * Runs "Apply Connection File…", which makes a new plan, asks for confirmation, sends the requests and shows each
 * outcome. If a dialog can't list all deletions, opens the plan's page, which lists them. The user can then confirm
 * the deletions only from that page.
 */
export async function runApplyFile(
  parts: FilesContext,
  { listed = [], resultId, uri }: CommandArguments["managedAuth.applyFile"],
): Promise<void> {
  const title = l10n.t("Apply Connection File");
  const planned = await planOrExplain(parts, title, { uri, resultId });
  if (planned === undefined) return;
  const { access, plan } = planned;
  const label = fileLabel(planned.uri);
  if (isEmptyPlan(plan) && !hasErrors(plan.problems)) {
    void inform(withFullStop(l10n.t("The service matches the file")));
    return;
  }
  const surplus = allSurplus(plan).map(({ id }) => id);
  const isListed =
    surplus.length <= maxListedInDialog || isDeepStrictEqual(new Set(surplus), new Set(listed));
  if (hasErrors(plan.problems) || !isListed) {
    await showPlan(parts, access, planned, resultId);
    return;
  }
  const agreed = await confirmPlan(planned);
  if (agreed === undefined) return;
  const outcomes = await sendPlan(parts, planned, agreed);
  if (outcomes.length === 0) return;
  const card = appliedCard(newResultContext(access, parts.results.newId()), planned, outcomes);
  const tab = { icon: "checklist", title: l10n.t("Applied {0}", label) } as const;
  const result = { card, accountId: access.account.id, about: label, tab };
  await parts.panel.show(result, { awayMessage: labelWithValue(label, card.title) });
}

/** Removes a created connection's login button from pages of applied files once the connection is logged in. */
export function updateAppliedPages({ connections, log, panel, session }: FilesContext): Disposable {
  return connections.onDidChange(({ reading }) => {
    const { state } = session;
    if (state.kind === "signedOut" || reading === undefined) return;
    const pages = panel.resultsOfAccount(state.account.id).filter(({ tab }) => tab?.icon === "checklist");
    if (pages.length === 0) return;
    const rows = reading.rows.filter(({ status }) => status === "AUTHENTICATED");
    const loggedIn = new Set(rows.map(({ id }) => id));
    for (const result of pages) {
      const card = withoutLoginOffers(result.card, loggedIn);
      if (!isDeepStrictEqual(card, result.card))
        void runGuarded(log, "applied", () => panel.update({ ...result, card }));
    }
  });
}

/**
 * Asks for confirmation of a plan. Then asks separately about deleting connections that the file no longer lists, and
 * about deleting connections that may have been renamed. Returns undefined if the user cancels, in which case nothing
 * is sent.
 */
async function confirmPlan(planned: PlannedFile): Promise<ApprovedDeletions | undefined> {
  const { deletions, renames } = planned.plan;
  if (changingSteps(planned.plan).length > 0 && !(await confirmChanges(planned))) return undefined;
  const prune = await askToDelete(
    planned,
    deletions,
    l10n.t("Delete connections that the file no longer lists ({0})?", deletions.length),
  );
  if (prune === undefined) return undefined;
  const replace = await askToDelete(
    planned,
    renames,
    l10n.t("Delete connections that may have been renamed ({0})? Their logins are lost.", renames.length),
  );
  return replace === undefined ? undefined : { prune, replace };
}

/** Asks for confirmation of creations and changes. Also lists the deletions that the next dialogs ask about. */
async function confirmChanges(planned: PlannedFile): Promise<boolean> {
  const { access, plan, state, text, uri } = planned;
  const sensitive = sensitiveLines(planned);
  const surplus = allSurplus(plan);
  // All remaining problems are warnings, because a plan with errors isn't applied.
  const warnings = [...problemLines(plan.problems, text, maxListedInDialog)];
  const stopsItems = plan.steps.some(
    (step) =>
      step.kind === "update" &&
      breaksVaultItems(
        state.entitlements,
        draftFromConnection(step.connection).credential,
        step.declared.credential,
      ),
  );
  if (stopsItems) warnings.push(vaultItemWarning());
  const lines = [planCounts(plan), accountWithAddress(access)];
  if (hasUnsavedChanges({ uri })) lines.push(l10n.t("The editor's unsaved text is applied."));
  if (sensitive.length > 0)
    lines.push("", l10n.t("These settings decide where stored credentials are sent:"), ...linesOf(sensitive));
  if (warnings.length > 0) lines.push("", ...linesOf(warnings));
  if (surplus.length > 0)
    lines.push("", l10n.t("Next, confirm these deletions:"), ...listOrRefer(surplus.map(nameWithStatus)));
  return confirm(l10n.t("Apply {0}?", fileLabel(uri)), lines.join("\n"), l10n.t("Apply"));
}

/** Returns bullet lines for a dialog, or a reference to the plan's page if there are too many lines. */
function listOrRefer(lines: readonly string[]): readonly string[] {
  if (lines.length > maxListedInDialog) return [l10n.t("See the plan's page for the full list.")];
  return linesOf(lines);
}

/**
 * Prompts to delete or keep connections. Returns true to delete them, false to keep them, or undefined if the user
 * cancels.
 */
async function askToDelete(
  { access, state }: PlannedFile,
  connections: readonly ManagedAuth[],
  question: string,
): Promise<boolean | undefined> {
  if (connections.length === 0) return false;
  let isAgreed: boolean | undefined;
  const detail = [
    ...describeDeletionLoss(connections, state.entitlements),
    l10n.t("You can't undo this."),
    "",
    ...listOrRefer(connections.map(nameWithStatus)),
    "",
    accountWithAddress(access),
  ];
  await chooseAction(
    question,
    detail.join("\n"),
    { label: l10n.t("Delete Connections ({0})", connections.length), run: () => void (isAgreed = true) },
    { label: l10n.t("Keep Connections"), run: () => void (isAgreed = false) },
  );
  return isAgreed;
}
