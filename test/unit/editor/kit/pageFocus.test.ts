import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { ViewColumn, window } from "vscode";
import { askText, checkMany, pickOne } from "../../../../src/editor/kit/inputs/ask.ts";
import {
  notePageOpening,
  notePageClosed,
  restoreFocusAfterPage,
  registerInput,
} from "../../../../src/editor/kit/questionHost.ts";
import { currentInteraction } from "../../../../src/editor/kit/userAttention.ts";
import { ResultPanel } from "../../../../src/editor/results/panel.ts";
import { ResultStore } from "../../../../src/editor/results/resultStore.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { resultPanelType } from "../../../../src/editor/words/contributions.ts";
import { InputBox, QuickPick, reset, screen, WebviewPanel } from "../../../doubles/vscode.ts";
import { quiet } from "../../../support/offers.ts";
import { pageParts } from "../../../support/pages.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

beforeEach(reset);

/** Answers a question and shows the result, whose page is just opening when the next question is asked. */
async function comingPage(context: TestContext): Promise<WebviewPanel> {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const panel = await panelFor(context);
  await (await askWhich()).answered();
  const card = { id: "00000000-0000-4000-8000-000000000001", title: "Result", context: ["Team"] };
  await panel.show({
    card: { ...card, head: { kind: "verdict", tone: "info" }, summary: [], blocks: [], actions: {} },
  });
  return screen.next(WebviewPanel);
}

async function panelFor(context: TestContext): Promise<ResultPanel> {
  const panel = new ResultPanel(
    pageParts(),
    new ResultStore(new AccountStore(await temporaryDirectory(context))),
  );
  context.after(() => panel.dispose());
  return panel;
}

const frame = { title: "T", back: false };
const choices = [
  { label: "One", value: 1 },
  { label: "Two", value: 2 },
];

async function askWhich(): Promise<{ pick: QuickPick; answered: () => Promise<unknown> }> {
  const answer = pickOne({ frame, placeholder: "Which?", choices, active: (value) => value === 2 });
  const pick = await screen.next(QuickPick);
  return {
    pick,
    answered: () => {
      pick.enter();
      return answer;
    },
  };
}

/** Moves the focus from the input to the page. Returns true if the input is shown again. */
async function takesFocus(page: WebviewPanel, from: QuickPick | InputBox): Promise<boolean> {
  from.loseFocus();
  page.say({ type: "focused" });
  await quiet();
  return screen.rest.length === 1 && (await screen.next(Object)) === from;
}

