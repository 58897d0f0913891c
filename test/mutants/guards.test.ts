// Proves that each guard has a test that passes with the current code and fails without the guard.
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { after, before, describe, it } from "node:test";
import { brokenMutants } from "./compiles.ts";
import { guards, isSlow } from "./mutant.ts";
import { mutants } from "./rows.ts";
import { Copy } from "./run.ts";

/** Selects mutants: by default those that need no window, with "slow" the others, or those of a matching file. */
const filter = process.env["MUTANTS"];
const selectedMutants = mutants.filter((mutant) => {
  if (filter === undefined) return !isSlow(mutant);
  return filter === "slow" ? isSlow(mutant) : mutant.file.includes(filter) || mutant.test.includes(filter);
});
const width = selectedMutants.some(isSlow) ? 1 : Math.max(2, availableParallelism());
const idle: Copy[] = [];

/** Runs work in a copy of the repository that no other test uses. At most `width` tests run concurrently. */
async function inCopy<T>(work: (copy: Copy) => Promise<T>): Promise<T> {
  const copy = idle.pop();
  assert.ok(copy !== undefined, "more tests at once than copies");
  return work(copy).finally(() => idle.push(copy));
}

const byTest = Map.groupBy(selectedMutants, ({ test }) => test);

describe("the source code after removing one guard", () => {
  it("compiles for each listed guard", () => assert.deepEqual(brokenMutants(selectedMutants), []));

  it("is reported as broken if it doesn't compile", () => {
    const rows = guards("src/domain/entitlements/entitlements.ts", "", [
      ["A name", "return value;", "return valeu;", ""],
      ["A bracket", "return value;", "return (value;", ""],
    ]);
    assert.equal(brokenMutants(rows).length, 2);
  });
});

describe("the test that covers a guard", { concurrency: width }, () => {
  before(async () => {
    idle.push(...(await Promise.all(Array.from({ length: width }, () => Copy.create()))));
  });
  after(() => Promise.all(idle.map((copy) => copy.remove())));

  for (const [test, rows] of byTest) {
    it(`passes in ${test} if no guard is removed`, async () => {
      const titles = [...new Set(rows.map(({ title }) => title))];
      const verdicts = await inCopy((copy) => copy.runOriginal(test, titles, rows.some(isSlow)));
      assert.deepEqual(
        verdicts.filter(({ passed }) => !passed),
        [],
      );
    });
    for (const mutant of rows)
      it(`fails in ${test} after removing the guard in ${mutant.file}: ${mutant.guard}`, async () => {
        const verdicts = await inCopy((copy) => copy.runMutant(mutant));
        assert.ok(
          verdicts.some(({ passed }) => !passed),
          `${verdicts.length} tests pass without the guard`,
        );
      });
  }

  const otherCount = mutants.length - selectedMutants.length;
  if (otherCount > 0) {
    it(`is skipped for ${otherCount} guards that this run excludes`, {
      skip: "guards of slow tests run on request, see CONTRIBUTING.md",
    });
  }
});
