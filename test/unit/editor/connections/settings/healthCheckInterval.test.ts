import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { effective } from "../../../../../src/editor/connections/settings/settings.ts";
import type { Entitlements } from "../../../../../src/api/schemas.ts";
import { InputBox, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { asking, full, plan, said } from "../../../../support/asking.ts";

beforeEach(reset);

const bounds = (min?: unknown, usual?: unknown, max?: unknown): Entitlements =>
  plan({
    health_check_interval_min_seconds: min,
    health_check_interval_default_seconds: usual,
    health_check_interval_max_seconds: max,
  });

describe("the interval that applies", () => {
  for (const [what, entitlements, text, source] of [
    ["no plan is known", undefined, "every hour", "default"],
    ["the plan tells nothing", bounds(), "every hour", "default"],
    ["the plan's minimum is smaller (Enterprise)", bounds(300), "every hour", "default"],
    ["the plan's minimum is larger (Free)", bounds(21_600), "every 6 hours", "plan"],
    ["the plan's minimum is the same (Hobbyist)", bounds(3_600), "every hour", "plan"],
    ["the plan tells its default", bounds(1_200, 1_200, 86_400), "every 20 minutes", "plan"],
    ["the plan's numbers are unreadable", bounds("300", -1, 1.5), "every hour", "default"],
  ] as const) {
    it(`is ${text} where ${what}`, () => {
      assert.deepEqual(effective("health_check_interval", full, entitlements), { text, source });
    });
  }
  it("is what was chosen", () => {
    assert.deepEqual(
      effective("health_check_interval", { ...full, health_check_interval: 5_400 }, bounds(21_600)),
      {
        text: "every 90 minutes",
        source: "chosen",
      },
    );
  });
});

describe("the intervals on offer", () => {
  for (const [what, entitlements, rows] of [
    [
      "within the bounds of §8 where no plan is known",
      undefined,
      [
        "Every 5 minutes",
        "Every 20 minutes",
        "Every hour default",
        "Every 6 hours",
        "Every 12 hours",
        "Every day",
      ],
    ],
    [
      "from the plan's minimum to its maximum, both among them",
      bounds(1_800, 3_600, 43_200),
      [
        "Every 30 minutes your plan's minimum",
        "Every hour default",
        "Every 6 hours",
        "Every 12 hours your plan's maximum",
      ],
    ],
    [
      "with one row for the minimum that is the default",
      bounds(21_600, 21_600, 86_400),
      ["Every 6 hours default, your plan's minimum", "Every 12 hours", "Every day your plan's maximum"],
    ],
    [
      "without what a plan's odd numbers would add",
      bounds(0, null, 1e9),
      [
        "Every 5 minutes",
        "Every 20 minutes",
        "Every hour default",
        "Every 6 hours",
        "Every 12 hours",
        "Every day",
      ],
    ],
  ] as const) {
    it(`are ${what}`, async (context) => {
      const answer = asking(context).ask("health_check_interval", full, { entitlements });
      const pick = await screen.next(QuickPick);
      assert.deepEqual(
        pick.rows.map(({ description, label }) => [label, description].filter(Boolean).join(" ")),
        [...rows, "Another Interval…"],
      );
      assert.match(pick.activeItems[0]?.description ?? "", /default/);
      pick.escape();
      assert.deepEqual(await answer, { kind: "cancelled", typed: "" });
    });
  }

  it("are taken as seconds", async (context) => {
    const answer = asking(context).ask("health_check_interval", full);
    (await screen.next(QuickPick)).choose("Every 20 minutes");
    assert.deepEqual(await answer, { kind: "answered", draft: { ...full, health_check_interval: 1_200 } });
  });

  it("begin at the one that was chosen", async (context) => {
    const draft = { ...full, health_check_interval: 86_400 };
    const answer = asking(context).ask("health_check_interval", draft);
    const pick = await screen.next(QuickPick);
    assert.equal(pick.activeItems[0]?.label, "Every day");
    pick.press("Back");
    assert.deepEqual(await answer, { kind: "back", typed: "" });
  });

  it("have one of one's own among them, which can be changed", async (context) => {
    const draft = { ...full, health_check_interval: 5_400 };
    const answer = asking(context).ask("health_check_interval", draft);
    const pick = await screen.next(QuickPick);
    assert.equal(pick.activeItems[0]?.label, "Every 90 minutes");
    pick.choose("Another Interval…");
    const input = await screen.next(InputBox);
    assert.deepEqual([input.value, said(input)], ["5400", "info: Every 90 minutes"]);
    input.enter();
    assert.deepEqual(await answer, { kind: "answered", draft });
  });

  it("are said to have no effect without health checks (§2.1)", async (context) => {
    const { ask } = asking(context);
    const answer = ask("health_check_interval", { ...full, health_checks: false });
    const pick = await screen.next(QuickPick);
    assert.equal(pick.prompt, "No effect while health checks are off.");
    pick.escape();
    await answer;
  });
});

describe("an interval of one's own", () => {
  const free = bounds(21_600, 21_600, 43_200);
  for (const [text, verdict, seconds] of [
    ["1800", "warning: Your plan's minimum is 6 hours; the service may refuse less.", 1_800],
    ["30m", "warning: Your plan's minimum is 6 hours; the service may refuse less.", 1_800],
    ["8h", "info: Every 8 hours", 28_800],
    ["6h 30m", "info: Every 390 minutes", 23_400],
    ["1d", "warning: Your plan's maximum is 12 hours; the service may refuse more.", 86_400],
    ["300", "warning: Your plan's minimum is 6 hours; the service may refuse less.", 300],
    ["299", "error: The interval must be between 5 minutes and 1 day.", undefined],
    ["25h", "error: The interval must be between 5 minutes and 1 day.", undefined],
    ["0", "error: The interval must be between 5 minutes and 1 day.", undefined],
    ["999999d", "error: The interval must be between 5 minutes and 1 day.", undefined],
    ["soon", "error: Type an interval such as 1800, 30m or 2h.", undefined],
    ["-30m", "error: Type an interval such as 1800, 30m or 2h.", undefined],
    ["30\u202Em", "error: Type an interval such as 1800, 30m or 2h.", undefined],
    ["9".repeat(10_000), "error: Type an interval such as 1800, 30m or 2h.", undefined],
  ] as const) {
    it(`is judged: ${text.slice(0, 20)}`, async (context) => {
      const answer = asking(context).ask("health_check_interval", full, { entitlements: free });
      (await screen.next(QuickPick)).choose("Another Interval…");
      const input = await screen.next(InputBox);
      input.type(text);
      assert.equal(said(input), verdict);
      input.enter();
      if (seconds === undefined) {
        assert.equal(input.shown, true, "what cannot be is not taken");
        input.escape();
        assert.equal((await answer).kind, "cancelled");
      } else {
        assert.deepEqual(await answer, {
          kind: "answered",
          draft: { ...full, health_check_interval: seconds },
        });
      }
    });
  }

  it("is refused where it is empty", async (context) => {
    const answer = asking(context).ask("health_check_interval", full);
    (await screen.next(QuickPick)).choose("Another Interval…");
    const input = await screen.next(InputBox);
    input.enter();
    assert.deepEqual([input.shown, said(input)], [true, "error: Type an interval such as 1800, 30m or 2h."]);
    input.escape();
    await answer;
  });

  it("leads back to the list", async (context) => {
    const answer = asking(context).ask("health_check_interval", full);
    (await screen.next(QuickPick)).choose("Another Interval…");
    const input = await screen.next(InputBox);
    assert.deepEqual([input.step, input.totalSteps], [1, 5]);
    input.press("Back");
    (await screen.next(QuickPick)).choose("Every 6 hours");
    assert.deepEqual(await answer, { kind: "answered", draft: { ...full, health_check_interval: 21_600 } });
  });
});
