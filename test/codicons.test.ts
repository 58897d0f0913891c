// VS Code shows nothing for an unknown icon, so each icon must exist in the oldest supported version.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { codicons } from "./codicons.ts";
import { root } from "./host/paths.ts";

/** Patterns of icon names in code and in the manifest. */
const namePatterns = [
  /\b(?:ThemeIcon|withIcon)\(\s*"([^"]+)"/g,
  /\b(?:icon|iconId):\s*"([^"]+)"/g,
  /"icon": "\$\(([^)]+)\)"/g,
  /\bicon: [^,;\n]*\? "([^"]+)" : "([^"]+)"/g,
];

/** Returns the codicons that a file names, without modifiers such as "~spin". */
function namedIn(text: string): readonly string[] {
  const chosen = [...text.matchAll(/function \w*[iI]con\w*\([\s\S]*?\n\}\n/g)].flatMap(([body]) => [
    ...body.matchAll(/return "([^"]+)"/g),
  ]);
  const named = [...namePatterns.flatMap((pattern) => [...text.matchAll(pattern)]), ...chosen];
  return named.flatMap(([, ...names]) => names.map((name) => name.replace(/~.*$/, "")));
}

describe("codicon names", () => {
  it("exist in the oldest supported version of VS Code", async () => {
    const sources = (await readdir(join(root, "src"), { recursive: true }))
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(root, "src", file));
    const named = await Promise.all(
      [...sources, join(root, "package.json")].map(async (file) => namedIn(await readFile(file, "utf8"))),
    );
    const all = new Set(named.flat());
    assert.ok(all.size > 30, [...all].join());
    const unknown = [...all].filter((name) => !codicons.has(name));
    assert.deepEqual(unknown, []);
  });

  it("are found in every kind of code that uses an icon", () => {
    for (const text of [
      `new ThemeIcon("wormhole")`,
      `{ icon: "wormhole" }`,
      `"icon": "$(wormhole)"`,
      `icon: is ? "add" : "wormhole"`,
      `withIcon("wormhole~spin", words)`,
      `function optionIcon(type: string): string {\n  return "wormhole";\n}\n`,
    ])
      assert.ok(namedIn(text).includes("wormhole"), text);
  });

  it("come from VS Code 1.109, the minimum version in the manifest", async () => {
    const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    assert.ok(JSON.stringify(manifest).includes(`"vscode":"^1.109.0"`), "take the names of that version");
  });
});
