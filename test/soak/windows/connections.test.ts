// Tests two windows with the same connections. Only one window has the focus at a time.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../../host/until.ts";
import { Workbench } from "../../host/workbench.ts";
import {
  waitForQuestion,
  choose,
  editQuestions,
  leave,
  waitForProgressEnd,
  openSignedIn,
  waitForAccount,
} from "../../ui/flows.ts";
import { answerInterval, saveInterval, sendEdit, startEdit } from "../../ui/editing.ts";
import type { StandIn } from "../../ui/standIn.ts";

/** Maximum wait for a refresh, in milliseconds: the minute between reads, and another minute for slow machines. */
const refreshTimeoutMs = 120_000;

/** Turns off focus emulation, which gives every window the focus. */
async function disableFocusEmulation(...windows: readonly Workbench[]): Promise<void> {
  for (const { page } of windows) {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setFocusEmulationEnabled", { enabled: false });
  }
}

/** Brings a window to the front and waits for its focus. */
async function focusWindow({ page }: Workbench): Promise<void> {
  await page.bringToFront();
  await until("the window to have the focus", () => page.evaluate(() => document.hasFocus()));
}

describe("the Connections view in two windows", () => {
  const list = "/auth/connections";
  const connection = (id: string): object => ({
    id: `ma_${id}`,
    domain: `${id}.example`,
    profile_name: "work",
    status: "NEEDS_AUTH",
  });
  let one: Workbench;
  let other: Workbench;
  let standIn: StandIn;

  before(async () => {
    ({ workbench: one, standIn } = await openSignedIn("tok-focus"));
    standIn.list(list, [connection("gone"), connection("kept")]);
    await one.runCommand("Managed Auth: Refresh Connections");
    other = await one.anotherWindow();
    await other.openView();
    await waitForAccount(other, standIn.host);
    await Promise.all([one, other].map((window) => window.connections.row("gone.example")));
    await waitForProgressEnd(one);
    await disableFocusEmulation(one, other);
  });
  after(() => Promise.all([one.stop(), standIn.stop()]));

  it("updates on focus after a connection is deleted in the other window", async () => {
    await focusWindow(other);
    await other.connections.contextMenu("Delete Connection…", "gone.example");
    standIn.list(list, [connection("kept")]);
    await other.dialog.read();
    await other.dialog.press("Delete");
    await until("the row to disappear", async () => !(await labels(other)).includes("gone.example"));
    const reads = (): number => standIn.received.filter(({ path }) => path.startsWith(list)).length;
    const before = reads();
    const begun = performance.now();
    assert.ok((await labels(one)).includes("gone.example"), "a window without the focus reads nothing");
    await until(
      "the window to have read what is there",
      async () => {
        await focusWindow(other);
        await focusWindow(one);
        return !(await labels(one)).includes("gone.example");
      },
      refreshTimeoutMs,
    );
    const minutes = Math.ceil((performance.now() - begun) / 60_000);
    const count = reads() - before;
    assert.ok(
      count >= 1 && count <= 2 * (minutes + 1),
      `each window reads once a minute at most, not both ${count} times`,
    );
  });
});

describe("editing a connection in two windows", () => {
  const bank = "bank.example";
  let one: Workbench;
  let other: Workbench;

  before(async () => {
    one = await Workbench.open({
      viewport: { width: 1280, height: 1300 },
      env: { MANAGED_AUTH_SANDBOX: "1" },
    });
    other = await one.anotherWindow();
    for (const window of [one, other]) {
      await window.openView();
      await window.connections.row(bank);
    }
    await disableFocusEmulation(one, other);
  });
  after(() => one.stop());
  afterEach(() => Promise.all([leave(one), leave(other)]));

  it("shows a conflict with a change saved in the other window", async () => {
    await focusWindow(one);
    await startEdit(one, bank);
    await answerInterval(one, "Every 6 hours");
    await waitForQuestion(one, editQuestions.review);
    await focusWindow(other);
    await saveInterval(other, bank, "Every day");
    await focusWindow(one);
    await startEdit(one, bank);
    await choose(one, editQuestions.continue, "Continue");
    await sendEdit(one);
    await waitForQuestion(one, editQuestions.conflict);
    assert.deepEqual(
      (await one.quickInput.rows()).map(({ label }) => label),
      ["Keep every day", "Use mine: every 6 hours"],
    );
    await one.quickInput.choose("Keep every day");
    await one.notifications.waitFor("No changes to save");
  });
});

async function labels({ connections }: Workbench): Promise<readonly string[]> {
  return (await connections.rows()).map(({ label }) => label);
}
