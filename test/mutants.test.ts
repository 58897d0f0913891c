// Keeps the list of guards valid: the text of each row occurs in the code, and its test exists.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./host/paths.ts";
import { guards, mutated } from "./mutants/mutant.ts";
import { mutants } from "./mutants/rows.ts";
import { isIn, titlesOf, type Titles } from "./mutants/titles.ts";

const read = (file: string): string => readFileSync(join(root, file), "utf8");
const titles = new Map<string, Titles>();

function titlesIn(file: string): Titles {
  const cached = titles.get(file) ?? titlesOf(file, read(file));
  titles.set(file, cached);
  return cached;
}

describe("the list of mutants", () => {
  it("replaces in each row a text that occurs exactly once in its file", () => {
    const misfits = mutants.flatMap((mutant) => {
      if (mutant.find === mutant.replace) return [`${mutant.guard} replaces nothing`];
      const times = read(mutant.file).split(mutant.find).length - 1;
      return times === 1 ? [] : [`${mutant.file} has ${times} times, not once: ${mutant.find}`];
    });
    assert.deepEqual(misfits, []);
  });

  it("refers to existing tests", () => {
    const missing = mutants.filter(
      ({ test, title }) => !existsSync(join(root, test)) || !isIn(titlesIn(test), title),
    );
    assert.deepEqual(missing, []);
  });

  it("has a different description for each guard in a file", () => {
    const all = mutants.map(({ file, guard }) => `${file}: ${guard}`);
    const wrong = all.filter((one, at) => all.indexOf(one) !== at || one.endsWith(": "));
    assert.deepEqual(wrong, []);
  });

  it("is rejected if a row's text isn't in the source", () => {
    const [row] = guards("a.ts", "a.test.ts", [["It refuses", "c", "", "refuses"]]);
    assert.ok(row);
    assert.throws(() => mutated("abba", row), /^Error: a\.ts has 0 times, not once/);
  });
});
