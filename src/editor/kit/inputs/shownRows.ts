import { isDeepStrictEqual } from "node:util";
import { type QuickPick, type QuickPickItem, QuickPickItemKind } from "vscode";
import { afterContextKeysApplied } from "../contextKeys.ts";

/**
 * The rows of a pick that change while it is open. VS Code tells which row was chosen by its place alone: chosen just
 * before a change, it is taken for the one that stands there afterwards.
 */
export class ShownRows<T extends QuickPickItem> {
  readonly #pick: QuickPick<T>;
  readonly #keyOf: (row: T) => unknown;
  #text: string | undefined = "";
  /** What may still be on screen, the oldest first; the last is what was set last. */
  #lists: readonly (readonly T[])[] = [[]];

  /** `keyOf` tells a row from others, also where it is drawn anew; one without a key is nobody's place to stay at. */
  constructor(pick: QuickPick<T>, keyOf: (row: T) => unknown) {
    this.#pick = pick;
    this.#keyOf = keyOf;
  }

  /** Whether the rows that were set last are those on screen. */
  get settled(): boolean {
    return this.#lists.length === 1;
  }

  /** The rows that were set last. */
  get #current(): readonly T[] {
    return this.#lists.at(-1) ?? [];
  }

  /**
   * Sets the rows, and returns those that stand now: the ones before, where nothing changes. `shown` is called once they
   * are on screen, unless others were set meanwhile.
   */
  set(rows: readonly T[], shown?: () => void): readonly T[] {
    if (isDeepStrictEqual(rows, this.#current)) return this.#current;
    // Typed text puts the best match first. Rows that come while nothing is typed leave the user where he is.
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

  /** Shows the rows that are set next from the first one on. */
  startOver(): void {
    this.#text = undefined;
  }

  /** Whether a row has the place it had in all that may be on screen, as far as `same` can tell. */
  isCertain(row: T, same: (other: T) => boolean): boolean {
    const place = this.#current.indexOf(row);
    if (place === -1) return false;
    return this.#lists.every((rows) => {
      const other = rows[place];
      // Where nothing stood that can be chosen, nothing was.
      return other === undefined || other.kind === QuickPickItemKind.Separator || same(other);
    });
  }

  /** The row among these that the user is at. */
  #activeAmong(rows: readonly T[]): T | undefined {
    const [active] = this.#pick.activeItems;
    const key = active === undefined ? undefined : this.#keyOf(active);
    return key === undefined ? undefined : rows.find((row) => this.#keyOf(row) === key);
  }

  async #settle(rows: readonly T[], shown: (() => void) | undefined): Promise<void> {
    // VS Code passes rows on in the next turn.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await afterContextKeysApplied();
    const at = this.#lists.indexOf(rows);
    if (at > 0) this.#lists = this.#lists.slice(at);
    if (this.settled) shown?.();
  }
}
