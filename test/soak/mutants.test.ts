// Every guard is proven by a test: it passes as the code is, and fails once the guard is gone.
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { after, before, describe, it } from "node:test";
import { isSlow } from "../mutants/mutant.ts";
import { mutants } from "../mutants/rows.ts";
import { Copy } from "../mutants/run.ts";

/** Mutants that need a window of VS Code run where they are asked for: MUTANTS=slow npm run test:soak. */
const slowToo = process.env["MUTANTS"] === "slow";
const width = slowToo ? 1 : Math.max(2, availableParallelism());
const idle: Copy[] = [];

/** Does work in a copy that nobody else uses meanwhile; at most `width` tests run at a time, each with its copy. */
async function inCopy<T>(work: (copy: Copy) => Promise<T>): Promise<T> {
  const copy = idle.pop();
  assert.ok(copy !== undefined, "more tests at once than copies");
  return work(copy).finally(() => idle.push(copy));
}

const byTest = Map.groupBy(
  mutants.filter((mutant) => slowToo || !isSlow(mutant)),
  ({ test }) => test,
);

describe("without a guard", { concurrency: width }, () => {
  before(async () => {
    idle.push(...(await Promise.all(Array.from({ length: width }, () => Copy.create()))));
  });
  after(async () => {
    await Promise.all(idle.map((copy) => copy.remove()));
  });

  for (const [test, rows] of byTest) {
    it(`nothing fails in ${test} as long as all are there`, async () => {
      const titles = [...new Set(rows.map(({ title }) => title))];
      const verdicts = await inCopy((copy) => copy.asItIs(test, titles, rows.some(isSlow)));
      assert.deepEqual(
        verdicts.filter(({ passed }) => !passed),
        [],
      );
    });
    for (const mutant of rows) {
      it(`${test} fails: ${mutant.file}, ${mutant.guard}`, async () => {
        const verdicts = await inCopy((copy) => copy.without(mutant));
        assert.ok(
          verdicts.some(({ passed }) => !passed),
          `${verdicts.length} tests pass without it`,
        );
      });
    }
  }

  const slow = mutants.filter(isSlow).length;
  if (!slowToo && slow > 0) {
    it(`${slow} guards are missed in a real VS Code`, {
      skip: "each takes a window of its own; MUTANTS=slow npm run test:soak runs them",
    });
  }
});
