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
  // What sticks at the top while its children are scrolled is a copy.
  const rows = await list.locator(".monaco-list-rows > .monaco-list-row").evaluateAll((elements) => {
    // The attribute data-last-element is not kept up when a list shrinks or grows: measured instead.
    const bottom = (row: Element): number => {
      const { height, top } = row instanceof HTMLElement ? row.style : { height: "", top: "" };
      return parseFloat(top) + parseFloat(height);
    };
    const lowest = elements.toSorted((a, b) => bottom(a) - bottom(b)).at(-1);
    const whole = lowest?.parentElement?.style.height ?? "";
    const reachesEnd = lowest !== undefined && bottom(lowest) >= parseFloat(whole);
    return elements.map((row): ListRow => {
      const text = (selector: string): string => row.querySelector(selector)?.textContent ?? "";
      // A row that VS Code uses again keeps what it does not show of the one before, hidden.
      const seen = (selector: string): string =>
        row.querySelector(selector)?.checkVisibility() === true ? text(selector) : "";
      const expanded = row.getAttribute("aria-expanded");
      const icon = row.querySelector(".custom-view-tree-node-item-icon, .quick-input-list-row .codicon");
      return {
        index: Number(row.getAttribute("data-index")),
        last: row === lowest && reachesEnd,
        ariaLabel: row.getAttribute("aria-label") ?? "",
        label: text(".label-name").trim(),
        description: text(".label-description"),
        detail: seen(".quick-input-list-label-meta .label-name"),
        separator: row.querySelector(".quick-input-list-separator-border")
          ? seen(".quick-input-list-separator")
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
    });
  });
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

/** Scrolls down as far as needed for a row to be on screen: whole, or a press would move it from under the pointer. */
export async function reveal(list: Locator, index: number): Promise<Locator> {
  const row = list.locator(`.monaco-list-rows > .monaco-list-row[data-index="${index}"]`);
  while (!(await renderedRows(list)).some((one) => one.index === index)) await scroll(list, 60);
  const hidden = async (): Promise<number> => {
    const [inside, whole] = [await row.boundingBox(), await list.boundingBox()];
    return inside === null || whole === null ? 0 : inside.y + inside.height - whole.y - whole.height;
  };
  await until("the row to be seen whole", async () => {
    if ((await hidden()) <= 0.5) return true;
    await wheel(list, 60);
    return false;
  });
  return row;
}

/** Scrolls until other rows are on screen, or there is nothing (any more) to scroll to: a list may shrink meanwhile. */
async function scroll(list: Locator, pixels: number): Promise<void> {
  const indexes = (rows: readonly ListRow[]): string => rows.map((row) => row.index).join();
  const before = indexes(await renderedRows(list));
  await until("the list to scroll", async () => {
    // A list that has just grown takes no wheel before its next frame, which a window in the background draws late.
    await wheel(list, pixels);
    const rows = await renderedRows(list);
    const end = pixels > 0 ? rows.some((row) => row.last) : rows.some((row) => row.index === 0);
    return end || rows.length === 0 || indexes(rows) !== before;
  });
}

async function wheel(list: Locator, pixels: number): Promise<void> {
  const scrollable = list.locator(".monaco-scrollable-element").first();
  await scrollable.dispatchEvent(
    "wheel",
    { deltaY: pixels, wheelDeltaY: -pixels, bubbles: true },
    { timeout: 5_000 },
  );
}
