import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { labelGap, placeLabels, type Label, type Place } from "../../../src/page/labels.ts";

const track = 240;
const labels = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: track, noNaN: true }),
    width: fc.double({ min: 1, max: track, noNaN: true }),
  }),
  { maxLength: 6 },
);

function overlap(a: Label & Place, b: Label & Place): boolean {
  return a.level === b.level && a.x < b.x + b.width + labelGap && b.x < a.x + a.width + labelGap;
}

describe("labels of a scale", () => {
  it("never overlap and never leave the track", () => {
    fc.assert(
      fc.property(labels, (given) => {
        const placed = placeLabels(given, track).map((place, index) => ({
          ...place,
          at: 0,
          width: given[index]?.width ?? 0,
        }));
        assert.equal(placed.length, given.length);
        placed.forEach((label, index) => {
          assert.ok(label.x >= 0 && label.x + label.width <= track + 1e-9);
          for (const other of placed.slice(index + 1)) assert.ok(!overlap(label, other));
        });
      }),
    );
  });

  it("stand centred over their points on one line where they fit", () => {
    const given = [
      { at: 200, width: 40 },
      { at: 60, width: 60 },
    ];
    assert.deepEqual(placeLabels(given, track), [
      { x: 180, level: 0 },
      { x: 30, level: 0 },
    ]);
  });

  it("move to further lines where they do not fit, with no line to a point passing another label", () => {
    const given = [
      { at: 170, width: 100 },
      { at: 180, width: 120 },
      { at: 190, width: 110 },
    ];
    const places = placeLabels(given, track);
    assert.deepEqual(new Set(places.map(({ level }) => level)), new Set([0, 1, 2]));
    given.forEach(({ at }, index) => {
      const level = places[index]?.level ?? 0;
      given.forEach(({ width }, other) => {
        const place = places[other] ?? { x: 0, level: 0 };
        if (place.level < level) assert.ok(at <= place.x || at >= place.x + width);
      });
    });
  });

  it("keep inside the track at its ends", () => {
    const given = [
      { at: 0, width: 50 },
      { at: track, width: 70 },
    ];
    assert.deepEqual(placeLabels(given, track), [
      { x: 0, level: 0 },
      { x: 170, level: 0 },
    ]);
  });
});
