import { el } from "./dom.ts";
import { icon } from "./icons.ts";
import type { Block, Row } from "./protocol.ts";
import { renderScale } from "./scale.ts";
import { renderTable } from "./table.ts";
import { renderNotes, renderValue } from "./value.ts";

/** Which folds of the card are open, and who wants to know when that changes. */
export interface Folds {
  isOpen(id: string): boolean;
  changed(id: string, open: boolean): void;
}

/** One block as a section named by its heading; `id` is unique in the card and stays the same for the same card. */
export function renderBlock(block: Block, id: string, folds: Folds): HTMLElement {
  const heading = el("h2", "", block.title);
  heading.id = `${id}-title`;
  const section =
    block.kind === "code"
      ? el("section", "block", renderCode(block.text, heading, id, folds))
      : el("section", "block", heading, renderContent(block, id, heading.id));
  section.setAttribute("aria-labelledby", heading.id);
  return section;
}

function renderContent(block: Exclude<Block, { kind: "code" }>, id: string, headingId: string): HTMLElement {
  switch (block.kind) {
    case "rows":
      return el("dl", "surface", ...block.rows.map(renderRow));
    case "list":
      return el("ul", "surface list", ...block.items.map((item) => el("li", "", item)));
    case "steps":
      return el("ol", "steps", ...block.items.map((item) => el("li", "", el("span", "", item))));
    case "scales":
      return el(
        "div",
        "surface",
        ...block.scales.map((scale, index) => renderScale(scale, `${id}-scale-${index}`)),
      );
    case "tiles":
      return el("ul", "tiles", ...block.tiles.map(renderTile));
    case "table":
      return renderTable(block, headingId);
  }
}

function renderRow(row: Row): HTMLElement {
  const notes = row.note === undefined ? [] : renderNotes([row.note]);
  return el("div", "row", el("dt", "", row.label), el("dd", "", renderValue(row.value), ...notes));
}

function renderTile(tile: Extract<Block, { kind: "tiles" }>["tiles"][number]): HTMLElement {
  const { text, tone = "neutral" } = tile.state;
  return el(
    "li",
    `tile tone-${tone}`,
    icon(tone),
    el("p", "tile-label", tile.label),
    el("p", "tile-state", text),
    ...renderNotes(tile.notes),
  );
}

function renderCode(text: string, heading: HTMLElement, id: string, folds: Folds): HTMLElement {
  const code = el("pre", "", el("code", "", text));
  // Long lines scroll inside; the keyboard scrolls what it can focus.
  code.tabIndex = 0;
  code.setAttribute("role", "group");
  code.setAttribute("aria-labelledby", heading.id);
  const summary = el("summary", "", icon("fold"), heading);
  summary.id = id;
  const fold = el("details", "surface fold", summary, code);
  fold.open = folds.isOpen(id);
  fold.addEventListener("toggle", () => folds.changed(id, fold.open));
  return fold;
}
