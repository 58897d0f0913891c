import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { ApiError, Outcome } from "../../../../src/api/errors.ts";
import { deleteEach } from "../../../../src/domain/resources/deletionBatch.ts";

const deletedOutcome: Outcome<unknown> = { kind: "ok", value: undefined, raw: undefined, status: 204 };
const failed = (error: ApiError): Outcome<unknown> => ({ kind: "failed", error });
const forbidden = (code?: string): Outcome<unknown> =>
  failed({ kind: "forbidden", sent: "refused", status: 403, ...(code !== undefined && { code }) });
const unauthorized = failed({ kind: "unauthorized", sent: "refused", status: 401 });
const offline = failed({ kind: "offline", sent: "no", reason: "ECONNREFUSED", host: "api.example.com" });
const timeout = failed({ kind: "timeout", sent: "unknown", afterMs: 30_000, host: "api.example.com" });
const inUse = failed({ kind: "conflict", sent: "refused" });
const limited = (seconds: number | undefined, sent: "refused" | "unknown" = "refused"): Outcome<unknown> => ({
  kind: "failed",
  error: { kind: "limited", sent, ...(seconds !== undefined && { retryAfterSeconds: seconds }) },
});
const names = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Runs a batch against a service whose outcome for each request the test defines. */
async function run(count: number, answer: (sending: number) => Outcome<unknown>, cancelled = false) {
  const sent: number[] = [];
  const waits: number[] = [];
  let settled = 0;
  const deletions = await deleteEach(names(count), {
    async remove(target) {
      const sending = sent.push(target);
      await Promise.resolve();
      return answer(sending);
    },
    onSettled: () => (settled += 1),
    wait(seconds) {
      waits.push(seconds);
      return Promise.resolve(!cancelled);
    },
  });
  assert.equal(settled, count);
  return { kinds: deletions.map(({ kind }) => kind), sent, waits };
}

