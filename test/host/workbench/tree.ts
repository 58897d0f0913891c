import type { Locator, Page } from "playwright-core";
import { patience, until, within } from "../until.ts";
import { takeFromMenu } from "./menu.ts";
import { allRows, reveal, type ListRow } from "./rows.ts";

/** How long a row may take to be pressed before it is looked for again, in milliseconds. */
const timeout = 5_000;

/** How long a menu may take to open before it is taken for lost, in milliseconds on a quiet machine. */
const lost = 4_000;

/**
 * A tree view in the side bar. A row is named by its label, or by the labels on the way to it where one alone is not
 * enough: `["Limits", "Seats"]`.
 */
export class Tree {
  readonly #page: Page;
  readonly #sideBar: Locator;
  readonly #view: Locator;
  readonly #list: Locator;

  /** `title` is what the view is called in the window's language, `id` what the manifest calls it. */
  constructor(page: Page, title: string, id: string) {
    this.#page = page;
    this.#sideBar = page.locator(".part.sidebar");
    this.#view = this.#sideBar.locator(".pane", { has: page.locator(`.view-${id.replace(".", "-")}`) });
    this.#list = this.#view.locator(`.monaco-list[role=tree][aria-label="${title}"]`);
  }

  /** All rows that are not hidden in a collapsed parent. */
  async rows(): Promise<ListRow[]> {
    return allRows(this.#list);
  }

  /** Waits for a row and returns it. */
  async row(...path: readonly string[]): Promise<ListRow> {
    return until(`the tree row ${path.join(" › ")}`, async () => find(await this.rows(), path));
  }

  /** Waits until the row is as asked and returns it. */
  async waitForRow(path: readonly string[], fits: (row: ListRow) => boolean): Promise<ListRow> {
    return until(`the tree row ${path.join(" › ")} to be as asked`, async () => {
      const row = find(await this.rows(), path);
      return row && fits(row) && row;
    });
  }

  async expand(...path: readonly string[]): Promise<void> {
    await this.#turn(path, true);
  }

  async collapse(...path: readonly string[]): Promise<void> {
    await this.#turn(path, false);
  }

  async select(...path: readonly string[]): Promise<void> {
    await this.#press(path, (row) => row.click({ timeout }));
  }

  /** Presses an inline action, by its tooltip. */
  async inline(action: string, ...path: readonly string[]): Promise<void> {
    await this.#press(path, async (row) => {
      await row.hover({ timeout });
      await row.getByRole("button", { name: action, exact: true }).click({ timeout });
    });
  }

  /** Opens a row's context menu and takes an item. */
  async contextMenu(item: string, ...path: readonly string[]): Promise<void> {
    // A menu that opens while its row is drawn anew may close by itself: it is opened again.
    const open = async (): Promise<boolean> => (await this.#page.locator(".monaco-menu:visible").count()) > 0;
    const take = async (): Promise<boolean> => {
      await this.#press(path, (row) => row.click({ button: "right", timeout }));
      return (await within(lost, open)) === true && takeFromMenu(this.#page, item);
    };
    await until(`"${item}" of ${path.join(" › ")} to be taken`, take, 3 * patience);
  }

  /** The text that stands in an empty view, with its buttons and links. */
  async welcome(): Promise<string> {
    const welcome = this.#sideBar.locator(".welcome-view-content:visible");
    await welcome.waitFor();
    return welcome.innerText();
  }

  /** Presses a button or link of the welcome text. */
  async pressWelcome(name: string): Promise<void> {
    const welcome = this.#sideBar.locator(".welcome-view-content:visible");
    await welcome.locator(".monaco-button, a").getByText(name, { exact: true }).click();
  }

  /** The line above the rows, or "". */
  async message(): Promise<string> {
    const message = this.#view.locator(".tree-explorer-viewlet-tree-view .message:not(.hide)");
    return (await message.allInnerTexts()).join("\n");
  }

  /** What stands behind the title of the view, or "". */
  async description(): Promise<string> {
    return (await this.#view.locator(".pane-header .description").allInnerTexts()).join("\n");
  }

  /** How old the rows are, as the line above them says, or "". */
  async age(): Promise<string> {
    return /(Can't reach the service\. )?As of .+\.$/.exec(await this.message())?.[0] ?? "";
  }

  async #turn(path: readonly string[], open: boolean): Promise<void> {
    if ((await this.row(...path)).expanded !== open) {
      await this.#press(path, (row) => row.locator(".monaco-tl-twistie").click({ timeout }));
    }
    await until(`the tree row ${path.join(" › ")} to ${open ? "show" : "hide"} its children`, async () => {
      const rows = await this.rows();
      const row = find(rows, path);
      if (row?.expanded !== open) return false;
      // The row turns at once; its children come when the extension has named them.
      const next = rows[rows.indexOf(row) + 1];
      return (next !== undefined && next.level > row.level) === open;
    });
  }

  /**
   * Uses the pointer on a row. A list that is drawn anew meanwhile gives its place to another row, and a hover may stand
   * before it: the row is looked for again, from a pointer that rests elsewhere.
   */
  async #press(path: readonly string[], use: (row: Locator) => Promise<void>): Promise<void> {
    await until(`the tree row ${path.join(" › ")} to be pressed`, async () => {
      const { index } = await this.row(...path);
      try {
        await use(await reveal(this.#list, index));
      } catch (error) {
        await this.#page.mouse.move(0, 0);
        throw error;
      }
      return true;
    });
  }
}

/** The row whose ancestors' labels, nearest last, end with `path`. */
function find(rows: readonly ListRow[], path: readonly string[]): ListRow | undefined {
  const ancestors: string[] = [];
  for (const row of rows) {
    ancestors.length = row.level - 1;
    ancestors.push(row.label);
    if (path.every((label, place) => ancestors.at(place - path.length) === label)) return row;
  }
  return undefined;
}
