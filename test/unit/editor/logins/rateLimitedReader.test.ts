import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { systemClock } from "../../../../src/api/clock.ts";
import { RateLimitedReader } from "../../../../src/editor/logins/rateLimitedReader.ts";
import type { ApiCaller } from "../../../../src/api/client.ts";
import { until } from "../../../host/until.ts";

/** A client whose reads the test completes. */
function slowClient() {
  const finishers: (() => void)[] = [];
  const client: ApiCaller = {
    call: (_, __, signal) =>
      new Promise((resolve) => {
        const finish = () => resolve({ kind: "cancelled", sent: "no" });
        finishers.push(finish);
        signal.addEventListener("abort", finish);
      }),
  };
  return { client, finishers };
}

/** Returns a function that fetches a connection through the same limit. */
function readerOn(client: ApiCaller) {
  const reads = new RateLimitedReader(systemClock);
  return (id: string, signal = new AbortController().signal) =>
    reads.readerOf(client, id, signal).connection();
}

describe("a read queued by RateLimitedReader", () => {
  it("is removed from the queue on abort without being sent", async () => {
    const { client, finishers } = slowClient();
    const read = readerOn(client);
    const reads = [read("a"), read("b")];
    const controller = new AbortController();
    const cancelled = read("c", controller.signal);
    const last = read("d");
    controller.abort();
    assert.deepEqual(await cancelled, { kind: "cancelled", sent: "no" });
    assert.equal(finishers.length, 2);

    finishers[0]?.();
    await until("the last request to be answered", () => finishers.length === 3);
    for (const finish of finishers) finish();
    await Promise.all([...reads, last]);
    assert.equal(finishers.length, 3);
    const later = [read("e"), read("f")];
    await until("both places are free again", () => finishers.length === 5);
    for (const finish of finishers) finish();
    await Promise.all(later);
  });

  it("is cancelled immediately if its signal has already been aborted", async () => {
    const { client, finishers } = slowClient();
    const read = readerOn(client);
    const reads = [read("a"), read("b")];
    assert.equal((await read("c", AbortSignal.abort())).kind, "cancelled");
    for (const finish of finishers) finish();
    await Promise.all(reads);
  });
});
