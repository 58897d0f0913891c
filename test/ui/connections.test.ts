// The connections view in a window: rows, filters, copying, duplicating and deleting.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { until } from "../host/until.ts";
import { click, pressFor } from "../host/workbench/keys.ts";
import type { Workbench } from "../host/workbench.ts";
import {
  waitForQuestion,
  choose,
  createAndLogInRow,
  waitForCommandEnd,
  waitForProgressEnd,
  questions,
  takeDefaults,
  startWizard,
} from "./flows.ts";
import { loginQuestion } from "./loginPage.ts";
import { resultCard } from "./resultCard.ts";
import { column } from "../support/rows.ts";
import { openSandboxForSuite } from "./suiteHooks.ts";

describe("the Connections view", () => {
  let workbench: Workbench;
  // Tall enough that no row scrolls out of view.
  openSandboxForSuite((opened) => (workbench = opened), { viewport: { width: 1280, height: 1300 } });

  const labels = async (): Promise<string[]> =>
    (await workbench.connections.rows()).map(({ label }) => label);
  const inGroup = async (group: string): Promise<number> =>
    Number((await workbench.connections.row(group)).description);

  it("lists connections that need the user at the top and counts each group", async () => {
    const { connections, page } = workbench;
    await connections.row("bank.example");
    const all = await connections.rows();
    const starts = all.flatMap(({ level }, index) => (level === 1 ? [index] : []));
    const groups = starts.map((start, index) => ({
      label: all[start]?.label,
      counted: Number(all[start]?.description),
      shown: (starts[index + 1] ?? all.length) - start - 1,
    }));
    assert.deepEqual(column(groups, "label"), ["Needs you", "In progress", "Logged in"]);
    for (const { counted, label, shown } of groups) assert.equal(counted, shown, label);
    const needing = groups[0]?.counted;
    const failed = await connections.row("airline.example");
    assert.match(failed.ariaLabel, /^travel on airline\.example: password refused, has actions/);
    assert.equal(failed.icon, "error");
    assert.match((await connections.row("bank.example")).description, /^checked [^·]+$/);
    const badge = page
      .locator(".activitybar .action-item", { hasText: String(needing) })
      .locator(".badge-content");
    await until("the badge", async () => (await badge.allInnerTexts()).includes(String(needing)));
  });

  it("opens a selected connection without moving focus out of the tree", async () => {
    const { connections, page } = workbench;
    await connections.select("airline.example");
    await resultCard(workbench, "airline.example");
    await waitForCommandEnd(workbench);
    await until("the focus to stay", () =>
      page.evaluate(() => document.activeElement?.closest(".part.sidebar") !== null),
    );
    await connections.select("bank.example");
    await resultCard(workbench, "bank.example");
    const tabs = page.locator(".part.editor .tab .label-name");
    assert.deepEqual(await tabs.allInnerTexts(), ["bank.example · compliance"]);
  });

  it("can show only connections that need the user", async () => {
    const needing = await inGroup("Needs you");
    await workbench.runCommand("Managed Auth: Show Only Connections That Need You");
    await until("the other rows to disappear", async () => (await labels()).length === needing);
    assert.equal((await labels()).includes("bank.example"), false);
    await workbench.runCommand("Managed Auth: Show All Connections");
    await workbench.connections.row("bank.example");
  });

  it("filters by text and keeps the grouping by profile after a reload", async () => {
    const { connections, quickInput } = workbench;
    await workbench.runCommand("Managed Auth: Find Connections…");
    await waitForQuestion(workbench, "Type a website, profile or ID");
    await quickInput.type("BANK.");
    await quickInput.accept();
    await until("the other rows to disappear", async () => (await labels()).join() === "bank.example");
    await until("the note about the omitted settings", async () => {
      return (await connections.message()) === 'Filtered by "BANK.".';
    });
    await workbench.runCommand("Managed Auth: Show All Connections");
    await connections.row("airline.example");
    await workbench.runCommand("Managed Auth: Group Connections by Profile");
    await connections.row("compliance");
    await workbench.reloadView();
    await connections.row("compliance");
    await workbench.runCommand("Managed Auth: Group Connections by Status");
    await connections.row("Needs you");
  });

  it("copies an ID with Ctrl+C and a connection as a curl command", async () => {
    const { connections, page } = workbench;
    await connections.select("bank.example");
    await pressFor(page, "Control+C", "the ID on the clipboard", async () => {
      return (await workbench.clipboard()) === "ma_sandboxcompliance";
    });
    await workbench.copyToClipboard("");
    await workbench.clearNotifications();
    await workbench.runCommand("Managed Auth: Copy Connection as curl");
    await choose(workbench, "Choose or type a connection ID", "compliance on bank.example");
    await until("the request", async () => (await workbench.clipboard()).includes("bank.example"));
    const text = await workbench.clipboard();
    assert.match(text, /KERNEL_SANDBOX_TOKEN/);
    assert.match(text, /proxy_sandboxparis/);
    await workbench.clearNotifications();
  });

  it("opens the wizard with the duplicated connection's domain", async () => {
    const { connections, quickInput } = workbench;
    await connections.contextMenu("Duplicate Connection…", "airline.example");
    await waitForQuestion(workbench, questions.domain);
    assert.equal(await quickInput.value(), "airline.example");
  });

  it("deletes the selected connections with the Delete key after confirmation", async () => {
    const { connections, dialog, page } = workbench;
    const before = await inGroup("Needs you");
    await connections.select("airline.example");
    await pressFor(page, "Delete", "the question", () => dialog.isOpen());
    const { buttons, detail, message } = await dialog.read();
    assert.equal(message, 'Delete connection "travel on airline.example"?');
    for (const part of ["Sandbox", "A running login ends", "stay"]) assert.ok(detail.includes(part), part);
    assert.ok(buttons.includes("Delete"));
    await dialog.escape();
    assert.equal(await inGroup("Needs you"), before);
    await pressFor(page, "Delete", "the question again", () => dialog.isOpen());
    await dialog.press("Delete");
    await until("the row to disappear", async () => !(await labels()).includes("airline.example"));
    await until(
      "the number of the group to decrease",
      async () => (await inGroup("Needs you")) === before - 1,
    );
    await waitForProgressEnd(workbench);
  });

  it("shows the connections after a window reload and refreshes them", async () => {
    await workbench.reloadView();
    await workbench.connections.row("bank.example");
    await until("fresh rows", async () => (await workbench.connections.age()) === "");
  });

  it("shows the deadline of a waiting login in a 180-pixel side bar", async () => {
    const { connections, page, quickInput } = workbench;
    const long = "accounts.eu-west.commerce.example";
    await startWizard(workbench, long, "buyer");
    await takeDefaults(workbench);
    await quickInput.choose(createAndLogInRow);
    await choose(workbench, loginQuestion, "In VS Code");
    await waitForQuestion(workbench, "Email or user name");
    await quickInput.escape();
    await connections.contextMenu("Watch This Connection", "helpdesk.example");
    const sideBar = page.locator(".part.sidebar");
    const { x = 0, width = 0 } = (await sideBar.boundingBox()) ?? {};
    await page.mouse.move(x + width, 400);
    await page.mouse.down();
    await page.mouse.move(x + 180, 400, { steps: 5 });
    await page.mouse.up();
    assert.equal((await sideBar.boundingBox())?.width, 180);
    for (const domain of [long, "helpdesk.example", "voip.example"]) {
      const row = page.locator(".part.sidebar .monaco-list-row", { hasText: domain });
      await click(row);
      await until(`the deadline of ${domain} to fit`, () => row.evaluate(showsDeadline));
    }
  });
});

/** True if the row shows a button and its label isn't truncated before the end of the time. */
function showsDeadline(row: Element): boolean {
  const container = row.querySelector(".monaco-icon-label-container");
  const label = row.querySelector(".label-name");
  const text = label && document.createTreeWalker(label, NodeFilter.SHOW_TEXT).nextNode();
  const time = /by \d+:\d\d/.exec(text?.textContent ?? "");
  const hasButton = row.querySelector("[role=toolbar]")?.checkVisibility() === true;
  if (!hasButton || !container || !text || !time) return false;
  const shown = document.createRange();
  shown.setStart(text, time.index);
  shown.setEnd(text, time.index + time[0].length);
  return shown.getBoundingClientRect().right <= container.getBoundingClientRect().right;
}
