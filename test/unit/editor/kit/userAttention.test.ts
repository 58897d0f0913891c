import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { trackUser } from "../../../../src/editor/kit/userAttention.ts";
import { pickOne } from "../../../../src/editor/kit/inputs/ask.ts";
import { ResultPanel } from "../../../../src/editor/results/panel.ts";
import { ResultStore } from "../../../../src/editor/results/resultStore.ts";
import type { CommandResult } from "../../../../src/editor/results/result.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { Message, QuickPick, reset, screen, WebviewPanel, changeSelection } from "../../../doubles/vscode.ts";
import { pageParts } from "../../../support/pages.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

beforeEach(reset);

const [keyboard, command] = [1, 3];
/**
 * Time of the mocked clock. Each test starts later than the previous one, otherwise events of the previous test would
 * lie in the future.
 */
let clock = 0;
const result = (digit: number): CommandResult => ({
  card: {
    ...{ id: `00000000-0000-4000-8000-00000000000${digit}`, title: `Result ${digit}`, context: ["Team"] },
    ...{ head: { kind: "verdict", tone: "info" }, summary: [], blocks: [], actions: {} },
  },
});

/** Answers a question and returns the panel for the command's result. */
async function answered(context: TestContext): Promise<ResultPanel> {
  context.mock.timers.enable({ apis: ["Date"], now: (clock += 1_000_000) });
  const writing = trackUser();
  const panel = new ResultPanel(
    pageParts(),
    new ResultStore(new AccountStore(await temporaryDirectory(context))),
  );
  context.after(() => {
    panel.dispose();
    writing.dispose();
  });
  const frame = { title: "T", back: false };
  const answer = pickOne({ frame, placeholder: "Which?", choices: [{ label: "One", value: 1 }] });
  (await screen.next(QuickPick)).choose("One");
  await answer;
  return panel;
}

describe("keyboard focus when a command's result opens", () => {
  it("moves to the result if the user is still waiting", async (context) => {
    const panel = await answered(context);
    context.mock.timers.tick(3_000);
    await panel.show(result(1));
    const shown = await screen.next(WebviewPanel);
    await panel.show(result(2));
    assert.deepEqual([shown.focused, shown.revealed], [true, 1]);
  });

  it("stays in the editor if the command took more than three seconds", async (context) => {
    const panel = await answered(context);
    context.mock.timers.tick(3_001);
    await panel.show(result(1));
    const shown = await screen.next(WebviewPanel);
    assert.equal(shown.focused, false);
    await panel.show(result(2));
    assert.deepEqual([shown.focused, shown.title], [false, "Result 2"]);
  });

  it("stays in another command's open prompt", async (context) => {
    const panel = await answered(context);
    const frame = { title: "T", back: false };
    void pickOne({ frame, placeholder: "Which?", choices: [{ label: "One", value: 1 }] });
    const pick = await screen.next(QuickPick);
    await panel.show(result(1));
    assert.equal((await screen.next(WebviewPanel)).focused, false);
    pick.escape();
  });
});

describe("a user who is typing in an editor while a command runs", () => {
  it("is notified of the result and can open it", async (context) => {
    const panel = await answered(context);
    context.mock.timers.tick(1);
    changeSelection(keyboard);
    await panel.show(result(1));
    const notice = await screen.next(Message);
    assert.deepEqual([notice.text, notice.buttons, screen.rest], ["Result 1", ["Show"], []]);
    context.mock.timers.tick(60_000);
    notice.choose("Show");
    assert.equal((await screen.next(WebviewPanel)).focused, true);
  });

  it("finds the result under Show Recent Result", async (context) => {
    const panel = await answered(context);
    context.mock.timers.tick(1);
    changeSelection(keyboard);
    await panel.show(result(1));
    assert.deepEqual(
      (await panel.recent.all()).map(({ result: { card } }) => card.title),
      ["Result 1"],
    );
  });

  it("keeps focus in the editor if the result replaces an older result", async (context) => {
    const panel = await answered(context);
    await panel.show(result(1));
    const shown = await screen.next(WebviewPanel);
    context.mock.timers.tick(1);
    changeSelection(keyboard);
    await panel.show(result(2));
    assert.deepEqual([shown.focused, screen.rest], [false, []]);
  });

  it("isn't confused with commands or extensions that change the selection", async (context) => {
    const panel = await answered(context);
    context.mock.timers.tick(1);
    changeSelection(command);
    changeSelection(undefined);
    await panel.show(result(1));
    assert.equal((await screen.next(WebviewPanel)).focused, true);
  });
});
