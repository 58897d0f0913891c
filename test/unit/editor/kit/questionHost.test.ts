// A question opens by itself only if the user is still waiting for its command.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { commands } from "vscode";
import { askText, disposeIdleInput, pickOne, type Answer } from "../../../../src/editor/kit/inputs/ask.ts";
import { whileLoading } from "../../../../src/editor/kit/inputs/whileLoading.ts";
import { confirm } from "../../../../src/editor/kit/notify.ts";
import { withCancel } from "../../../../src/editor/kit/progress.ts";
import { cancelShownWait } from "../../../../src/editor/kit/questionHost.ts";
import { openWaitingQuestion } from "../../../../src/editor/kit/waiting.ts";
import {
  noteUserActive,
  runForUser,
  runForAgent,
  trackUser,
  noteUserLeft,
  currentInteraction,
} from "../../../../src/editor/kit/userAttention.ts";
import {
  configure,
  contextKeys,
  focusWindow,
  InputBox,
  mentioned,
  Message,
  Progress,
  QuickPick,
  reset,
  screen,
  statusItems,
  changeSelection,
} from "../../../doubles/vscode.ts";
import { quiet } from "../../../support/offers.ts";
import { expectMessage } from "../../../support/messages.ts";

beforeEach(() => {
  reset();
  noteUserActive();
  commands.registerCommand("managedAuth.cancelWait", cancelShownWait);
});

const keyboard = 1;
/**
 * Start time of the mocked clock. Each test starts later than the previous one, otherwise events of the previous test
 * would lie in the future.
 */
let clockMs = 0;
const frame = { title: "Delete Proxy", back: false };
const askWhich = (title = frame.title, until?: AbortSignal): Promise<Answer<number>> =>
  pickOne({
    frame: { title, back: false, ...(until !== undefined && { until }) },
    placeholder: "Which?",
    choices: [{ label: "One", value: 1 }],
  });
const inStatusBar = (): readonly string[] => [...statusItems].map(({ text }) => text);

function clock(context: TestContext): void {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: (clockMs += 1_000_000) });
  const following = trackUser();
  context.after(() => following.dispose());
  noteUserActive();
}

/**
 * Starts a command that waits for work and then asks a question. The wait has lasted `ms` milliseconds, and `finish`
 * ends it.
 */
function reading(context: TestContext, ms = 100) {
  const work = Promise.withResolvers<string>();
  const answer = runForUser(async () => {
    const read = await whileLoading(frame, "Reading…", () => work.promise);
    return read === undefined ? undefined : askWhich();
  });
  context.mock.timers.tick(ms);
  const finish = async (): Promise<void> => {
    work.resolve("read");
    for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
  };
  return { answer, finish };
}

/** Starts the same command with its wait on screen. */
async function waiting(context: TestContext) {
  clock(context);
  return { ...reading(context, 250), wait: await screen.next(QuickPick) };
}

/** Starts a command whose question stays open while the answer is sent, and that asks again after a refusal. */
async function sending(context: TestContext) {
  clock(context);
  const work = Promise.withResolvers<string>();
  const answer = runForUser(async () => {
    await askText({ frame: { ...frame, stays: true }, prompt: "Name?", value: "a", check: () => undefined });
    await withCancel("Renaming", () => work.promise);
    return askWhich();
  });
  const review = await screen.next(InputBox);
  review.enter();
  await new Promise(setImmediate);
  return { answer, review, refuse: () => work.resolve("refused") };
}

/** Chooses the only row of the next list and returns the answer. */
async function chooseOne<T>(answer: Promise<T>): Promise<T> {
  (await screen.next(QuickPick)).choose("One");
  return answer;
}

/**
 * Asserts that the question waits behind a notification and the status bar item, and opens by the notification's
 * button.
 */
async function opensByNotice(answer: Promise<Answer<number> | undefined>): Promise<void> {
  const notice = await expectMessage("Your answer is needed: Delete Proxy", ["Continue"]);
  assert.deepEqual([notice.options.modal, screen.rest], [undefined, []]);
  assert.deepEqual(inStatusBar(), ["$(bell-dot) Waiting for you: Delete Proxy"]);
  assert.equal(contextKeys.get("managedAuth.questionWaits"), true);
  notice.choose("Continue");
  assert.deepEqual(await chooseOne(answer), { kind: "accepted", value: 1 });
  assert.deepEqual([inStatusBar(), contextKeys.get("managedAuth.questionWaits")], [[], false]);
}

