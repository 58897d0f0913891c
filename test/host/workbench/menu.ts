import type { Page } from "playwright-core";
import { patience, until, within } from "../until.ts";
import { received } from "./keys.ts";

/** Time for which VS Code's menus ignore the mouse after they opened, in milliseconds of the page's timers. */
const ignoresMouseMs = 100;

/** Maximum time to reach the menu or its item, in milliseconds. */
const timeout = 1_000;

/** Maximum time for a menu to open, after which the click counts as lost, in milliseconds on an idle machine. */
const lostAfterMs = 4_000;

const openMenu = ".monaco-menu:visible";

/**
 * Opens a menu and returns the labels of its items that open no submenu. Opens it again if it closes by itself, such as
 * when a dialog or a page takes the focus.
 */
export async function menuItems(page: Page, open: () => Promise<unknown>): Promise<string[]> {
  const items = page
    .locator(openMenu)
    .locator(".action-menu-item:not([aria-haspopup]) .action-label[aria-label]");
  const labels = async (): Promise<string[] | false> => {
    const texts = await items.evaluateAll((all) => all.map((item) => item.ariaLabel ?? ""));
    const named = texts.filter((text) => text !== "");
    return named.length > 0 && named;
  };
  return until("the items of the menu", async () => {
    if (!(await isMenuOpen(page))) await open();
    return within(lostAfterMs, labels);
  });
}

/** Opens a menu and clicks one of its items. Opens it again if it closes before the item received the click. */
export async function takeFromMenu(page: Page, item: string, open: () => Promise<unknown>): Promise<void> {
  const take = async (): Promise<boolean> => {
    if (!(await isMenuOpen(page))) await open();
    return (await within(lostAfterMs, () => isMenuOpen(page))) === true && clickItem(page, item);
  };
  await until(`"${item}" to be taken from the menu`, take, 3 * patience);
}

export async function isMenuOpen(page: Page): Promise<boolean> {
  return (await page.locator(openMenu).count()) > 0;
}

/** Returns false if the menu closed before the item received the click. */
async function clickItem(page: Page, item: string): Promise<boolean> {
  const menu = page.locator(openMenu);
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
