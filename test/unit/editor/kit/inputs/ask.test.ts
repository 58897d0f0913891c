import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { askText, pickOne } from "../../../../../src/editor/kit/inputs/ask.ts";
import type { Answer, Frame, TextOptions } from "../../../../../src/editor/kit/inputs/ask.ts";
import type { InputCheck } from "../../../../../src/editor/words/inputChecks.ts";
import {
  InputBox,
  InputBoxValidationSeverity,
  QuickPick,
  reset,
  screen,
} from "../../../../doubles/vscode.ts";
import { columns } from "../../../../support/rows.ts";
import { leave } from "../../../../support/resourceFixture.ts";

beforeEach(reset);

const frame: Frame = { title: "Title", step: 2, totalSteps: 5, back: true };

describe("pickOne", () => {
  const ask = (options: { back?: boolean; active?: number } = {}): Promise<Answer<number>> =>
    pickOne<number>({
      frame: { ...frame, back: options.back ?? true },
      placeholder: "Which?",
      prompt: "Mind this",
      choices: [
        { label: "One", detail: "the first", value: 1 },
        { separator: "More" },
        { label: "Two", description: "the second", value: 2 },
      ],
      ...(options.active !== undefined && { active: (value: number) => value === options.active }),
    });

  it("shows the title, steps and rows and returns the chosen value", async () => {
    const answer = ask();
    const pick = await screen.next(QuickPick);
    assert.deepEqual([pick.title, pick.step, pick.totalSteps], ["Title", 2, 5]);
    assert.deepEqual([pick.placeholder, pick.prompt], ["Which?", "Mind this"]);
    assert.deepEqual(columns(pick.rows, "label", "description", "detail"), [
      ["One", undefined, "the first"],
      ["Two", "the second", undefined],
    ]);
    assert.equal(pick.items.length, 3);
    pick.choose("Two");
    assert.deepEqual(await answer, { kind: "accepted", value: 2 });
    assert.equal(pick.disposed, true);
  });

  it("renders links and icons as plain text", async () => {
    const words = "$(rocket) [x](command:y)";
    const answer = pickOne({
      frame: { ...frame, title: words },
      placeholder: "Which?",
      prompt: words,
      choices: [{ separator: words }, { label: "One", description: words, detail: words, value: 1 }],
    });
    const pick = await screen.next(QuickPick);
    const [separator, row] = pick.items;
    assert.deepEqual(
      new Set([pick.title, pick.prompt, separator?.label, row?.description, row?.detail]),
      new Set(["$⟨U+0028⟩rocket) [x] (command:y)"]),
    );
    await leave(pick, answer);
    const entered = askText({
      frame,
      prompt: words,
      value: "",
      initialMessage: { severity: "warning", message: words },
      check: () => undefined,
    });
    const input = await screen.next(InputBox);
    const shown = typeof input.validationMessage === "object" ? input.validationMessage.message : "";
    assert.deepEqual([input.prompt, shown], ["$⟨U+0028⟩rocket) [x] (command:y)", shown]);
    assert.equal(shown, input.prompt);
    await leave(input, entered);
  });

  it("focuses the requested row", async () => {
    const answer = ask({ active: 2 });
    (await screen.next(QuickPick)).enter();
    assert.deepEqual(await answer, { kind: "accepted", value: 2 });
  });

  it("returns the typed text on Back and can hide the Back button", async () => {
    const answer = ask();
    const pick = await screen.next(QuickPick);
    pick.type("tw");
    pick.press("Back");
    assert.deepEqual(await answer, { kind: "back", typed: "tw" });
    assert.equal(pick.disposed, true);
    const first = ask({ back: false });
    const other = await screen.next(QuickPick);
    assert.deepEqual(other.buttons, []);
    await leave(other, first);
  });

  it("is cancelled by Esc or when another prompt opens", async () => {
    const answer = ask();
    const pick = await screen.next(QuickPick);
    pick.escape();
    assert.deepEqual(await answer, { kind: "cancelled", typed: "" });
    assert.equal(pick.disposed, true);
    const replaced = ask();
    await screen.next(QuickPick);
    const next = ask();
    assert.deepEqual(await replaced, { kind: "cancelled", typed: "" });
    await leave(await screen.next(QuickPick), next);
    assert.deepEqual(screen.rest, []);
  });

  it("stays open on Enter if no row is focused", async () => {
    const answer = ask();
    const pick = await screen.next(QuickPick);
    pick.activeItems = [];
    pick.enter();
    assert.equal(pick.shown, true);
    pick.choose("One");
    assert.deepEqual(await answer, { kind: "accepted", value: 1 });
  });
});

