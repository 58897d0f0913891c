import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, it } from "node:test";
import { untilFirstAbort } from "../../../src/api/untilFirstAbort.ts";

const two = () => [new AbortController(), new AbortController()] as const;
const never = new Promise<never>(() => undefined);

/** Work that ends with the reason for which it is aborted. */
const reason = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted
    ? Promise.resolve(signal.reason)
    : new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve(signal.reason));
      });

describe("a signal for the first of several aborts", () => {
  for (const place of [0, 1] as const) {
    it(`aborts with signal ${place}, for its reason`, async () => {
      const controllers = two();
      const ended = untilFirstAbort(
        controllers.map(({ signal }) => signal),
        reason,
      );
      controllers[place].abort("because");
      controllers[1 - place]?.abort("too late");
      assert.equal(await ended, "because");
    });

    it(`is aborted where signal ${place} was`, async () => {
      const controllers = two();
      controllers[place].abort("before");
      const signals = controllers.map(({ signal }) => signal);
      assert.equal(await untilFirstAbort(signals, reason), "before");
    });
  }

  it("leaves nothing at the signals, however the work ends", async () => {
    const signals = two().map(({ signal }) => signal);
    const listeners = () => signals.map((signal) => getEventListeners(signal, "abort").length);
    void untilFirstAbort(signals, () => never);
    assert.deepEqual(listeners(), [1, 1], "what is counted");
    await untilFirstAbort(signals, () => Promise.resolve());
    await assert.rejects(
      untilFirstAbort(signals, () => Promise.reject(new Error("no"))),
      /no/,
    );
    assert.deepEqual(listeners(), [1, 1]);
  });
});
