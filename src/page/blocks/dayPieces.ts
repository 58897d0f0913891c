import type { DayPiece } from "../../card/card.ts";
import type { PageBlock } from "../../card/protocol.ts";
import { el } from "../dom.ts";
import { icon } from "../icons.ts";

type Look = DayPiece["look"];

/** The looks that have no icon. */
type Plain = Extract<DayPiece, { from: number }>["look"] | "now";

const plain: Readonly<Record<Plain, true>> = { in: true, out: true, unknown: true, unread: true, now: true };

/** A piece at its place on the line. */
export function drawPiece(piece: DayPiece): HTMLElement {
  const [from, to] = "at" in piece ? [piece.at, piece.at] : [piece.from, piece.to];
  const element = isPlain(piece.look)
    ? el("span", `day-part day-${piece.look}`)
    : el("span", `day-mark tone-${piece.look}`, iconOf(piece.look));
  element.style.setProperty("--from", String(from));
  element.style.setProperty("--share", String(to - from));
  return element;
}

/** Each look with its meaning. */
export function renderLegend(legend: Extract<PageBlock, { kind: "days" }>["legend"]): HTMLElement {
  const items = legend.map(({ look, text }) =>
    isPlain(look)
      ? el("li", `is-${look}`, el("span", `day-part day-${look}`), text)
      : el("li", `is-${look} tone-${look}`, iconOf(look), text),
  );
  return el("ul", "day-legend", ...items);
}

function isPlain(look: Look): look is Plain {
  return Object.hasOwn(plain, look);
}

function iconOf(look: Exclude<Look, Plain>): SVGSVGElement {
  return icon(look === "next" ? "current" : look);
}
