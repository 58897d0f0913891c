// npm test: runs the stages that a change needs, or the build and the given stages (npm test -- unit soak). "all"
// adds the corners and "quick" selects the stages to repeat during a change. The last lines report the duration and
// result of each stage.
import { interrupted } from "./host/interrupt.ts";
import { deleteOlder, root } from "./host/paths.ts";
import { main, Problem } from "./host/problem.ts";
import { failure, summary, total, type Results } from "./host/results.ts";
import { stages, type Stage } from "./stages.ts";

const [build, ...others] = stages;

process.chdir(root);

/** Names of groups of stages. */
const groups: Readonly<Record<string, readonly string[]>> = {
  quick: ["check", "unit", "contract"],
  all: others.filter(({ slowGroup }) => slowGroup !== "long").map(({ name }) => name),
};

await main(async () => {
  // Compiled code of older sources is never used again.
  await deleteOlder("compiled");
  const selected = selectStages(process.argv.slice(2).flatMap((name) => groups[name] ?? [name]));
  const all: StageRun[] = [await runStage(build)];
  if (all.every(({ results }) => results.failed === 0)) {
    const aside = selected.filter(({ parallel }) => parallel === true).map(runStage);
    for (const stage of selected)
      if (stage.parallel !== true && !interrupted.aborted) all.push(await runStage(stage));
    all.push(...(await Promise.all(aside)));
  }
  const sum = total(all.map(({ results }) => results));
  if (sum.failed > 0 || sum.passed === 0 || interrupted.aborted) process.exitCode = 1;
  console.log(`\n${all.map(({ name, seconds }) => `${name} ${seconds} s`).join(", ")}`);
  console.log(summary(sum));
});

function selectStages(names: readonly string[]): readonly Stage[] {
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    throw new Problem(
      `There is no stage ${unknown.join(", ")}. Type: npm test -- quick, npm test -- all, or any of ${stages.map((stage) => stage.name).join(" ")}`,
    );
  }
  return names.length === 0
    ? others.filter(({ slowGroup }) => slowGroup === undefined)
    : others.filter((stage) => names.includes(stage.name));
}

/** The result of a stage and its duration. */
interface StageRun {
  readonly name: string;
  readonly seconds: string;
  readonly results: Results;
}

/** Runs one stage. An exception counts as a failure, and so does a stage of tests without any test. */
async function runStage({ name, run, tests }: Stage): Promise<StageRun> {
  console.log(`${name}…`);
  const start = performance.now();
  let results = await run((line) => console.log(`  ${line}`)).catch(failure);
  if (tests && results.passed + results.failed === 0) results = failure(new Error("No test ran."));
  for (const text of results.failures) console.error(`\n✖ ${text}\n`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${name}: ${tests || results.failed > 0 ? summary(results) : "ok"} (${seconds} s)`);
  return { name, seconds, results };
}
