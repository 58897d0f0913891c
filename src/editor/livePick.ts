import { l10n, QuickPickItemKind, window } from "vscode";
import type { QuickPick, QuickPickItem } from "vscode";
import type { Listing } from "../api/allPages.ts";
import { ask, rowOf } from "./prompts.ts";
import type { Answer, Choice, Frame } from "./prompts.ts";
import { whyNotListed } from "./words/lists.ts";

/** Rows of the service that match a text; `onRows` is told of the rows so far while more are to come. */
export type LoadRows<T> = (
  text: string,
  onRows: (listing: Listing<T>) => void,
  signal: AbortSignal,
) => Promise<Listing<T>>;

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

const debounceMs = 250;

type Item<V> = QuickPickItem & { readonly choice?: Choice<V> };

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
        const choice = pick.activeItems[0]?.choice;
        if (choice !== undefined) accept(choice.value);
        else if (pick.value !== "") list.complain(pick.value);
      }),
  );
  list.begin();
  return answer;
}

/** What the list of one pick shows, and the one request that fills it. */
class LiveList<T, V> {
  readonly #pick: QuickPick<Item<V>>;
  readonly #options: LivePickOptions<T, V>;
  #listing: Listing<T> = { kind: "loading", rows: [], unreadable: 0, more: true };
  #searched = "";
  #loading: AbortController | undefined;
  #waiting: NodeJS.Timeout | undefined;

  constructor(pick: QuickPick<Item<V>>, options: LivePickOptions<T, V>) {
    this.#pick = pick;
    this.#options = options;
  }

  begin(): void {
    this.#draw();
    void this.#load("");
  }

  /** Narrows the list: here if all of it is known, by the service otherwise. */
  search(text: string): void {
    clearTimeout(this.#waiting);
    this.#draw();
    this.#waiting = setTimeout(() => {
      // What has come meanwhile may be all there is.
      const { kind } = this.#listing;
      if (kind === "failed" || (kind === "complete" && this.#searched === "")) return;
      void this.#load(text.trim());
    }, debounceMs);
  }

  /** Says why typed text cannot be accepted. */
  complain(text: string): void {
    const typed = this.#options.typed(text);
    if ("fault" in typed) this.#pick.prompt = typed.fault;
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#loading?.abort();
  }

  async #load(text: string): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#searched = text;
    this.#pick.busy = true;
    const show = (listing: Listing<T>): void => {
      // A stale answer is an answer to another text.
      if (loading.signal.aborted) return;
      this.#listing = listing;
      this.#pick.busy = listing.kind === "loading";
      this.#draw();
    };
    show(await this.#options.load(text, show, loading.signal));
  }

  #draw(): void {
    const text = this.#pick.value;
    const searched = this.#searched !== "" || this.#listing.kind === "cut";
    const rows = this.#listing.rows.flatMap((item): readonly (Item<V> & { readonly choice: Choice<V> })[] => {
      const choice = this.#options.row(item);
      return choice === undefined ? [] : [{ ...rowOf(choice), alwaysShow: searched, choice }];
    });
    const known = rows.some(({ choice, label }) => label === text || choice.value === text);
    const typed = text === "" || known ? undefined : this.#options.typed(text);
    // Typed text comes last: somebody who types a part of a name means the row that is found.
    this.#pick.items = [
      ...rows,
      ...(typed !== undefined && "choice" in typed
        ? [{ ...rowOf(typed.choice), alwaysShow: true, choice: typed.choice }]
        : []),
      ...(this.#listing.more && this.#listing.kind !== "loading" && this.#listing.kind !== "failed"
        ? [{ label: l10n.t("There are more: type to narrow"), kind: QuickPickItemKind.Separator }]
        : []),
    ];
    this.#pick.prompt = typed !== undefined && "fault" in typed ? typed.fault : this.#usualPrompt();
  }

  #usualPrompt(): string | undefined {
    return this.#listing.kind === "failed" ? whyNotListed(this.#listing.error) : this.#options.prompt;
  }
}
