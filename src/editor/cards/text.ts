import type { Block, Card } from "../../page/protocol.ts";

/** A card as plain text, for the clipboard. */
export function cardText(card: Card): string {
  return [card.title, card.context, card.sandbox, ...card.summary, ...card.blocks.map(blockText)]
    .filter((part) => part !== undefined && part !== "")
    .join("\n\n");
}

function blockText(block: Block): string {
  return [block.title, ...lines(block)].join("\n");
}

function lines(block: Block): readonly string[] {
  switch (block.kind) {
    case "rows":
      return block.rows.map(({ changed, label, note, value }) =>
        joined(`${label}: ${value.text}`, changed, note),
      );
    case "list":
    case "steps":
      return block.items.map((item) => `- ${item}`);
    case "flow":
      return [block.text, ...block.notes];
    case "bars":
      return block.bars.map(({ label, text }) => `${label}: ${text}`);
    case "grid":
      return block.cells.map(({ label, note, state }) =>
        joined(`${label}: ${state}`, note === "" ? undefined : note),
      );
    case "scales":
      return block.scales.map(({ label, text }) => `${label}: ${text}`);
    case "tiles":
      return block.tiles.map(({ changed, label, notes, state }) =>
        joined(`${label}: ${state.text}`, changed, ...notes),
      );
    case "table":
      return block.rows.map(({ cells, notes }) => joined(cells.map(({ text }) => text).join(": "), ...notes));
    case "code":
      return [block.text];
  }
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(" – ");
}
