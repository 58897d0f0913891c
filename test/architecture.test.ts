// Tests that the folders of src follow the import rules, and that the checker finds an added violation of each kind.
import assert from "node:assert/strict";
import { readFileSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import ts from "typescript";
import { exampleSources, violationExamples, withLine } from "./architecture/examples.ts";
import { checkArchitecture, type Sources, type Violation } from "./architecture/rules.ts";

const root = join(import.meta.dirname, "..");

const read = (pattern: string): Sources =>
  new Map(
    globSync(pattern, { cwd: root })
      .map((file) => file.replaceAll("\\", "/"))
      .map((file) => [file, readFileSync(join(root, file), "utf8")]),
  );

const sources = read("src/**/*.ts");

const describeAll = (violations: readonly Violation[]) =>
  violations.map(({ rule, file, detail }) => `${rule}: ${file}: ${detail}`).sort();

describe("the source code", () => {
  it("follows the architecture rules", () => {
    assert.ok(sources.size > 0);
    assert.deepEqual(describeAll(checkArchitecture(sources, read("test/**/*.ts"))), []);
  });

  it("uses DOM types only in src/page", () => {
    const libraries = (config: string): unknown => {
      const read: { config?: { compilerOptions?: { lib?: unknown }; exclude?: unknown } } = ts.readConfigFile(
        join(root, config),
        (file) => readFileSync(file, "utf8"),
      );
      return [read.config?.compilerOptions?.lib, read.config?.exclude];
    };
    assert.deepEqual(libraries("tsconfig.json"), [["es2024"], ["src/page"]]);
    assert.deepEqual(libraries("src/page/tsconfig.json"), [["es2024", "dom", "dom.iterable"], []]);
  });
});

/** Returns the checker's findings after files of the sources were replaced or added. */
function findingsWith(changes: Record<string, string>, tests: Record<string, string> = {}): string[] {
  const all = new Map(Object.entries({ ...exampleSources, ...changes }));
  return describeAll(checkArchitecture(all, new Map(Object.entries(tests))));
}

describe("checkArchitecture", () => {
  it("reports no violation in an example project that follows every rule", () =>
    assert.deepEqual(findingsWith({}), []));

  for (const [violation, [changes, found]] of Object.entries(violationExamples))
    it(`reports the violation: ${violation}`, () => {
      const violations = findingsWith(changes);
      assert.ok(violations.includes(found), violations.join("\n") || "nothing found");
    });

  it("reports an export that only tests or only its own file uses", () => {
    const test = { "test/unit/x.test.ts": `import { part } from "../../src/api/pool.ts"; part;` };
    const unused = ["unused export: src/api/pool.ts: part"];
    assert.deepEqual(findingsWith(withLine("src/api/pool.ts", `export const part = 1; part;`), test), []);
    assert.deepEqual(findingsWith(withLine("src/api/pool.ts", `export const part = 1; part;`)), unused);
    assert.deepEqual(findingsWith(withLine("src/api/pool.ts", `export const part = 1;`), test), unused);
  });
});
