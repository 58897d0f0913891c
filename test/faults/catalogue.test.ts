// Checks that every case of the catalogue is played, or covered by another existing test.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "../host/paths.ts";
import { isIn, titlesOf } from "../mutants/titles.ts";
import { sections } from "./catalogue.ts";

describe("the catalogue of faults", () => {
  it("numbers its 95 cases consecutively across all sections", () => {
    for (const { first, last, rows } of sections) {
      assert.deepEqual(
        [...new Set(rows.map(({ number }) => number))].sort((one, other) => one - other),
        Array.from({ length: last - first + 1 }, (_, index) => first + index),
      );
    }
    assert.equal(sections.at(-1)?.last, 95);
  });

  it("has a test file for each section", async () => {
    for (const { file } of sections) {
      const text = await readFile(join(root, "test", "faults", `${file}.test.ts`), "utf8");
      assert.match(text, /^play\(\w+Faults\);$/m);
    }
  });

  it("has distinct titles", () => {
    for (const { rows } of sections) {
      const titles = rows.map(({ number, only, title }) => `${number} ${title} ${only?.transport ?? ""}`);
      assert.equal(new Set(titles).size, titles.length);
    }
  });

  for (const { rows } of sections)
    for (const { covered, number, title } of rows.flatMap((row) => ("covered" in row ? [row] : [])))
      it(`refers to an existing test for fault ${number}, ${title}`, async () => {
        const titles = titlesOf(covered.file, await readFile(join(root, covered.file), "utf8"));
        assert.ok(isIn(titles, covered.title), covered.title);
      });
});
