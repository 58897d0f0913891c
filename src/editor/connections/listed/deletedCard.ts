import { l10n } from "vscode";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { isLeft } from "../../../domain/deletion/deletion.ts";
import type { Deletion } from "../../../domain/deletion/deletion.ts";
import { display } from "../../../domain/text/display.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { button, more } from "../../results/buttons.ts";
import { cardFrame, code, plain, verdict } from "../../results/cardParts.ts";
import type { Occasion } from "../../results/cardParts.ts";
import { deletionHelp, deletionNotes, deletionTone, deletionValue } from "../../results/deletions.ts";
import type { ResultCard } from "../../results/buttonEffect.ts";
import type { Tab } from "../../results/result.ts";

/** A connection, and what became of it. */
export interface DeletedConnection {
  readonly connection: ManagedAuth;
  readonly deletion: Deletion;
}

/** What became of a batch of connections. */
export function deletedCard(occasion: Occasion, all: readonly DeletedConnection[]): ResultCard {
  const left = all.filter(isLeft).map(({ connection: { id } }) => id);
  const help = deletionHelp(all.map(({ deletion }) => deletion));
  const again = button(l10n.t("Try Again"), "managedAuth.deleteConnection", { ids: left });
  const next = help ?? (left.length > 0 ? again : undefined);
  return {
    ...cardFrame(occasion),
    head: verdict(deletionTone(all.map(({ deletion }) => deletion))),
    title: title(all),
    summary: [l10n.t("Their profiles, cookies and stored credentials stay.")],
    blocks: [
      {
        kind: "table",
        title: l10n.t("Connections"),
        columns: [l10n.t("Connection"), l10n.t("ID"), l10n.t("Result")],
        rows: all.map(({ connection, deletion }) => ({
          cells: [
            plain(display(connectionName(connection))),
            code(display(connection.id)),
            deletionValue(deletion),
          ],
          notes: deletionNotes(deletion, { missing: l10n.t("It was gone already.") }),
        })),
      },
    ],
    actions: {
      ...(next !== undefined && { next }),
      ...(help !== undefined && left.length > 0 ? { other: again } : {}),
      ...more(),
    },
  };
}

/** What a tab says of it: how many were deleted. */
export function deletedTab(all: readonly DeletedConnection[]): Tab {
  return { icon: "trash", title: l10n.t("Deleted {0} of {1}", goneOf(all), all.length) };
}

/** Whether all of them are gone, so that nobody needs to read more than that. */
export function isPlainSuccess(all: readonly DeletedConnection[]): boolean {
  return goneOf(all) === all.length;
}

function title(all: readonly DeletedConnection[]): string {
  const [first, ...others] = all;
  if (first !== undefined && others.length === 0) {
    const name = display(connectionName(first.connection));
    switch (first.deletion.kind) {
      case "deleted":
      case "notFound":
        return l10n.t("{0} deleted", name);
      case "accepted":
      case "unknown":
        return l10n.t("Not sure whether {0} was deleted", name);
      case "refused":
      case "failed":
      case "skipped":
      case "notTried":
        return l10n.t("{0} not deleted", name);
    }
  }
  return l10n.t("{0} of {1} connections deleted", goneOf(all), all.length);
}

function goneOf(all: readonly DeletedConnection[]): number {
  return all.filter(({ deletion: { kind } }) => kind === "deleted" || kind === "notFound").length;
}
