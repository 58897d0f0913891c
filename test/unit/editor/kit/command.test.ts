import assert from "node:assert/strict";
import { it } from "node:test";
import { plainCommand } from "../../../../src/editor/kit/command.ts";

it("plainCommand calls its function without arguments", () => {
  const run = (...args: readonly unknown[]): readonly unknown[] => args;
  assert.deepEqual(plainCommand(run).start(undefined), []);
});
