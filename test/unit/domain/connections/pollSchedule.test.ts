import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { scheduleNextPoll, type PollState } from "../../../../src/domain/connections/pollSchedule.ts";

const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2026, 10, 22, 10);
const watch = (more: Partial<PollState> = {}): PollState => ({
  now,
  pinned: 1,
  started: 0,
  visible: false,
  usedAt: now,
  readAt: now,
  notBefore: undefined,
  failures: 0,
  ...more,
});

describe("scheduleNextPoll", () => {
  for (const [delay, more, minutes, pinnedOnly] of [
    ["a minute while the view is visible", { visible: true }, 1, false],
    ["a minute while the view is visible, even without activity", { visible: true, usedAt: 0 }, 1, false],
    ["five minutes within an hour of use", { usedAt: now - hour + 1 }, 5, false],
    ["thirty minutes for pinned connections after an hour without use", { usedAt: now - hour }, 30, true],
    ["a longer interval after failed polls", { visible: true, failures: 3 }, 8, false],
    ["at most thirty minutes despite many failures", { visible: true, failures: 5000 }, 30, false],
    ["no delay if there was no poll", { readAt: undefined }, 0, false],
    ["the rest of the interval after an earlier poll", { readAt: now - 3 * minute }, 2, false],
    ["no delay if the poll is long overdue", { readAt: now - 9 * hour }, 0, false],
  ] as const)
    it(`returns the delay until the next poll: ${delay}`, () =>
      assert.deepEqual(scheduleNextPoll(watch(more)), { inMs: minutes * minute, pinnedOnly }));

  it("respects the delay that the service requests, up to a day", () => {
    const inMs = (notBefore: number): number | undefined =>
      scheduleNextPoll(watch({ readAt: undefined, notBefore }))?.inMs;
    assert.equal(inMs(now + 90 * minute), 90 * minute);
    assert.equal(inMs(now - minute), 0);
    assert.equal(inMs(now + 24 * hour), 24 * hour);
    assert.equal(inMs(now + 1000 * hour), 0, "of a clock that was put back since");
  });

  it("returns undefined without watched connections or without an active user", () => {
    assert.equal(scheduleNextPoll(watch({ pinned: 0 })), undefined);
    assert.equal(scheduleNextPoll(watch({ pinned: 0, started: 3, usedAt: now - hour })), undefined);
    assert.equal(
      scheduleNextPoll(watch({ pinned: 0, started: 3, usedAt: now - hour, visible: true }))?.inMs,
      minute,
    );
    assert.deepEqual(scheduleNextPoll(watch({ pinned: 0, started: 3 })), {
      inMs: 5 * minute,
      pinnedOnly: false,
    });
  });

  it("polls immediately after the clock is set back", () => {
    const { inMs, pinnedOnly } =
      scheduleNextPoll(watch({ usedAt: now + hour, readAt: now + hour })) ?? assert.fail();
    assert.deepEqual([inMs, pinnedOnly], [0, true]);
  });

  it("always returns a delay within a day", () => {
    const moment = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    const any = fc.record({
      now: fc.integer({ min: 0, max: 4e12 }),
      pinned: fc.nat(),
      started: fc.nat(),
      visible: fc.boolean(),
      usedAt: moment,
      readAt: fc.option(moment, { nil: undefined }),
      notBefore: fc.option(moment, { nil: undefined }),
      failures: fc.nat(),
    });
    fc.assert(
      fc.property(any, (one) => {
        const inMs = scheduleNextPoll(one)?.inMs ?? 0;
        assert.ok(inMs >= 0 && inMs <= 24 * hour);
      }),
    );
  });
});
