import type { Locator } from "playwright-core";
import { until } from "../until.ts";

/** A row of any of VS Code's lists. A list renders only the rows on screen; `index` counts all of them. */
export interface ListRow {
  index: number;
  last: boolean;
  /** What a screen reader says. */
  ariaLabel: string;
  label: string;
  description: string;
  detail: string;
  separator: string;
  level: number;
  focused: boolean;
  selected: boolean;
  checked: boolean;
  /** Undefined for a row that has no children. */
  expanded: boolean | undefined;
  /** The codicon's name, such as "globe". */
  icon: string;
  buttons: string[];
}

/** The rows on screen, from the top. */
export async function renderedRows(list: Locator): Promise<ListRow[]> {
  const rows = await list.locator(".monaco-list-row").evaluateAll((elements) =>
    elements.map((row): ListRow => {
      const text = (selector: string): string => row.querySelector(selector)?.textContent ?? "";
      const expanded = row.getAttribute("aria-expanded");
      const icon = row.querySelector(".custom-view-tree-node-item-icon, .quick-input-list-row .codicon");
      return {
        index: Number(row.getAttribute("data-index")),
        last: row.getAttribute("data-last-element") === "true",
        ariaLabel: row.getAttribute("aria-label") ?? "",
        label: text(".label-name").trim(),
        description: text(".label-description"),
        detail: text(".quick-input-list-label-meta .label-name"),
        separator: row.querySelector(".quick-input-list-separator-border")
          ? text(".quick-input-list-separator")
          : "",
        level: Number(row.getAttribute("aria-level")),
        focused: row.classList.contains("focused"),
        selected: row.classList.contains("selected"),
        checked: row.getAttribute("aria-checked") === "true",
        expanded: expanded === null ? undefined : expanded === "true",
        icon: [...(icon?.classList ?? [])].find((name) => /^codicon-(?!colored)/.test(name))?.slice(8) ?? "",
        buttons: [...row.querySelectorAll("[role=toolbar] [role=button]")].map(
          (button) => button.getAttribute("aria-label") ?? "",
        ),
      };
    }),
  );
  return rows.sort((a, b) => a.index - b.index);
}

/** All rows, from the first to the last: scrolls down as far as needed, and back up. */
export async function allRows(list: Locator): Promise<ListRow[]> {
  const found = new Map<number, ListRow>();
  for (;;) {
    const rendered = await renderedRows(list);
    for (const row of rendered) found.set(row.index, row);
    if (rendered.length === 0 || rendered.some((row) => row.last)) break;
    await scroll(list, 120);
  }
  if ((await renderedRows(list)).some((row) => row.index === 0) || found.size === 0)
    return [...found.values()];
  await scroll(list, -1_000_000);
  return [...found.values()];
}

async function scroll(list: Locator, pixels: number): Promise<void> {
  const before = JSON.stringify((await renderedRows(list)).map((row) => row.index));
  const scrollable = list.locator(".monaco-scrollable-element").first();
  await scrollable.dispatchEvent("wheel", { deltaY: pixels, wheelDeltaY: -pixels, bubbles: true });
  await until("the list to scroll", async () => {
    return JSON.stringify((await renderedRows(list)).map((row) => row.index)) !== before;
  });
}
