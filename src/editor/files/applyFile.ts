import { isDeepStrictEqual } from "node:util";
import { l10n } from "vscode";
import { isEmpty, surplusOf } from "../../domain/file/plan.ts";
import { hasErrors } from "../../domain/file/problem.ts";
import { inform } from "../kit/notify.ts";
import { contextOf } from "../results/showingContext.ts";
import { labelled, sentence } from "../words/sentences.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { agree, mostNamed } from "./agree.ts";
import { appliedCard } from "./appliedCard.ts";
import { fileLabel } from "./chosenFile.ts";
import { plannedOrSaid, showPlan } from "./planFile.ts";
import type { FilesContext } from "./planFile.ts";
import { sendPlan } from "./send.ts";

/**
 * "Apply Connection File…": plans anew, has the plan confirmed, sends it, and shows what became of each entry. More deletions
 * than a dialog can name are confirmed only from the page of the plan that lists them.
 */
export async function applyFile(
  parts: FilesContext,
  { listed = [], resultId, uri }: CommandArguments["managedAuth.applyFile"],
): Promise<void> {
  const title = l10n.t("Apply Connection File");
  const planned = await plannedOrSaid(parts, title, { uri, resultId });
  if (planned === undefined) return;
  const { access, plan } = planned;
  const label = fileLabel(planned.uri);
  if (isEmpty(plan) && !hasErrors(plan.problems)) {
    void inform(sentence(l10n.t("The service matches the file")));
    return;
  }
  const surplus = surplusOf(plan).map(({ id }) => id);
  const isListed = surplus.length <= mostNamed || isDeepStrictEqual(new Set(surplus), new Set(listed));
  if (hasErrors(plan.problems) || !isListed) {
    await showPlan(parts, access, planned, resultId);
    return;
  }
  const agreed = await agree(planned);
  if (agreed === undefined) return;
  const ends = await sendPlan(parts, planned, agreed);
  if (ends.length === 0) return;
  const card = appliedCard(contextOf(access, parts.results.newId()), planned, ends);
  await parts.panel.show(
    {
      card,
      accountId: access.account.id,
      about: label,
      tab: { icon: "checklist", title: l10n.t("Applied {0}", label) },
    },
    { toAway: labelled(label, card.title) },
  );
}
