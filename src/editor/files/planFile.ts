import { commands, l10n, workspace } from "vscode";
import { isEmpty } from "../../domain/file/plan.ts";
import type { Access } from "../accounts/service.ts";
import type { DestinationsModel } from "../catalogue/listModel.ts";
import type { ConnectionsContext } from "../connections/context/context.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { warn } from "../kit/notify.ts";
import type { NotifyAction } from "../kit/notify.ts";
import { contextOf } from "../results/showingContext.ts";
import type { CommandArguments } from "../words/contributions.ts";
import type { Comparisons } from "./comparison.ts";
import { chosenDocument, fileLabel } from "./chosenFile.ts";
import { invalidCard, planCard } from "./planCard.ts";
import type { FilePlans, Planned, PlanResult } from "./plans.ts";
import { switchAction } from "./projectMatch.ts";
import { notPlannedWords } from "./words.ts";

/** What everything that is done with files of connections works with, and tools of language models, too. */
export interface FilesContext extends ConnectionsContext {
  readonly comparisons: Comparisons;
  readonly destinations: DestinationsModel;
  readonly filePlans: FilePlans;
}

/** "Plan Connection File": shows what applying the file would do, as a comparison and on a page. Sends nothing. */
export async function planFile(
  parts: FilesContext,
  { compare, resultId, uri }: CommandArguments["managedAuth.planFile"],
): Promise<void> {
  const planned = await plannedOrSaid(parts, l10n.t("Plan Connection File"), { uri, resultId });
  if (planned === undefined) return;
  await showPlan(parts, planned.access, planned, resultId);
  const isNew = resultId === undefined || compare === true;
  // The page comes first, because a comparison that nobody asked for doesn't cover the page.
  if (isNew && !isEmpty(planned.plan)) await parts.comparisons.open(planned, { isAsked: compare === true });
  else parts.comparisons.update(planned);
}

/** Shows the page of a plan, or of a file with errors, in place of the result of that id. */
export async function showPlan(
  { panel, results }: FilesContext,
  access: Access,
  planned: Planned | Extract<PlanResult, { readonly kind: "invalid" }>,
  resultId = results.newId(),
): Promise<void> {
  const context = contextOf(access, resultId);
  const label = fileLabel(planned.uri);
  await panel.show({
    card: planned.kind === "planned" ? planCard(context, planned) : invalidCard(context, planned),
    accountId: access.account.id,
    about: label,
    tab: { icon: "checklist", title: l10n.t("Plan of {0}", label) },
  });
}

/** Plans the file that is meant, for the account of the window; where that can't be, says why and gives `undefined`. */
export async function plannedOrSaid(
  parts: FilesContext,
  title: string,
  { resultId, uri }: { readonly uri: string | undefined; readonly resultId: string | undefined },
): Promise<Planned | undefined> {
  const document = await chosenDocument(parts.start, title, uri);
  if (document === undefined) return undefined;
  // Nobody is asked to sign in for a file that may not cause a request.
  const access = workspace.isTrusted ? await parts.requireAccess(title) : undefined;
  if (workspace.isTrusted && access === undefined) return undefined;
  const result = await whileLoading({ title, back: false }, l10n.t("Reading the connections…"), (signal) =>
    parts.filePlans.plan(document, signal),
  );
  switch (result?.kind) {
    case undefined:
    case "cancelled":
      return undefined;
    case "planned":
      return result;
    case "invalid":
      if (access !== undefined) await showPlan(parts, access, result, resultId);
      return undefined;
    case "untrusted":
    case "signedOut":
    case "otherProject":
    case "notStarted":
    case "failed": {
      const remedies: Readonly<Partial<Record<typeof result.kind, NotifyAction>>> = {
        untrusted: {
          label: l10n.t("Manage Workspace Trust"),
          run: () => commands.executeCommand("workbench.trust.manage"),
        },
        otherProject: switchAction(parts, result.kind === "otherProject" ? result : undefined),
      };
      const again = {
        label: l10n.t("Try Again"),
        run: () => parts.start("managedAuth.planFile", { uri: document.uri.toString() }),
      };
      void warn(l10n.t("{0}: {1}", title, notPlannedWords(result)), remedies[result.kind] ?? again);
      return undefined;
    }
  }
}
