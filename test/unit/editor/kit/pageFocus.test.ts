import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { commands } from "vscode";
import { pickOne } from "../../../../src/editor/kit/inputs/ask.ts";
import { ResultPanel } from "../../../../src/editor/results/panel.ts";
import { Results } from "../../../../src/editor/results/store.ts";
import { QuickPick, reset, screen, WebviewPanel } from "../../../doubles/vscode.ts";
import { quiet } from "../../../support/offers.ts";
import { pageParts } from "../../../support/pages.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

beforeEach(reset);

/** A result whose page has only just come, and the first question of the next command. */
async function comingPage(context: TestContext): Promise<{ page: WebviewPanel; refocused: () => number }> {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  const panel = new ResultPanel(pageParts(), new Results(await temporaryDirectory(context)));
  context.after(() => panel.dispose());
  await (await asked()).answered();
  const card = { id: "00000000-0000-4000-8000-000000000001", title: "Result", context: ["Team"] };
  await panel.show({
    card: { ...card, head: { kind: "verdict", tone: "info" }, summary: [], blocks: [], actions: {} },
  });
  let count = 0;
  commands.registerCommand("workbench.action.focusQuickOpen", () => (count += 1));
  return { page: await screen.next(WebviewPanel), refocused: () => count };
}

async function asked(): Promise<{ pick: QuickPick; answered: () => Promise<unknown> }> {
  const frame = { title: "T", back: false };
  const answer = pickOne({ frame, placeholder: "Which?", choices: [{ label: "One", value: 1 }] });
  const pick = await screen.next(QuickPick);
  return {
    pick,
    answered: () => {
      pick.enter();
      return answer;
    },
  };
}

describe("the first question after a result", () => {
  it("outlives the page's taking the focus late, and gets it back", async (context) => {
    const { page, refocused } = await comingPage(context);
    const { answered, pick } = await asked();
    pick.loseFocus();
    page.say({ type: "focused" });
    await quiet();
    assert.deepEqual([pick.shown, refocused()], [true, 1]);
    page.say({ type: "ready" });
    await quiet();
    pick.loseFocus();
    assert.equal(pick.shown, true);
    assert.deepEqual(await answered(), { kind: "accepted", value: 1 });
  });

  it("is one like any other two seconds after the page was drawn", async (context) => {
    const { page, refocused } = await comingPage(context);
    const { pick } = await asked();
    page.say({ type: "ready" });
    await quiet();
    context.mock.timers.tick(9_999);
    pick.loseFocus();
    assert.equal(pick.shown, true);
    context.mock.timers.tick(1);
    page.say({ type: "focused" });
    await quiet();
    pick.loseFocus();
    assert.deepEqual([pick.shown, refocused()], [false, 0]);
  });

  it("is one like any other once the page is closed", async (context) => {
    const { page } = await comingPage(context);
    const { pick } = await asked();
    page.dispose();
    pick.loseFocus();
    assert.equal(pick.shown, false);
  });

  it("closes as ever where it is asked later", async (context) => {
    const { page } = await comingPage(context);
    page.say({ type: "ready" });
    await quiet();
    context.mock.timers.tick(10_000);
    const { pick } = await asked();
    pick.loseFocus();
    assert.equal(pick.shown, false);
  });
});
