import type { Frame, Locator } from "playwright-core";
import { allRows } from "../host/workbench/rows.ts";
import type { Workbench } from "../host/workbench.ts";

/** Returns the texts of the side bar and its tree rows, including those for screen readers. */
export async function sideBarWords(workbench: Workbench): Promise<readonly string[]> {
  const sideBar = workbench.page.locator(".part.sidebar");
  const isEmpty = (await sideBar.locator(".monaco-list").count()) === 0;
  const { connections, entitlements } = workbench;
  const rows = isEmpty ? [] : [...(await connections.rows()), ...(await entitlements.rows())];
  return [...(await wordsIn(sideBar)), ...rows.flatMap(rowWords)];
}

/** Returns the texts of the quick input and its rows, including those for screen readers. */
export async function quickInputWords({ quickInput }: Workbench): Promise<readonly string[]> {
  const list = quickInput.widget.locator(".quick-input-list .monaco-list:visible");
  const rows = (await list.count()) > 0 ? await allRows(list) : [];
  return [...(await wordsIn(quickInput.widget, ".quick-input-list")), ...rows.flatMap(rowWords)];
}

/** Returns the texts of the modal dialog. */
export async function dialogWords({ page }: Workbench): Promise<readonly string[]> {
  return wordsIn(page.locator(".monaco-dialog-box:visible"));
}

/** Returns the texts of the notifications. */
export async function toastWords({ page }: Workbench): Promise<readonly string[]> {
  return wordsIn(page.locator(".notification-toast .notification-list-item"));
}

/** Returns the texts of the result page, including those for screen readers but not code. */
export async function pageWords(frame: Frame): Promise<readonly string[]> {
  return wordsIn(frame.locator("html"));
}

function rowWords(row: Awaited<ReturnType<typeof allRows>>[number]): readonly string[] {
  return [row.label, row.description, row.detail, row.separator, row.ariaLabel, ...row.buttons];
}

/** Returns the texts and spoken or visible attributes of all elements below these, except the skipped ones. */
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
