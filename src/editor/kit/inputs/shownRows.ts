import { isDeepStrictEqual } from "node:util";
import { type QuickPick, type QuickPickItem, QuickPickItemKind } from "vscode";
import { afterContextKeysApplied } from "../contextKeys.ts";

/**
 * Changes the rows of a quick pick while it is open. VS Code reports only the index of a chosen row. If the rows change
 * just as the user chooses one, the row that is now at this index would be accepted by mistake.
 */
export class ShownRows<T extends QuickPickItem> {
  readonly #pick: QuickPick<T>;
  readonly #keyOf: (row: T) => unknown;
  #text: string | undefined = "";
  /** The versions of the list that may still be on screen, oldest first. The last entry is the current version. */
  #lists: readonly (readonly T[])[] = [[]];

  /** `keyOf` identifies a row across updates. A row without a key loses the focus at an update. */
  constructor(pick: QuickPick<T>, keyOf: (row: T) => unknown) {
    this.#pick = pick;
    this.#keyOf = keyOf;
  }

  /** True if the current rows are certainly on screen. */
  get settled(): boolean {
    return this.#lists.length === 1;
  }

  get #current(): readonly T[] {
    return this.#lists.at(-1) ?? [];
  }

  /**
   * Sets the rows and returns them, or returns the previous array if nothing changed. `shown` is called once the rows
   * are on screen, unless newer rows have replaced them.
   */
  set(rows: readonly T[], shown?: () => void): readonly T[] {
    if (isDeepStrictEqual(rows, this.#current)) return this.#current;
    // When the user types, the focus moves to the best match. If only the rows change, the focus stays on the same
    // row.
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

  /** Makes the next update move the focus to the first row. */
  startOver(): void {
    this.#text = undefined;
  }

  /**
   * True if each version of the list that may be on screen has this row at the same index. `isSame` compares a row of
   * another version with this row.
   */
  isCertain(row: T, isSame: (other: T) => boolean): boolean {
    const index = this.#current.indexOf(row);
    if (index === -1) return false;
    return this.#lists.every((rows) => {
      const other = rows[index];
      // If a version of the list has no selectable row at this index, the user can't have chosen from that version.
      return other === undefined || other.kind === QuickPickItemKind.Separator || isSame(other);
    });
  }

  /** Returns the row that has the same key as the focused row. */
  #activeAmong(rows: readonly T[]): T | undefined {
    const [active] = this.#pick.activeItems;
    const key = active && this.#keyOf(active);
    if (key === undefined) return undefined;
    return rows.find((row) => this.#keyOf(row) === key);
  }

  async #settle(rows: readonly T[], shown: (() => void) | undefined): Promise<void> {
    // VS Code sends the rows to its window in the next iteration of the event loop.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await afterContextKeysApplied();
    const at = this.#lists.indexOf(rows);
    if (at > 0) this.#lists = this.#lists.slice(at);
    if (this.settled) shown?.();
  }
}
