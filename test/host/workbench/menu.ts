import type { Page } from "playwright-core";
import { until } from "../until.ts";

/**
 * Clicks an item of the open menu. Returns false if the menu has closed by itself. Clicks until the menu closes,
 * because a menu ignores clicks shortly after it opened.
 */
export async function takeFromMenu(page: Page, item: string): Promise<boolean> {
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
