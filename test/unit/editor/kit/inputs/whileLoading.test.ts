import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { commands } from "vscode";
import { noteUserActive, runForUser, trackUser } from "../../../../../src/editor/kit/userAttention.ts";
import { pickOne } from "../../../../../src/editor/kit/inputs/ask.ts";
import { whileLoading } from "../../../../../src/editor/kit/inputs/whileLoading.ts";
import { cancelShownWait, userPresence } from "../../../../../src/editor/kit/questionHost.ts";
import {
  contextKeys,
  Progress,
  QuickPick,
  reset,
  screen,
  changeSelection,
} from "../../../../doubles/vscode.ts";

const frame = { title: "Title", back: false };
/**
 * Start time of the mocked clock. Each test starts later than the previous one, otherwise events of the previous test
 * would lie in the future.
 */
let clockMs = 0;

beforeEach(() => {
  reset();
  noteUserActive();
  commands.registerCommand("managedAuth.cancelWait", cancelShownWait);
  noteUserActive();
});

describe("whileLoading", () => {
  it("shows nothing if loading is fast", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    assert.equal(await whileLoading(frame, "Reading…", () => Promise.resolve(7)), 7);
    context.mock.timers.tick(10_000);
    assert.deepEqual(screen.rest, []);
  });

  it("shows a busy list after 250 ms and closes it when loading ends", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const work = Promise.withResolvers<string>();
    const result = whileLoading(frame, "Reading…", () => work.promise);
    context.mock.timers.tick(249);
    assert.deepEqual(screen.rest, []);
    context.mock.timers.tick(1);
    const pick = await screen.next(QuickPick);
    assert.deepEqual([pick.title, pick.placeholder, pick.busy], ["Title", "Reading…", true]);
    work.resolve("done");
    assert.equal(await result, "done");
    assert.equal(pick.disposed, true);
  });

  for (const [user, turn, where] of [
    ["a user who watched the loading", () => undefined, "here"],
    ["a user who is typing in an editor", () => changeSelection(1), "writing"],
  ] as const)
    it(`makes userPresence() return "${where}" afterwards for ${user}`, async (context) => {
      context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: (clockMs += 1_000_000) });
      const following = trackUser();
      context.after(() => following.dispose());
      const work = Promise.withResolvers<string>();
      const result = runForUser(() => whileLoading(frame, "Reading…", () => work.promise));
      context.mock.timers.tick(60_000);
      await screen.next(QuickPick);
      turn();
      work.resolve("done");
      await result;
      assert.equal(userPresence(), where);
    });

  for (const [outcome, finish] of [
    ["succeeds anyway", (): string => "done"],
    [
      "fails",
      (): string => {
        throw new Error("called off");
      },
    ],
  ] as const)
    it(`returns undefined after Esc even if the work ${outcome}`, async (context) => {
      context.mock.timers.enable({ apis: ["setTimeout"] });
      const result = whileLoading(frame, "Reading…", async (signal) => {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return finish();
      });
      context.mock.timers.tick(250);
      const pick = await screen.next(QuickPick);
      pick.escape();
      assert.equal(await result, undefined);
      assert.equal(pick.disposed, true);
    });

  it("rejects with the error if the work fails", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const failing = whileLoading(frame, "Reading…", () => Promise.reject(new Error("broken")));
    await assert.rejects(failing, /broken/);
    context.mock.timers.tick(10_000);
    assert.deepEqual(screen.rest, []);
  });

  /** Starts a wait that is on screen until the test ends the work. */
  async function waiting(context: TestContext, stays = false) {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const work = Promise.withResolvers<string>();
    let called: AbortSignal | undefined;
    const result = whileLoading({ ...frame, stays }, "Reading…", (signal) => {
      called = signal;
      return work.promise;
    });
    context.mock.timers.tick(250);
    return { pick: await screen.next(QuickPick), result, work, isCalledOff: () => called?.aborted };
  }

  it("continues in a notification when the command palette replaces the list", async (context) => {
    const { isCalledOff, pick, result, work } = await waiting(context, true);
    pick.closeForOther();
    context.mock.timers.tick(1_000);
    const notification = await screen.next(Progress);
    assert.deepEqual(
      [notification.options.title, notification.options.cancellable, notification.reports],
      ["Title", true, [{ message: "Reading…" }]],
    );
    assert.deepEqual([isCalledOff(), notification.ended], [false, false]);
    work.resolve("done");
    assert.equal(await result, "done");
    await new Promise(setImmediate);
    assert.deepEqual([notification.ended, pick.disposed, isCalledOff()], [true, true, false]);
    assert.deepEqual(screen.rest, []);
  });

  it("continues in a notification when the user focuses an editor", async (context) => {
    const { isCalledOff, pick, result, work } = await waiting(context);
    pick.loseFocus();
    context.mock.timers.tick(1_000);
    const notification = await screen.next(Progress);
    work.resolve("done");
    assert.deepEqual([await result, isCalledOff()], ["done", false]);
    await new Promise(setImmediate);
    assert.equal(notification.ended, true);
  });

  it("aborts the work if the user cancels the notification", async (context) => {
    const { isCalledOff, pick, result } = await waiting(context);
    pick.closeForOther();
    context.mock.timers.tick(1_000);
    const notification = await screen.next(Progress);
    notification.cancelled.fire();
    assert.equal(await result, undefined);
    assert.deepEqual([isCalledOff(), notification.ended], [true, true]);
  });

  it("handles Esc only while its list is shown", async (context) => {
    const { pick, result, work } = await waiting(context);
    assert.equal(contextKeys.get("managedAuth.waits"), true);
    pick.closeForOther();
    context.mock.timers.tick(1_000);
    await screen.next(Progress);
    assert.equal(contextKeys.get("managedAuth.waits"), false);
    cancelShownWait();
    work.resolve("done");
    assert.equal(await result, "done");
  });

  it("shows progress in a notification if a prompt or the command palette is open", async (context) => {
    const { pick, result, work } = await waiting(context);
    pick.closeForOther();
    context.mock.timers.tick(1_000);
    await screen.next(Progress);
    work.resolve("done");
    await result;
    const next = whileLoading(frame, "Reading more…", () => new Promise<string>(() => undefined));
    context.mock.timers.tick(250);
    context.mock.timers.tick(1_000);
    const notification = await screen.next(Progress);
    notification.cancelled.fire();
    assert.equal(await next, undefined);
    noteUserActive();
    const question = pickOne({ frame, placeholder: "Which?", choices: [{ label: "One", value: 1 }] });
    const questionPick = await screen.next(QuickPick);
    const other = whileLoading(frame, "Reading…", () => new Promise<string>(() => undefined));
    context.mock.timers.tick(250);
    context.mock.timers.tick(1_000);
    (await screen.next(Progress)).cancelled.fire();
    assert.equal(await other, undefined);
    questionPick.choose("One");
    assert.deepEqual(await question, { kind: "accepted", value: 1 });
  });
});
