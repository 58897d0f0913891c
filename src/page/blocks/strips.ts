import type { PageBlock, PageStrip } from "../../card/protocol.ts";
import { visible } from "../../domain/text/visible.ts";
import { renderButton, renderSmallButton, type Act } from "../button.ts";
import { el } from "../dom.ts";
import { renderValue } from "../value.ts";
import { drawPiece, renderLegend } from "./days.ts";

type Strips = Extract<PageBlock, { kind: "strips" }>;

/** The reader's filter, and what to call when it changes. */
export interface Filter {
  readonly filter: string;
  filtered(text: string): void;
}

/** Strips of the same days, each a row with its subject, state and what comes next. */
export function renderStrips(block: Strips, id: string, filter: Filter, act: Act): HTMLElement {
  const groups = block.groups.map(({ strips, title }) => {
    const rows = strips.map((strip) => fill(el("li", "strip"), strip, act));
    const list = el("ul", "strip-list", ...rows);
    return el("div", "strip-group", ...(title === undefined ? [] : [el("h3", "", title)]), list);
  });
  const surface = el(
    "div",
    "surface strips",
    renderDayNames(block.days),
    ...groups,
    renderLegend(block.legend),
  );
  surface.style.setProperty("--days", String(block.days.length));
  return block.filter === undefined
    ? surface
    : el("div", "", ...renderFilter(block.filter, id, groups, filter), surface);
}

/** Redraws strips in place; ignores those that the card does not have. The focus stays where it is. */
export function updateStrips(root: HTMLElement, strips: readonly PageStrip[], act: Act): void {
  const rows = new Map(rowsOf(root).map((row) => [keys.get(row), row]));
  for (const strip of strips) {
    const row = rows.get(strip.key);
    if (row === undefined) continue;
    const focused = row.contains(document.activeElement) ? document.activeElement?.id : undefined;
    fill(row, strip, act);
    if (focused !== undefined) document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

/** Reports the keys of the strips in sight, now and on each change; returns what stops that. */
export function watchStrips(root: HTMLElement, report: (keys: readonly string[]) => void): () => void {
  const rows = rowsOf(root);
  if (rows.length === 0) return () => undefined;
  const inSight = new Set<Element>();
  const watching = new IntersectionObserver((changes) => {
    for (const { isIntersecting, target } of changes) {
      if (isIntersecting) inSight.add(target);
      else inSight.delete(target);
    }
    const seen = rows.filter((row) => inSight.has(row)).map((row) => keys.get(row) ?? "");
    report(seen.slice(0, mostKeys));
  });
  for (const row of rows) watching.observe(row);
  return () => watching.disconnect();
}

/** The keys of rows, which must not be in the document: they are the service's words. */
const keys = new WeakMap<HTMLElement, string>();

/** More than any screen shows at once. */
const mostKeys = 200;

function rowsOf(root: HTMLElement): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(".strip")];
}

/** Draws a strip into its row; a click on the row, except on its button, does what its name does. */
function fill(
  row: HTMLElement,
  { about, action, key, leads, name, note, pieces, short, state, text }: PageStrip,
  act: Act,
): HTMLElement {
  const isLink = leads !== undefined && leads.disabled !== true;
  keys.set(row, key);
  row.classList.toggle("leading", isLink);
  row.classList.toggle("strip-short", short === true);
  row.onclick = isLink ? () => act(leads.press) : null;
  const track = el(
    "div",
    "strip-track",
    ...pieces.map((piece) => {
      const element = drawPiece(piece);
      element.title = visible(piece.text);
      return element;
    }),
  );
  track.setAttribute("role", "img");
  track.setAttribute("aria-label", visible(text));
  const id = `strip-${visible(key)}`;
  const buttons = action === undefined ? [] : [renderSmallButton(`${id}-action`, action, id, act)];
  for (const button of buttons) button.addEventListener("click", (event) => event.stopPropagation());
  row.replaceChildren(
    el(
      "div",
      "strip-name",
      leads === undefined ? el("span", "", name) : renderName(id, name, leads),
      ...(about === undefined ? [] : [el("span", "strip-about", about)]),
    ),
    track,
    el(
      "div",
      "strip-state",
      ...(state === undefined ? [] : [renderValue(state)]),
      ...(note === "" ? [] : [el("span", "strip-note", note)]),
    ),
    el("div", "strip-action", ...buttons),
  );
  return row;
}

/** The name as a button; the row handles the click. */
function renderName(
  id: string,
  name: string,
  { label, disabled }: NonNullable<PageStrip["leads"]>,
): HTMLButtonElement {
  const button = renderButton("strip-leads", id, name);
  button.disabled = disabled === true;
  button.title = visible(label);
  return button;
}

function renderDayNames(days: Strips["days"]): HTMLElement {
  const names = days.map(({ at, label }) => {
    const element = el("span", "day-hour", label);
    element.style.setProperty("--from", String(at));
    return element;
  });
  const scale = el("div", "strip-days", el("div", "strip-track", ...names));
  scale.setAttribute("aria-hidden", "true");
  return scale;
}

/** A field that hides the rows without its text, and says when no row is left. */
function renderFilter(
  { label, nothingFound }: NonNullable<Strips["filter"]>,
  id: string,
  groups: readonly HTMLElement[],
  kept: Filter,
): readonly HTMLElement[] {
  const field = el("input", "strip-filter");
  field.type = "search";
  field.id = `${id}-filter`;
  field.placeholder = visible(label);
  field.setAttribute("aria-label", visible(label));
  field.value = kept.filter;
  const nothing = el("p", "note", nothingFound);
  nothing.setAttribute("role", "status");
  const applyFilter = (): void => {
    const wanted = field.value.trim().toLowerCase();
    for (const group of groups) {
      const rows = rowsOf(group);
      for (const row of rows) row.hidden = !wordsOf(row).includes(wanted);
      group.hidden = rows.every((row) => row.hidden);
    }
    nothing.hidden = groups.some((group) => !group.hidden);
  };
  applyFilter();
  field.addEventListener("input", () => {
    kept.filtered(field.value);
    applyFilter();
  });
  return [field, nothing];
}

/** The text that the filter looks in: the subject and its state. */
function wordsOf(row: HTMLElement): string {
  const parts = [...row.querySelectorAll(".strip-name > *, .strip-state > :not(.strip-note)")];
  return parts.map(({ textContent }) => textContent.toLowerCase()).join("\n");
}
