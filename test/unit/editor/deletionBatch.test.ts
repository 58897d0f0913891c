import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Outcome } from "../../../src/api/errors.ts";
import { deleteEach } from "../../../src/editor/deletionBatch.ts";

const done: Outcome<unknown> = { kind: "ok", value: undefined, raw: undefined, status: 204 };
const limited = (seconds: number, sent: "refused" | "unknown" = "refused"): Outcome<unknown> => ({
  kind: "failed",
  error: { kind: "limited", sent, retryAfterSeconds: seconds },
});
const names = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** A batch against a service that a test describes by what it says to each sending. */
async function run(count: number, answer: (sending: number) => Outcome<unknown>, cancelled = false) {
  const sent: number[] = [];
  const waits: number[] = [];
  let settled = 0;
  const outcomes = await deleteEach(names(count), {
    async remove(target) {
      const sending = sent.push(target);
      await Promise.resolve();
      return answer(sending);
    },
    settled: () => (settled += 1),
    wait(seconds) {
      waits.push(seconds);
      return Promise.resolve(!cancelled);
    },
  });
  assert.equal(settled, count);
  return { kinds: outcomes.map(({ kind }) => kind), sent, waits };
}

describe("deleting many", () => {
  it("waits as one where the service asks one to wait, and sends again what was refused alone", async () => {
    const { kinds, sent, waits } = await run(10, (sending) => (sending <= 4 ? limited(12) : done));
    assert.deepEqual(waits, [12]);
    assert.deepEqual(kinds, Array(10).fill("ok"));
    assert.equal(sent.length, 14, "four were refused");
  });

  it("waits a minute, and no longer", async () => {
    assert.deepEqual((await run(1, (sending) => (sending === 1 ? limited(60) : done))).waits, [60]);
    const { kinds, sent, waits } = await run(100, () => limited(61));
    assert.deepEqual(waits, []);
    assert.deepEqual(kinds, Array(100).fill("failed"));
    assert.equal(sent.length, 4, "nothing is sent to a service that asks to be left alone");
  });

  it("leaves the service alone after three waits that brought nothing", async () => {
    const { sent, waits } = await run(100, () => limited(1));
    assert.deepEqual(waits, [1, 1, 1]);
    assert.equal(sent.length, 16, "four at a time");
  });

  it("goes on as long as waiting helps", async () => {
    const { kinds, waits } = await run(40, (sending) => (sending % 3 === 0 ? done : limited(1)));
    assert.deepEqual(new Set(kinds), new Set(["ok"]));
    assert.ok(waits.length > 3);
  });

  it("goes on where waiting brings answers, whatever they say", async () => {
    const inUse: Outcome<unknown> = { kind: "failed", error: { kind: "conflict", sent: "refused" } };
    const { kinds, sent } = await run(40, (sending) => (sending % 3 === 0 ? inUse : limited(1)));
    assert.deepEqual(new Set(kinds), new Set(["failed"]));
    assert.equal(sent.length, 120, "each was asked until it had its own answer");
  });

  it("sends nothing more after it was called off in a wait", async () => {
    const { kinds, sent } = await run(10, () => limited(30), true);
    assert.equal(sent.length, 4);
    assert.deepEqual(new Set(kinds), new Set(["cancelled"]));
  });

  it("never sends again what may have been carried out", async () => {
    const { kinds, sent, waits } = await run(1, () => limited(5, "unknown"));
    assert.deepEqual([kinds, sent.length, waits], [["failed"], 1, []]);
  });
});
