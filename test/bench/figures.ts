import type { Entry, Report } from "./report.ts";
import type { Row } from "./row.ts";
import { amount, number, outcome } from "./words.ts";

/** The page of the figures, as Markdown. */
export function page(report: Report): string {
  const rows = report.entries.flatMap((entry) => ("rows" in entry ? entry.rows.map(dated(entry)) : []));
  const grows = rows.filter(isGrowth);
  return [
    "# How fast it is",
    "",
    `\`npm run bench\` measures all of this side by side, in turns, and writes this page. Medians; taken on ${report.on}, ${report.at.slice(0, 10)}.`,
    "",
    "| What | Ours | Beside it | Goal |",
    "| --- | --- | --- | --- |",
    ...rows.filter((row) => !isGrowth(row)).map(line),
    "",
    "| Growth of time with | Its power of 1 to 10,000 items | 1,000 items |",
    "| --- | --- | --- |",
    ...grows.map(growthLine),
    "",
    ...report.entries.flatMap(missing),
    "No published extension could be put beside ours: of the four looked at, none can be built from npm alone.",
  ].join("\n");
}

/** Notes on a row when it was taken, where that was after the others. */
function dated({ at }: Entry): (row: Row) => Row {
  return (row) =>
    at === undefined ? row : { ...row, notes: [...(row.notes ?? []), `Taken on ${at.slice(0, 10)}.`] };
}

function isGrowth({ goals }: Row): boolean {
  return goals.some(({ kind }) => kind === "order");
}

function line({ title, unit, contenders, goals, notes = [] }: Row): string {
  const [ours, ...others] = contenders;
  const beside = others.map(({ name, figure }) => `${name} ${amount(figure.median, unit)}`);
  const said = [...goals.map(outcome), ...notes];
  return `| ${title} | ${ours === undefined ? "" : amount(ours.figure.median, unit)} | ${beside.join("<br>")} | ${said.join("<br>")} |`;
}

function growthLine({ title, unit, contenders, goals }: Row): string {
  const thousand = contenders.find(({ name }) => name === "1000");
  const power = goals.map(({ value }) => number(value)).join();
  return `| ${title.replace("growth: ", "")} | ${power} | ${thousand === undefined ? "" : amount(thousand.figure.median, unit)} |`;
}

function missing(entry: Entry): readonly string[] {
  return "why" in entry ? [`Not measured: ${entry.name}. ${entry.why}`, ""] : [];
}
