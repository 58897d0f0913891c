import { l10n } from "vscode";
import { mapButtons } from "../../card/buttons.ts";
import type { TableRow } from "../../card/card.ts";
import { needsAccount, type ButtonAction, type ResultCard } from "./buttons.ts";
import type { CommandResult } from "./result.ts";

/** Marks a card's connection or resource as deleted. Keeps its facts, and disables buttons that use the account. */
export function deletedSubjectCard({ card, tab }: CommandResult): ResultCard {
  const { actions, at, blocks, context, head, id, sandbox } = card;
  // Use the tab's title, because the card's title may report the last change, which is no longer relevant.
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

/** Returns the handles (IDs) of the browsers in a card's tables, except the browsers that are marked as ended. */
export function listedBrowsers({ blocks }: ResultCard): readonly string[] {
  const rows = blocks.flatMap((block) => (block.kind === "table" ? block.rows : []));
  const links = rows.flatMap(({ cells: [first] }) => first?.links ?? []);
  return links.flatMap(({ press }) =>
    press.does === "run" && press.command === "managedAuth.showBrowser" ? String(press.args["id"]) : [],
  );
}

/**
 * Marks the table rows of a deleted connection or resource and removes their buttons. Returns undefined if the card has
 * no such row.
 */
export function withDeletedRows(card: ResultCard, id: string): ResultCard | undefined {
  const linked = ({ cells: [first] }: TableRow<ButtonAction>) =>
    first?.links?.find(({ press }) => press.does === "run" && press.args["id"] === id);
  const marked = (row: TableRow<ButtonAction>): TableRow<ButtonAction> => {
    const press = linked(row)?.press;
    const [{ text } = { text: "" }, ...cells] = row.cells;
    if (press?.does !== "run") return row;
    const notes = [...row.notes];
    if (press.command === "managedAuth.showBrowser") notes.push(l10n.t("The browser has ended."));
    else notes.push(l10n.t("Deleted since this page was shown."));
    return { ...row, cells: [{ text }, ...cells], notes, actions: [] };
  };
  if (!card.blocks.some((block) => block.kind === "table" && block.rows.some(linked))) return undefined;
  const blocks = card.blocks.map((block) => {
    if (block.kind !== "table") return block;
    return { ...block, rows: block.rows.map(marked) };
  });
  return { ...card, blocks };
}
