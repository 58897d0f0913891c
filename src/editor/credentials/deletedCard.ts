import { l10n } from "vscode";
import type { Credential } from "../../api/otherResources.ts";
import type { Deletion } from "../../domain/deletion/deletion.ts";
import { display } from "../../domain/text/display.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import type { ResultCard } from "../results/buttonEffect.ts";
import { button, more } from "../results/buttons.ts";
import { cardFrame, code, plain, verdict } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { deletionHelp, deletionNotes, deletionTone } from "../results/deletions.ts";
import type { Users } from "../things/usedBy.ts";

/** Whether it is gone, so that nobody needs to read more than that. */
export function isPlainSuccess({ kind }: Deletion): boolean {
  return kind === "deleted" || kind === "notFound";
}

/** What became of a credential that was to be deleted, and of the connections that referred to it. */
export function deletedCard(
  occasion: Occasion,
  { id, name }: Credential,
  deletion: Deletion,
  { usedBy }: Users,
): ResultCard {
  const isGone = isPlainSuccess(deletion);
  const again = button(l10n.t("Try Again"), "managedAuth.deleteCredential", { id });
  const look = button(l10n.t("Check Now"), "managedAuth.showCredential", { id });
  const help = deletionHelp([deletion]);
  const isSure = deletion.kind !== "unknown" && deletion.kind !== "accepted";
  return {
    ...cardFrame(occasion),
    head: verdict(isGone ? "success" : deletionTone([deletion])),
    title: title(display(name), deletion),
    summary: isGone
      ? [l10n.t("These connections log in by themselves no more. Choose another credential for them.")]
      : deletionNotes(deletion, { missing: l10n.t("It was gone already.") }),
    blocks:
      isGone && usedBy.length > 0
        ? [
            {
              kind: "table",
              title: l10n.t("Without a credential"),
              columns: [l10n.t("Connection"), l10n.t("ID")],
              rows: usedBy.map((connection) => ({
                cells: [plain(display(connectionName(connection))), code(display(connection.id))],
                notes: [],
                actions: [button(l10n.t("Edit…"), "managedAuth.editConnection", { id: connection.id })],
              })),
            },
          ]
        : [],
    actions: isGone
      ? more()
      : {
          ...(help !== undefined
            ? { next: help, other: isSure ? again : look }
            : { next: isSure ? again : look }),
          ...more(),
        },
  };
}

function title(name: string, { kind }: Deletion): string {
  switch (kind) {
    case "deleted":
    case "notFound":
      return l10n.t("{0} deleted", name);
    case "accepted":
      return l10n.t("The deletion of {0} is accepted", name);
    case "unknown":
      return l10n.t("Not sure whether {0} was deleted", name);
    case "refused":
    case "failed":
    case "skipped":
    case "notTried":
      return l10n.t("{0} not deleted", name);
  }
}
