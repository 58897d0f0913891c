import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { effectiveValue } from "../../../../../src/editor/connections/settings/settings.ts";
import type { Entitlements } from "../../../../../src/api/schemas.ts";
import { InputBox, reset, screen } from "../../../../doubles/vscode.ts";
import { asking, full, plan, validationText } from "../../../../support/asking.ts";
import { active, nextList, openList } from "./support.ts";

beforeEach(reset);

const unusualInterval = { ...full, health_check_interval: 5_400 };
const bounds = (min?: unknown, usual?: unknown, max?: unknown): Entitlements =>
  plan({
    health_check_interval_min_seconds: min,
    health_check_interval_default_seconds: usual,
    health_check_interval_max_seconds: max,
  });

describe("the effective health check interval", () => {
  for (const [condition, entitlements, text, source] of [
    ["no plan is known", undefined, "every hour", "default"],
    ["the plan reports nothing", bounds(), "every hour", "default"],
    ["the plan's minimum is smaller (Enterprise)", bounds(300), "every hour", "default"],
    ["the plan's minimum is larger (Free)", bounds(21_600), "every 6 hours", "plan"],
    ["the plan's minimum is the same (Hobbyist)", bounds(3_600), "every hour", "plan"],
    ["the plan reports its default", bounds(1_200, 1_200, 86_400), "every 20 minutes", "plan"],
    ["the plan's numbers are unreadable", bounds("300", -1, 1.5), "every hour", "default"],
  ] as const)
    it(`is ${text} if ${condition}`, () => {
      assert.deepEqual(effectiveValue("health_check_interval", full, entitlements), { text, source });
    });
  it("is the interval that the user chose", () => {
    const chosen = effectiveValue("health_check_interval", unusualInterval, bounds(21_600));
    assert.deepEqual(chosen, { text: "every 90 minutes", source: "chosen" });
  });
});

describe("the offered health check intervals", () => {
  const usual = [
    "Every 5 minutes",
    "Every 20 minutes",
    "Every hour default",
    "Every 6 hours",
    "Every 12 hours",
    "Every day",
  ];
  for (const [condition, entitlements, rows] of [
    ["no plan is known", undefined, usual],
    [
      "the plan has a minimum and a maximum",
      bounds(1_800, 3_600, 43_200),
      [
        "Every 30 minutes your plan's minimum",
        "Every hour default",
        "Every 6 hours",
        "Every 12 hours your plan's maximum",
      ],
    ],
    [
      "the plan's minimum is also the default",
      bounds(21_600, 21_600, 86_400),
      ["Every 6 hours default, your plan's minimum", "Every 12 hours", "Every day your plan's maximum"],
    ],
    ["the plan's bounds are invalid", bounds(0, null, 1e9), usual],
  ] as const)
    it(`range from the minimum to the maximum (interface.md §8) if ${condition}`, async (context) => {
      const { pick } = await openList(asking(context), "health_check_interval", full, { entitlements });
      assert.deepEqual(
        pick.rows.map(({ description, label }) => [label, description].filter(Boolean).join(" ")),
        [...rows, "Another Interval…"],
      );
      assert.match(pick.activeItems[0]?.description ?? "", /default/);
    });

  it("are converted to seconds", async (context) => {
    const { gives, pick } = await openList(asking(context), "health_check_interval");
    pick.choose("Every 20 minutes");
    await gives({ health_check_interval: 1_200 });
  });

  it("include the current interval, which is preselected", async (context) => {
    const draft = { ...full, health_check_interval: 86_400 };
    const { goBack, pick } = await openList(asking(context), "health_check_interval", draft);
    assert.equal(active(pick), "Every day");
    await goBack();
  });

  it("include an unusual current interval, which can be edited", async (context) => {
    const { gives, pick } = await openList(asking(context), "health_check_interval", unusualInterval);
    assert.equal(active(pick), "Every 90 minutes");
    pick.choose("Another Interval…");
    const input = await screen.next(InputBox);
    assert.deepEqual([input.value, validationText(input)], ["5400", "info: Every 90 minutes"]);
    input.enter();
    await gives(unusualInterval);
  });

  it("are marked as having no effect while health checks are off (interface.md §2.1)", async (context) => {
    const draft = { ...full, health_checks: false };
    const { pick } = await openList(asking(context), "health_check_interval", draft);
    assert.equal(pick.prompt, "No effect while health checks are off.");
  });
});

describe("Another Interval…", () => {
  const entitlements = bounds(21_600, 21_600, 43_200);
  const tooLittle = "warning: Your plan's minimum is 6 hours; the service may refuse less.";
  const outside = "error: The interval must be between 5 minutes and 1 day.";
  const none = "error: Type an interval such as 1800, 30m or 2h.";

  async function openCustom(context: TestContext) {
    const { pick, ...ends } = await openList(asking(context), "health_check_interval", full, {
      entitlements,
    });
    pick.choose("Another Interval…");
    return { ...ends, input: await screen.next(InputBox) };
  }

  for (const [text, verdict, seconds] of [
    ["1800", tooLittle, 1_800],
    ["30m", tooLittle, 1_800],
    ["8h", "info: Every 8 hours", 28_800],
    ["6h 30m", "info: Every 390 minutes", 23_400],
    ["1d", "warning: Your plan's maximum is 12 hours; the service may refuse more.", 86_400],
    ["300", tooLittle, 300],
    ["299", outside, undefined],
    ["25h", outside, undefined],
    ["0", outside, undefined],
    ["999999d", outside, undefined],
    ["soon", none, undefined],
    ["-30m", none, undefined],
    ["30\u202Em", none, undefined],
    ["9".repeat(10_000), none, undefined],
    ["", none, undefined],
  ] as const) {
    const typed = text.slice(0, 20);
    it(`shows "${verdict}" for the input "${typed}"`, async (context) => {
      const { gives, input, leave } = await openCustom(context);
      input.type(text);
      // An empty text isn't validated until the user accepts it.
      if (text !== "") assert.equal(validationText(input), verdict);
      input.enter();
      if (seconds !== undefined) return gives({ health_check_interval: seconds });
      assert.deepEqual([input.shown, validationText(input)], [true, verdict], "what cannot be is not taken");
      return leave(input);
    });
  }

  it("returns to the list on Back", async (context) => {
    const { gives, input } = await openCustom(context);
    assert.deepEqual([input.step, input.totalSteps], [1, 5]);
    input.press("Back");
    (await nextList()).choose("Every 6 hours");
    await gives({ health_check_interval: 21_600 });
  });
});
