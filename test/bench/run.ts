// npm run bench: measures every row, prints the table, and writes the page that the README links to. With --short,
// for CI, takes few samples, writes nothing, and fails if a goal for any machine isn't met. Arguments select
// measurements by name.
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../host/paths.ts";
import { run } from "../host/processes.ts";
import { main, Problem } from "../host/problem.ts";
import { writeFormatted } from "../host/written.ts";
import { browsers } from "./browsers.ts";
import { coldStarts } from "./cold.ts";
import { files } from "./files.ts";
import { firstRows } from "./firstRows.ts";
import { manyRows } from "./manyRows.ts";
import { outcome, page } from "./page.ts";
import { reading } from "./reading.ts";
import { overview } from "./overview.ts";
import { appliesAnywhere, isMet, type Measure, type Row } from "./row.ts";
import { workInWindow } from "./work.ts";

/** All measurements, in the order of the table. */
const measures: Readonly<Record<string, Measure>> = {
  reading,
  rows: firstRows,
  many: manyRows,
  overview,
  cold: coldStarts,
  work: workInWindow,
  files,
  browsers,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean", default: false } },
});

await main(async () => {
  process.chdir(root);
  const unknown = positionals.filter((name) => measures[name] === undefined);
  if (unknown.length > 0)
    throw new Problem(`There is no ${unknown.join(", ")}; there are ${Object.keys(measures).join(", ")}.`);
  const { code, stderr } = await run(process.execPath, ["esbuild.mjs"]);
  if (code !== 0) throw new Problem(`The extension could not be built:\n${stderr}`);
  const rows: Row[] = [];
  const missing: string[] = [];
  for (const [name, measure] of Object.entries(measures)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const begin = performance.now();
    try {
      rows.push(...(await measure(values)));
    } catch (error) {
      console.error(error);
      missing.push(`${name}. ${error instanceof Error ? error.message : String(error)}`);
    }
    console.log(`${name}: ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  }
  const figures = page(rows, missing, `${machine()}, ${new Date().toISOString().slice(0, 10)}`);
  console.log(`\n${figures}`);
  if (!values.short && positionals.length === 0)
    await writeFormatted(join(root, "test", "bench", "README.md"), figures);
  conclude(rows, missing);
});

/** Describes the machine without names of persons or hosts. */
function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() ?? "unknown processor"}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.versions.node}, ${process.platform}`;
}

/** Ends a short run with an error if a goal for any machine isn't met. A full run only reports. */
function conclude(rows: readonly Row[], missing: readonly string[]): void {
  const goals = rows.flatMap((row) => row.goals ?? []);
  const missed = goals.filter((goal) => !isMet(goal));
  console.log(
    `\n${goals.length - missed.length} of ${goals.length} goals met, ${missing.length} not measured.`,
  );
  if (!values.short) return;
  const broken = goals.filter((goal) => !appliesAnywhere(goal));
  if (broken.length > 0) process.exitCode = 1;
  for (const goal of broken) console.error(`Broken: ${outcome(goal)} (limit ${goal.limit})`);
  console.log(`${goals.length - broken.length} passed, ${broken.length} failed`);
}
