import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { systemClock } from "../../../../src/api/clock.ts";
import { RateLimitedReader } from "../../../../src/editor/logins/rateLimitedReader.ts";
import type { ApiCaller } from "../../../../src/api/client.ts";
import { until } from "../../../host/until.ts";

/** A client whose reads the test completes. */
function slowClient() {
  const ends: (() => void)[] = [];
  const client: ApiCaller = {
    call: (_, __, signal) =>
      new Promise((resolve) => {
        const end = () => resolve({ kind: "cancelled", sent: "no" });
        ends.push(end);
        signal.addEventListener("abort", end);
      }),
  };
  return { client, ends };
}

/** Returns a function that fetches a connection through the same limit. */
function readerOn(client: ApiCaller) {
  const reads = new RateLimitedReader(systemClock);
  return (id: string, signal = new AbortController().signal) =>
    reads.readerOf(client, id, signal).connection();
}

describe("a queued read", () => {
  it("ends immediately on abort, sends nothing and leaves the queue", async () => {
    const { client, ends } = slowClient();
    const read = readerOn(client);
    const others = [read("a"), read("b")];
    const controller = new AbortController();
    const calledOff = read("c", controller.signal);
    const last = read("d");
    controller.abort();
    assert.deepEqual(await calledOff, { kind: "cancelled", sent: "no" });
    assert.equal(ends.length, 2);

    ends[0]?.();
    await until("the last request to be answered", () => ends.length === 3);
    for (const end of ends) end();
    await Promise.all([...others, last]);
    assert.equal(ends.length, 3);
    const later = [read("e"), read("f")];
    await until("both places are free again", () => ends.length === 5);
    for (const end of ends) end();
    await Promise.all(later);
  });

  it("doesn't wait if it is already aborted", async () => {
    const { client, ends } = slowClient();
    const read = readerOn(client);
    const others = [read("a"), read("b")];
    assert.equal((await read("c", AbortSignal.abort())).kind, "cancelled");
    for (const end of ends) end();
    await Promise.all(others);
  });
});
