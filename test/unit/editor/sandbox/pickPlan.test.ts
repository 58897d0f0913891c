import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { pickSandboxPlan } from "../../../../src/editor/sandbox/commands.ts";
import { QuickPick, reset } from "../../../doubles/vscode.ts";
import { next } from "../../../support/scene.ts";

beforeEach(reset);

describe("pickSandboxPlan", () => {
  it("prompts for plan and trial in two steps and returns both", async () => {
    const picking = pickSandboxPlan({ plan: "FREE", is_trialing: false });
    const plan = await next(QuickPick);
    assert.deepEqual([plan.title, plan.step, plan.totalSteps], ["Choose Sandbox Plan", 1, 2]);
    plan.choose("Hobbyist");
    const trial = await next(QuickPick);
    assert.deepEqual([trial.title, trial.step, trial.totalSteps], ["Choose Sandbox Plan: Trial", 2, 2]);
    trial.press("Back");
    const again = await next(QuickPick);
    assert.equal(again.activeItems[0]?.label, "Hobbyist");
    again.choose("Enterprise");
    (await next(QuickPick)).choose("On trial");
    assert.deepEqual(await picking, { plan: "ENTERPRISE", is_trialing: true });
  });
});