describe("a prompt that the user expects", () => {
  it("opens immediately if the loading indicator stayed open until the prompt was ready", async (context) => {
    const { answer, finish } = await waiting(context);
    await finish();
    assert.deepEqual([await chooseOne(answer), screen.rest], [{ kind: "accepted", value: 1 }, []]);
  });

  it("opens even if the user has switched to another application", async (context) => {
    const { answer, finish, wait } = await waiting(context);
    wait.loseFocus();
    focusWindow(false);
    // VS Code fires the event again when another property of the window changes.
    context.mock.timers.tick(2_000);
    await screen.next(Progress);
    focusWindow(false);
    await finish();
    await chooseOne(answer);
  });

  it("opens if the window lost and regained focus before progress was shown", async (context) => {
    clock(context);
    const { answer, finish } = reading(context);
    focusWindow(false);
    focusWindow(true);
    await finish();
    await chooseOne(answer);
  });

  it("replaces the open prompt of a command that was started earlier", async (context) => {
    clock(context);
    const first = runForUser(() => askWhich("First"));
    const shown = await screen.next(QuickPick);
    const second = runForUser(() => askWhich("Second"));
    assert.deepEqual(await first, { kind: "cancelled", typed: "" });
    assert.equal(shown.disposed, true);
    await chooseOne(second);
  });

  it("opens after the user has pressed Esc while the command loaded", async (context) => {
    clock(context);
    const answer = runForUser(async () => {
      await whileLoading(frame, "Trying…", () => new Promise<string>(() => undefined));
      return askWhich();
    });
    context.mock.timers.tick(250);
    (await screen.next(QuickPick)).escape();
    await chooseOne(answer);
  });

  it("opens after a failed submission if the previous prompt stayed open", async (context) => {
    const { answer, refuse } = await sending(context);
    context.mock.timers.tick(1_000);
    await screen.next(Progress);
    refuse();
    await chooseOne(answer);
  });

  it("stays on screen until the next prompt is shown", async (context) => {
    const { answer, refuse, review } = await sending(context);
    const isNextShown: boolean[] = [];
    context.mock.method(review, "dispose", () => isNextShown.push(screen.all.at(-1) instanceof QuickPick));
    refuse();
    await chooseOne(answer);
    assert.deepEqual(isNextShown, [true]);
  });
});

