import { el, svg } from "./dom.ts";
import { placeLabels } from "./labels.ts";
import type { Mark, Scale } from "../card/protocol.ts";
import { cut, fit } from "./svgText.ts";

const lineHeight = 20;
const trackRoom = 20;
/** Of a scale with one line of labels on either side; kept free until it is drawn, so that nothing below it jumps. */
const usualHeight = 2 * lineHeight + trackRoom;
/** Ends of the track stay this far from the edges, so that a mark at an end is drawn whole. */
const inset = 8;
/** A label longer than this is cut in the picture; the text below the scale holds the whole. */
const longestLabel = 48;

/** A scale with its name above and its words below; the words are the picture's accessible name. */
export function renderScale(scale: Scale, id: string): HTMLElement {
  const picture = svg("svg", {
    class: "scale-picture",
    role: "img",
    "aria-labelledby": id,
    height: usualHeight,
  });
  const words = el("p", "note", scale.text);
  words.id = id;
  new ResizeObserver(() => draw(picture, scale)).observe(picture);
  return el("div", "scale", el("h3", "scale-title", scale.label), picture, words);
}

function draw(picture: SVGSVGElement, scale: Scale): void {
  const width = picture.clientWidth;
  if (width === 0) return;
  picture.replaceChildren();
  const marks = addLabels(picture, scale.marks, width, "picture-label scale-label-mark");
  const ends = addLabels(picture, [scale.from, scale.to], width, "picture-label");
  const track = marks.height + trackRoom / 2;

  picture.prepend(
    svg("line", { class: "scale-track", x1: inset, x2: width - inset, y1: track, y2: track }),
    svg("line", {
      class: "scale-range",
      x1: position(scale.from, width),
      x2: position(scale.to, width),
      y1: track,
      y2: track,
    }),
    ...ends.labels.map(({ x, level }) =>
      svg("line", {
        class: "scale-tick",
        x1: x,
        x2: x,
        y1: track - 6,
        y2: track + 9 + level * lineHeight,
      }),
    ),
    ...marks.labels.map(({ x, level }) =>
      svg("line", { class: "scale-tick", x1: x, x2: x, y1: track, y2: track - 9 - level * lineHeight }),
    ),
    ...marks.labels.map(({ x }) => svg("circle", { class: "scale-mark", cx: x, cy: track, r: 5.5 })),
  );
  for (const { text, level } of marks.labels) text.setAttribute("y", String(track - 15 - level * lineHeight));
  for (const { text, level } of ends.labels) text.setAttribute("y", String(track + 22 + level * lineHeight));
  picture.setAttribute("height", String(marks.height + trackRoom + ends.height));
}

interface Drawn {
  readonly text: SVGTextElement;
  readonly x: number;
  readonly level: number;
}

/** Adds the texts, measures them in the font in use, and returns where they stand. */
function addLabels(
  picture: SVGSVGElement,
  marks: readonly Mark[],
  width: number,
  className: string,
): { readonly labels: readonly Drawn[]; readonly height: number } {
  const texts = marks.map((mark) => {
    const text = svg("text", { class: className });
    text.textContent = cut(mark.label, longestLabel);
    picture.append(text);
    return fit(text, width);
  });
  const places = placeLabels(
    marks.map((mark, index) => ({
      at: position(mark, width),
      width: texts[index]?.getComputedTextLength() ?? 0,
    })),
    width,
  );
  const labels = marks.flatMap((mark, index) => {
    const text = texts[index];
    const place = places[index];
    if (text === undefined || place === undefined) return [];
    text.setAttribute("x", String(place.x));
    return [{ text, x: position(mark, width), level: place.level }];
  });
  const lines = labels.length === 0 ? 0 : 1 + Math.max(...labels.map(({ level }) => level));
  return { labels, height: lines * lineHeight };
}

function position(mark: Mark, width: number): number {
  return inset + Math.max(0, Math.min(1, mark.at)) * (width - 2 * inset);
}
