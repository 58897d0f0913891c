import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Entitlements } from "../../../../src/api/schemas.ts";
import {
  intervalPlan,
  effectiveDefault,
  healthCheckBounds,
  intervalFault,
  readInterval,
} from "../../../../src/domain/draft/interval.ts";
import type { IntervalPlan } from "../../../../src/domain/draft/interval.ts";
import { withInput } from "../../../support/withInput.ts";

describe("readInterval", () => {
  for (const [text, seconds] of [
    ["1800", 1800],
    ["1800s", 1800],
    ["30m", 1800],
    ["2h", 7200],
    ["1d", 86_400],
    ["1h 30m", 5400],
    ["1h30m", 5400],
    [" 1H  30M ", 5400],
    ["0", 0],
    ["999999", 999_999],
    ["999999d", 86_399_913_600],
  ] as const)
    it(`reads "${text}" as ${seconds} seconds`, () => assert.equal(readInterval(text), seconds));

  const invalidTexts = [
    ...["", " ", "m", "h 2", "half an hour", "30 m", "1 800", "1h 30", "1h1800", "1800m30", "30min", "-5"],
    ...["+5", "1.5h", "1,800", "1e3", "0x10", "Infinity", "NaN", "1000000", "30\u0000m", "٣٠m", "３０m"],
    ...["30m;2h", "x".repeat(10_000), "9".repeat(10_000), "1h".repeat(1) + "$(rocket)"],
  ];
  for (const [input, text] of withInput(invalidTexts.map((text) => [text] as const)))
    it(`rejects the text ${input}`, () => assert.equal(readInterval(text), undefined));

  it("never throws and returns only whole seconds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9smhd ]{0,12}$/)), (text) => {
        const seconds = readInterval(text);
        assert.ok(seconds === undefined || (Number.isSafeInteger(seconds) && seconds >= 0), text);
      }),
    );
  });
});

const unknown: IntervalPlan = { minimum: undefined, default: undefined, maximum: undefined };

describe("intervalFault", () => {
  it("uses the minimum and maximum from interface.md §8", () =>
    assert.deepEqual(healthCheckBounds, { minimum: 300, maximum: 86_400 }));

  for (const [input, plan, seconds, fault] of withInput([
    [unknown, 299, "belowBounds"],
    [unknown, 300, undefined],
    [unknown, 86_400, undefined],
    [unknown, 86_401, "aboveBounds"],
    [unknown, 0, "belowBounds"],
    [{ ...unknown, minimum: 1200 }, 1199, "belowPlan"],
    [{ ...unknown, minimum: 1200 }, 1200, undefined],
    [{ ...unknown, maximum: 43_200 }, 43_200, undefined],
    [{ ...unknown, maximum: 43_200 }, 43_201, "abovePlan"],
    // The absolute range of interface.md §8 is checked first, and a plan can't extend it.
    [{ ...unknown, minimum: 60 }, 200, "belowBounds"],
    [{ ...unknown, maximum: 100_000 }, 90_000, "aboveBounds"],
    [{ ...unknown, minimum: 1200 }, 299, "belowBounds"],
  ] as const))
    it(`returns ${fault} for an interval of ${seconds} seconds with the plan limits ${input}`, () =>
      assert.equal(intervalFault(seconds, plan), fault));
});

describe("effectiveDefault", () => {
  // interface.md §8: the larger one of 3600 and the plan's minimum, for the four plans.
  for (const [plan, minimum, seconds] of [
    ["Enterprise", 300, 3600],
    ["Start-up", 1200, 3600],
    ["Hobbyist", 3600, 3600],
    ["Free", 21_600, 21_600],
    ["with unknown limits", undefined, 3600],
  ] as const)
    it(`returns ${seconds} seconds for the plan ${plan}`, () =>
      assert.equal(effectiveDefault({ ...unknown, minimum }), seconds));
  it("returns the plan's own default if it is reported", () =>
    assert.equal(effectiveDefault({ minimum: 300, default: 7200, maximum: undefined }), 7200));
});

describe("intervalPlan", () => {
  const plan = (feature: string): IntervalPlan =>
    intervalPlan(Entitlements.parse(JSON.parse(`{"features":{"managed_auth":${feature}}}`)));

  it("reads the plan's minimum, default and maximum interval", () =>
    assert.deepEqual(
      plan(
        '{"health_check_interval_min_seconds":1200,"health_check_interval_default_seconds":3600,"health_check_interval_max_seconds":86400}',
      ),
      { minimum: 1200, default: 3600, maximum: 86_400 },
    ));
  for (const value of ["null", '"1200"', "-1", "1.5", "1e99", "[]"])
    it(`returns no limits if the plan's intervals are ${value}`, () => {
      const numbers = ["min", "default", "max"].map(
        (name) => `"health_check_interval_${name}_seconds":${value}`,
      );
      assert.deepEqual(plan(`{${numbers.join()}}`), unknown);
    });
  it("returns no limits without entitlements", () => {
    assert.deepEqual(intervalPlan(undefined), unknown);
    assert.deepEqual(intervalPlan(Entitlements.parse({ features: {} })), unknown);
  });
});
