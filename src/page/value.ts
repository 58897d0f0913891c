import { el } from "./dom.ts";
import { icon } from "./icons.ts";
import type { Value } from "../card/card.ts";
import { visible } from "../domain/text/visible.ts";

/** Renders a value as a pill, code or plain text. */
export function renderValue(value: Value): HTMLElement {
  const { code, hint, text, tone } = value;
  const element =
    tone === undefined
      ? el(code ? "code" : "span", "", text)
      : el("span", `pill tone-${tone}`, icon(tone), text);
  if (hint !== undefined) element.title = visible(hint);
  return element;
}

export function renderNotes(notes: readonly string[]): HTMLElement[] {
  return notes.map((note) => el("p", "note", note));
}

/** Renders the mark of a changed value with its old value. */
export function renderChange(changed: string | undefined): HTMLElement[] {
  return changed === undefined ? [] : [el("p", "changed", icon("changed"), changed)];
}
