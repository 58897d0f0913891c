import type { Disposable } from "vscode";
import type { Listing } from "../../../api/listing.ts";

/** Fetches the rows that match a text. While more pages are pending, calls `onRows` with all rows so far. */
export type LoadRows<T> = (
  text: string,
  onRows: (listing: Listing<T>) => void,
  signal: AbortSignal,
) => Promise<Listing<T>>;

const debounceMs = 250;

/** Starts fetching a list and returns a getter for the rows fetched so far. Aborting the signal stops fetching. */
export function loadInBackground<T>(load: LoadRows<T>, signal: AbortSignal): () => readonly T[] {
  let rows: readonly T[] = [];
  const update = (listing: { readonly rows: readonly T[] }): void => {
    ({ rows } = listing);
  };
  void load("", update, signal).then(update);
  return () => rows;
}

/** The service's rows in an open list. At most one request is pending at a time. */
export class LiveListing<T> implements Disposable {
  readonly #load: LoadRows<T>;
  readonly #changed: () => void;
  #listing: Listing<T> = { kind: "loading", rows: [], unreadable: 0, more: true };
  #searched = "";
  #loading: AbortController | undefined;
  #waiting: NodeJS.Timeout | undefined;

  /** Calls `changed` whenever the rows or the busy state change. */
  constructor(load: LoadRows<T>, changed: () => void) {
    this.#load = load;
    this.#changed = changed;
  }

  get listing(): Listing<T> {
    return this.#listing;
  }

  get busy(): boolean {
    return this.#listing.kind === "loading" || this.#loading !== undefined;
  }

  /** True if the service has filtered the rows. VS Code's own filter must not hide any of these rows. */
  get chosenByService(): boolean {
    return this.#searched !== "" || this.#listing.kind === "cut";
  }

  /** True if the service has more rows than it returned. */
  get cut(): boolean {
    const { kind, more } = this.#listing;
    return more && kind !== "loading" && kind !== "failed";
  }

  /** True if the service has no rows at all, as opposed to no matching rows. */
  get empty(): boolean {
    const { kind, rows } = this.#listing;
    return kind === "complete" && this.#searched === "" && rows.length === 0;
  }

  begin(): void {
    void this.#request("");
  }

  /** Searches on the service once the user pauses typing, unless all rows are already loaded. */
  search(text: string): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      // The list may have finished loading since the user typed.
      const { kind } = this.#listing;
      const query = text.trim();
      if (kind === "failed" || (kind === "complete" && this.#searched === "")) return;
      if (query !== this.#searched) void this.#request(query);
    }, debounceMs);
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#loading?.abort();
  }

  async #request(text: string): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#searched = text;
    const show = (listing: Listing<T>): void => {
      // Discard a response to an earlier search text.
      if (loading.signal.aborted) return;
      this.#listing = listing;
      if (listing.kind !== "loading") this.#loading = undefined;
      this.#changed();
    };
    this.#changed();
    show(await this.#load(text, show, loading.signal));
  }
}
