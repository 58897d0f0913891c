import type { Page } from "playwright-core";
import { until } from "../until.ts";
import { received } from "./keys.ts";

/** Time for which VS Code's menus ignore the mouse after they opened, in milliseconds of the page's timers. */
const ignoresMouseMs = 100;

/** Maximum time to reach the menu or its item, in milliseconds. */
const timeout = 1_000;

/** Clicks an item of the open menu. Returns false if the menu closed before the item received the click. */
export async function takeFromMenu(page: Page, item: string): Promise<boolean> {
  const menu = page.locator(".monaco-menu:visible");
  const entry = menu
    .locator(".action-menu-item")
    .filter({ has: page.locator(`.action-label[aria-label="${item}"]`) });
  const wait = (_menu: Element, ms: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, ms));
  const outcome = await until(`the menu to take "${item}"`, async () => {
    if ((await menu.count()) === 0) return "closed";
    // VS Code's timer started earlier, so it ends earlier.
    await menu.first().evaluate(wait, ignoresMouseMs, { timeout });
    return (await received(entry, () => entry.click({ timeout }))) && "taken";
  });
  return outcome === "taken";
}
