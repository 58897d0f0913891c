import { renderIconButton, renderSmallButton, type Act } from "../button.ts";
import { el, svg } from "../dom.ts";
import type { Row } from "../../card/card.ts";
import { renderChange, renderNotes, renderValue } from "../value.ts";

/** Names and their values, each with what is to be said of it; a secret has a button in place of its value. */
export function renderRows(rows: readonly Row<string>[], id: string, act: Act): HTMLElement {
  return el("dl", "surface", ...rows.map((row, index) => renderRow(row, `${id}-row-${index}`, act)));
}

function renderRow(
  { changed, copy, label, leads, note, secret, share, value }: Row<string>,
  id: string,
  act: Act,
): HTMLElement {
  const term = el("dt", "", label);
  term.id = id;
  const buttons: HTMLElement[] = [];
  if (secret !== undefined)
    buttons.push(renderSmallButton(`${id}-secret`, secret, id, () => act(secret.press)));
  if (leads !== undefined) buttons.push(renderSmallButton(`${id}-leads`, leads, id, () => act(leads.press)));
  if (copy !== undefined) {
    const button = renderIconButton(`${id}-copy`, "copy", copy.label, () => act(copy.press));
    button.classList.add("copy");
    button.setAttribute("aria-labelledby", `${button.id} ${id}`);
    buttons.push(button);
  }
  const bar = share === undefined ? [] : [renderBar(share)];
  const line = el("div", "row-value", renderValue(value), ...bar, ...buttons, ...renderChange(changed));
  return el("div", "row", term, el("dd", "", line, ...renderNotes(note === undefined ? [] : [note])));
}

const width = 96;
const height = 6;

/** A share from 0 to 1 as a bar; decoration only, as the words beside it say the same. */
function renderBar(share: number): SVGSVGElement {
  const part = (name: string, length: number): SVGRectElement =>
    svg("rect", { class: name, width: length, height });
  return svg(
    "svg",
    { class: "bar", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    part("bar-track", width),
    part("bar-fill", Math.round(width * Math.min(1, Math.max(0, share)))),
  );
}
