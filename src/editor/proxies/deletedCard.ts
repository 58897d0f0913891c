import { l10n } from "vscode";
import type { Proxy } from "../../api/otherResources.ts";
import type { Deletion } from "../../domain/deletion/deletion.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { ResultCard } from "../results/buttonEffect.ts";
import { cardFrame, codeRow, rows, serviceSays, verdict } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { deletionHelp, deletionNotes, deletionTone, deletionValue } from "../results/deletions.ts";
import { proxyName, proxyUsersBlock } from "./shownCard.ts";
import type { Users } from "../resourceEngine/usedBy.ts";

/** What became of a proxy that was to be deleted, and which connections hold one that was refused. */
export function deletedCard(
  occasion: Occasion,
  proxy: Proxy,
  deletion: Deletion,
  holders: Users,
): ResultCard {
  const frame = { ...cardFrame(occasion), head: verdict(deletionTone([deletion])), title: titleOf(deletion) };
  const { id } = proxy;
  if (deletion.kind === "deleted")
    return {
      ...frame,
      summary: [l10n.t("Nothing can be reached through {0} any more.", proxyName(proxy))],
      blocks: [],
      actions: more(),
    };
  const help = deletionHelp([deletion]);
  const again = button(l10n.t("Delete…"), "managedAuth.deleteProxy", { id });
  return {
    ...frame,
    summary:
      deletion.kind === "refused"
        ? [
            l10n.t(
              "Choose another proxy in the connections that use it, or delete them. Then delete it again.",
            ),
          ]
        : deletionNotes(deletion, { missing: l10n.t("No proxy has this ID.") }),
    blocks: [
      rows(
        l10n.t("Proxy"),
        { label: l10n.t("Result"), value: deletionValue(deletion) },
        codeRow(l10n.t("ID"), id),
      ),
      ...(deletion.kind === "refused" ? [...serviceSays(deletion.error), proxyUsersBlock(holders)] : []),
    ],
    actions: {
      ...(help !== undefined
        ? { next: help, other: again }
        : deletion.kind === "notFound"
          ? {}
          : { other: again }),
      ...more(button(l10n.t("Show Proxy"), "managedAuth.showProxy", { id }), copyIdButton(id)),
    },
  };
}

function titleOf({ kind }: Deletion): string {
  switch (kind) {
    case "deleted":
      return l10n.t("Proxy deleted");
    case "accepted":
      return l10n.t("Deletion accepted");
    case "unknown":
      return l10n.t("Result unknown");
    case "refused":
    case "notFound":
    case "failed":
    case "skipped":
    case "notTried":
      return l10n.t("Proxy not deleted");
  }
}
