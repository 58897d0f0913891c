import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TimelineEntry } from "../../../../src/api/loginSchemas.ts";
import type { StatePeriod } from "../../../../src/domain/connections/history.ts";
import { splitIntoDays, splitWeek } from "../../../../src/domain/connections/historyDays.ts";

/** Returns a time in the computer's time zone, because days are local. */
const at = (day: number, hours = 0): number => new Date(2026, 5, day, 0, hours * 60).getTime();
const login = (time: number) =>
  TimelineEntry.parse({
    id: `e_${time}`,
    type: "login",
    status: "SUCCESS",
    timestamp: new Date(time).toISOString(),
  });
const span = (from: number, to: number): StatePeriod => ({ state: "in", from, to });
const now = at(10, 12);

/** Returns each day with its spans and events, in hours. */
const drawn = (
  ...[spans, entries, until = now]: readonly [readonly StatePeriod[], readonly TimelineEntry[], number?]
) =>
  splitIntoDays(spans, entries, until).map(({ startsAt: begins, pieces }) => [
    new Date(begins).getDate(),
    ...pieces.map((piece) =>
      piece.kind === "span"
        ? `${piece.from * 24}-${piece.to * 24}`
        : `${piece.entries.length} at ${piece.at * 24}`,
    ),
  ]);

describe("splitIntoDays", () => {
  it("returns each day's spans, from the first entry to today", () =>
    assert.deepEqual(drawn([span(at(8, 6), now)], []), [
      [8, "6-24"],
      [9, "0-24"],
      [10, "0-12"],
    ]));

  it("returns at most two weeks", () => {
    const days = drawn([span(at(-300), now)], [login(at(-300))]);
    assert.equal(days.length, 14);
    assert.deepEqual(days[0], [28, "0-24"]);
    assert.deepEqual(days.at(-1), [10, "0-12"]);
  });

  it("orders events by time and combines events that are close together", () => {
    const times = [at(10, 11), at(10, 3.5), at(10, 3), at(10, 2)];
    assert.deepEqual(drawn([span(at(10, 2.5), now)], times.map(login)), [
      [10, "2 at 2", "2.5-12", "1 at 3.5", "1 at 11"],
    ]);
  });

  it("omits future entries and entries without a time", () => {
    const timeless = TimelineEntry.parse({ id: "e_0", type: "login", timestamp: "soon" });
    assert.deepEqual(drawn([], [login(at(10, 13)), login(at(12)), timeless, login(now)]), [[10, "1 at 12"]]);
  });

  it("returns only today, without spans, for an empty history", () =>
    assert.deepEqual(drawn([], []), [[10]]));
});

describe("a day from splitIntoDays", () => {
  it("contains the current time only if the day is today", () => {
    const shares = splitIntoDays([span(at(9, 6), now)], [], now).map((day) => day.now);
    assert.deepEqual(shares, [undefined, 0.5]);
  });

  it("is returned as soon as it begins", () =>
    assert.deepEqual(drawn([span(at(9, 6), at(10))], [], at(10)), [[9, "6-24"], [10]]));

  it("contains only the spans and events of that day", () => {
    assert.deepEqual(drawn([span(at(8, 6), at(9)), span(at(10), now)], []), [[8, "6-24"], [9], [10, "0-12"]]);
    assert.deepEqual(drawn([], [login(at(9)), login(at(8, 23.9))]), [[8, "1 at 23.9"], [9, "1 at 0"], [10]]);
  });
});

describe("splitWeek", () => {
  const week = splitWeek([span(at(-300), at(8))], [login(at(7, 12)), login(at(3))], now);

  it("covers today and the six days before", () =>
    assert.deepEqual(
      week.midnights,
      [4, 5, 6, 7, 8, 9, 10].map((day) => at(day)),
    ));

  it("returns the positions of spans and events as fractions of the week", () => {
    const places = week.pieces.map((piece) => (piece.kind === "span" ? [piece.from, piece.to] : [piece.at]));
    assert.deepEqual(places, [[0, 4 / 7], [3.5 / 7]]);
    assert.deepEqual([at(4), at(7, 12), at(11)].map(week.share), [0, 0.5, 1]);
  });
});
