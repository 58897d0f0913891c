import type { Disposable } from "vscode";
import type { Listing } from "../../../api/listing.ts";

/** Fetches the service's rows that match a text. Calls `onRows` with the rows so far while more pages are pending. */
export type LoadRows<T> = (
  text: string,
  onRows: (listing: Listing<T>) => void,
  signal: AbortSignal,
) => Promise<Listing<T>>;

const debounceMs = 250;

/** Starts to fetch a list and returns a getter for the rows fetched so far. The signal stops the fetch. */
export function soFar<T>(load: LoadRows<T>, signal: AbortSignal): () => readonly T[] {
  let rows: readonly T[] = [];
  const take = (listing: { readonly rows: readonly T[] }): void => {
    ({ rows } = listing);
  };
  void load("", take, signal).then(take);
  return () => rows;
}

/** The service's rows in an open list. At most one request at a time fills the list. */
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

  /** The rows fetched so far. */
  get listing(): Listing<T> {
    return this.#listing;
  }

  /** True while a request for rows is pending. */
  get busy(): boolean {
    return this.#listing.kind === "loading" || this.#loading !== undefined;
  }

  /** True if the service selected the rows. VS Code must then not hide rows that its own filter doesn't match. */
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
    void this.#ask("");
  }

  /** Searches on the service once typing pauses, unless all rows are already loaded. */
  search(text: string): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      // The list may have become complete since the user typed.
      const { kind } = this.#listing;
      const wanted = text.trim();
      if (kind === "failed" || (kind === "complete" && this.#searched === "")) return;
      if (wanted !== this.#searched) void this.#ask(wanted);
    }, debounceMs);
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#loading?.abort();
  }

  async #ask(text: string): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    this.#searched = text;
    const show = (listing: Listing<T>): void => {
      // Drop a response to an earlier search text.
      if (loading.signal.aborted) return;
      this.#listing = listing;
      if (listing.kind !== "loading") this.#loading = undefined;
      this.#changed();
    };
    this.#changed();
    show(await this.#load(text, show, loading.signal));
  }
}
