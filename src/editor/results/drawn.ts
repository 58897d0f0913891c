import type { Action, ActionId, Card } from "../../card/protocol.ts";

/** Whether a card has the button that its page says was pressed; `item` is the row of a table that it stands in. */
export function isDrawn(
  { actions, blocks }: Card,
  pressed: { readonly action: ActionId; readonly item?: number | undefined },
): boolean {
  const { action, item } = pressed;
  const among = (some: readonly Action[] = []): boolean => some.some(({ id }) => id === action);
  if (item !== undefined)
    return blocks.some((block) => block.kind === "table" && among(block.rows[item]?.actions));
  return (
    among(actions) ||
    blocks.some(
      (block) =>
        (block.kind === "code" && block.copy === action) ||
        (block.kind === "rows" && block.rows.some(({ secret }) => secret?.action === action)),
    )
  );
}
