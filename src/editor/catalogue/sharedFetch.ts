import type { Listing } from "../../api/listing.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import type { LoadRows } from "../kit/inputs/liveListing.ts";

/** Shares one fetch among concurrent callers. Aborts the fetch once every caller has aborted its own signal. */
export class SharedFetch<T> {
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(listing: Listing<T>) => void>();
  readonly #listing: Promise<Listing<T>>;
  #partial: Listing<T> = { kind: "loading", rows: [], unreadable: 0, more: false };
  #ended = false;

  constructor(load: LoadRows<T>) {
    const notify = (listing: Listing<T>): void => {
      this.#partial = listing;
      for (const onRows of [...this.#listeners]) onRows(listing);
    };
    this.#listing = load("", notify, this.#stop.signal).finally(() => (this.#ended = true));
  }

  /** True if the fetch has ended or was aborted, so that no caller can join. */
  get isOver(): boolean {
    return this.#ended || this.#stop.signal.aborted;
  }

  /**
   * Joins the fetch. `onRows` receives the rows fetched so far, then each update. Aborting the signal ends the fetch
   * for this caller only.
   */
  async join(onRows: (listing: Listing<T>) => void, signal: AbortSignal): Promise<Listing<T>> {
    const listener = (listing: Listing<T>): void => onRows(listing);
    if (this.#partial.rows.length > 0) listener(this.#partial);
    this.#listeners.add(listener);
    try {
      return await untilAborted(this.#listing, signal);
    } catch (fault) {
      if (!signal.aborted) throw fault;
      const { more, rows, unreadable } = this.#partial;
      return { kind: "cancelled", rows, unreadable, more };
    } finally {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop.abort();
    }
  }
}
