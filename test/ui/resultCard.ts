import type { Frame } from "playwright-core";
import { until } from "../host/until.ts";
import { click, received } from "../host/workbench/keys.ts";
import type { Workbench } from "../host/workbench.ts";

/** The visible content of a result page. */
export interface ShownCard {
  title: string;
  /** The status label beside the title, or "". */
  state: string;
  /** The sandbox notice, or "". */
  sandbox: string;
  context: string;
  summary: string[];
  /** Values of all row blocks by label. A note follows its value after a dash. */
  rows: Record<string, string>;
  /** The table's rows: cells, then the notes below them. */
  table: { cells: string[]; notes: string[] }[];
  /** List items by the block's title. A code follows its text. */
  lists: Record<string, string[]>;
  /** Collapsed texts by title. Only the first form of a text with several forms. */
  folds: Record<string, string>;
  /**
   * Buttons of the whole result, visible ones before those in the menu. Excludes icon buttons and those of a value, a
   * row or a fold.
   */
  buttons: string[];
  /** Last announcement to screen readers. */
  announced: string;
}

/** Announcements by result title. Such a result is the connection's page, whose heading is the connection's name. */
const announcements: Readonly<Record<string, string>> = {
  "Connection created": "Created. ",
  "Connection saved": "Saved. ",
};

/**
 * Waits until the result page has this heading or made the corresponding announcement, and has a summary that starts
 * with this text. Returns the page's content.
 */
export async function resultCard(
  workbench: Workbench,
  title: string | RegExp,
  summary = "",
): Promise<ShownCard> {
  const isIt = (shown: ShownCard): boolean => {
    if (typeof title !== "string") return title.test(shown.title);
    const announcement = announcements[title];
    return announcement === undefined ? shown.title === title : shown.announced.startsWith(announcement);
  };
  return until(`the result "${String(title)}" ${summary}`, async () => {
    const card = await readCard(await workbench.resultPage());
    return isIt(card) && (card.summary[0] ?? "").startsWith(summary) && card;
  });
}

/** Presses a button of the result, opening "More Actions" if the button is in that menu. */
export async function pressInResult(workbench: Workbench, button: string): Promise<void> {
  await pressIn(await workbench.resultPage(), button);
}

/** Presses a button in this page. Some buttons show an icon instead of their text. */
export async function pressIn(frame: Frame, button: string): Promise<void> {
  const words = frame.locator("button").getByText(button, { exact: true });
  const inSight = words.or(frame.locator(`.tool[title="${button}"]`)).filter({ visible: true });
  await until(`the button "${button}"`, async () => {
    // A page that renders again meanwhile closes its menu.
    if ((await inSight.count()) === 0) await click(frame.locator("#more"));
    return received(inSight.first(), () => inSight.first().click({ timeout: 5_000 }));
  });
}

/** Returns the current content of the page. */
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
      state: text(document, ".head-line .pill"),
      sandbox: text(document, "header.sandbox"),
      context: texts(document, ".context > span").join(" · "),
      summary: texts(document, ".summary"),
      rows: by(all(document, ".row"), "dt", (row) =>
        [text(row, ".row-value > :first-child"), ...texts(row, "dd .note")].join(" – "),
      ),
      table: all(document, "tbody tr:not(.notes)").map((row) => ({
        cells: texts(row, "[data-column]"),
        notes: row.classList.contains("noted") ? texts(row.nextElementSibling ?? row, ".note") : [],
      })),
      lists: by(all(document, "section:has(> .messages)"), "h2", (block) =>
        all(block, ".item").map((item) => {
          const code = text(item, "code");
          return code === "" ? text(item, "span") : `${text(item, "span")} (${code})`;
        }),
      ),
      folds: by(all(document, "section:has(> .fold)"), "h2", (block) => text(block, "pre")),
      announced: text(document, ".announcer"),
      buttons: [...texts(document, ".actions button"), ...texts(document, ".menu-item:not(.narrow-only)")],
    };
  });
}
