import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, it } from "node:test";
import { systemClock } from "../../../src/api/clock.ts";
import { untilAborted } from "../../../src/api/untilAborted.ts";

describe("waiting until an abort", () => {
  it("leaves nothing behind on a signal that outlives many requests", async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve(1), signal), 1);
    await assert.rejects(untilAborted(Promise.reject(new Error("own")), signal), { message: "own" });
    assert.equal(await systemClock.sleep(0, signal), true);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("ends with the reason of the abort, before or during", async () => {
    const controller = new AbortController();
    const during = untilAborted(new Promise(() => undefined), controller.signal);
    controller.abort(new Error("reason"));
    await assert.rejects(during, { message: "reason" });
    await assert.rejects(untilAborted(new Promise(() => undefined), controller.signal), {
      message: "reason",
    });
    await assert.rejects(untilAborted(new Promise(() => undefined), AbortSignal.abort("no error")));
  });

  it("gives a result that is there already", async () => {
    assert.equal(await untilAborted(Promise.resolve(1), AbortSignal.abort()), 1);
  });

  it("leaves no rejection unhandled that comes too late", async () => {
    const late = Promise.withResolvers<never>();
    await assert.rejects(untilAborted(late.promise, AbortSignal.abort()));
    late.reject(new Error("late"));
    await new Promise(setImmediate);
  });
});
