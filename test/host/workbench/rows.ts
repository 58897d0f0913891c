import type { Locator } from "playwright-core";
import { until } from "../until.ts";

/** Maximum time for a row or list to appear, in milliseconds, before the search starts over. */
const timeout = 5_000;

/** A row of any of VS Code's lists. A list renders only the rows on screen; `index` counts all of them. */
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
  /** Undefined for a row that has no children. */
  expanded: boolean | undefined;
  /** The codicon's name, such as "globe". */
  icon: string;
  buttons: string[];
}

/** Returns the visible rows from the top. A class restricts the search and makes it cheaper. */
export async function renderedRows(list: Locator, ofClass = ""): Promise<ListRow[]> {
  // What sticks at the top while its children are scrolled is a copy.
  const shown = list.locator(`.monaco-list-rows > .monaco-list-row${ofClass}`);
  const rows = await shown.evaluateAll((elements) => {
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
      // VS Code reuses rows and hides the parts of the previous row instead of removing them.
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

/** All rows, from the first to the last: scrolls as far as needed, and back up. */
export async function allRows(list: Locator): Promise<ListRow[]> {
  let rendered = await renderedRows(list);
  const found = new Map<number, ListRow>();
  const isFirst = ({ index }: ListRow): boolean => index === 0;
  if (rendered.length > 0 && !rendered.some(isFirst)) rendered = await scroll(list, rendered, "top");
  for (;;) {
    for (const row of rendered) found.set(row.index, row);
    if (rendered.length === 0 || rendered.some((row) => row.last)) break;
    rendered = await scroll(list, rendered, "page");
  }
  if (rendered.length > 0 && !rendered.some(isFirst)) await scroll(list, rendered, "top");
  return [...found.values()];
}

/** Scrolls as far as needed for a row to be on screen: whole, or a press would move it from under the pointer. */
export async function reveal(list: Locator, index: number): Promise<Locator> {
  const row = list.locator(`.monaco-list-rows > .monaco-list-row[data-index="${index}"]`);
  let rendered = await renderedRows(list);
  while (!rendered.some((one) => one.index === index)) {
    const isBelow = rendered.some((one) => one.index < index);
    // Scroll by less than a page, so that the row doesn't end up below the sticky rows.
    rendered = await scroll(list, rendered, isBelow ? "half" : "top");
  }
  const isHidden = (element: Element): boolean => {
    const whole = element.closest(".monaco-list")?.getBoundingClientRect();
    return whole !== undefined && element.getBoundingClientRect().bottom - whole.bottom > 0.5;
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
    // A list that has just grown takes no wheel before its next frame, which a window in the background draws late.
    await wheel(list, distance);
    const rows = await renderedRows(list);
    const end = distance === "top" ? rows.some((row) => row.index === 0) : rows.some((row) => row.last);
    return (end || rows.length === 0 || indexes(rows) !== indexes(before)) && rows;
  });
}

/** Turns the wheel over a list. VS Code scrolls by 50 pixels for each 120 of a wheel. */
async function wheel(list: Locator, distance: Distance): Promise<void> {
  const scrollable = list.locator(".monaco-scrollable-element").first();
  const turn = (element: Element, far: Distance): void => {
    // So that each row is seen whole once: the highest ones have two lines.
    const page = Math.max(25, element.clientHeight - 50);
    const deltaY = { top: -1_000_000, page, half: Math.max(25, page / 2), row: 25 }[far];
    const init = { deltaY, wheelDeltaY: Math.round((-deltaY * 120) / 50), bubbles: true };
    element.dispatchEvent(new WheelEvent("wheel", init));
  };
  await scrollable.evaluate(turn, distance, { timeout });
}
