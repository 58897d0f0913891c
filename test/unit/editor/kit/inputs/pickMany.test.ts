import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { type Answer, checkMany } from "../../../../../src/editor/kit/inputs/ask.ts";
import { QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { columns, labelsOf } from "../../../../support/rows.ts";

beforeEach(reset);

const ask = (): Promise<Answer<readonly number[]>> =>
  checkMany<number>({
    frame: { title: "Title", step: 2, totalSteps: 5, back: true },
    placeholder: "Which?",
    prompt: "Mind this",
    choices: [
      { label: "One", detail: "the first", value: 1 },
      { label: "Two", description: "on by default", value: 2 },
      { label: "Three", value: 3 },
    ],
    checked: (value) => value === 2,
    fault: (values) => (values.length === 0 ? "Check one." : undefined),
  });

describe("checkMany", () => {
  it("shows the initial selection and returns the final selection", async () => {
    const answer = ask();
    const pick = await screen.next(QuickPick);
    assert.deepEqual(
      [pick.title, pick.step, pick.placeholder, pick.prompt, pick.canSelectMany],
      ["Title", 2, "Which?", "Mind this", true],
    );
    assert.deepEqual(columns(pick.rows, "label", "description", "detail"), [
      ["One", undefined, "the first"],
      ["Two", "on by default", undefined],
      ["Three", undefined, undefined],
    ]);
    assert.deepEqual(labelsOf(pick.selectedItems), ["Two"]);
    pick.choose("Three");
    pick.choose("Two");
    pick.choose("One");
    pick.enter();
    assert.deepEqual(await answer, { kind: "accepted", value: [3, 1] });
    assert.equal(pick.disposed, true);
  });

  it("stays open on an invalid selection and shows the reason", async () => {
    const answer = ask();
    const pick = await screen.next(QuickPick);
    pick.choose("Two");
    pick.enter();
    assert.deepEqual([pick.shown, pick.prompt], [true, "Check one."]);
    pick.choose("One");
    pick.enter();
    assert.deepEqual(await answer, { kind: "accepted", value: [1] });
  });

  it("distinguishes Back from cancellation with Esc", async () => {
    const back = ask();
    (await screen.next(QuickPick)).press("Back");
    assert.deepEqual(await back, { kind: "back", typed: "" });
    const cancelled = ask();
    (await screen.next(QuickPick)).escape();
    assert.deepEqual(await cancelled, { kind: "cancelled", typed: "" });
  });
});
