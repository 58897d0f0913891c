import type { Page } from "playwright-core";
import { until } from "../until.ts";

/** Time for which a menu ignores clicks after it opened, in milliseconds. VS Code needs 100 ms on an idle machine. */
const ignoresClicksMs = 250;

/**
 * Clicks an item of the open menu. Returns false if the menu has closed by itself. Waits until the menu accepts
 * clicks, because an ignored click looks like an accepted one if the menu then closes by itself.
 */
export async function takeFromMenu(page: Page, item: string): Promise<boolean> {
  const opened = performance.now();
  await until("the menu to accept clicks", () => performance.now() - opened >= ignoresClicksMs);
  const menu = page.locator(".monaco-menu:visible");
  const entry = menu
    .locator(".action-menu-item")
    .filter({ has: page.locator(`.action-label[aria-label="${item}"]`) });
  let isClicked = false;
  await until(`the menu to take "${item}"`, async () => {
    if ((await menu.count()) === 0) return true;
    await entry.click({ timeout: 1_000 });
    isClicked = true;
    return (await menu.count()) === 0;
  });
  return isClicked;
}