describe("askText", () => {
  const check = (text: string): InputCheck | undefined => {
    if (text.includes("bad")) return { severity: "error", message: "It is bad." };
    if (text.includes("odd")) return { severity: "warning", message: "It is odd." };
    if (text.includes("fyi")) return { severity: "info", message: "By the way." };
    return text === "" ? { severity: "error", message: "It is needed." } : undefined;
  };
  const ask = async (options: Partial<TextOptions> = {}) => {
    const answer = askText({ frame, prompt: "What?", value: "", check, ...options });
    return { input: await screen.next(InputBox), answer };
  };

  it("returns the text as typed", async () => {
    const { answer, input } = await ask({ password: true, placeholder: "e.g." });
    assert.deepEqual([input.title, input.step, input.totalSteps, input.prompt], ["Title", 2, 5, "What?"]);
    assert.deepEqual([input.password, input.ignoreFocusOut, input.placeholder], [true, true, "e.g."]);
    input.submit(" text ");
    assert.deepEqual(await answer, { kind: "accepted", value: " text " });
    assert.equal(input.disposed, true);
  });

  it("doesn't mask the text by default and closes on focus loss if requested", async () => {
    const { answer, input } = await ask({ endsOnFocusOut: true });
    assert.deepEqual([input.password, input.ignoreFocusOut], [false, false]);
    await leave(input, answer);
  });

  it("validates the text on each change unless it is empty", async () => {
    const { answer, input } = await ask();
    const shown: unknown[] = [input.validationMessage];
    for (const text of ["bad", "odd", "fyi", "good", "bad", ""]) {
      input.type(text);
      shown.push(input.validationMessage);
    }
    const { Error: error, Info, Warning } = InputBoxValidationSeverity;
    const bad = { message: "It is bad.", severity: error };
    const odd = { message: "It is odd.", severity: Warning };
    const fyi = { message: "By the way.", severity: Info };
    assert.deepEqual(shown, [undefined, bad, odd, fyi, undefined, bad, undefined]);
    await leave(input, answer);
  });

  it("stays open on an error but not on a warning", async () => {
    const { answer, input } = await ask();
    input.enter();
    assert.equal(input.shown, true);
    assert.deepEqual(input.validationMessage, {
      message: "It is needed.",
      severity: InputBoxValidationSeverity.Error,
    });
    input.submit("bad");
    assert.equal(input.shown, true);
    input.submit("odd");
    assert.deepEqual(await answer, { kind: "accepted", value: "odd" });
  });

  it("validates its initial value and can show an initial message", async () => {
    const first = await ask({ value: "bad idea" });
    assert.equal(first.input.value, "bad idea");
    assert.deepEqual(first.input.validationMessage, {
      message: "It is bad.",
      severity: InputBoxValidationSeverity.Error,
    });
    first.input.escape();
    assert.deepEqual(await first.answer, { kind: "cancelled", typed: "bad idea" });
    const second = await ask({ initialMessage: { severity: "error", message: "It was refused." } });
    assert.deepEqual(second.input.validationMessage, {
      message: "It was refused.",
      severity: InputBoxValidationSeverity.Error,
    });
    second.input.press("Back");
    assert.deepEqual(await second.answer, { kind: "back", typed: "" });
  });

  it("returns the typed text on Back and Esc", async () => {
    const back = await ask();
    back.input.type("half");
    back.input.press("Back");
    assert.deepEqual(await back.answer, { kind: "back", typed: "half" });
    const escaped = await ask();
    escaped.input.type("half");
    escaped.input.escape();
    assert.deepEqual(await escaped.answer, { kind: "cancelled", typed: "half" });
    assert.deepEqual([back.input.disposed, escaped.input.disposed], [true, true]);
  });
});
