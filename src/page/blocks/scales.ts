import { el } from "../dom.ts";
import type { Scale } from "../../card/card.ts";

/** Scales below each other. */
export function renderScales(scales: readonly Scale[], id: string): HTMLElement {
  return el("div", "surface", ...scales.map((scale, index) => renderScale(scale, `${id}-scale-${index}`)));
}

/** A scale with its name above and its words below; the words are the picture's accessible name. */
function renderScale({ from, label, mark, text, to }: Scale, id: string): HTMLElement {
  const words = el("p", "note", text);
  words.id = id;
  const picture = el(
    "div",
    "scale-picture",
    el("p", "scale-mark", el("span", "", mark.label)),
    el("div", "scale-track"),
    el("p", "scale-ends", el("span", "", from), el("span", "", to)),
  );
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-labelledby", id);
  picture.style.setProperty("--at", String(Math.max(0, Math.min(1, mark.at))));
  return el("div", "scale", el("h3", "", label), picture, words);
}