describe("a deletion batch", () => {
  it("returns outcomes in order, with at most four requests at once", async () => {
    const kinds = { 200: "deleted", 202: "accepted" } as const;
    const target = fc.record({ status: fc.constantFrom(200 as const, 202 as const), turns: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(fc.array(target, { maxLength: 12 }), async (targets) => {
        let running = 0;
        let most = 0;
        const deletions = await deleteEach(targets, {
          async remove({ status, turns }) {
            most = Math.max(most, (running += 1));
            for (let remaining = turns; remaining >= 0; remaining -= 1) await turn();
            running -= 1;
            return { kind: "ok", value: undefined, raw: undefined, status };
          },
          onSettled: () => undefined,
          wait: () => Promise.resolve(false),
        });
        const expected = targets.map(({ status }) => ({ kind: kinds[status] }));
        assert.deepEqual(deletions, expected);
        assert.equal(most, Math.min(4, targets.length));
      }),
      { numRuns: 60 },
    );
  });

  it("pauses all requests after a 429 and retries only rejected requests", async () => {
    const { kinds, sent, waits } = await run(10, (sending) => (sending <= 4 ? limited(12) : deletedOutcome));
    assert.deepEqual(waits, [12]);
    assert.deepEqual(kinds, Array(10).fill("deleted"));
    assert.equal(sent.length, 14, "four were refused");
  });

  it("waits for a Retry-After of up to a minute and otherwise stops", async () => {
    assert.deepEqual((await run(1, (sending) => (sending === 1 ? limited(60) : deletedOutcome))).waits, [60]);
    const { kinds, sent, waits } = await run(100, () => limited(61));
    assert.deepEqual(waits, []);
    assert.deepEqual(kinds, [...Array<string>(4).fill("refused"), ...Array<string>(96).fill("notTried")]);
    assert.equal(sent.length, 4, "nothing is sent to a service that asks to be left alone");
  });

  it("stops after three waits without progress", async () => {
    const { sent, waits } = await run(100, () => limited(9));
    assert.deepEqual(waits, [9, 9, 9]);
    assert.equal(sent.length, 16, "four at a time");
  });

  for (const seconds of [0, 1, undefined])
    it(`waits one second and doubles each later wait if Retry-After is ${seconds}`, async () =>
      assert.deepEqual((await run(30, () => limited(seconds))).waits, [1, 2, 4]));

  it("deletes all thirty items despite a rate limit of one request per second", async () => {
    for (const remainder of [0, 1, 2, 3]) {
      // Accepts all of the last requests, because fewer than four are sent at once by then.
      const isAccepted = (sending: number): boolean => sending % 4 === remainder || sending > 100;
      const { kinds } = await run(30, (sending) => (isAccepted(sending) ? deletedOutcome : limited(0)));
      assert.deepEqual(kinds, Array(30).fill("deleted"));
    }
  });

  it("continues if a request succeeds after the third wait", async () => {
    const { kinds } = await run(8, (sending) => (sending <= 13 ? limited(1) : deletedOutcome));
    assert.deepEqual(kinds, Array(8).fill("deleted"));
  });

  it("waits for the longest Retry-After of several replies", async () =>
    assert.deepEqual(
      (await run(4, (sending) => (sending <= 4 ? limited(sending) : deletedOutcome))).waits,
      [4],
    ));

  it("continues as long as a request succeeds after each wait", async () => {
    const { kinds, waits } = await run(40, (sending) => (sending % 3 === 0 ? deletedOutcome : limited(1)));
    assert.deepEqual(new Set(kinds), new Set(["deleted"]));
    assert.ok(waits.length > 3);
  });

  it("counts any reply other than 429 as progress", async () => {
    const { kinds, sent } = await run(40, (sending) => (sending % 3 === 0 ? inUse : limited(1)));
    assert.deepEqual(new Set(kinds), new Set(["inUse"]));
    assert.equal(sent.length, 120, "each was asked until it had its own answer");
  });

  it("sends no further requests if it is cancelled during a wait", async () => {
    const { kinds, sent } = await run(10, () => limited(30), true);
    assert.equal(sent.length, 4);
    assert.deepEqual(new Set(kinds), new Set(["cancelled"]));
  });

  it("never resends a request that may have been carried out", async () => {
    const { kinds, sent, waits } = await run(1, () => limited(5, "unknown"));
    assert.deepEqual([kinds, sent.length, waits], [["unknown"], 1, []]);
  });
});

describe("a deletion batch with repeated failures", () => {
  const countNotTried = (kinds: readonly string[]): number =>
    kinds.filter((kind) => kind === "notTried").length;

  for (const [failures, answer, most] of [
    ["a rejected token", () => unauthorized, 4],
    ["the same 403 twice", () => forbidden("scope"), 5],
    ["a 403 without a code twice", () => forbidden(), 5],
    ["two connection failures", () => offline, 5],
    ["two connection failures before a success", (sending) => (sending <= 2 ? offline : deletedOutcome), 5],
    ["two timeouts", () => timeout, 5],
    ["a timeout and a connection failure", (sending) => (sending === 1 ? timeout : offline), 5],
    [
      "the same 403 twice with other refusals in between",
      (at) => (at % 2 === 1 ? forbidden("scope") : inUse),
      6,
    ],
  ] as const satisfies readonly (readonly [string, (sending: number) => Outcome<unknown>, number])[])
    it(`stops after ${failures}`, async () => {
      const { kinds, sent } = await run(200, answer);
      assert.ok(sent.length <= most, `${sent.length} were sent`);
      assert.equal(countNotTried(kinds), 200 - sent.length);
    });

  for (const [failures, answer] of [
    ["403s for different reasons", (sending) => forbidden(`code ${sending}`)],
    ["403s between successful deletions", (at) => (at % 2 === 1 ? forbidden("mine") : deletedOutcome)],
    ["timeouts between successful deletions", (at) => (at % 2 === 1 ? timeout : deletedOutcome)],
    ["connection failures between other replies", (at) => (at % 2 === 1 ? offline : inUse)],
    ["items that are in use", () => inUse],
  ] as const satisfies readonly (readonly [string, (sending: number) => Outcome<unknown>])[])
    it(`continues after ${failures}`, async () => {
      const { kinds, sent } = await run(40, answer);
      assert.deepEqual([sent.length, countNotTried(kinds)], [40, 0]);
    });
});
