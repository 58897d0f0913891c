// What VS Code keeps for the extension between two starts. Each of these states is one object that windows share, and
// the last writer wins with the whole of it: it may hold what a window begins with, never a count, nor a list of what
// is under way or was done. Those are files, one for each thing, written whole.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "..");

/** The files that read or write a state, whatever they call it. */
function users(...states: readonly string[]): readonly string[] {
  const use = new RegExp(`\\b(?:${states.join("|")})\\s*\\.\\s*(?:get|update)\\b`);
  return globSync("src/**/*.ts", { cwd: root })
    .filter((file) => use.test(readFileSync(join(root, file), "utf8")))
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}

describe("what VS Code keeps", () => {
  it("is, for all windows, the account that was used last", () => {
    // Where a window with none of its own begins; of two that were used at once, either will do.
    assert.deepEqual(users("globalState"), ["src/editor/accounts/keys.ts", "src/editor/accounts/session.ts"]);
  });

  it("is, for the windows of a folder, the account there", () => {
    // A window that runs has its own account in memory, whatever another one writes.
    assert.deepEqual(users("workspaceState", "windowState"), [
      "src/editor/accounts/keys.ts",
      "src/editor/accounts/session.ts",
    ]);
  });
});
