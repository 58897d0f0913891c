import { el } from "../dom.ts";
import { icon } from "../icons.ts";

/** Which folds and tabs of the card are open, and who wants to know when that changes. */
export interface Folds {
  isOpen(id: string): boolean;
  changed(id: string, open: boolean): void;
}

/** Text under a title that opens it. */
export function renderCode(text: string, heading: HTMLElement, id: string, folds: Folds): HTMLElement {
  const code = renderText(text);
  code.setAttribute("role", "group");
  code.setAttribute("aria-labelledby", heading.id);
  return renderFold(heading, id, folds, code);
}

/** Text as it is. Long lines scroll inside; the keyboard scrolls what it can focus. */
export function renderText(text: string): HTMLElement {
  const code = el("pre", "", el("code", "", text));
  code.tabIndex = 0;
  return code;
}

/** A title and what it opens. */
export function renderFold(
  heading: HTMLElement,
  id: string,
  folds: Folds,
  ...inside: readonly HTMLElement[]
): HTMLElement {
  const summary = el("summary", "", icon("fold"), heading);
  summary.id = id;
  const details = el("details", "surface fold", summary, ...inside);
  details.open = folds.isOpen(id);
  details.addEventListener("toggle", () => folds.changed(id, details.open));
  return details;
}