describe("a prompt that the user no longer expects", () => {
  for (const [where, leave] of [
    ["waits if the user opened the palette", (wait: QuickPick) => wait.closeForOther()],
    ["waits if the user focused an editor", (wait: QuickPick) => wait.loseFocus()],
    [
      "waits if the user returned to another part of the window",
      (wait: QuickPick) => {
        wait.loseFocus();
        focusWindow(false);
        focusWindow(true);
      },
    ],
  ] as const)
    it(where, async (context) => {
      const { answer, finish, wait } = await waiting(context);
      leave(wait);
      await finish();
      await opensByNotice(answer);
    });

  it("waits if the user typed in an editor while the command loaded", async (context) => {
    clock(context);
    const { answer, finish } = reading(context);
    changeSelection(keyboard);
    await finish();
    await opensByNotice(answer);
  });

  it("waits if the user closed the loading indicator of an earlier load", async (context) => {
    clock(context);
    const work = Promise.withResolvers<string>();
    const answer = runForUser(async () => {
      await whileLoading(frame, "Reading…", () => work.promise);
      await whileLoading(frame, "Reading more…", () => Promise.resolve(1));
      return askWhich();
    });
    context.mock.timers.tick(250);
    (await screen.next(QuickPick)).closeForOther();
    work.resolve("read");
    await opensByNotice(answer);
  });

  it("waits behind a notification if the user has meanwhile completed another command", async (context) => {
    const { answer, finish, wait } = await waiting(context);
    wait.closeForOther();
    const other = runForUser(() => askWhich("Show Proxy"));
    await chooseOne(other);
    await finish();
    await opensByNotice(answer);
  });

  it("waits if the user started another command before progress was shown", async (context) => {
    clock(context);
    const { answer, finish } = reading(context);
    const other = runForUser(() => askWhich("Show Proxy"));
    await chooseOne(other);
    await finish();
    await opensByNotice(answer);
  });

  it("waits if the user types into another command's prompt", async (context) => {
    clock(context);
    const first = runForUser(() => askWhich("First"));
    const shown = await screen.next(QuickPick);
    const { answer, finish } = reading(context);
    shown.type("o");
    await finish();
    const notice = await screen.next(Message);
    assert.equal(shown.shown, true);
    shown.choose("One");
    await first;
    notice.choose("Continue");
    await chooseOne(answer);
  });

  it("waits if progress was shown only in a notification", async (context) => {
    clock(context);
    const work = Promise.withResolvers<string>();
    const answer = runForUser(async () => {
      await withCancel("Renaming", () => work.promise);
      return askWhich();
    });
    context.mock.timers.tick(1_000);
    await screen.next(Progress);
    work.resolve("refused");
    await opensByNotice(answer);
  });

  it("waits if the user moved on while the previous answer was being sent", async (context) => {
    const { answer, refuse, review } = await sending(context);
    assert.deepEqual([review.shown, review.busy], [true, true]);
    review.closeForOther();
    refuse();
    await opensByNotice(answer).finally(disposeIdleInput);
  });

  it("waits even if it is a modal dialog, so that Enter can't confirm it", async (context) => {
    const { answer, finish, wait } = await waiting(context);
    wait.closeForOther();
    const flow = runForUser(async () => {
      noteUserLeft(currentInteraction());
      return confirm("Delete the proxy?", "It is gone then.", "Delete");
    });
    const notice = await screen.next(Message);
    assert.deepEqual(
      [notice.text, notice.options.modal],
      ["Your answer is needed: Delete the proxy?", undefined],
    );
    assert.deepEqual(screen.rest, []);
    openWaitingQuestion();
    const dialog = await screen.next(Message);
    assert.equal(dialog.options.modal, true);
    dialog.choose("Delete");
    assert.equal(await flow, true);
    await finish();
    await opensByNotice(answer);
  });

  it("is announced only in the status bar if notifications are disabled", async (context) => {
    const { answer, finish, wait } = await waiting(context);
    configure("managedAuth.notices", { globalValue: "badge" });
    wait.closeForOther();
    await finish();
    assert.deepEqual([screen.rest, inStatusBar().length], [[], 1]);
    openWaitingQuestion();
    await chooseOne(answer);
    assert.deepEqual(inStatusBar(), []);
  });

  it("is counted in the status bar and opens after earlier waiting prompts", async (context) => {
    clock(context);
    const ask = (title: string): Promise<Answer<number>> =>
      runForUser(() => {
        noteUserLeft(currentInteraction());
        return askWhich(title);
      });
    const [first, second] = [ask("First"), ask("Second")];
    assert.deepEqual(inStatusBar(), ["$(bell-dot) 2 questions are waiting"]);
    openWaitingQuestion();
    await screen.next(Message);
    await screen.next(Message);
    const opened = await screen.next(QuickPick);
    assert.deepEqual([opened.title, inStatusBar()], ["First", ["$(bell-dot) Waiting for you: Second"]]);
    opened.choose("One");
    await first;
    openWaitingQuestion();
    await chooseOne(second);
  });
});

describe("a prompt that is waiting to be opened", () => {
  it("is replaced silently if the command shows a different prompt", async (context) => {
    clock(context);
    const stop = new AbortController();
    const answers = runForUser(async () => {
      noteUserLeft(currentInteraction());
      return [await askWhich("Log In", stop.signal), await askWhich("Log In")];
    });
    const notice = await screen.next(Message);
    stop.abort();
    await quiet();
    assert.deepEqual([inStatusBar().length, screen.rest], [1, []]);
    notice.choose("Continue");
    assert.deepEqual(await chooseOne(answers), [
      { kind: "cancelled", typed: "" },
      { kind: "accepted", value: 1 },
    ]);
  });

  it("is cancelled when the user starts the same command again", async (context) => {
    clock(context);
    const first = runForUser(() => {
      noteUserLeft(currentInteraction());
      return askWhich("Log In");
    });
    const notice = await screen.next(Message);
    const second = runForUser(() => askWhich("Log In"));
    const pick = await screen.next(QuickPick);
    assert.deepEqual([await first, inStatusBar()], [{ kind: "cancelled", typed: "" }, []]);
    pick.choose("One");
    await second;
    notice.choose("Continue");
    await quiet();
    assert.deepEqual([mentioned, screen.rest], [["No question is waiting."], []]);
  });

  it("is cancelled at once if it belongs to an agent's tool call", async () => {
    assert.deepEqual(await runForAgent(() => askWhich()), { kind: "cancelled", typed: "" });
    assert.deepEqual([screen.all, inStatusBar()], [[], []]);
    const agreed = runForAgent(() => confirm("Delete the proxy?", "An agent asks for it.", "Delete"));
    const dialog = await screen.next(Message);
    assert.equal(dialog.options.modal, true);
    dialog.choose("Delete");
    assert.equal(await agreed, true);
  });
});
