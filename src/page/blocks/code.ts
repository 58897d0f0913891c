import { el } from "../dom.ts";
import { renderIcon } from "../icons.ts";
import { renderButton, type SendPress } from "../button.ts";
import type { PageBlockOf } from "../../card/protocol.ts";

/** Provides the expanded sections and selected tabs of a card, and records changes. */
export interface FoldState {
  isOpen(id: string): boolean;
  changed(id: string, open: boolean): void;
}

export function renderCode(text: string, heading: HTMLElement, id: string, folds: FoldState): HTMLElement {
  const code = renderText(text);
  code.setAttribute("role", "group");
  code.setAttribute("aria-labelledby", heading.id);
  return renderFold(heading, id, folds, code);
}

/** Renders preformatted text. The element is focusable, so that long lines can be scrolled with the keyboard. */
function renderText(text: string): HTMLElement {
  const code = el("pre", "", el("code", "", text));
  code.tabIndex = 0;
  return code;
}

export function renderFold(
  heading: HTMLElement,
  id: string,
  folds: FoldState,
  ...inside: readonly HTMLElement[]
): HTMLElement {
  const summary = el("summary", "", renderIcon("fold"), heading);
  summary.id = id;
  const details = el("details", "surface fold", summary, ...inside);
  details.open = folds.isOpen(id);
  details.addEventListener("toggle", () => folds.changed(id, details.open));
  return details;
}

/** Maps each key to a function that returns the index of the tab to select. */
const tabKeyTargets: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Renders several formats of the same text as tabs in a collapsible section. The Tab key focuses the selected tab, and
 * arrow keys select other tabs. The button copies the selected format.
 */
export function renderForms(
  { copyLabel, forms }: PageBlockOf<"forms">,
  heading: HTMLElement,
  id: string,
  folds: FoldState,
  send: SendPress,
): HTMLElement {
  const tabId = (index: number): string => `${id}-tab-${index}`;
  let shown = Math.max(
    0,
    forms.findIndex((_, index) => folds.isOpen(tabId(index))),
  );
  const copy = renderButton("secondary small", `${id}-copy`, copyLabel, () => {
    const press = forms[shown]?.press;
    if (press !== undefined) send(press);
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
      const target = tabKeyTargets[event.key]?.(index, forms.length);
      if (target === undefined) return;
      event.preventDefault();
      choose(target);
      tabs[target]?.focus();
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
