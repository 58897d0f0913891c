// Limits for the wording of comments and names. They are the values reached so far, which may only be lowered.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./host/paths.ts";
import { codeSmells, markerDensity } from "./prose/measure.ts";

const textsBelow = (folder: string): readonly string[] =>
  globSync(`${folder}/**/*.{ts,mts,mjs}`, { cwd: root, exclude: ["**/*.d.ts"] }).map((file) =>
    readFileSync(join(root, file), "utf8"),
  );

/** Maximum number of marker words per 100 words of comments, by folder. */
const maxMarkerDensity: Readonly<Record<string, number>> = { src: 0.39, test: 0.44 };

const maxSmells = {
  oneWordNames: 1.6,
  repeatedNames: 8,
  ternaries: 22,
  conditionalSpreads: 3.8,
  typeOperators: 3,
};
const smellNames = [
  "oneWordNames",
  "repeatedNames",
  "ternaries",
  "conditionalSpreads",
  "typeOperators",
] as const;

describe("comments", () => {
  for (const [folder, limit] of Object.entries(maxMarkerDensity))
    it(`contain at most ${limit} discouraged words per 100 words in ${folder}`, () => {
      const texts = textsBelow(folder);
      assert.notEqual(texts.length, 0);
      const density = markerDensity(texts);
      assert.ok(density <= limit, `${density.toFixed(2)} marker words per 100 words`);
    });

  it("aren't checked for discouraged words if they are lint directives", () => {
    const text =
      "/** Tells whether one stands. */\nconst first = 1; // Retried once.\n// eslint-disable-line else\n";
    assert.equal(markerDensity([text]).toFixed(1), "50.0");
  });
});

describe("names and syntax in src", () => {
  const smells = codeSmells(textsBelow("src"));
  for (const name of smellNames)
    it(`stay within the limit for the code smell ${name}`, () =>
      assert.ok(smells[name] <= maxSmells[name], smells[name].toFixed(1)));

  it("have the expected measure for each code smell in an example", () => {
    const text = "const one = x ? [...(x ?? [])] : y;\ntype Two = Pick<A, 'b'>;\nfunction lastThree() {}\n";
    assert.deepEqual(codeSmells([text, "const one = 1;"]), {
      oneWordNames: 200 / 3,
      repeatedNames: 1,
      ternaries: 200,
      conditionalSpreads: 200,
      typeOperators: 200,
    });
  });
});
