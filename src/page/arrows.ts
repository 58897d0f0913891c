import { svg } from "./dom.ts";
import type { Lane } from "../card/protocol.ts";
import { cut, fit } from "./svgText.ts";

/** Pixels between two arrows that run beside each other; the style sheet keeps as much room for each. */
const step = 24;
const corner = 6;
/** Pixels between an arrow's ends and its states. */
const gap = 3;
const head = 5;
/** Pixels between arrows that begin or end at the same state. */
const apart = 8;
/** A longer label is cut in the picture; the words below it hold the whole. */
const longestLabel = 48;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where an arrow runs: how far from the picture's edge, and how far its ends stand from their states' middle. */
interface Track {
  readonly at: number;
  readonly shift: number;
  readonly label: string;
}

/**
 * Draws arrows from state to state: below states that stand on a line, and beside states that are stacked, within
 * `width` pixels from the picture's corner. The states must be laid out. Arrows that lead nowhere are left out.
 */
export function drawArrows(
  picture: SVGSVGElement,
  arrows: Lane["arrows"],
  states: readonly HTMLElement[],
  stacked: boolean,
  width: number,
): void {
  const { left, top } = picture.getBoundingClientRect();
  const boxes = states.map((state) => {
    const box = state.getBoundingClientRect();
    return new DOMRect(box.x - left, box.y - top, box.width, box.height);
  });
  const edge = Math.max(0, ...boxes.map((box) => (stacked ? box.right : box.bottom)));
  picture.replaceChildren();
  // Shorter ones run closer to the states, so that fewer cross.
  arrows
    .toSorted((a, b) => Math.abs(a.to - a.from) - Math.abs(b.to - b.from))
    .forEach(({ from, label, to }, index) => {
      const start = boxes[from];
      const end = boxes[to];
      if (start === undefined || end === undefined || from === to) return;
      const track = {
        at: edge + (index + 1) * step - step / 3,
        shift: (index - (arrows.length - 1) / 2) * apart,
        label,
      };
      if (stacked) drawBeside(picture, start, end, track, edge + arrows.length * step, width);
      else drawBelow(picture, start, end, track);
    });
}

function drawBelow(picture: SVGSVGElement, from: DOMRect, to: DOMRect, { at, label, shift }: Track): void {
  const start = { x: from.x + from.width / 2 + shift, y: from.bottom + gap };
  const end = { x: to.x + to.width / 2 + shift, y: to.bottom + gap };
  const turn = corner * Math.sign(end.x - start.x);
  const text = addLabel(picture, label, Math.abs(end.x - start.x) - 2 * (corner + gap));
  const length = text.getComputedTextLength();
  const x = (start.x + end.x - length) / 2;
  text.setAttribute("x", String(x));
  text.setAttribute("y", String(at));
  // The line stops before the label and goes on behind it.
  const [before, behind] = turn > 0 ? [x - gap, x + length + gap] : [x + length + gap, x - gap];
  addArrow(
    picture,
    `M${start.x} ${start.y}V${at - corner}q0 ${corner} ${turn} ${corner}H${before}M${behind} ${at}H${end.x - turn}q${turn} 0 ${turn} ${-corner}V${end.y}`,
    end,
    [`${end.x - head} ${end.y + head}`, `${end.x + head} ${end.y + head}`],
  );
}

function drawBeside(
  picture: SVGSVGElement,
  from: DOMRect,
  to: DOMRect,
  { at, label, shift }: Track,
  beyond: number,
  width: number,
): void {
  const start = { x: from.right + gap, y: from.y + from.height / 2 + shift };
  const end = { x: to.right + gap, y: to.y + to.height / 2 + shift };
  const turn = corner * Math.sign(end.y - start.y);
  addArrow(
    picture,
    `M${start.x} ${start.y}H${at - corner}q${corner} 0 ${corner} ${turn}V${end.y - turn}q0 ${turn} ${-corner} ${turn}H${end.x}`,
    end,
    [`${end.x + head} ${end.y - head}`, `${end.x + head} ${end.y + head}`],
  );
  const text = addLabel(picture, label, width - beyond);
  text.setAttribute("x", String(beyond));
  // Labels of several arrows stand on lines of their own.
  text.setAttribute("y", String((start.y + end.y) / 2 + 2 * shift));
}

function addArrow(
  picture: SVGSVGElement,
  line: string,
  { x, y }: Point,
  [one, other]: readonly [string, string],
): void {
  // Below all labels, so that no arrow crosses out the label of another.
  picture.prepend(
    svg("path", { class: "arrow", d: line }),
    svg("path", { class: "arrow", d: `M${one}L${x} ${y}L${other}` }),
  );
}

function addLabel(picture: SVGSVGElement, label: string, width: number): SVGTextElement {
  const text = svg("text", { class: "picture-label arrow-label", "dominant-baseline": "central" });
  text.textContent = cut(label, longestLabel);
  picture.append(text);
  return fit(text, Math.max(0, width));
}
