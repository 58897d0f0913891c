import { renderCode, renderFold, type Folds, renderForms } from "./blocks/code.ts";
import { renderDays } from "./blocks/days.ts";
import { type Filter, renderStrips } from "./blocks/strips.ts";
import { renderTable } from "./blocks/table.ts";
import { type Act, renderAction, renderCopy, renderSmallButton } from "./button.ts";
import { renderCountdown, type RunningCountdown } from "./countdown.ts";
import { el, svg } from "./dom.ts";
import { renderHead } from "./head.ts";
import { icon } from "./icons.ts";
import type { PageBlock, PageCard } from "../card/protocol.ts";
import type { Row, Item, Cell } from "../card/card.ts";
import { renderChange, renderNotes, renderValue } from "./value.ts";

/** The parts of one card, not yet in the document. */
interface RenderedCard {
  /** The sandbox line, if any, and the card itself. */
  readonly parts: readonly HTMLElement[];
  /** The only h1; it can take the focus. */
  readonly heading: HTMLElement;
  readonly countdown: RunningCountdown | undefined;
}

/** The reader's changes to the view of a card. */
type View = Folds & Filter;

/** Draws a card; its texts never become markup. */
export function renderCard(card: PageCard, lang: string, view: View, act: Act): RenderedCard {
  const countdown = card.countdown && renderCountdown(card.countdown, lang);
  const { head, heading } = renderHead(card, countdown?.sentence, act);
  const sections = card.blocks.map((block, index) => ({
    // What fits half the width of a wide page.
    short: (block.kind === "rows" && block.folded !== true) || block.kind === "list",
    section: renderBlock(block, `block-${index}`, view, act),
  }));
  const main = el("main", "", head, ...inRuns(sections));
  const { sandbox } = card;
  const line = sandbox && el("header", "sandbox", icon("sandbox"), el("p", "", sandbox));
  return { parts: line ? [line, main] : [main], heading, countdown };
}

/** The sections in order; consecutive short ones share an element. */
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
function renderBlock(block: PageBlock, id: string, view: View, act: Act): HTMLElement {
  const heading = el("h2", "", block.title);
  heading.id = `${id}-title`;
  const isFolded = block.kind === "rows" && block.folded === true;
  const section = isFolded
    ? el("section", "block folded", renderFold(heading, id, view, renderRows(block.rows, id, act)))
    : block.kind === "code"
      ? el("section", "block folded", renderCode(block.text, heading, id, view))
      : block.kind === "forms"
        ? el("section", "block folded", renderForms(block, heading, id, view, act))
        : el("section", "block", heading, renderContent(block, heading.id, id, view, act));
  section.setAttribute("aria-labelledby", heading.id);
  return section;
}

function renderContent(
  block: Exclude<PageBlock, { kind: "code" | "forms" }>,
  headingId: string,
  id: string,
  view: View,
  act: Act,
): HTMLElement {
  switch (block.kind) {
    case "rows":
      return renderRows(block.rows, id, act);
    case "task":
      return renderTask(block, id, act);
    case "list":
      return renderList(block);
    case "grid":
      return el("ul", "grid surface", ...block.cells.map(renderCell));
    case "days":
      return renderDays(block, id, headingId);
    case "strips":
      return renderStrips(block, id, view, act);
    case "table":
      return renderTable(block, id, headingId, act);
  }
}

/** Labels and values; a secret has a button in place of its value. */
function renderRows(rows: readonly Row<string>[], id: string, act: Act): HTMLElement {
  return el("dl", "surface", ...rows.map((row, index) => renderRow(row, `${id}-row-${index}`, act)));
}

function renderRow(
  { changed, copy, label, leads, note, secret, share, value }: Row<string>,
  id: string,
  act: Act,
): HTMLElement {
  const term = el("dt", "", label);
  term.id = id;
  const buttons: HTMLElement[] = [];
  if (secret !== undefined) buttons.push(renderSmallButton(`${id}-secret`, secret, id, act));
  if (leads !== undefined) buttons.push(renderSmallButton(`${id}-leads`, leads, id, act));
  if (copy !== undefined) buttons.push(renderCopy(`${id}-copy`, copy, id, act));
  const bar = share === undefined ? [] : [renderBar(share)];
  const line = el("div", "row-value", renderValue(value), ...bar, ...buttons, ...renderChange(changed));
  return el("div", "row", term, el("dd", "", line, ...renderNotes(note === undefined ? [] : [note])));
}

/** What the reader has to do: the website's words, then the buttons. */
function renderTask(
  { buttons, message, notes }: Extract<PageBlock, { kind: "task" }>,
  id: string,
  act: Act,
): HTMLElement {
  const drawn = buttons.map((button, index) =>
    renderAction(index === 0 ? "primary" : "secondary", `${id}-button-${index}`, button, act),
  );
  return el(
    "div",
    "task",
    ...(message === undefined ? [] : [el("p", "task-message", message)]),
    ...renderNotes(notes),
    ...(drawn.length === 0 ? [] : [el("div", "actions", ...drawn)]),
  );
}

const width = 96;
const height = 6;

/** A share from 0 to 1 as a bar; decoration only, as the words beside it say the same. */
function renderBar(share: number): SVGSVGElement {
  const part = (name: string, length: number): SVGRectElement =>
    svg("rect", { class: name, width: length, height });
  return svg(
    "svg",
    { class: "bar", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    part("bar-track", width),
    part("bar-fill", Math.round(width * Math.min(1, Math.max(0, share)))),
  );
}

/** A sentence with its bullets, or bullets alone. */
function renderList({ items, lead }: Extract<PageBlock, { kind: "list" }>): HTMLElement {
  return el(
    "div",
    "surface said",
    ...(lead === undefined ? [] : [renderItem("p", lead)]),
    ...(items.length === 0 ? [] : [el("ul", "list", ...items.map((item) => renderItem("li", item)))]),
  );
}

function renderItem(tag: "p" | "li", { code, text }: Item): HTMLElement {
  const words = el("span", "", text);
  return el(tag, "item", words, ...(code === undefined ? [] : [el("code", "", code)]));
}

/** A small cell beside others; each has a mark and a word, so that none depends on colour. */
function renderCell({ changed, label, note, on, state }: Cell): HTMLElement {
  const mark = on === undefined ? "unset" : on ? "on" : "off";
  return el(
    "li",
    `cell cell-${mark}`,
    icon(mark),
    el("p", "cell-label", label),
    el("p", "cell-state", state),
    ...renderNotes(note === "" ? [] : [note]),
    ...renderChange(changed),
  );
}
