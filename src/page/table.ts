import { el } from "./dom.ts";
import type { Block } from "./protocol.ts";
import { renderNotes, renderValue } from "./value.ts";

type Table = Extract<Block, { kind: "table" }>;

/**
 * A table whose first column names the row. Roles are spelled out because narrow panels lay the cells out as
 * stacked blocks, and in some browsers a table that is not displayed as one loses its own.
 */
export function renderTable(table: Table, labelledBy: string): HTMLElement {
  const head = withRole(el("tr", ""), "row");
  for (const column of table.columns) {
    const cell = withRole(el("th", "", column), "columnheader");
    cell.scope = "col";
    head.append(cell);
  }
  const element = withRole(
    el(
      "table",
      "surface",
      withRole(el("thead", "", head), "rowgroup"),
      withRole(el("tbody", "", ...table.rows.flatMap((row) => renderRow(row, table.columns))), "rowgroup"),
    ),
    "table",
  );
  element.setAttribute("aria-labelledby", labelledBy);
  return element;
}

function renderRow(row: Table["rows"][number], columns: readonly string[]): HTMLElement[] {
  const line = withRole(el("tr", row.notes.length > 0 ? "noted" : ""), "row");
  row.cells.forEach((value, index) => {
    const cell = index === 0 ? el("th", "", renderValue(value)) : el("td", "", renderValue(value));
    if (index === 0) cell.scope = "row";
    cell.dataset["column"] = columns[index] ?? "";
    line.append(withRole(cell, index === 0 ? "rowheader" : "cell"));
  });
  if (row.notes.length === 0) return [line];
  const notes = withRole(el("td", "", ...renderNotes(row.notes)), "cell");
  notes.colSpan = Math.max(1, columns.length);
  return [line, withRole(el("tr", "notes", notes), "row")];
}

function withRole<E extends HTMLElement>(element: E, role: string): E {
  element.setAttribute("role", role);
  return element;
}
