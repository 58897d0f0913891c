import type { Frame } from "playwright-core";
import { until } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";

/** What the result page shows. */
export interface ShownCard {
  title: string;
  /** The line of the sandbox, or "". */
  sandbox: string;
  context: string;
  summary: string[];
  /** Values by label, of all blocks of rows; a note follows its value after a dash. */
  rows: Record<string, string>;
  /** The table's rows: cells, then the notes below them. */
  table: { cells: string[]; notes: string[] }[];
  /** Items of lists and of steps, by the block's title. */
  lists: Record<string, string[]>;
  /** Tiles by label: state, then notes. */
  tiles: Record<string, string[]>;
  /** Folded text by its title; of text in several forms, the first one. */
  folds: Record<string, string>;
  /** Buttons of the whole result, not those beside a value, a row or a fold. */
  buttons: string[];
}

/** Waits until the result page has this heading, and a summary that begins so, and returns what it shows. */
export async function resultCard(workbench: Workbench, title: string, summary = ""): Promise<ShownCard> {
  return until(`the result "${title}" ${summary}`, async () => {
    const card = await readCard(await workbench.resultPage());
    return card.title === title && (card.summary[0] ?? "").startsWith(summary) && card;
  });
}

/** Presses a button of the result. */
export async function pressInResult(workbench: Workbench, button: string): Promise<void> {
  const frame = await workbench.resultPage();
  await frame.locator("button").getByText(button, { exact: true }).click();
}

/** What the page shows now. */
export async function readCard(frame: Frame): Promise<ShownCard> {
  return frame.evaluate((): ShownCard => {
    const all = (root: ParentNode, selector: string): Element[] => [...root.querySelectorAll(selector)];
    const texts = (root: ParentNode, selector: string): string[] =>
      all(root, selector).map((element) => element.textContent);
    const text = (root: ParentNode, selector: string): string => texts(root, selector)[0] ?? "";
    const by = <T>(elements: Element[], key: string, value: (element: Element) => T): Record<string, T> =>
      Object.fromEntries(elements.map((element) => [text(element, key), value(element)]));
    return {
      title: text(document, "h1"),
      sandbox: text(document, "header.sandbox"),
      context: text(document, ".context"),
      summary: texts(document, ".summary"),
      rows: by(all(document, ".row"), "dt", (row) =>
        [text(row, ".row-value > :first-child"), ...texts(row, "dd .note")].join(" – "),
      ),
      table: all(document, "tbody tr:not(.notes)").map((row) => ({
        cells: texts(row, "[data-column]"),
        notes: row.classList.contains("noted") ? texts(row.nextElementSibling ?? row, ".note") : [],
      })),
      lists: by(all(document, "section:has(> ul.list, > ol.steps)"), "h2", (block) => texts(block, "li")),
      tiles: by(all(document, ".tile"), ".tile-label", (tile) => [
        text(tile, ".tile-state"),
        ...texts(tile, ".note"),
      ]),
      folds: by(all(document, "section:has(> .fold)"), "h2", (block) => text(block, "pre")),
      buttons: texts(document, ".actions button"),
    };
  });
}
