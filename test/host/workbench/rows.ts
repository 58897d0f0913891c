import type { Locator } from "playwright-core";
import { until } from "../until.ts";

/** Maximum time for a row or list to appear, in milliseconds, before the search starts over. */
const timeout = 5_000;

/** A row of a VS Code list. A list renders only the rows on screen, but `index` counts all rows. */
export interface ListRow {
  index: number;
  last: boolean;
  /** Text that a screen reader announces. */
  ariaLabel: string;
  label: string;
  description: string;
  detail: string;
  separator: string;
  level: number;
  focused: boolean;
  selected: boolean;
  checked: boolean;
  /** Undefined for a row without children. */
  expanded: boolean | undefined;
  /** The codicon's name, such as "globe". */
  icon: string;
  buttons: string[];
}

/** Returns the visible rows from the top. A class restricts the search and makes it cheaper. */
export async function renderedRows(list: Locator, ofClass = ""): Promise<ListRow[]> {
  // Skip sticky rows at the top, which are copies.
  const shown = list.locator(`.monaco-list-rows > .monaco-list-row${ofClass}`);
  const rows = await shown.evaluateAll((elements) => {
    // VS Code doesn't update data-last-element when a list shrinks or grows, so compare positions.
    const bottom = (row: Element): number => {
      const { height, top } = row instanceof HTMLElement ? row.style : { height: "", top: "" };
      return parseFloat(top) + parseFloat(height);
    };
    const lowest = elements.toSorted((a, b) => bottom(a) - bottom(b)).at(-1);
    const height = lowest?.parentElement?.style.height ?? "";
    const reachesEnd = lowest !== undefined && bottom(lowest) >= parseFloat(height);
    return elements.map((row): ListRow => {
      const text = (selector: string): string => row.querySelector(selector)?.textContent ?? "";
      // VS Code reuses rows and hides the parts of the previous row instead of removing them.
      const visibleText = (selector: string): string =>
        row.querySelector(selector)?.checkVisibility() === true ? text(selector) : "";
      const expanded = row.getAttribute("aria-expanded");
      const icon = row.querySelector(".custom-view-tree-node-item-icon, .quick-input-list-row .codicon");
      return {
        index: Number(row.getAttribute("data-index")),
        last: row === lowest && reachesEnd,
        ariaLabel: row.getAttribute("aria-label") ?? "",
        label: text(".label-name").trim(),
        description: text(".label-description"),
        detail: visibleText(".quick-input-list-label-meta .label-name"),
        separator: row.querySelector(".quick-input-list-separator-border")
          ? visibleText(".quick-input-list-separator")
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

/** Returns all rows from first to last. Scrolls as far as needed, and then back to the top. */
export async function allRows(list: Locator): Promise<ListRow[]> {
  let rendered = await renderedRows(list);
  const byIndex = new Map<number, ListRow>();
  const isFirst = ({ index }: ListRow): boolean => index === 0;
  if (rendered.length > 0 && !rendered.some(isFirst)) rendered = await scroll(list, rendered, "top");
  for (;;) {
    for (const row of rendered) byIndex.set(row.index, row);
    if (rendered.length === 0 || rendered.some((row) => row.last)) break;
    rendered = await scroll(list, rendered, "page");
  }
  if (rendered.length > 0 && !rendered.some(isFirst)) await scroll(list, rendered, "top");
  return [...byIndex.values()];
}

/** Scrolls until a row is completely visible. Otherwise, pressing the row would move it away from the pointer. */
export async function reveal(list: Locator, index: number): Promise<Locator> {
  const row = list.locator(`.monaco-list-rows > .monaco-list-row[data-index="${index}"]`);
  let rendered = await renderedRows(list);
  while (!rendered.some((one) => one.index === index)) {
    // Scroll by less than a page, so that the row doesn't end up below the sticky rows.
    rendered = await scroll(list, rendered, rendered.some((one) => one.index < index) ? "half" : "top");
  }
  const isHidden = (element: Element): boolean => {
    const list = element.closest(".monaco-list")?.getBoundingClientRect();
    return list !== undefined && element.getBoundingClientRect().bottom - list.bottom > 0.5;
  };
  await until("the whole row to be visible", async () => {
    if (!(await row.evaluate(isHidden, undefined, { timeout }))) return true;
    await wheel(list, "row");
    return false;
  });
  return row;
}

/** The distance to scroll a list: to the top, by a page, by half a page, or by less than a row. */
type Distance = "top" | "page" | "half" | "row";

/**
 * Scrolls until other rows are visible or the end is reached, and returns the visible rows. A list may shrink
 * meanwhile.
 */
async function scroll(list: Locator, before: readonly ListRow[], distance: Distance): Promise<ListRow[]> {
  const indexes = (rows: readonly ListRow[]): string => rows.map((row) => row.index).join();
  return until("the list to scroll", async () => {
    // A list that has just grown ignores the wheel until its next frame, which a background window renders late.
    await wheel(list, distance);
    const rows = await renderedRows(list);
    const isAtEnd = distance === "top" ? rows.some((row) => row.index === 0) : rows.some((row) => row.last);
    return (isAtEnd || rows.length === 0 || indexes(rows) !== indexes(before)) && rows;
  });
}

/** Turns the wheel over a list. VS Code scrolls by 50 pixels per 120 units of the wheel. */
async function wheel(list: Locator, distance: Distance): Promise<void> {
  const turn = (element: Element, far: Distance): void => {
    // Leaves an overlap, so that each row is completely visible once. The highest rows have two lines.
    const page = Math.max(25, element.clientHeight - 50);
    const deltaY = { top: -1_000_000, page, half: Math.max(25, page / 2), row: 25 }[far];
    const init = { deltaY, wheelDeltaY: Math.round((-deltaY * 120) / 50), bubbles: true };
    element.dispatchEvent(new WheelEvent("wheel", init));
  };
  await list.locator(".monaco-scrollable-element").first().evaluate(turn, distance, { timeout });
}
