import type { Page } from "playwright-core";
import { until } from "../until.ts";

/** Takes an item of the menu that is open. A menu ignores clicks in its first moments, so it is clicked until it goes. */
export async function chooseFromMenu(page: Page, item: string): Promise<void> {
  const menu = page.locator(".monaco-menu:visible");
  const entry = menu
    .locator(".action-menu-item")
    .filter({ has: page.locator(`.action-label[aria-label="${item}"]`) });
  await entry.waitFor();
  await until(`the menu to take "${item}"`, async () => {
    if ((await menu.count()) === 0) return true;
    await entry.click({ timeout: 1_000 });
    return (await menu.count()) === 0;
  });
}
