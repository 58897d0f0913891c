import { el } from "../dom.ts";
import { icon } from "../icons.ts";
import type { Cell } from "../../card/card.ts";
import { renderNotes } from "../value.ts";

/** Small cells side by side; each has its mark, its word and its note, so that none depends on colour. */
export function renderGrid(cells: readonly Cell[]): HTMLElement {
  return el("ul", "grid", ...cells.map(renderCell));
}

function renderCell({ label, note, on, state }: Cell): HTMLElement {
  const mark = on === undefined ? "unset" : on ? "on" : "off";
  return el(
    "li",
    `cell cell-${mark}`,
    icon(mark),
    el("p", "cell-label", label),
    el("p", "cell-state", state),
    ...renderNotes(note === "" ? [] : [note]),
  );
}