describe("an open prompt when a new page takes focus", () => {
  it("stays open with its rows and regains focus", async (context) => {
    const page = await comingPage(context);
    const { answered, pick } = await askWhich();
    assert.equal(await takesFocus(page, pick), true);
    page.say({ type: "ready" });
    await quiet();
    pick.loseFocus();
    assert.deepEqual([pick.shown, pick.rows.length], [true, 2]);
    assert.deepEqual(await answered(), { kind: "accepted", value: 2 });
  });

  for (const [activeRow, active] of [
    ["no row", []],
    ["a row that no longer exists", [{ label: "Gone" }]],
  ] as const)
    it(`regains focus on its first row if ${activeRow} was active`, async (context) => {
      const page = await comingPage(context);
      const { answered, pick } = await askWhich();
      pick.activeItems = active;
      assert.equal(await takesFocus(page, pick), true);
      assert.deepEqual(await answered(), { kind: "accepted", value: 1 });
    });

  for (const active of [true, false])
    it(`stays open on focus loss only if the restored page is active: ${active}`, async (context) => {
      const panel = await panelFor(context);
      const options = { viewColumn: ViewColumn.One, preserveFocus: !active };
      await panel.restore(window.createWebviewPanel(resultPanelType, "old", options), undefined);
      const page = await screen.next(WebviewPanel);
      const { pick } = await askWhich();
      assert.equal(await takesFocus(page, pick), active);
      assert.equal(pick.shown, active);
    });

  it("regains focus and keeps the typed text until it is cancelled", async (context) => {
    const page = await comingPage(context);
    const answer = askText({ frame, prompt: "Which?", value: "", check: () => undefined });
    const input = await screen.next(InputBox);
    input.type("half");
    for (let attempt = 0; attempt < 2; attempt++) assert.equal(await takesFocus(page, input), true);
    assert.deepEqual([input.value, input.valueSelection], ["half", [4, 4]]);
    input.escape();
    assert.deepEqual(await answer, { kind: "cancelled", typed: "half" });
  });

  it("regains focus and keeps its checked rows", async (context) => {
    const page = await comingPage(context);
    const checked = (value: number): boolean => value === 2;
    const answer = checkMany({
      frame,
      placeholder: "Which?",
      prompt: "",
      choices,
      checked,
      fault: () => undefined,
    });
    const pick = await screen.next(QuickPick);
    assert.equal(await takesFocus(page, pick), true);
    pick.choose("One");
    pick.enter();
    assert.deepEqual(await answer, { kind: "accepted", value: [2, 1] });
  });

  /** Shows a question while a page is opening. */
  function ask<T extends QuickPick>(context: TestContext, pick: T): T {
    notePageOpening();
    context.after(notePageClosed);
    pick.items = choices;
    const purpose = { kind: "question", onLeave: () => undefined } as const;
    const question = registerInput(pick, currentInteraction(), purpose);
    pick.show();
    context.after(() => question.end(false));
    return pick;
  }

  it("regains focus if it has just replaced another prompt", (context) => {
    ask(context, new QuickPick());
    const later = ask(context, new QuickPick());
    restoreFocusAfterPage();
    assert.deepEqual(
      screen.all.map((one) => one === later),
      [false, true, true],
    );
  });

  it("already contains its rows when it is shown again", (context) => {
    const rows: number[] = [];
    class Watched extends QuickPick {
      override show(): void {
        rows.push(this.rows.length);
        super.show();
      }
    }
    ask(context, new Watched());
    restoreFocusAfterPage();
    assert.deepEqual(rows, [2, 2]);
  });

  it("isn't accepted a second time when it regains focus", (context) => {
    const pick = ask(context, new QuickPick());
    let accepted = 0;
    pick.onDidAccept(() => (accepted += 1));
    pick.reportChoiceByIndex(1);
    restoreFocusAfterPage();
    assert.equal(accepted, 1);
  });

  it("closes if it loses focus ten seconds after the page was rendered", async (context) => {
    const page = await comingPage(context);
    const { pick } = await askWhich();
    page.say({ type: "ready" });
    await quiet();
    context.mock.timers.tick(9_999);
    pick.loseFocus();
    assert.equal(pick.shown, true);
    context.mock.timers.tick(1);
    page.say({ type: "focused" });
    await quiet();
    assert.deepEqual(screen.rest, []);
    pick.loseFocus();
    assert.equal(pick.shown, false);
  });

  it("closes if it loses focus ten seconds after the page's first rendering", async (context) => {
    const page = await comingPage(context);
    const { pick } = await askWhich();
    for (let drawn = 0; drawn < 2; drawn++) {
      page.say({ type: "ready" });
      await quiet();
      context.mock.timers.tick(5_000);
    }
    pick.loseFocus();
    assert.equal(pick.shown, false);
  });

  it("closes if it loses focus after the page was closed", async (context) => {
    const page = await comingPage(context);
    const { pick } = await askWhich();
    page.dispose();
    pick.loseFocus();
    assert.equal(pick.shown, false);
  });

  it("closes on focus loss if it opened ten seconds after the page was rendered", async (context) => {
    const page = await comingPage(context);
    page.say({ type: "ready" });
    await quiet();
    context.mock.timers.tick(10_000);
    const { pick } = await askWhich();
    pick.loseFocus();
    assert.equal(pick.shown, false);
  });
});
