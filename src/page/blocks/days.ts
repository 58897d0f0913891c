import type { DayPiece } from "../../card/card.ts";
import type { PageBlock } from "../../card/protocol.ts";
import { visible } from "../../domain/text/visible.ts";
import { el } from "../dom.ts";
import { drawPiece, renderLegend } from "./dayPieces.ts";

type Days = Extract<PageBlock, { kind: "days" }>;

/** A piece and where it is drawn: the day, and its place among all. */
interface Drawn {
  readonly element: HTMLElement;
  readonly text: string;
  readonly day: number;
}

/**
 * Days as a list of what they are made of: one stop for Tab, the arrows lead from one piece to the next and from day to
 * day. What the piece at hand tells stands below, and so does what the pointer is on.
 */
export function renderDays(block: Days, id: string, labelledBy: string): HTMLElement {
  const drawn: Drawn[] = [];
  // In the order of time, as the arrows to the left and right go.
  const rows = block.days.toReversed().map(({ label, now, pieces }, day) => {
    const elements = pieces.map((piece) => {
      const element = renderPiece(piece, `${id}-piece-${drawn.length}`);
      drawn.push({ element, text: piece.text, day });
      return element;
    });
    return renderDay(label, [...elements, ...(now === undefined ? [] : [renderNow(now)])]);
  });
  const list = el("div", "day-list", ...rows.toReversed());
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-labelledby", labelledBy);
  const told = el("p", "day-told");
  // The pieces say it themselves.
  told.setAttribute("aria-hidden", "true");
  followReader(list, drawn, (text) => told.replaceChildren(el("span", "", text)));
  return el("div", "surface days", renderHours(block.hours), list, renderLegend(block.legend), told);
}

/** The line at the present moment; the row of today and the legend say it in words. */
function renderNow(share: number): HTMLElement {
  const line = el("span", "day-part day-now");
  line.setAttribute("aria-hidden", "true");
  line.style.setProperty("--from", String(share));
  return line;
}

function renderDay(label: string, pieces: readonly HTMLElement[]): HTMLElement {
  const name = el("span", "day-name", label);
  name.setAttribute("aria-hidden", "true");
  const track = el("div", "day-track", ...pieces);
  const row = el("div", "day", name, track);
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", visible(label));
  return row;
}

function renderPiece(piece: DayPiece, id: string): HTMLElement {
  const element = drawPiece(piece);
  element.id = id;
  element.setAttribute("role", "option");
  element.setAttribute("aria-label", visible(piece.text));
  return element;
}

/** Keeps one piece at hand, the last one at first, and tells what it or the one under the pointer says. */
function followReader(list: HTMLElement, drawn: readonly Drawn[], tell: (text: string) => void): void {
  let at = drawn.length - 1;
  const choose = (next: number): void => {
    at = next;
    drawn.forEach(({ element }, index) => {
      element.tabIndex = index === at ? 0 : -1;
      element.setAttribute("aria-selected", String(index === at));
    });
    tell(drawn[at]?.text ?? "");
  };
  const indexOf = ({ target }: Event): number =>
    drawn.findIndex(({ element }) => target instanceof Node && element.contains(target));
  choose(at);
  for (const event of ["focusin", "click"])
    list.addEventListener(event, (happened) => {
      const found = indexOf(happened);
      if (found >= 0) choose(found);
    });
  list.addEventListener("pointerover", (event) => tell((drawn[indexOf(event)] ?? drawn[at])?.text ?? ""));
  list.addEventListener("pointerleave", () => tell(drawn[at]?.text ?? ""));
  list.addEventListener("keydown", (event) => {
    const next = leadsTo(event.key, at, drawn);
    if (next === undefined) return;
    event.preventDefault();
    drawn[next]?.element.focus();
  });
}

/** Where a key leads from a piece; nowhere, where it is none of ours. */
function leadsTo(key: string, at: number, drawn: readonly Drawn[]): number | undefined {
  const last = drawn.length - 1;
  const day = drawn[at]?.day ?? 0;
  switch (key) {
    case "ArrowRight":
      return Math.min(at + 1, last);
    case "ArrowLeft":
      return Math.max(at - 1, 0);
    case "ArrowUp": {
      const next = drawn.findIndex((one) => one.day > day);
      return next < 0 ? last : next;
    }
    case "ArrowDown": {
      const before = drawn.findLast((one) => one.day < day)?.day;
      return before === undefined ? 0 : drawn.findIndex((one) => one.day === before);
    }
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

function renderHours(hours: Days["hours"]): HTMLElement {
  const labels = hours.map(({ at, label }) => {
    const element = el("span", "day-hour", label);
    element.style.setProperty("--from", String(at));
    return element;
  });
  const scale = el("div", "day-hours", ...labels);
  scale.setAttribute("aria-hidden", "true");
  return scale;
}
