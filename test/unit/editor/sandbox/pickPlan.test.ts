import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { pickSandboxPlan } from "../../../../src/editor/sandbox/commands.ts";
import { QuickPick, reset } from "../../../doubles/vscode.ts";
import { nextShown } from "../../../support/resourceFixture.ts";

beforeEach(reset);

describe("pickSandboxPlan", () => {
  it("prompts for plan and trial in two steps and returns both", async () => {
    const picking = pickSandboxPlan({ plan: "FREE", is_trialing: false });
    const plan = await nextShown(QuickPick);
    assert.deepEqual([plan.title, plan.step, plan.totalSteps], ["Choose Sandbox Plan", 1, 2]);
    plan.choose("Hobbyist");
    const trial = await nextShown(QuickPick);
    assert.deepEqual([trial.title, trial.step, trial.totalSteps], ["Choose Sandbox Plan: Trial", 2, 2]);
    trial.press("Back");
    const again = await nextShown(QuickPick);
    assert.equal(again.activeItems[0]?.label, "Hobbyist");
    again.choose("Enterprise");
    (await nextShown(QuickPick)).choose("On trial");
    assert.deepEqual(await picking, { plan: "ENTERPRISE", is_trialing: true });
  });
});
