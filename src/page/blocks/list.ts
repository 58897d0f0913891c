import { el } from "../dom.ts";

/** Sentences below each other, in no order. */
export function renderList(items: readonly string[]): HTMLElement {
  return el("ul", "surface list", ...items.map((item) => el("li", "", item)));
}
