import { el } from "./dom.ts";
import { icon } from "./icons.ts";
import type { Value } from "../card/card.ts";

/** A value as a pill, as code, or as plain text. */
export function renderValue(value: Value): HTMLElement {
  if (value.tone !== undefined) return el("span", `pill tone-${value.tone}`, icon(value.tone), value.text);
  return value.code ? el("code", "", value.text) : el("span", "", value.text);
}

/** Sentences below something, one paragraph each. */
export function renderNotes(notes: readonly string[]): HTMLElement[] {
  return notes.map((note) => el("p", "note", note));
}

/** The mark of a value that has changed, with what it was before. */
export function renderChange(changed: string | undefined): HTMLElement[] {
  return changed === undefined ? [] : [el("p", "changed", icon("changed"), changed)];
}
