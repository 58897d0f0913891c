import { l10n, QuickPickItemKind, window } from "vscode";
import type { QuickPick, QuickPickItem } from "vscode";
import { LiveListing } from "./liveListing.ts";
import type { LoadRows } from "./liveListing.ts";
import { ask, rowOf } from "./ask.ts";
import type { Answer, Choice, Frame } from "./ask.ts";
import { ShownRows } from "./shownRows.ts";
import { nothingListed, whyNotListed } from "./listWords.ts";

export interface LivePickOptions<T, V> {
  readonly frame: Frame;
  readonly placeholder: string;
  readonly prompt?: string;
  readonly load: LoadRows<T>;
  /** A row; `undefined` leaves it out. */
  readonly row: (item: T) => Choice<V> | undefined;
  /** What typed text stands for: a row of its own, or why it stands for nothing. */
  readonly typed: (text: string) => { readonly choice: Choice<V> } | { readonly fault: string };
  /** The text to begin with. */
  readonly value: string;
}

type Item<V> = QuickPickItem & { readonly choice?: Choice<V>; readonly isTyped?: boolean };

/**
 * Asks for one of what the service lists, or for typed text. The list fills while it is open; the service searches
 * where it holds more than is shown, and where it cannot list, the prompt says why and typing works all the same.
 */
export async function pickLive<T, V>(options: LivePickOptions<T, V>): Promise<Answer<V>> {
  const pick = window.createQuickPick<Item<V>>();
  pick.placeholder = options.placeholder;
  pick.prompt = options.prompt;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.value = options.value;
  const list = new LiveList(pick, options);
  const answer = ask<V>(
    pick,
    options.frame,
    () => list,
    () => pick.onDidChangeValue((text) => list.search(text)),
    (accept) =>
      pick.onDidAccept(() => {
        // Not the active one: VS Code tells of that later, when more may have been typed.
        const [row] = pick.selectedItems;
        if (row?.choice === undefined) list.complain(pick.value);
        else if (list.isCertain(row)) accept(row.choice.value);
      }),
  );
  list.begin();
  return answer;
}

/** What the list of one pick shows. */
class LiveList<T, V> {
  readonly #pick: QuickPick<Item<V>>;
  readonly #options: LivePickOptions<T, V>;
  readonly #listing: LiveListing<T>;
  readonly #rows: ShownRows<Item<V>>;

  constructor(pick: QuickPick<Item<V>>, options: LivePickOptions<T, V>) {
    this.#pick = pick;
    this.#options = options;
    this.#rows = new ShownRows(pick, (row) => (row.isTyped === true ? undefined : row.choice?.value));
    this.#listing = new LiveListing(options.load, () => this.#draw());
  }

  begin(): void {
    this.#listing.begin();
  }

  /** Narrows the list: here if all of it is known, by the service otherwise. */
  search(text: string): void {
    this.#draw();
    this.#listing.search(text);
  }

  /** Whether a chosen row is the one that was on screen. Typed text stands for itself, whatever it was before. */
  isCertain(row: Item<V>): boolean {
    return this.#rows.isCertain(row, (other) =>
      row.isTyped === true ? other.isTyped === true : other.choice?.value === row.choice?.value,
    );
  }

  /** Says why typed text cannot be accepted. */
  complain(text: string): void {
    if (text === "") return;
    const typed = this.#options.typed(text);
    if ("fault" in typed) this.#pick.prompt = typed.fault;
  }

  dispose(): void {
    this.#listing.dispose();
  }

  #draw(): void {
    const text = this.#pick.value;
    const { busy, chosenByService, cut, listing } = this.#listing;
    const rows = listing.rows.flatMap((item): readonly (Item<V> & { readonly choice: Choice<V> })[] => {
      const choice = this.#options.row(item);
      return choice === undefined ? [] : [{ ...rowOf(choice), alwaysShow: chosenByService, choice }];
    });
    const known = rows.some(({ choice, label }) => label === text || choice.value === text);
    const typed = text === "" || known ? undefined : this.#options.typed(text);
    // Typed text comes last: somebody who types a part of a name means the row that is found.
    this.#rows.set([
      ...rows,
      ...(typed !== undefined && "choice" in typed
        ? [{ ...rowOf(typed.choice), alwaysShow: true, choice: typed.choice, isTyped: true }]
        : []),
      ...(cut
        ? [{ label: l10n.t("There are more: type to narrow"), kind: QuickPickItemKind.Separator }]
        : []),
    ]);
    this.#pick.busy = busy;
    this.#pick.prompt = typed !== undefined && "fault" in typed ? typed.fault : this.#usualPrompt();
  }

  #usualPrompt(): string | undefined {
    const { empty, listing } = this.#listing;
    if (listing.kind === "failed") return whyNotListed(listing.error);
    return this.#options.prompt ?? (empty ? nothingListed() : undefined);
  }
}
