import type { Page } from "playwright-core";
import { until } from "../until.ts";

/**
 * Takes an item of the menu that is open; whether it was there to be taken, as a menu may close by itself. It ignores
 * clicks in its first moments, so it is clicked until it goes.
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
