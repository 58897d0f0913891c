import { el } from "../dom.ts";
import { icon } from "../icons.ts";
import { renderButton, type Act } from "../button.ts";
import type { PageBlock } from "../../card/protocol.ts";

/** Which folds and tabs of the card are open, and what to call on a change. */
export interface Folds {
  isOpen(id: string): boolean;
  changed(id: string, open: boolean): void;
}

/** Text in a fold. */
export function renderCode(text: string, heading: HTMLElement, id: string, folds: Folds): HTMLElement {
  const code = renderText(text);
  code.setAttribute("role", "group");
  code.setAttribute("aria-labelledby", heading.id);
  return renderFold(heading, id, folds, code);
}

/** Preformatted text. It can take the focus, so that the keyboard can scroll long lines. */
function renderText(text: string): HTMLElement {
  const code = el("pre", "", el("code", "", text));
  code.tabIndex = 0;
  return code;
}

/** A title that opens and closes its content. */
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

/** The tab that a key moves to. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Forms of one text in a fold, a tab for each: Tab reaches the chosen one, arrow keys move between them. The button
 * copies the shown form.
 */
export function renderForms(
  { copyLabel, forms }: Extract<PageBlock, { kind: "forms" }>,
  heading: HTMLElement,
  id: string,
  folds: Folds,
  act: Act,
): HTMLElement {
  const tabId = (index: number): string => `${id}-tab-${index}`;
  let shown = Math.max(
    0,
    forms.findIndex((_, index) => folds.isOpen(tabId(index))),
  );
  const copy = renderButton("secondary small", `${id}-copy`, copyLabel, () => {
    const press = forms[shown]?.press;
    if (press !== undefined) act(press);
  });
  const panels = forms.map(({ text }, index) => {
    const panel = renderText(text);
    panel.id = `${id}-panel-${index}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tabId(index));
    return panel;
  });
  const tabs = forms.map(({ label }, index) => {
    const tab = renderButton("tab", tabId(index), label, () => choose(index));
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `${id}-panel-${index}`);
    tab.addEventListener("keydown", (event) => {
      const to = moves[event.key]?.(index, forms.length);
      if (to === undefined) return;
      event.preventDefault();
      choose(to);
      tabs[to]?.focus();
    });
    return tab;
  });
  const draw = (): void => {
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === shown));
      tab.tabIndex = index === shown ? 0 : -1;
    });
    panels.forEach((panel, index) => (panel.hidden = index !== shown));
    copy.setAttribute("aria-labelledby", `${copy.id} ${heading.id} ${tabId(shown)}`);
  };
  const choose = (index: number): void => {
    shown = index;
    tabs.forEach((tab, at) => folds.changed(tab.id, at === shown));
    draw();
  };
  draw();
  const list = el("div", "tabs", ...tabs);
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-labelledby", heading.id);
  return renderFold(heading, id, folds, el("div", "forms", list, copy), ...panels);
}
