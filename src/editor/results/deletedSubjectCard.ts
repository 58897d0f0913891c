import { l10n } from "vscode";
import { mapButtons } from "../../card/buttons.ts";
import { needsAccount, type ResultCard } from "./buttons.ts";
import type { CommandResult } from "./result.ts";

/**
 * Builds the card for a subject that was deleted. Keeps the last known facts and disables the buttons that use the
 * account.
 */
export function deletedSubjectCard({ card, tab }: CommandResult): ResultCard {
  const { actions, at, blocks, context, head, id, sandbox } = card;
  // The title may report the last change, which is no longer relevant.
  const title = head.kind === "verdict" && tab !== undefined ? tab.title : card.title;
  return mapButtons(
    {
      ...{ id, title, context, actions },
      ...(at !== undefined && { at }),
      ...(sandbox !== undefined && { sandbox }),
      head: { kind: "header", state: { text: l10n.t("No longer exists"), tone: "neutral" } },
      summary: [],
      blocks: blocks.filter(({ kind }) => kind !== "task"),
    },
    (press) => press,
    needsAccount,
  );
}
