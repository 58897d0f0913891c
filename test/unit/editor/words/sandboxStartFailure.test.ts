import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SandboxError, type SandboxFailure } from "../../../../src/sandbox/sandboxError.ts";
import { sandboxStartFailure } from "../../../../src/editor/words/errors.ts";

/** All reasons. A missing reason is a compile error. */
const words: Readonly<Record<SandboxFailure, RegExp>> = {
  sqliteMissing: /node:sqlite.+Update VS Code/,
  unusableFile: /can't keep/,
  foreignFile: /Move these files/,
  held: /Another window/,
  portUnusable: /open a port/,
  unreachable: /is unresponsive/,
  crashed: /ended unexpectedly/,
};

describe("sandboxStartFailure", () => {
  for (const [kind, expected] of Object.entries(words))
    it(`returns a translated text for the failure ${kind}`, () => {
      const text = sandboxStartFailure(new SandboxError(kind as SandboxFailure, "a raw English message"));
      assert.match(text, expected);
      assert.doesNotMatch(text, /raw English/);
    });

  it("refers to the log for unexpected errors", () => {
    for (const fault of [new Error("a raw English message"), undefined, "text"])
      assert.equal(sandboxStartFailure(fault), "Unexpected error in the sandbox. See the log.");
  });
});
