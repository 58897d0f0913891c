import type { Entry, Report } from "./report.ts";
import type { Row } from "./row.ts";
import { amount, number, outcome } from "./words.ts";

const head = ["What", "Contender", "Median", "Quartiles", "p95", "Samples", "Ours ÷ it"];

/** The table for a terminal. */
export function textTable(report: Report): string {
  const cells = report.entries.flatMap(cellsOf);
  const widths = head.map((title, column) =>
    Math.max(
      title.length,
      ...cells.map((row) => (row.length === head.length ? (row[column]?.length ?? 0) : 0)),
    ),
  );
  const line = (row: readonly string[]): string =>
    row.length === 1
      ? (row[0] ?? "")
      : row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return [line(head), ...cells.map(line)].join("\n");
}

/** Rows of the table; one of a single cell spans all columns. */
function cellsOf(entry: Entry): readonly (readonly string[])[] {
  if ("why" in entry) return [[""], [`${entry.name}: not measured. ${entry.why}`]];
  return entry.rows.flatMap((row) => [
    [""],
    ...contenderCells(row),
    ...row.goals.map((goal) => [`    ${outcome(goal)}`]),
    ...(row.notes ?? []).map((note) => [`    ${note}`]),
  ]);
}

function contenderCells({ title, unit, contenders }: Row): readonly (readonly string[])[] {
  const ours = contenders[0]?.figure.median ?? Number.NaN;
  return contenders.map(({ name, figure: { median, quartiles, p95, samples } }, index) => [
    index === 0 ? title : "",
    name,
    amount(median, unit),
    samples === 1 ? "" : `${number(quartiles[0])}–${number(quartiles[1])}`,
    samples === 1 ? "" : number(p95),
    String(samples),
    index === 0 ? "" : `${number(ours / median)} ×`,
  ]);
}
