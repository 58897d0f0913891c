import type { PageBlockOf, PageStrip } from "../../card/protocol.ts";
import { visibleText } from "../../domain/text/visible.ts";
import { renderButton, renderSmallButton, type SendPress } from "../button.ts";
import { el } from "../dom.ts";
import { renderValue } from "../value.ts";
import { drawPiece, renderLegend } from "./days.ts";

type PageStrips = PageBlockOf<"strips">;

export interface StripFilter {
  readonly filter: string;
  onFilterChange(text: string): void;
}

/** Renders each strip as a row with its subject, timeline, state and action. */
export function renderStrips(
  block: PageStrips,
  id: string,
  filter: StripFilter,
  send: SendPress,
): HTMLElement {
  const groups = block.groups.map(({ strips, title }) => {
    const rows = strips.map((strip) => fillRow(el("li", "strip"), strip, send));
    const list = el("ul", "strip-list", ...rows);
    return el("div", "strip-group", title !== undefined && el("h3", "", title), list);
  });
  const surface = el(
    "div",
    "surface strips",
    renderDayNames(block.days),
    ...groups,
    renderLegend(block.legend),
  );
  surface.style.setProperty("--days", String(block.days.length));
  if (block.filter === undefined) return surface;
  return el("div", "", ...renderFilter(block.filter, id, groups, filter), surface);
}

/** Re-renders strips in place and keeps the focus. Ignores strips that aren't in the card. */
export function updateStrips(root: HTMLElement, strips: readonly PageStrip[], send: SendPress): void {
  const rows = new Map(stripRows(root).map((row) => [stripKeys.get(row), row]));
  for (const strip of strips) {
    const row = rows.get(strip.key);
    if (row === undefined) continue;
    const focused = row.contains(document.activeElement) ? document.activeElement?.id : undefined;
    fillRow(row, strip, send);
    if (focused !== undefined) document.getElementById(focused)?.focus({ preventScroll: true });
  }
}

/** Reports the keys of the visible strips now and on each change. Returns a function that stops the reports. */
export function watchStrips(root: HTMLElement, report: (stripKeys: readonly string[]) => void): () => void {
  const rows = stripRows(root);
  if (rows.length === 0) return () => undefined;
  const inSight = new Set<Element>();
  const watching = new IntersectionObserver((changes) => {
    for (const { isIntersecting, target } of changes) {
      if (isIntersecting) inSight.add(target);
      else inSight.delete(target);
    }
    const visibleKeys = rows.filter((row) => inSight.has(row)).map((row) => stripKeys.get(row) ?? "");
    report(visibleKeys.slice(0, maxKeys));
  });
  for (const row of rows) watching.observe(row);
  return () => watching.disconnect();
}

/** The strip key of each row. Keys come from the service, so they aren't stored in DOM attributes. */
const stripKeys = new WeakMap<HTMLElement, string>();

/** Maximum number of reported keys. No screen is large enough for more rows. */
const maxKeys = 200;

function stripRows(root: HTMLElement): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(".strip")];
}

/** Renders a strip into its row. A click in the row, except on the button, acts like a click on the name. */
function fillRow(
  row: HTMLElement,
  { about, action, key, leads, name, note, pieces, short, state, text }: PageStrip,
  send: SendPress,
): HTMLElement {
  const isLink = leads !== undefined && leads.disabled !== true;
  stripKeys.set(row, key);
  row.classList.toggle("leading", isLink);
  row.classList.toggle("strip-short", short === true);
  row.onclick = isLink ? () => send(leads.press) : null;
  const track = el(
    "div",
    "strip-track",
    ...pieces.map((piece) => {
      const element = drawPiece(piece);
      element.title = visibleText(piece.text);
      return element;
    }),
  );
  track.setAttribute("role", "img");
  track.setAttribute("aria-label", visibleText(text));
  const id = `strip-${visibleText(key)}`;
  const button = action && renderSmallButton(`${id}-action`, action, id, send);
  button?.addEventListener("click", (event) => event.stopPropagation());
  row.replaceChildren(
    el(
      "div",
      "strip-name",
      leads === undefined ? el("span", "", name) : renderName(id, name, leads),
      about !== undefined && el("span", "strip-about", about),
    ),
    track,
    el("div", "strip-state", state && renderValue(state), note !== "" && el("span", "strip-note", note)),
    el("div", "strip-action", button),
  );
  return row;
}

/** Renders a strip's name as a button. The row handles clicks on the button. */
function renderName(
  id: string,
  name: string,
  { label, disabled }: NonNullable<PageStrip["leads"]>,
): HTMLButtonElement {
  const button = renderButton("strip-leads", id, name);
  button.disabled = disabled === true;
  button.title = visibleText(label);
  return button;
}

function renderDayNames(days: PageStrips["days"]): HTMLElement {
  const names = days.map(({ at, label }) => {
    const element = el("span", "day-hour", label);
    element.style.setProperty("--from", String(at));
    return element;
  });
  const scale = el("div", "strip-days", el("div", "strip-track", ...names));
  scale.setAttribute("aria-hidden", "true");
  return scale;
}

/** Renders a filter field. Hides rows that don't contain the entered text, and shows a message if no row is left. */
function renderFilter(
  { label, nothingFound }: NonNullable<PageStrips["filter"]>,
  id: string,
  groups: readonly HTMLElement[],
  state: StripFilter,
): readonly HTMLElement[] {
  const field = el("input", "strip-filter");
  field.type = "search";
  field.id = `${id}-filter`;
  field.placeholder = visibleText(label);
  field.setAttribute("aria-label", visibleText(label));
  field.value = state.filter;
  const nothing = el("p", "note", nothingFound);
  nothing.setAttribute("role", "status");
  const applyFilter = (): void => {
    const query = field.value.trim().toLowerCase();
    for (const group of groups) {
      const rows = stripRows(group);
      for (const row of rows) row.hidden = !searchText(row).includes(query);
      group.hidden = rows.every((row) => row.hidden);
    }
    nothing.hidden = groups.some((group) => !group.hidden);
  };
  applyFilter();
  field.addEventListener("input", () => {
    state.onFilterChange(field.value);
    applyFilter();
  });
  return [field, nothing];
}

/** Returns the text of a row that the filter searches: the subject and its state, in lowercase. */
function searchText(row: HTMLElement): string {
  const parts = [...row.querySelectorAll(".strip-name > *, .strip-state > :not(.strip-note)")];
  return parts.map(({ textContent }) => textContent.toLowerCase()).join("\n");
}
