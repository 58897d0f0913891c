// Tests that the repository contains no invisible characters.
import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { root } from "./host/paths.ts";

const invisible = /[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]|(?![\n\t])\p{Cc}/gu;

/** Files with emoji such as families and flags, which contain invisible joiners. */
const emoji: ReadonlyMap<string, readonly string[]> = new Map(
  ["display", "names", "visible"].map((name) => [`test/unit/domain/text/${name}.test.ts`, ["U+200D"]]),
);

/** Returns the distinct invisible characters of a text. */
const invisibleIn = (text: string): readonly string[] =>
  [...new Set(text.match(invisible))].map(
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );

describe("invisible characters in the repository", () => {
  const files = globSync(["*", "{.ci,.config,.vscode,media,src,test}/**", ".*"], {
    cwd: root,
    withFileTypes: true,
    exclude: ["node_modules", "dist", ".git", ".vscode-test"],
  })
    .filter((entry) => entry.isFile() && !/\.(?:png|vsix|tgz|log)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

  it("occur only as zero-width joiners of emoji in three test files", () => {
    assert.ok(files.length > 0);
    const invisible = files.flatMap((file) => {
      const name = file.slice(root.length + 1).replaceAll("\\", "/");
      const disallowed = invisibleIn(readFileSync(file, "utf8")).filter(
        (one) => emoji.get(name)?.includes(one) !== true,
      );
      return disallowed.length === 0 ? [] : [[name, ...disallowed]];
    });
    assert.deepEqual(invisible, []);
  });

  it("are reported by their code points", () =>
    assert.deepEqual(invisibleIn(`const a = "${String.fromCodePoint(0x200b)}";\n`), ["U+200B"]));
});

describe("the .vscode folder", () => {
  it("has no settings and no task that runs when the folder opens", () => {
    const folder = join(root, ".vscode");
    assert.deepEqual(readdirSync(folder).sort(), ["extensions.json", "launch.json", "tasks.json"]);
    assert.doesNotMatch(readFileSync(join(folder, "tasks.json"), "utf8"), /runOn|folderOpen/);
  });
});
