// What VS Code keeps for the extension between two starts. Each of these states is one object that windows share, and
// the last writer wins with the whole of it: it may hold what a window begins with, never a count, nor a list of what
// is under way or was done. Those are files, one for each thing, written whole.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "..");

/** Every key that the code keeps there, as it is written in the code. */
function keys(...states: readonly string[]): readonly string[] {
  const use = new RegExp(`\\b(?:${states.join("|")})\\s*\\.\\s*\\w+(?:<[^(]*>)?\\(\\s*([^,)]*)`, "g");
  const found = globSync("src/**/*.ts", { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(use)].map(
      ([, key]) => `${file.replaceAll("\\", "/")}: ${key ?? ""}`,
    ),
  );
  return [...new Set(found)].sort();
}

describe("what VS Code keeps", () => {
  it("is, for all windows, the account that was used last", () => {
    // Where a window with none of its own begins; of two that were used at once, either will do.
    assert.deepEqual(keys("globalState"), [
      "src/editor/accounts/keys.ts: lastAccountKey",
      "src/editor/accounts/session.ts: lastAccountKey",
    ]);
  });

  it("is, for the windows of a folder, the account there and the destinations that were tried last", () => {
    // What is offered first. A window that runs has its own account in memory, whatever another one writes.
    assert.deepEqual(keys("workspaceState", "windowState"), [
      "src/editor/accounts/keys.ts: windowAccountKey",
      "src/editor/accounts/session.ts: windowAccountKey",
      "src/editor/destinations/recent.ts: recentKey(accountId",
    ]);
  });
});
