import { isMet, type Goal, type Row } from "./row.ts";

/** Three digits that mean something. */
function number(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(size >= 1 ? 2 : 3);
}

/** A goal with what came of it, such as "✔ at most 1.4 × the static tree: 1.14". */
export function outcome(goal: Goal): string {
  return `${isMet(goal) ? "✔" : "✘"} ${goal.words}: ${number(goal.value)}`;
}

/** The page of the figures, as Markdown; `when` says on what machine they were taken, and on which day. */
export function page(rows: readonly Row[], missing: readonly string[], when: string): string {
  return [
    "# How fast it is",
    "",
    `\`npm run bench\` measures all of this side by side, in turns, and writes this page. Medians; taken on ${when}.`,
    "",
    "| What | Ours | Beside it | Goal |",
    "| --- | --- | --- | --- |",
    ...rows.map(line),
    "",
    ...missing.flatMap((why) => [`Not measured: ${why}`, ""]),
    "No published extension could be put beside ours: of the four looked at, none can be built from npm alone.",
  ].join("\n");
}

function line({ title, unit, contenders, goals = [], notes = [] }: Row): string {
  const [ours = "", ...beside] = contenders.map(({ name, figure }, index) => {
    const amount = `${number(figure.median)} ${unit}`;
    return index === 0 ? amount : `${name} ${amount}`;
  });
  return `| ${title} | ${ours} | ${beside.join("<br>")} | ${[...goals.map(outcome), ...notes].join("<br>")} |`;
}
