import { visible } from "../../domain/text/visible.ts";
import { renderCopy, renderLink, renderSmallButton, type Act } from "../button.ts";
import { el } from "../dom.ts";
import type { PageBlock } from "../../card/protocol.ts";
import { renderNotes, renderValue } from "../value.ts";

type Table = Extract<PageBlock, { kind: "table" }>;

type Line = Table["rows"][number];

/**
 * A table whose first column names the row. Roles are explicit because narrow panels stack the cells, and some browsers
 * drop the roles of tables that are not displayed as such. The buttons of a row are below its notes, or else in a last
 * column without a name.
 */
export function renderTable(table: Table, id: string, labelledBy: string, act: Act): HTMLElement {
  const head = withRole(el("tr", ""), "row");
  for (const column of table.columns) {
    const cell = withRole(el("th", "", column), "columnheader");
    cell.scope = "col";
    head.append(cell);
  }
  const atEnd = table.rows.some((row) => row.notes.length === 0 && hasButtons(row));
  if (atEnd) head.append(withRole(el("td", ""), "cell"));
  const rows = table.rows.flatMap((row, index) =>
    renderRow(row, table.columns, atEnd, `${id}-row-${index}`, act),
  );
  const element = withRole(
    el(
      "table",
      "surface",
      withRole(el("thead", "", head), "rowgroup"),
      withRole(el("tbody", "", ...rows), "rowgroup"),
    ),
    "table",
  );
  element.setAttribute("aria-labelledby", labelledBy);
  const { more } = table;
  // The columns that are as wide as their content.
  element.style.setProperty("--columns", String(Math.max(1, table.columns.length - (atEnd ? 0 : 1))));
  if (more === undefined) return element;
  const button = renderSmallButton(`${id}-more`, more, labelledBy, act);
  return el("div", "", element, el("div", "small-buttons after", button));
}

function renderRow(
  row: Line,
  columns: readonly string[],
  atEnd: boolean,
  id: string,
  act: Act,
): HTMLElement[] {
  const noted = row.notes.length > 0;
  const line = withRole(el("tr", noted ? "noted" : ""), "row");
  row.cells.forEach((value, index) => {
    const content = renderCell(value, `${id}-cell-${index}`, act);
    const cell = index === 0 ? el("th", "", content) : el("td", "", content);
    if (index === 0) {
      cell.scope = "row";
      content.id = id;
      if (row.copy !== undefined) cell.append(renderCopy(`${id}-copy`, row.copy, id, act));
    }
    // In a stacked layout, an empty cell needs no column name.
    if (value.text !== "") cell.dataset["column"] = visible(columns[index] ?? "");
    line.append(withRole(cell, index === 0 ? "rowheader" : "cell"));
  });
  if (atEnd) line.append(withRole(el("td", "at-end", ...(noted ? [] : renderButtons(row, id, act))), "cell"));
  if (!noted) return [line];
  const notes = withRole(el("td", "", ...renderNotes(row.notes), ...renderButtons(row, id, act)), "cell");
  notes.colSpan = Math.max(1, columns.length + (atEnd ? 1 : 0));
  return [line, withRole(el("tr", "notes", notes), "row")];
}

function renderCell(cell: Line["cells"][number], id: string, act: Act): HTMLElement {
  const { links = [] } = cell;
  if (links.length === 0) return renderValue(cell);
  const elements = links.map((link, index) => renderLink(`${id}-${index}`, link, act));
  return el("div", "links", ...elements);
}

function hasButtons({ actions = [] }: Line): boolean {
  return actions.length > 0;
}

function renderButtons(row: Line, rowId: string, act: Act): HTMLElement[] {
  if (!hasButtons(row)) return [];
  const buttons = (row.actions ?? []).map((button, index) =>
    renderSmallButton(`${rowId}-button-${index}`, button, rowId, act),
  );
  return [el("div", "small-buttons", ...buttons)];
}

function withRole<E extends HTMLElement>(element: E, role: string): E {
  element.setAttribute("role", role);
  return element;
}
