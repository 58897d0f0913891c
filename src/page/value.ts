import { el } from "./dom.ts";
import { renderIcon } from "./icons.ts";
import type { CardValue } from "../card/card.ts";
import { visibleText } from "../domain/text/visible.ts";

export function renderValue(value: CardValue): HTMLElement {
  const { code, hint, text, tone } = value;
  const element =
    tone === undefined
      ? el(code ? "code" : "span", "", text)
      : el("span", `pill tone-${tone}`, renderIcon(tone), text);
  if (hint !== undefined) element.title = visibleText(hint);
  return element;
}

export function renderNote(note: string): HTMLElement {
  return el("p", "note", note);
}

/** Renders the mark for a changed value. The mark contains the old value. */
export function renderChange(changed: string | undefined): HTMLElement | undefined {
  if (changed === undefined) return undefined;
  return el("p", "changed", renderIcon("changed"), changed);
}
