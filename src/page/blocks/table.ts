import { visibleText } from "../../domain/text/visible.ts";
import { renderCopy, renderLink, renderSmallButton, type SendPress } from "../button.ts";
import { el } from "../dom.ts";
import type { PageBlockOf } from "../../card/protocol.ts";
import { renderNote, renderValue } from "../value.ts";

type PageTable = PageBlockOf<"table">;

type PageTableRow = PageTable["rows"][number];

/**
 * Renders a table in which the first column contains row headers. Roles are explicit, because narrow panels use CSS
 * to stack the cells, and some browsers drop the implicit table roles if the `display` value changes. The buttons of
 * a row are below the row's notes or, if there are no notes, in a last column without a header.
 */
export function renderTable(table: PageTable, id: string, labelledBy: string, send: SendPress): HTMLElement {
  const head = withRole(el("tr", ""), "row");
  for (const column of table.columns) {
    const cell = withRole(el("th", "", column), "columnheader");
    cell.scope = "col";
    head.append(cell);
  }
  const atEnd = table.rows.some((row) => row.notes.length === 0 && hasButtons(row));
  if (atEnd) head.append(withRole(el("td", ""), "cell"));
  const rows = table.rows.flatMap((row, index) =>
    renderTableRow(row, table.columns, atEnd, `${id}-row-${index}`, send),
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
  // Set the number of columns that the style sheet sizes to fit their content. The last column takes the remaining
  // width.
  element.style.setProperty("--columns", String(Math.max(1, table.columns.length - Number(!atEnd))));
  if (more === undefined) return element;
  const button = renderSmallButton(`${id}-more`, more, labelledBy, send);
  return el("div", "", element, el("div", "small-buttons after", button));
}

function renderTableRow(
  row: PageTableRow,
  columns: readonly string[],
  atEnd: boolean,
  id: string,
  send: SendPress,
): HTMLElement[] {
  const noted = row.notes.length > 0;
  const line = withRole(el("tr", noted ? "noted" : ""), "row");
  row.cells.forEach((value, index) => {
    const content = renderTableCell(value, `${id}-cell-${index}`, send);
    const cell = index === 0 ? el("th", "", content) : el("td", "", content);
    if (index === 0) {
      cell.scope = "row";
      content.id = id;
      if (row.copy !== undefined) cell.append(renderCopy(`${id}-copy`, row.copy, id, send));
    }
    // Set the column name, which the stacked layout shows. Empty cells don't need a column name.
    if (value.text !== "") cell.dataset["column"] = visibleText(columns[index] ?? "");
    line.append(withRole(cell, index === 0 ? "rowheader" : "cell"));
  });
  if (atEnd) line.append(withRole(el("td", "at-end", !noted && renderRowButtons(row, id, send)), "cell"));
  if (!noted) return [line];
  const notes = withRole(el("td", "", ...row.notes.map(renderNote), renderRowButtons(row, id, send)), "cell");
  notes.colSpan = Math.max(1, columns.length + Number(atEnd));
  return [line, withRole(el("tr", "notes", notes), "row")];
}

function renderTableCell(cell: PageTableRow["cells"][number], id: string, send: SendPress): HTMLElement {
  const { links = [] } = cell;
  if (links.length === 0) return renderValue(cell);
  const elements = links.map((link, index) => renderLink(`${id}-${index}`, link, send));
  return el("div", "links", ...elements);
}

function hasButtons({ actions = [] }: PageTableRow): boolean {
  return actions.length > 0;
}

function renderRowButtons(row: PageTableRow, rowId: string, send: SendPress): HTMLElement | undefined {
  if (!hasButtons(row)) return undefined;
  const buttons = (row.actions ?? []).map((button, index) =>
    renderSmallButton(`${rowId}-button-${index}`, button, rowId, send),
  );
  return el("div", "small-buttons", ...buttons);
}

function withRole<E extends HTMLElement>(element: E, role: string): E {
  element.setAttribute("role", role);
  return element;
}
