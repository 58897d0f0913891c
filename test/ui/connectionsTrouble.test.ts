// The connections view by keyboard, with right-to-left names and with a failing service.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { pressFor } from "../host/workbench/keys.ts";
import { Workbench } from "../host/workbench.ts";
import type { Tree } from "../host/workbench/tree.ts";
import { leave, waitForProgressEnd, signIn } from "./flows.ts";
import { forbidden, notFound } from "./literals.ts";
import { resultCard } from "./resultCard.ts";
import { StandIn } from "./standIn.ts";

const token = "tok-connections";
const list = "/auth/connections";
const keys = { "Control+Alt+1": "managedAuth.connections.focus" } as const;
const bank = { id: "ma_bank", domain: "bank.example", profile_name: "work", status: "NEEDS_AUTH" };
// The override character would reverse the rest of the line.
const hebrew = { id: "ma_2", domain: "בנק.example\u202e", profile_name: "عمل", status: "NEEDS_AUTH" };

describe("the Connections view while the service fails", () => {
  let workbench: Workbench;
  let standIn: StandIn;

  before(async () => {
    [workbench, standIn] = await Promise.all([Workbench.open({ keys }), StandIn.start(token)]);
    standIn.at(list, { status: 403, body: forbidden });
    await signIn(workbench, standIn.baseUrl, token);
  });
  after(() => Promise.all([workbench.stop(), standIn.stop()]));
  afterEach(() => leave(workbench));

  it("shows an error row that retries the fetch when selected", async () => {
    const { connections, page } = workbench;
    const row = await connections.row("Your plan doesn't cover this action");
    assert.deepEqual([row.description, row.icon], ["Try Again", "warning"]);
    standIn.list(list, [bank]);
    await connections.select(row.label);
    await connections.row("bank.example");
    assert.equal(await page.locator(".part.sidebar .welcome-view-content:visible").count(), 0);
  });

  describe("after the connections were loaded", () => {
    beforeEach(async () => {
      await standIn.resume();
      standIn.reset();
      standIn.list(list, [bank, hebrew]);
      for (const one of [bank, hebrew])
        standIn.at(`${list}/${one.id}`, { status: 200, body: JSON.stringify(one) });
      await workbench.runCommand("Managed Auth: Refresh Connections");
      // Wait for the rows, because a list that is rendered again can close a menu.
      await workbench.connections.row("בנק.example⟨U+202E⟩");
      await waitForProgressEnd(workbench);
    });
    /** Returns the name of the tree that has the focus. */
    const focusedView = (): Promise<string> =>
      workbench.page.evaluate(() => document.activeElement?.closest("[role=tree]")?.ariaLabel ?? "");

    /** Returns the labels in the context menu of the focused row. */
    async function menu(): Promise<readonly string[]> {
      const { page } = workbench;
      const items = page.locator(".monaco-menu:visible .action-menu-item .action-label");
      const labels = await pressFor(page, "Shift+F10", "the menu", async () => {
        const offered = await items.allTextContents();
        return offered.length > 0 && offered;
      });
      await pressFor(page, "Escape", "the menu to close", async () => (await items.count()) === 0);
      return labels;
    }

    it("can be used with the keyboard alone", async () => {
      const { connections, dialog, entitlements, page } = workbench;
      const toConnections = (): Promise<unknown> =>
        pressFor(page, "Control+Alt+1", "the focus", async () => (await focusedView()) === "Connections");
      const toFirst = (tree: Tree, label: string): Promise<unknown> =>
        pressFor(page, "Home", `the focus on ${label}`, async () =>
          (await tree.rows()).some((row) => row.focused && row.label === label),
        );
      await toConnections();
      await toFirst(connections, "bank.example");
      const offered = await menu();
      for (const act of [
        "Show Connection…",
        "Show History…",
        "Duplicate Connection…",
        "Copy Connection ID",
        "Copy As",
        "Delete Connection…",
      ])
        assert.ok(offered.includes(act), `${act} in ${offered.join()}`);
      await page.keyboard.press("Enter");
      await resultCard(workbench, "bank.example");
      await waitForProgressEnd(workbench);
      await until("the focus to stay", async () => (await focusedView()) === "Connections");
      await pressFor(page, "Delete", "the question", () => dialog.isOpen());
      assert.equal((await dialog.read()).message, 'Delete connection "work on bank.example"?');
      await dialog.escape();
      await toConnections();
      await until("Tab to reach the entitlements", async () => {
        await page.keyboard.press("Tab");
        return (await focusedView()) === "Entitlements";
      });
      await toFirst(entitlements, "Usage and limits");
      await page.keyboard.press("ArrowDown");
      await entitlements.waitForRow(["Usage and limits", "Connections"], ({ focused }) => focused);
      assert.ok((await menu()).includes("Copy Value"));
    });

    it("shows right-to-left names unchanged and makes direction overrides visible", async () => {
      const { connections, dialog, page } = workbench;
      const { description, ariaLabel } = await connections.row("בנק.example⟨U+202E⟩");
      assert.equal(description, "logged out");
      assert.match(ariaLabel, /^عمل on בנק\.example⟨U\+202E⟩: logged out/);
      await connections.select("בנק.example⟨U+202E⟩");
      assert.equal((await resultCard(workbench, "בנק.example⟨U+202E⟩")).rows["Profile"], "عمل");
      await pressFor(page, "Delete", "the question", () => dialog.isOpen());
      assert.equal((await dialog.read()).message, 'Delete connection "عمل on בנק.example⟨U+202E⟩"?');
    });

    it("keeps the rows after an error and shows the error and fetch time", async () => {
      const { connections } = workbench;
      const says = async (words: string): Promise<void> => {
        await workbench.runCommand("Managed Auth: Refresh Connections");
        await until(`the words "${words}"`, async () => (await connections.message()).startsWith(words));
        await connections.row("bank.example");
      };
      standIn.at(list, { status: 403, body: forbidden });
      await says("Your plan doesn't cover this action. As of ");
      standIn.at(list, { status: 404, body: notFound });
      await says("The service found no match. As of ");
      await standIn.stop();
      await says("Can't reach the service. As of ");
    });
  });
});
