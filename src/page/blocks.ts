import { renderBar } from "./bars.ts";
import { renderSmallButton, type Act } from "./button.ts";
import { el } from "./dom.ts";
import { renderFlow } from "./flow.ts";
import { renderFold, type Folds } from "./fold.ts";
import { renderGrid } from "./grid.ts";
import { icon } from "./icons.ts";
import type { Block, Row } from "../card/protocol.ts";
import { renderScale } from "./scale.ts";
import { renderTable } from "./table.ts";
import { renderChange, renderNotes, renderValue } from "./value.ts";

/** One block as a section named by its heading; `id` is unique in the card and stays the same for the same card. */
export function renderBlock(block: Block, id: string, folds: Folds, act: Act): HTMLElement {
  const heading = el("h2", "", block.title);
  heading.id = `${id}-title`;
  const section =
    block.kind === "code"
      ? el("section", "block folded", renderFold(block, heading, id, folds, act))
      : el("section", "block", heading, renderContent(block, id, heading.id, act));
  section.setAttribute("aria-labelledby", heading.id);
  return section;
}

function renderContent(
  block: Exclude<Block, { kind: "code" }>,
  id: string,
  headingId: string,
  act: Act,
): HTMLElement {
  switch (block.kind) {
    case "rows":
      return el(
        "dl",
        "surface",
        ...block.rows.map((row, index) => renderRow(row, `${id}-row-${index}`, act)),
      );
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
    case "flow":
      return renderFlow(block, `${id}-words`);
    case "bars":
      return el("div", "surface", ...block.bars.map((bar, index) => renderBar(bar, `${id}-bar-${index}`)));
    case "grid":
      return renderGrid(block.cells);
    case "table":
      return renderTable(block, id, headingId, act);
  }
}

function renderRow(row: Row, id: string, act: Act): HTMLElement {
  const { changed, label, note, secret, value } = row;
  const term = el("dt", "", label);
  term.id = id;
  const shown = renderValue(value);
  const line =
    secret === undefined
      ? el("div", "row-value", shown, ...renderChange(changed))
      : el(
          "div",
          "row-value",
          shown,
          renderSmallButton(`${id}-secret`, secret.label, id, () => act(secret.action)),
          ...renderChange(changed),
        );
  return el("div", "row", term, el("dd", "", line, ...renderNotes(note === undefined ? [] : [note])));
}

function renderTile(tile: Extract<Block, { kind: "tiles" }>["tiles"][number]): HTMLElement {
  const { text, tone = "neutral" } = tile.state;
  return el(
    "li",
    `tile tone-${tone}`,
    icon(tone),
    el("p", "tile-label", tile.label),
    el("p", "tile-state", text),
    ...renderChange(tile.changed),
    ...renderNotes(tile.notes),
  );
}
