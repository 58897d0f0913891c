import { el } from "./dom.ts";
import { icon } from "./icons.ts";
import type { Value } from "../card/card.ts";
import { visible } from "../domain/text/visible.ts";

/** A value as a pill, as code, or as plain text. */
export function renderValue(value: Value): HTMLElement {
  const { code, hint, text, tone } = value;
  const element =
    tone === undefined
      ? el(code ? "code" : "span", "", text)
      : el("span", `pill tone-${tone}`, icon(tone), text);
  if (hint !== undefined) element.title = visible(hint);
  return element;
}

/** Notes, one paragraph each. */
export function renderNotes(notes: readonly string[]): HTMLElement[] {
  return notes.map((note) => el("p", "note", note));
}

/** The mark of a changed value, with the old one. */
export function renderChange(changed: string | undefined): HTMLElement[] {
  return changed === undefined ? [] : [el("p", "changed", icon("changed"), changed)];
}
