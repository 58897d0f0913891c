import type { DayPiece } from "../../card/card.ts";
import type { PageBlockOf } from "../../card/protocol.ts";
import { visibleText } from "../../domain/text/visible.ts";
import { el } from "../dom.ts";
import { renderIcon } from "../icons.ts";

type PageDays = PageBlockOf<"days">;

interface DrawnPiece {
  readonly element: HTMLElement;
  readonly text: string;
  readonly day: number;
}

/**
 * Renders each day as a row of pieces (periods and moments) in a list box. The list box is a single tab stop, in which
 * arrow keys move between pieces and days. A caption shows the text of the selected or hovered piece.
 */
export function renderDays(block: PageDays, id: string, labelledBy: string): HTMLElement {
  const drawn: DrawnPiece[] = [];
  // Collect the pieces in chronological order, because the left and right arrow keys move in that order.
  const rows = block.days.toReversed().map(({ label, now, pieces }, day) => {
    const elements = pieces.map((piece) => {
      const element = renderPiece(piece, `${id}-piece-${drawn.length}`);
      drawn.push({ element, text: piece.text, day });
      return element;
    });
    if (now !== undefined) elements.push(renderNow(now));
    return renderDay(label, elements);
  });
  const list = el("div", "day-list", ...rows.toReversed());
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-labelledby", labelledBy);
  const caption = el("p", "day-caption");
  // Hide the caption from screen readers, because each piece already has this text as its accessible name.
  caption.setAttribute("aria-hidden", "true");
  selectPieces(list, drawn, (text) => caption.replaceChildren(el("span", "", text)));
  return el("div", "surface days", renderHours(block.hours), list, renderLegend(block.legend), caption);
}

/**
 * Renders the line that marks the current time. The line is hidden from screen readers, because today's label and the
 * legend describe it.
 */
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
  row.setAttribute("aria-label", visibleText(label));
  return row;
}

function renderPiece(piece: DayPiece, id: string): HTMLElement {
  const element = drawPiece(piece);
  element.id = id;
  element.setAttribute("role", "option");
  element.setAttribute("aria-label", visibleText(piece.text));
  return element;
}

/**
 * Keeps exactly one piece selected, initially the last one. Shows the text of the hovered piece or, if none is
 * hovered, of the selected piece.
 */
function selectPieces(
  list: HTMLElement,
  drawn: readonly DrawnPiece[],
  showText: (text: string) => void,
): void {
  let current = drawn.length - 1;
  const choose = (next: number): void => {
    current = next;
    drawn.forEach(({ element }, index) => {
      element.tabIndex = index === current ? 0 : -1;
      element.setAttribute("aria-selected", String(index === current));
    });
    showText(drawn[current]?.text ?? "");
  };
  const indexOf = ({ target }: Event): number =>
    drawn.findIndex(({ element }) => target instanceof Node && element.contains(target));
  choose(current);
  for (const event of ["focusin", "click"])
    list.addEventListener(event, (selected) => {
      const found = indexOf(selected);
      if (found >= 0) choose(found);
    });
  list.addEventListener("pointerover", (event) =>
    showText((drawn[indexOf(event)] ?? drawn[current])?.text ?? ""),
  );
  list.addEventListener("pointerleave", () => showText(drawn[current]?.text ?? ""));
  list.addEventListener("keydown", (event) => {
    const target = keyTarget(event.key, current, drawn);
    if (target === undefined) return;
    event.preventDefault();
    drawn[target]?.element.focus();
  });
}

/** Returns the index of the piece that a key selects, or `undefined` if the key doesn't move the selection. */
function keyTarget(key: string, current: number, drawn: readonly DrawnPiece[]): number | undefined {
  const last = drawn.length - 1;
  const day = drawn[current]?.day ?? 0;
  switch (key) {
    case "ArrowRight":
      return Math.min(current + 1, last);
    case "ArrowLeft":
      return Math.max(current - 1, 0);
    case "ArrowUp": {
      const below = drawn.findIndex((piece) => piece.day > day);
      if (below < 0) return last;
      return below;
    }
    case "ArrowDown": {
      const dayAbove = drawn.findLast((piece) => piece.day < day)?.day;
      return Math.max(
        0,
        drawn.findIndex((piece) => piece.day === dayAbove),
      );
    }
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

function renderHours(hours: PageDays["hours"]): HTMLElement {
  const labels = hours.map(({ at, label }) => {
    const element = el("span", "day-hour", label);
    element.style.setProperty("--from", String(at));
    return element;
  });
  const scale = el("div", "day-hours", ...labels);
  scale.setAttribute("aria-hidden", "true");
  return scale;
}

type PieceLook = DayPiece["look"];

type IconlessLook = Extract<DayPiece, { from: number }>["look"] | "now";

const iconlessLooks: Readonly<Record<IconlessLook, true>> = {
  in: true,
  out: true,
  unknown: true,
  unread: true,
  now: true,
};

export function drawPiece(piece: DayPiece): HTMLElement {
  const [from, to] = "at" in piece ? [piece.at, piece.at] : [piece.from, piece.to];
  const element = isIconless(piece.look)
    ? el("span", `day-part day-${piece.look}`)
    : el("span", `day-mark tone-${piece.look}`, pieceIcon(piece.look));
  element.style.setProperty("--from", String(from));
  element.style.setProperty("--share", String(to - from));
  return element;
}

export function renderLegend(legend: PageBlockOf<"days">["legend"]): HTMLElement {
  const items = legend.map(({ look, text }) =>
    isIconless(look)
      ? el("li", `is-${look}`, el("span", `day-part day-${look}`), text)
      : el("li", `is-${look} tone-${look}`, pieceIcon(look), text),
  );
  return el("ul", "day-legend", ...items);
}

function isIconless(look: PieceLook): look is IconlessLook {
  return Object.hasOwn(iconlessLooks, look);
}

function pieceIcon(look: Exclude<PieceLook, IconlessLook>): SVGSVGElement {
  return renderIcon(look === "next" ? "current" : look);
}
