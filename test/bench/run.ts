// npm run bench: takes every row of the table in a process of its own, prints the table, and keeps it (--short, for CI:
// few samples, nothing kept, and a failure only for what holds on any machine). Names of entries take only those, which
// take the place of those that are kept with --keep.
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { root } from "../host/paths.ts";
import { lastLine, run } from "../host/processes.ts";
import { main, Problem } from "../host/problem.ts";
import { keep, kept } from "./keep.ts";
import { measures } from "./measures.ts";
import { renewed, type Entry, type Report } from "./report.ts";
import { holdsAnywhere, isMet, type Row } from "./row.ts";
import { textTable } from "./table.ts";
import { outcome } from "./words.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean", default: false }, keep: { type: "boolean", default: false } },
});

const noPublished =
  "No published extension was measured: of the four looked at, none can be built from npm alone.";

/** Longer than any entry takes; one that hangs is said to have hung. */
const limitMs = 300_000;

await main(async () => {
  process.chdir(root);
  const names = positionals.length > 0 ? positionals : Object.keys(measures);
  const unknown = names.filter((name) => measures[name] === undefined);
  if (unknown.length > 0)
    throw new Problem(`There is no ${unknown.join(", ")}; there are ${Object.keys(measures).join(", ")}.`);
  const { code, stderr } = await run(process.execPath, ["esbuild.mjs"]);
  if (code !== 0) throw new Problem(`The extension could not be built:\n${stderr}`);
  const entries: Entry[] = [];
  for (const name of names) {
    const begin = performance.now();
    entries.push(await take(name));
    console.log(`${name}: ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  }
  const report: Report = { at: new Date().toISOString(), short: values.short, on: machine(), entries };
  console.log(`\n${textTable(report)}\n\n${report.on}\n${noPublished}`);
  if (!values.short && positionals.length === 0) await keep(report);
  else if (values.keep) await keep(renewed(await kept(), report, Object.keys(measures)));
  conclude(report);
});

/** Takes one entry; a failure becomes the reason why there are no figures. */
async function take(name: string): Promise<Entry> {
  const args = ["--expose-gc", "--import", "./test/doubles/register.ts", "test/bench/measure.ts", name];
  const { code, stdout, stderr } = await run(process.execPath, values.short ? [...args, "--short"] : args, {
    timeout: limitMs,
  });
  if (code !== 0) {
    console.error(stderr);
    return {
      name,
      why: /^\[?\w*Error(?: \[\w+\])?: (.*)$/m.exec(stderr)?.[1] ?? `It ended with code ${code}.`,
    };
  }
  return { name, rows: JSON.parse(lastLine(stdout)) as readonly Row[] };
}

function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() ?? "unknown processor"}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.versions.node}, ${process.platform}`;
}

/** A short run fails for what holds on any machine; a whole run never does: it tells. */
function conclude({ entries }: Report): void {
  const goals = entries.flatMap((entry) => ("rows" in entry ? entry.rows.flatMap((row) => row.goals) : []));
  const missed = goals.filter((goal) => !isMet(goal));
  const broken = goals.filter((goal) => !holdsAnywhere(goal));
  const left = entries.filter((entry) => "why" in entry);
  console.log(`\n${goals.length - missed.length} of ${goals.length} goals met, ${left.length} not measured.`);
  if (!values.short) return;
  if (broken.length > 0) process.exitCode = 1;
  for (const goal of broken) console.error(`Broken: ${outcome(goal)} (limit ${goal.limit})`);
  console.log(`${goals.length - broken.length} passed, ${broken.length} failed`);
}
