import { renderCode, renderFold, type FoldState, renderForms } from "./blocks/code.ts";
import { renderDays } from "./blocks/days.ts";
import { type StripFilter, renderStrips } from "./blocks/strips.ts";
import { renderTable } from "./blocks/table.ts";
import { type SendPress, renderAction, renderCopy, renderSmallButton } from "./button.ts";
import { renderCountdown, type RunningCountdown } from "./countdown.ts";
import { el, svg } from "./dom.ts";
import { renderHead } from "./head.ts";
import { renderIcon } from "./icons.ts";
import type { PageBlock, PageBlockOf, PageCard } from "../card/protocol.ts";
import type { CardRow, ListItem, GridCell } from "../card/card.ts";
import { renderChange, renderNote, renderValue } from "./value.ts";

/** The rendered elements of a card, which aren't in the document yet. */
interface RenderedCard {
  /** The sandbox banner, if any, and the card. */
  readonly parts: readonly HTMLElement[];
  /** The page's only h1. Can be focused by scripts. */
  readonly heading: HTMLElement;
  readonly countdown: RunningCountdown | undefined;
}

type ViewOptions = FoldState & StripFilter;

/** Renders a card. Strings are never parsed as markup. */
export function renderCard(card: PageCard, lang: string, view: ViewOptions, send: SendPress): RenderedCard {
  const countdown = card.countdown && renderCountdown(card.countdown, lang);
  const { head, heading } = renderHead(card, countdown?.sentence, send);
  const sections = card.blocks.map((block, index) => ({
    // Short sections fit into half the width of a wide page.
    short: (block.kind === "rows" && block.folded !== true) || block.kind === "list",
    section: renderBlock(block, `block-${index}`, view, send),
  }));
  const main = el("main", "", head, ...groupShort(sections));
  const { sandbox } = card;
  const line = sandbox && el("header", "sandbox", renderIcon("sandbox"), el("p", "", sandbox));
  return { parts: line ? [line, main] : [main], heading, countdown };
}

/** Wraps consecutive short sections in a shared element, so that they can be laid out next to each other. */
function groupShort(sections: readonly { short: boolean; section: HTMLElement }[]): readonly HTMLElement[] {
  const runs: HTMLElement[] = [];
  for (const [index, { section, short }] of sections.entries()) {
    if (!short) runs.push(section);
    else if (sections[index - 1]?.short) runs.at(-1)?.append(section);
    else runs.push(sections[index + 1]?.short ? el("div", "short", section) : section);
  }
  return runs;
}

/**
 * Renders a block as a section, which is labelled by its heading. `id` must be unique in the card and the same on
 * each re-render.
 */
function renderBlock(block: PageBlock, id: string, view: ViewOptions, send: SendPress): HTMLElement {
  const heading = el("h2", "", block.title);
  heading.id = `${id}-title`;
  const isFolded =
    block.kind === "code" || block.kind === "forms" || (block.kind === "rows" && block.folded === true);
  const content = renderContent(block, heading, id, view, send);
  const section = el("section", "block", !isFolded && heading, content);
  section.classList.toggle("folded", isFolded);
  section.setAttribute("aria-labelledby", heading.id);
  return section;
}

/** Renders the content of a section. If the section is collapsible, the content includes the heading. */
function renderContent(
  block: PageBlock,
  heading: HTMLElement,
  id: string,
  view: ViewOptions,
  send: SendPress,
): HTMLElement {
  switch (block.kind) {
    case "code":
      return renderCode(block.text, heading, id, view);
    case "forms":
      return renderForms(block, heading, id, view, send);
    case "rows": {
      const rows = renderRows(block.rows, id, send);
      if (block.folded !== true) return rows;
      return renderFold(heading, id, view, rows);
    }
    case "task":
      return renderTask(block, id, send);
    case "list":
      return renderList(block);
    case "grid":
      return el("ul", "grid surface", ...block.cells.map(renderGridCell));
    case "days":
      return renderDays(block, id, heading.id);
    case "strips":
      return renderStrips(block, id, view, send);
    case "table":
      return renderTable(block, id, heading.id, send);
  }
}

/** Renders rows of labels and values. A row with a secret has a button that acts on the secret. */
function renderRows(rows: readonly CardRow<string>[], id: string, send: SendPress): HTMLElement {
  return el("dl", "surface", ...rows.map((row, index) => renderCardRow(row, `${id}-row-${index}`, send)));
}

function renderCardRow(
  { changed, copy, label, leads, note, secret, share, value }: CardRow<string>,
  id: string,
  send: SendPress,
): HTMLElement {
  const term = el("dt", "", label);
  term.id = id;
  const buttons: HTMLElement[] = [];
  if (secret !== undefined) buttons.push(renderSmallButton(`${id}-secret`, secret, id, send));
  if (leads !== undefined) buttons.push(renderSmallButton(`${id}-leads`, leads, id, send));
  if (copy !== undefined) buttons.push(renderCopy(`${id}-copy`, copy, id, send));
  const bar = share !== undefined && renderBar(share);
  const line = el("div", "row-value", renderValue(value), bar, ...buttons, renderChange(changed));
  return el("div", "row", term, el("dd", "", line, note !== undefined && renderNote(note)));
}

/** Renders a task: the message of the website, notes and buttons. */
function renderTask(
  { buttons, message, notes }: PageBlockOf<"task">,
  id: string,
  send: SendPress,
): HTMLElement {
  const drawn = buttons.map((button, index) =>
    renderAction(index === 0 ? "primary" : "secondary", `${id}-button-${index}`, button, send),
  );
  return el(
    "div",
    "task",
    message !== undefined && el("p", "task-message", message),
    ...notes.map(renderNote),
    drawn.length > 0 && el("div", "actions", ...drawn),
  );
}

const barWidth = 96;
const barHeight = 6;

/** Renders a fraction from 0 to 1 as a bar. Screen readers skip the bar, because the adjacent text is equivalent. */
function renderBar(share: number): SVGSVGElement {
  const part = (name: string, length: number): SVGRectElement =>
    svg("rect", { class: name, width: length, height: barHeight });
  return svg(
    "svg",
    { class: "bar", viewBox: `0 0 ${barWidth} ${barHeight}`, "aria-hidden": "true" },
    part("bar-track", barWidth),
    part("bar-fill", Math.round(barWidth * Math.min(1, Math.max(0, share)))),
  );
}

function renderList({ items, lead }: PageBlockOf<"list">): HTMLElement {
  return el(
    "div",
    "surface messages",
    lead && renderItem("p", lead),
    items.length > 0 && el("ul", "list", ...items.map((item) => renderItem("li", item))),
  );
}

function renderItem(tag: "p" | "li", { code, text }: ListItem): HTMLElement {
  return el(tag, "item", el("span", "", text), code !== undefined && el("code", "", code));
}

/** Renders a cell with an icon and a word for the state, so that states aren't distinguished by colour alone. */
function renderGridCell({ changed, label, note, on, state }: GridCell): HTMLElement {
  const mark = on === undefined ? "unset" : on ? "on" : "off";
  return el(
    "li",
    `cell cell-${mark}`,
    renderIcon(mark),
    el("p", "cell-label", label),
    el("p", "cell-state", state),
    note !== "" && renderNote(note),
    renderChange(changed),
  );
}
