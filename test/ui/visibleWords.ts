import type { Frame, Locator } from "playwright-core";
import { allRows } from "../host/workbench/rows.ts";
import type { Workbench } from "../host/workbench.ts";

/** What the side bar shows and says to a screen reader, every row of its tree among it. */
export async function sideBarWords(workbench: Workbench): Promise<readonly string[]> {
  const sideBar = workbench.page.locator(".part.sidebar");
  const isEmpty = (await sideBar.locator(".monaco-list").count()) === 0;
  const { connections, entitlements } = workbench;
  const rows = isEmpty ? [] : [...(await connections.rows()), ...(await entitlements.rows())];
  return [...(await wordsIn(sideBar)), ...rows.flatMap(rowWords)];
}

/** What the quick input shows and says to a screen reader, every row among it. */
export async function quickInputWords({ quickInput }: Workbench): Promise<readonly string[]> {
  const list = quickInput.widget.locator(".quick-input-list .monaco-list:visible");
  const rows = (await list.count()) > 0 ? await allRows(list) : [];
  return [...(await wordsIn(quickInput.widget, ".quick-input-list")), ...rows.flatMap(rowWords)];
}

/** What the modal dialog shows. */
export async function dialogWords({ page }: Workbench): Promise<readonly string[]> {
  return wordsIn(page.locator(".monaco-dialog-box:visible"));
}

/** What the toasts show. */
export async function toastWords({ page }: Workbench): Promise<readonly string[]> {
  return wordsIn(page.locator(".notification-toast .notification-list-item"));
}

/** What the result page shows, and what it says to a screen reader. Code is left out. */
export async function pageWords(frame: Frame): Promise<readonly string[]> {
  return wordsIn(frame.locator("html"));
}

function rowWords(row: Awaited<ReturnType<typeof allRows>>[number]): readonly string[] {
  return [row.label, row.description, row.detail, row.separator, row.ariaLabel, ...row.buttons];
}

/** Texts and the attributes that people hear or see, of every element below these but those that are skipped. */
async function wordsIn(roots: Locator, skip = "pre, script, style"): Promise<readonly string[]> {
  return roots.evaluateAll((elements, skipped) => {
    const found: string[] = [];
    const visit = (node: Node): void => {
      if (node instanceof Text) found.push(node.data);
      if (!(node instanceof Element)) return;
      if (node.matches(skipped) || !node.checkVisibility()) return;
      for (const name of ["aria-label", "alt", "placeholder", "title"]) {
        const value = node.getAttribute(name);
        if (value !== null) found.push(value);
      }
      for (const child of node.childNodes) visit(child);
    };
    for (const element of elements) visit(element);
    return found.map((text) => text.trim()).filter((text) => text !== "");
  }, skip);
}
