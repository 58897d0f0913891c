import { el } from "../dom.ts";
import { icon } from "../icons.ts";
import type { PageBlock } from "../../card/protocol.ts";
import { renderChange, renderNotes } from "../value.ts";

type Tile = Extract<PageBlock, { kind: "tiles" }>["tiles"][number];

/** Tiles side by side; each has its icon and its word, so that none depends on colour. */
export function renderTiles(tiles: readonly Tile[]): HTMLElement {
  return el("ul", "tiles", ...tiles.map(renderTile));
}

function renderTile({ changed, label, notes, state }: Tile): HTMLElement {
  const { text, tone = "neutral" } = state;
  return el(
    "li",
    `tile tone-${tone}`,
    icon(tone),
    el("p", "tile-label", label),
    el("p", "tile-state", text),
    ...renderChange(changed),
    ...renderNotes(notes),
  );
}
