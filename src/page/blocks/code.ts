import { renderSmallButton, type Act } from "../button.ts";
import { el } from "../dom.ts";
import { icon } from "../icons.ts";
import type { PageBlock } from "../../card/protocol.ts";

/** Which folds of the card are open, and who wants to know when that changes. */
export interface Folds {
  isOpen(id: string): boolean;
  changed(id: string, open: boolean): void;
}

/** Text under a title that opens it, with a button beside the title where the text can be copied. */
export function renderCode(
  { copy, text }: Extract<PageBlock, { kind: "code" }>,
  heading: HTMLElement,
  id: string,
  folds: Folds,
  act: Act,
): HTMLElement {
  const code = el("pre", "", el("code", "", text));
  // Long lines scroll inside; the keyboard scrolls what it can focus.
  code.tabIndex = 0;
  code.setAttribute("role", "group");
  code.setAttribute("aria-labelledby", heading.id);
  const summary = el("summary", "", icon("fold"), heading);
  summary.id = id;
  const details = el("details", "", summary, code);
  details.open = folds.isOpen(id);
  details.addEventListener("toggle", () => folds.changed(id, details.open));
  if (copy === undefined) return el("div", "surface fold", details);
  const button = renderSmallButton(`${id}-copy`, copy.label, heading.id, () => act(copy.press));
  return el("div", "surface fold", details, button);
}
