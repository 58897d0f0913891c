// Tests that the recipes of CONTRIBUTING.md name every file that a change needs.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./host/paths.ts";

const textOf = (path: string): string => readFileSync(join(root, path), "utf8");
const files = globSync(["*.{json,mjs}", "media/*.json", "{src,test}/**/*.{ts,css,json,snapshot}"], {
  cwd: root,
});
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
    const mentioning = files.filter((file) => {
      const text = textOf(file);
      return settings.every((setting) => text.includes(setting));
    });
    const named = pathsIn(recipeTo("add a setting of a connection"));
    assert.deepEqual(
      named.filter((path) => !mentioning.some((file) => matches(file, path))),
      [],
    );
    // `npm run schema` writes the schema. The sample connections of the sandbox don't need every setting.
    const expected = [
      "media/managed-auth.schema.json",
      "src/sandbox/resources/connections/seededConnections.ts",
    ];
    const unnamed = mentioning.filter((file) => !named.some((path) => matches(file, path)));
    assert.deepEqual(unnamed.filter((file) => !file.startsWith("test/")).sort(), expected);
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
