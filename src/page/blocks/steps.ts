import { el } from "../dom.ts";

/** What to do, one after the other; the style sheet counts. */
export function renderSteps(items: readonly string[]): HTMLElement {
  return el("ol", "steps", ...items.map((item) => el("li", "", el("span", "", item))));
}
