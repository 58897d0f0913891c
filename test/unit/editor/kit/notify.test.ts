import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { setFaultReporter, inform, showStatus, warn } from "../../../../src/editor/kit/notify.ts";
import { mentioned, Message, reset, screen, window, type StatusBarItem } from "../../../doubles/vscode.ts";
import { expectMessage } from "../../../support/messages.ts";

beforeEach(reset);

describe("a notification", () => {
  it("renders links and icons as plain text", async () => {
    const [words, plain] = ["$(rocket) [x](command:y)", "$⟨U+0028⟩rocket) [x] (command:y)"];
    for (const show of [inform, warn]) {
      const closing = show(words);
      (await expectMessage(plain)).choose(undefined);
      await closing;
    }
    showStatus(words);
    assert.deepEqual(mentioned, [plain]);
  });
});

describe("showStatus", () => {
  it("shows an accessible message for three seconds or until the next message", (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const items: StatusBarItem[] = [];
    const create = window.createStatusBarItem;
    context.mock.method(window, "createStatusBarItem", () => {
      const item = create();
      items.push(item);
      return item;
    });
    showStatus("Deleted one");
    assert.deepEqual(items[0]?.accessibilityInformation, { label: "Deleted one", role: "alert" });
    context.mock.timers.tick(2_999);
    showStatus("Deleted two");
    assert.deepEqual([items[0].isDisposed, items[1]?.isDisposed], [true, false]);
    context.mock.timers.tick(2_999);
    assert.equal(items[1]?.isDisposed, false, "each has its own three seconds");
    context.mock.timers.tick(1);
    assert.equal(items[1].isDisposed, true);
  });
});

describe("a notification's button", () => {
  it("runs its action", async () => {
    let ran = 0;
    const closing = inform("Done.", { label: "Show", run: () => Promise.resolve((ran += 1)) });
    (await screen.next(Message)).choose("Show");
    await closing;
    assert.equal(ran, 1);
  });

  it("reports a failed action", async () => {
    const faults: unknown[] = [];
    setFaultReporter((fault) => faults.push(fault));
    const fault = new Error("no");
    for (const run of [(): Promise<never> => Promise.reject(fault), (): never => assert.fail(fault)]) {
      const closing = inform("Done.", { label: "Show", run });
      (await screen.next(Message)).choose("Show");
      await closing;
    }
    assert.deepEqual(faults, [fault, fault]);
  });
});
