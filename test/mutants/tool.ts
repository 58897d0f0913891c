// Mutates every expression of a folder of `src`, one at a time, and lists the changes that no test detects. Runs
// the tests of the folder first, then other tests on the survivors. Usage: npm run test:mutants -- FOLDER [OTHER
// TESTS …]. By default, uses the other tests from `folders.ts`.
import type { MutantResult } from "@stryker-mutator/api/core";
import { Stryker } from "@stryker-mutator/core";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { root } from "../host/paths.ts";
import { folders } from "./folders.ts";

const [folder, ...named] = process.argv.slice(2);
if (folder === undefined) throw new Error("Say which folder of src: npm run test:mutants -- src/domain/text");
const otherTests = named.length > 0 ? named : [...(folders[folder] ?? [])];

/** Identifies a change by its location and content, because IDs differ between runs. */
function keyOf({ fileName, location: { start, end }, mutatorName, replacement }: MutantResult): string {
  return [fileName, start.line, start.column, end.line, end.column, mutatorName, replacement].join(":");
}

async function runMutants(mutate: string[], testFiles: string[]): Promise<MutantResult[]> {
  const options = { configFile: ".config/stryker.mjs", mutate, tap: { testFiles } };
  return (await new Stryker(options).runMutationTest()).filter(({ status }) => status !== "Ignored");
}

/** True if no test detects the change. Tests that can't be loaded count as detecting. */
const isLeft = ({ status }: MutantResult): boolean => status === "Survived" || status === "NoCoverage";

/** Formats the changed code in one line. */
async function textOf({ fileName, location: { start, end } }: MutantResult): Promise<string> {
  const lines = (await readFile(fileName, "utf8")).split("\n").slice(start.line - 1, end.line);
  lines[lines.length - 1] = (lines.at(-1) ?? "").slice(0, end.column - 1);
  return lines
    .join("\n")
    .slice(start.column - 1)
    .replaceAll(/\s+/g, " ");
}

function shortened(text: string): string {
  return text.length > 70 ? `${text.slice(0, 50)} … ${text.slice(-15)}` : text;
}

const startedAt = Date.now();
const folderTests = globSync(`${folder.replace("src/", "test/unit/")}/**/*.test.ts`, { cwd: root });
const results = await runMutants(
  [`${folder}/**/*.ts`, "!**/*.d.ts"],
  folderTests.length === 0 ? otherTests : folderTests,
);
let survivors = results.filter(isLeft);
if (folderTests.length > 0 && otherTests.length > 0 && survivors.length > 0) {
  const keys = new Set(survivors.map(keyOf));
  const places = survivors.map(({ fileName, location: { start, end } }) => {
    const range = `${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
    return `${relative(root, fileName)}:${range}`;
  });
  const again = await runMutants([...new Set(places)], otherTests);
  survivors = again.filter((result) => isLeft(result) && keys.has(keyOf(result)));
}

const minutes = Math.ceil((Date.now() - startedAt) / 60_000);
console.log(`\n| \`${folder}\` | ${results.length} | ${survivors.length} | ${minutes} |\n\n### ${folder}\n`);
for (const [file, changes] of Map.groupBy(survivors, ({ fileName }) => fileName)) {
  const texts = await Promise.all(
    changes.map(async (change) => {
      const to = change.replacement.replaceAll(/\s+/g, " ");
      return `- \`\`${shortened(await textOf(change))} → ${shortened(to)}\`\``;
    }),
  );
  console.log(`\`${relative(join(root, folder), file)}\`\n\n${texts.join("\n")}\n`);
}
