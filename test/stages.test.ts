// Tests that npm test and .ci/run run every test file, and every test that SECURITY.md names.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./host/paths.ts";
import { groupWindowTests, stages } from "./stages.ts";

const read = (name: string): string => readFileSync(join(root, name), "utf8");
/** Returns absolute paths, like those of the stages. */
const absolutePaths = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root }).map((file) => join(root, file));

describe("inWindows", () => {
  const files = absolutePaths("test/{ui,attacks}/**/*.test.ts");

  it("assigns every file of test/ui and test/attacks to one stage", () => {
    const { ui, corners } = groupWindowTests(files);
    assert.deepEqual([...ui, ...corners].toSorted(), files.toSorted());
  });

  it("assigns a new test file to the stage named corners", () => {
    const added = join(root, "test", "ui", "added.test.ts");
    assert.ok(groupWindowTests([...files, added]).corners.includes(added));
  });
});

describe("test files", () => {
  it("are all in a folder that a CI stage runs", () => {
    const run = /^test[\\/](?:[^\\/]+|(?:unit|contract|faults|page|editor|ui|attacks|mutants|soak)[\\/].+)$/;
    const unassigned = globSync("test/**/*.test.ts", { cwd: root }).filter((file) => !run.test(file));
    assert.deepEqual(unassigned, []);
    // The soak folder and its windows folder. Deeper folders aren't searched.
    assert.deepEqual(
      globSync("test/soak/*/**/*.test.ts", { cwd: root }),
      globSync("test/soak/windows/*.test.ts", { cwd: root }),
    );
  });
});

describe(".ci/run", () => {
  it("first runs npm test without arguments and then the stages corners and guards", () => {
    const [first, ...further] = [...read(".ci/run").matchAll(/^counted npm test(?: -- (.*))?$/gm)].map(
      ([, names]) => names,
    );
    assert.equal(first, undefined);
    assert.deepEqual(
      further.flatMap((names) => names?.split(" ") ?? []),
      stages.filter(({ slowGroup }) => slowGroup === "corner").map(({ name }) => name),
    );
  });

  it("runs every test that SECURITY.md mentions", () => {
    const cited = [...read("SECURITY.md").matchAll(/`(test\/[\w/]+)`/g)].map(([, path = ""]) => path);
    assert.ok(cited.length > 10);
    const long = cited.filter((path) => path.startsWith("test/soak"));
    assert.deepEqual(long, []);
  });
});
