import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, it } from "node:test";
import { systemClock } from "../../../src/api/clock.ts";
import { untilAborted, withAnySignal } from "../../../src/api/untilAborted.ts";

describe("untilAborted", () => {
  it("removes its listener from a long-lived signal", async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve(1), signal), 1);
    await assert.rejects(untilAborted(Promise.reject(new Error("own")), signal), { message: "own" });
    assert.equal(await systemClock.sleep(0, signal), true);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("rejects with the abort reason, even if the signal has already aborted", async () => {
    const controller = new AbortController();
    const during = untilAborted(new Promise(() => undefined), controller.signal);
    controller.abort(new Error("reason"));
    await assert.rejects(during, { message: "reason" });
    await assert.rejects(untilAborted(new Promise(() => undefined), controller.signal), {
      message: "reason",
    });
    await assert.rejects(untilAborted(new Promise(() => undefined), AbortSignal.abort("no error")));
  });

  it("returns an available result even if the signal has already aborted", async () =>
    assert.equal(await untilAborted(Promise.resolve(1), AbortSignal.abort()), 1));

  it("causes no unhandled rejection if the work rejects after the abort", async () => {
    const late = Promise.withResolvers<never>();
    await assert.rejects(untilAborted(late.promise, AbortSignal.abort()));
    late.reject(new Error("late"));
    await new Promise(setImmediate);
  });
});

const two = () => [new AbortController(), new AbortController()] as const;
const neverSettled = new Promise<never>(() => undefined);

/** Resolves to the abort reason. */
const reason = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted
    ? Promise.resolve(signal.reason)
    : new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(signal.reason));
      });

describe("withAnySignal", () => {
  for (const index of [0, 1] as const) {
    it(`aborts with the reason of signal ${index} if that signal aborts first`, async () => {
      const controllers = two();
      const ended = withAnySignal(
        controllers.map(({ signal }) => signal),
        reason,
      );
      controllers[index].abort("because");
      controllers[1 - index]?.abort("too late");
      assert.equal(await ended, "because");
    });

    it(`aborts at once if signal ${index} is already aborted`, async () => {
      const controllers = two();
      controllers[index].abort("before");
      const signals = controllers.map(({ signal }) => signal);
      assert.equal(await withAnySignal(signals, reason), "before");
    });
  }

  it("removes its listeners when the work succeeds or fails", async () => {
    const signals = two().map(({ signal }) => signal);
    const listeners = () => signals.map((signal) => getEventListeners(signal, "abort").length);
    void withAnySignal(signals, () => neverSettled);
    assert.deepEqual(listeners(), [1, 1], "what is counted");
    await withAnySignal(signals, () => Promise.resolve());
    await assert.rejects(
      withAnySignal(signals, () => Promise.reject(new Error("no"))),
      /no/,
    );
    assert.deepEqual(listeners(), [1, 1]);
  });
});
