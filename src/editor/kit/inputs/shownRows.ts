import { isDeepStrictEqual } from "node:util";
import { type QuickPick, type QuickPickItem, QuickPickItemKind } from "vscode";
import { afterContextKeysApplied } from "../contextKeys.ts";

/**
 * The rows of a quick pick that change while it is open. VS Code reports a chosen row by its index only, so a row
 * that is chosen just before an update is mistaken for the new row at that index.
 */
export class ShownRows<T extends QuickPickItem> {
  readonly #pick: QuickPick<T>;
  readonly #keyOf: (row: T) => unknown;
  #text: string | undefined = "";
  /** The lists that may still be on screen, oldest first. The last list is the one that was set last. */
  #lists: readonly (readonly T[])[] = [[]];

  /** `keyOf` identifies a row across updates. The focus can't stay on a row without a key. */
  constructor(pick: QuickPick<T>, keyOf: (row: T) => unknown) {
    this.#pick = pick;
    this.#keyOf = keyOf;
  }

  /** True if the rows that were set last are on screen. */
  get settled(): boolean {
    return this.#lists.length === 1;
  }

  get #current(): readonly T[] {
    return this.#lists.at(-1) ?? [];
  }

  /**
   * Sets the rows and returns the current ones. If nothing changed, the previous array is returned. `shown` is called
   * once the rows are on screen, unless other rows were set meanwhile.
   */
  set(rows: readonly T[], shown?: () => void): readonly T[] {
    if (isDeepStrictEqual(rows, this.#current)) return this.#current;
    // Typing moves the focus to the best match. If only the rows change, the focus stays on its row.
    const stays = this.#pick.value === this.#text;
    this.#text = this.#pick.value;
    const active = stays ? this.#activeAmong(rows) : undefined;
    this.#pick.keepScrollPosition = stays;
    this.#pick.items = rows;
    if (active !== undefined) this.#pick.activeItems = [active];
    this.#lists = [...this.#lists, rows];
    void this.#settle(rows, shown);
    return rows;
  }

  /** Focuses the first row at the next update. */
  startOver(): void {
    this.#text = undefined;
  }

  /** True if every list that may be on screen has the same row, as compared by `same`, at the index of this row. */
  isCertain(row: T, same: (other: T) => boolean): boolean {
    const place = this.#current.indexOf(row);
    if (place === -1) return false;
    return this.#lists.every((rows) => {
      const other = rows[place];
      // The user can't have chosen a separator or an index that didn't exist.
      return other === undefined || other.kind === QuickPickItemKind.Separator || same(other);
    });
  }

  /** Returns the new version of the focused row. */
  #activeAmong(rows: readonly T[]): T | undefined {
    const [active] = this.#pick.activeItems;
    const key = active === undefined ? undefined : this.#keyOf(active);
    return key === undefined ? undefined : rows.find((row) => this.#keyOf(row) === key);
  }

  async #settle(rows: readonly T[], shown: (() => void) | undefined): Promise<void> {
    // VS Code sends the rows to its window in the next turn of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await afterContextKeysApplied();
    const at = this.#lists.indexOf(rows);
    if (at > 0) this.#lists = this.#lists.slice(at);
    if (this.settled) shown?.();
  }
}
