import { isMet, type Goal, type Row } from "./row.ts";

/** Formats a number with three significant digits. */
function number(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(size >= 1 ? 2 : 3);
}

/** Formats a goal with its result, such as "✔ at most 1.4 × the static tree: 1.14". */
export function outcome(goal: Goal): string {
  return `${isMet(goal) ? "✔" : "✘"} ${goal.words}: ${number(goal.value)}`;
}

/** Formats the figures as Markdown. `when` describes the machine and the date of the measurement. */
export function page(rows: readonly Row[], missing: readonly string[], when: string): string {
  return [
    "# Performance figures",
    "",
    `\`npm run bench\` measures these figures in turns and writes this page. Medians, taken on ${when}.`,
    "",
    "| Measurement | Ours | For comparison | Goal and notes |",
    "| --- | --- | --- | --- |",
    ...rows.map(line),
    "",
    ...missing.flatMap((why) => [`Not measured: ${why}`, ""]),
    "No published extension is compared: of the four examined, none can be built from npm alone.",
  ].join("\n");
}

function line({ title, unit, contenders, goals = [], notes = [] }: Row): string {
  const [ours = "", ...beside] = contenders.map(({ name, figure }, index) => {
    const amount = `${number(figure.median)} ${unit}`;
    return index === 0 ? amount : `${name} ${amount}`;
  });
  return `| ${title} | ${ours} | ${beside.join("<br>")} | ${[...goals.map(outcome), ...notes].join("<br>")} |`;
}
