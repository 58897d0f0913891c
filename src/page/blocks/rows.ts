import { renderSmallButton, type Act } from "../button.ts";
import { el } from "../dom.ts";
import type { Row } from "../../card/card.ts";
import { renderChange, renderNotes, renderValue } from "../value.ts";

/** Names and their values, each with what is to be said of it; a secret has a button in place of its value. */
export function renderRows(rows: readonly Row<string>[], id: string, act: Act): HTMLElement {
  return el("dl", "surface", ...rows.map((row, index) => renderRow(row, `${id}-row-${index}`, act)));
}

function renderRow({ changed, label, note, secret, value }: Row<string>, id: string, act: Act): HTMLElement {
  const term = el("dt", "", label);
  term.id = id;
  const button =
    secret === undefined
      ? []
      : [renderSmallButton(`${id}-secret`, secret.label, id, () => act(secret.press))];
  const line = el("div", "row-value", renderValue(value), ...button, ...renderChange(changed));
  return el("div", "row", term, el("dd", "", line, ...renderNotes(note === undefined ? [] : [note])));
}
