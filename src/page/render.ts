import { renderCode, type Folds } from "./blocks/code.ts";
import { renderDays } from "./blocks/days.ts";
import { renderForms } from "./blocks/forms.ts";
import { renderGrid } from "./blocks/grid.ts";
import { renderList } from "./blocks/list.ts";
import { renderRows } from "./blocks/rows.ts";
import { renderTable } from "./blocks/table.ts";
import type { Act } from "./button.ts";
import { renderCountdown, type RunningCountdown } from "./countdown.ts";
import { el } from "./dom.ts";
import { renderHead } from "./head.ts";
import { icon } from "./icons.ts";
import type { PageBlock, PageCard } from "../card/protocol.ts";

/** The parts of one card, not yet in the document. */
export interface RenderedCard {
  /** The sandbox line, where the card has one, and the card itself. */
  readonly parts: readonly HTMLElement[];
  /** The one h1; it can take the focus. */
  readonly heading: HTMLElement;
  readonly countdown: RunningCountdown | undefined;
}

/** Draws a card. Nothing of it is read as markup. */
export function renderCard(card: PageCard, lang: string, folds: Folds, act: Act): RenderedCard {
  const countdown = card.countdown && renderCountdown(card.countdown, lang);
  const { head, heading } = renderHead(card, countdown?.sentence, act);
  const sections = card.blocks.map((block, index) => ({
    short: isShort(block),
    section: renderBlock(block, `block-${index}`, folds, act),
  }));
  const main = el("main", "", head, ...inRuns(sections));
  return { parts: [...renderSandbox(card.sandbox), main], heading, countdown };
}

function renderSandbox(text: string | undefined): HTMLElement[] {
  if (text === undefined) return [];
  return [el("header", "sandbox", icon("sandbox"), el("p", "", text))];
}

/** Whether a block needs no more than half the width of a wide page. */
function isShort({ kind }: PageBlock): boolean {
  return kind === "rows" || kind === "list";
}

/** The sections in order, short ones that follow each other together in one element. */
function inRuns(sections: readonly { short: boolean; section: HTMLElement }[]): readonly HTMLElement[] {
  const runs: HTMLElement[] = [];
  for (const [index, { section, short }] of sections.entries()) {
    if (!short) runs.push(section);
    else if (sections[index - 1]?.short) runs.at(-1)?.append(section);
    else runs.push(sections[index + 1]?.short ? el("div", "short", section) : section);
  }
  return runs;
}

/** One block as a section named by its heading; `id` is unique in the card and stays the same for the same card. */
function renderBlock(block: PageBlock, id: string, folds: Folds, act: Act): HTMLElement {
  const heading = el("h2", "", block.title);
  heading.id = `${id}-title`;
  const section =
    block.kind === "code"
      ? el("section", "block folded", renderCode(block.text, heading, id, folds))
      : block.kind === "forms"
        ? el("section", "block folded", renderForms(block, heading, id, folds, act))
        : el("section", "block", heading, renderContent(block, id, heading.id, act));
  section.setAttribute("aria-labelledby", heading.id);
  return section;
}

function renderContent(
  block: Exclude<PageBlock, { kind: "code" | "forms" }>,
  id: string,
  headingId: string,
  act: Act,
): HTMLElement {
  switch (block.kind) {
    case "rows":
      return renderRows(block.rows, id, act);
    case "list":
      return renderList(block);
    case "grid":
      return renderGrid(block.cells);
    case "days":
      return renderDays(block, id, headingId);
    case "table":
      return renderTable(block, id, headingId, act);
  }
}
