import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Paced } from "../../../../src/editor/kit/paced.ts";

describe("calls that are paced", () => {
  it("pass at once, then the latest of each span, and at rest not at all", (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const passed: number[] = [];
    const paced = new Paced<number>(100, (value) => passed.push(value));
    for (const value of [1, 2, 3]) paced.call(value);
    assert.deepEqual(passed, [1]);
    context.mock.timers.tick(99);
    assert.deepEqual(passed, [1]);
    context.mock.timers.tick(1);
    assert.deepEqual(passed, [1, 3]);
    context.mock.timers.tick(1_000);
    paced.call(4);
    assert.deepEqual(passed, [1, 3, 4]);
  });

  it("pass on demand what waits, and nothing after the end", (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const passed: number[] = [];
    const paced = new Paced<number>(100, (value) => passed.push(value));
    for (const value of [1, 2]) paced.call(value);
    paced.flush();
    paced.flush();
    assert.deepEqual(passed, [1, 2]);
    paced.call(3);
    paced.dispose();
    context.mock.timers.tick(1_000);
    assert.deepEqual(passed, [1, 2]);
  });
});
