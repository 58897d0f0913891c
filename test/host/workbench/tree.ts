import type { Locator, Page } from "playwright-core";
import { until } from "../until.ts";
import { click, received } from "./keys.ts";
import { takeFromMenu } from "./menu.ts";
import { allRows, reveal, type ListRow } from "./rows.ts";

/** Maximum time to press a row, in milliseconds, before the search starts over. */
const timeout = 5_000;

/**
 * A tree view in the side bar. Rows are identified by their label or, if that is ambiguous, by the labels of their
 * ancestors and their own: `["Limits", "Seats"]`.
 */
export class Tree {
  readonly #page: Page;
  readonly #sideBar: Locator;
  readonly #view: Locator;
  readonly #list: Locator;

  /** `title` is the view's title in the window's language, `id` its ID in the manifest. */
  constructor(page: Page, title: string, id: string) {
    this.#page = page;
    this.#sideBar = page.locator(".part.sidebar");
    this.#view = this.#sideBar.locator(".pane", { has: page.locator(`.view-${id.replace(".", "-")}`) });
    this.#list = this.#view.locator(`.monaco-list[role=tree][aria-label="${title}"]`);
  }

  /** Returns all rows that aren't hidden in a collapsed parent. */
  async rows(): Promise<ListRow[]> {
    return allRows(this.#list);
  }

  /** Waits for a row and returns it. */
  async row(...path: readonly string[]): Promise<ListRow> {
    return until(`the tree row ${path.join(" › ")}`, async () => find(await this.rows(), path));
  }

  /** Waits until the row meets the condition and returns the row. */
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

  /** Presses the inline action with this tooltip. */
  async inline(action: string, ...path: readonly string[]): Promise<void> {
    await this.#press(path, async (row) => {
      await row.hover({ timeout });
      await row.getByRole("button", { name: action, exact: true }).click({ timeout });
    });
  }

  /** Opens a row's context menu and clicks an item. */
  async contextMenu(item: string, ...path: readonly string[]): Promise<void> {
    await takeFromMenu(this.#page, item, () =>
      this.#press(path, (row) => row.click({ button: "right", timeout })),
    );
  }

  /** Returns the text of an empty view with its buttons and links. */
  async welcome(): Promise<string> {
    const welcome = this.#sideBar.locator(".welcome-view-content:visible");
    await welcome.waitFor();
    return welcome.innerText();
  }

  /** Presses a button or link of the welcome text. */
  async pressWelcome(name: string): Promise<void> {
    const welcome = this.#sideBar.locator(".welcome-view-content:visible");
    await click(welcome.locator(".monaco-button, a").getByText(name, { exact: true }));
  }

  /** Returns the message above the rows, or an empty string. */
  async message(): Promise<string> {
    const message = this.#view.locator(".tree-explorer-viewlet-tree-view .message:not(.hide)");
    return (await message.allInnerTexts()).join("\n");
  }

  /** Returns the description after the view's title, or an empty string. */
  async description(): Promise<string> {
    return (await this.#view.locator(".pane-header .description").allInnerTexts()).join("\n");
  }

  /** Returns the age of the rows from the message above them, or an empty string. */
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
      // The row's arrow turns immediately. The children appear when the extension has returned them.
      const next = rows[rows.indexOf(row) + 1];
      return (next !== undefined && next.level > row.level) === open;
    });
  }

  /**
   * Uses the pointer on a row until the row received it. A list that is rendered again may show another row at that
   * position, and a hover may cover the row, so moves the pointer away and searches again.
   */
  async #press(path: readonly string[], use: (row: Locator) => Promise<void>): Promise<void> {
    await until(`the tree row ${path.join(" › ")} to be pressed`, async () => {
      const { ariaLabel, index } = await this.row(...path);
      try {
        const row = await reveal(this.#list, index);
        return await received(row, () => use(row), ariaLabel);
      } catch (error) {
        await this.#page.mouse.move(0, 0);
        throw error;
      }
    });
  }
}

/** Returns the row whose ancestors' labels and own label end with `path`. A label may start with a deadline. */
function find(rows: readonly ListRow[], path: readonly string[]): ListRow | undefined {
  const ancestors: string[] = [];
  for (const row of rows) {
    ancestors.length = row.level - 1;
    ancestors.push(row.label);
    const isNamed = (label: string, depth: number): boolean =>
      ` · ${ancestors.at(depth - path.length) ?? ""}`.endsWith(` · ${label}`);
    if (path.every(isNamed)) return row;
  }
  return undefined;
}
