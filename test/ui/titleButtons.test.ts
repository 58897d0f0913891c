// Presses every title bar button of each view while a row is selected, because VS Code passes the focused row to the
// command.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Locator } from "playwright-core";
import { until, within } from "../host/until.ts";
import { pressFor } from "../host/workbench/keys.ts";
import { isMenuOpen, menuItems, takeFromMenu } from "../host/workbench/menu.ts";
import { Workbench } from "../host/workbench.ts";
import { useSandbox } from "./flows.ts";

/** The last view contains the button that signs the window out. */
const views = [
  { name: "Entitlements", row: "Usage and limits", buttons: 2 },
  { name: "Resources", row: "Proxies", buttons: 5 },
  { name: "Telemetry Destinations", row: "live-sessions", buttons: 3 },
  { name: "Connections", row: "helpdesk.example", buttons: 17 },
] as const;

/** Buttons that would prevent the others from working. They are pressed last. */
const pressedLast = ["Sign Out"];

/** Maximum time for the effect of Esc, after which the key counts as lost, in milliseconds on an idle machine. */
const lostAfterMs = 1_000;

describe("title bar buttons while a row is selected", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ viewport: { width: 1280, height: 1300 } });
    await useSandbox(workbench);
    const { dialog, page } = workbench;
    // A pressed command may open its dialog late, when the next row is already being clicked.
    await page.addLocatorHandler(page.locator(".monaco-dialog-box"), () => dialog.escape());
  });
  after(() => workbench.stop());

  /** Returns the errors in the extension's log. */
  async function faults(): Promise<readonly string[]> {
    const files = await readdir(workbench.dataFolder, { recursive: true });
    const logs = files.filter((file) => file.endsWith("Managed Auth.log"));
    const texts = await Promise.all(logs.map((file) => readFile(join(workbench.dataFolder, file), "utf8")));
    return texts.flatMap((text) => text.split("\n")).filter((line) => /ZodError|\[error\]/.test(line));
  }

  const header = (name: string): Locator =>
    workbench.page.locator(".part.sidebar .pane-header").filter({ hasText: name });
  const labelsOf = (all: Locator): Promise<string[]> =>
    all.evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? ""));

  for (const { buttons, name, row } of views)
    it(`run their commands without errors in the ${name} view`, async () => {
      const { page, quickInput } = workbench;
      if ((await header(name).getAttribute("aria-expanded")) !== "true") await header(name).click();
      const pane = page.locator(".part.sidebar .pane", {
        has: page.locator(".pane-header", { hasText: name }),
      });
      const pressed: string[] = [];
      const press = async (label: string, act: () => Promise<unknown>): Promise<void> => {
        await pane.getByText(row).first().click();
        await header(name).hover();
        await act();
        pressed.push(label);
        const isClosed = async (): Promise<boolean> => !(await quickInput.isOpen());
        await until("the command's dialogs and inputs to close", async () => {
          // Every wait for an element lets the handler close an open dialog first. A dialog may open above an input.
          await page.locator("body").waitFor();
          if (await isClosed()) return true;
          if (await quickInput.takesKeys()) await page.keyboard.press("Escape");
          return within(lostAfterMs, isClosed);
        });
      };
      const icons = header(name).locator(".actions .action-label");
      await header(name).hover();
      for (const label of await labelsOf(icons)) {
        const button = icons.and(page.locator(`[aria-label="${label}"]`));
        if ((await button.getAttribute("aria-haspopup")) !== "true") {
          await press(label, () => button.click());
          continue;
        }
        // The menu opens at the press and covers the button, which doesn't receive the release. The buttons are hidden
        // while the pointer is elsewhere, such as on a menu that closed by itself.
        const open = async (): Promise<void> => {
          await header(name).hover();
          await button.click();
        };
        const items = await menuItems(page, open);
        await pressFor(page, "Escape", "the menu to close", async () => !(await isMenuOpen(page)));
        const isLast = (item: string): number => Number(pressedLast.includes(item));
        for (const item of items.toSorted((one, other) => isLast(one) - isLast(other)))
          await press(item, () => takeFromMenu(page, item, open));
      }
      assert.ok(pressed.length >= buttons, pressed.join());
      assert.deepEqual(await faults(), []);
    });
});
