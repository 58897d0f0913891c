// Tests that the recipes of CONTRIBUTING.md name every file that a change needs.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { loginErrorCodes, loginErrorOf } from "../src/domain/login/errorCodes.ts";
import { root } from "./host/paths.ts";
import { documentedErrorCodes } from "./support/documentedErrorCodes.ts";

const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
const files = globSync(["*.{json,mjs}", "media/**/*.json", "{src,test}/**/*.{ts,css,json,snapshot}"], {
  cwd: root,
  exclude: ["test/recipes.test.ts"],
});
const filesListing = (texts: readonly string[]): string[] =>
  files.filter((file) => texts.every((text) => textOf(file).includes(text)));
/** Written by `npm run l10n` and `npm run schema`. */
const generatedFiles = ["media/l10n/bundle.l10n.json", "media/managed-auth.schema.json"];
const rows = textOf("CONTRIBUTING.md")
  .split("## Recipes")[1]
  ?.split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| "));

/** Returns the paths that a recipe names, such as `api/schemas.ts` or `sample.ts`. */
const pathsIn = (recipe: string): readonly string[] =>
  [...recipe.matchAll(/`([\w./-]+\.(?:ts|css|json|mjs|snapshot))`/g)].map(([, path = ""]) => path);

const recipeTo = (task: string): string =>
  rows?.find((row) => row.startsWith(`| ${task} `)) ?? assert.fail(`no recipe to ${task}`);

const matches = (file: string, path: string): boolean => `/${file}`.endsWith(`/${path}`);

const unnamedIn = (recipe: string, changed: readonly string[]): readonly string[] =>
  changed.filter((file) => !pathsIn(recipe).some((path) => matches(file, path))).sort();
const superfluousIn = (recipe: string, changed: readonly string[]): readonly string[] =>
  pathsIn(recipe).filter((path) => !changed.some((file) => matches(file, path)));

describe("the recipes of CONTRIBUTING.md", () => {
  it("mention only existing files", () => {
    const named = (rows ?? []).flatMap(pathsIn);
    assert.ok(named.length > 40, String(named.length));
    assert.deepEqual(
      named.filter((path) => !files.some((file) => matches(file, path))),
      [],
    );
  });

  it("mention every file to change when adding a boolean connection setting", () => {
    const settings = ["record_session", "save_credentials", "health_checks", "auto_reauth"];
    // Tests contain the settings only as examples.
    const listing = filesListing(settings).filter((file) => !file.includes(".test.ts"));
    const labels = ["Record sessions", "Save credentials", "Health checks", "Stealth"];
    listing.push(...filesListing(labels).filter((file) => file.endsWith(".snapshot")));
    const recipe = recipeTo("add a setting of a connection");
    assert.deepEqual(superfluousIn(recipe, listing), []);
    // Samples don't need every setting.
    assert.deepEqual(unnamedIn(recipe, listing), [
      ...[generatedFiles[1], "src/sandbox/resources/connections/seededConnections.ts"],
      ...["test/bench/connection.ts", "test/ui/literals.ts"],
      "test/unit/domain/file/support.ts",
      "test/unit/editor/connections/creation/reviewCreation.test.ts.snapshot",
    ]);
  });

  it("mention every file to change when adding a login error code", () => {
    const words = loginErrorCodes.flatMap((code) => {
      const { advice = "", cause, short } = loginErrorOf(code) ?? assert.fail(code);
      return [advice, cause, short];
    });
    const listing = [...new Set([documentedErrorCodes, words].flatMap(filesListing))];
    const recipe = recipeTo("add a login error code");
    assert.deepEqual(unnamedIn(recipe, listing), [generatedFiles[0]]);
    // The other tests in the recipe list only the codes of some kinds.
    const partial = ["test/unit/domain/login/errorCodes.test.ts", "useCode.test.ts.snapshot"];
    assert.deepEqual(superfluousIn(recipe, listing), partial);
  });

  it("mention every file to change when adding a text field to credentials", () => {
    const recipe = recipeTo("add a field to a resource");
    const folders = ["api", "domain/resources", "editor/resources", "sandbox/resources"];
    for (const folder of folders) assert.match(recipe, new RegExp(`\`${folder}[\`/]`));
    const mentioning = files.filter(
      (file) =>
        /\b(?:resource\w+|credentials|sample)\.ts$/.test(file) && textOf(file).includes("sso_provider"),
    );
    assert.deepEqual(mentioning.sort(), [
      "src/api/resourceRequests.ts",
      "src/api/resourceSchemas.ts",
      "src/domain/resources/credentials.ts",
      "src/editor/resources/credentials/credentials.ts",
      "src/sandbox/resources/credentials.ts",
      "test/unit/editor/resources/credentials/sample.ts",
    ]);
  });
});
