import type { Listing } from "../../api/listing.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import type { LoadRows } from "../kit/inputs/liveListing.ts";

/** Reads a list once for all who ask for it meanwhile; it is called off when the last of them leaves. */
export class SharedReading<T> {
  readonly #stop = new AbortController();
  readonly #told = new Set<(listing: Listing<T>) => void>();
  readonly #end: Promise<Listing<T>>;
  #sofar: Listing<T> = { kind: "loading", rows: [], unreadable: 0, more: false };
  #ended = false;

  /** Begins to read. */
  constructor(load: LoadRows<T>) {
    const tell = (listing: Listing<T>): void => {
      this.#sofar = listing;
      for (const onRows of [...this.#told]) onRows(listing);
    };
    this.#end = load("", tell, this.#stop.signal).finally(() => (this.#ended = true));
  }

  /** Whether it has ended or was called off, so that nobody can join any more. */
  get over(): boolean {
    return this.#ended || this.#stop.signal.aborted;
  }

  /** Takes part: told the rows so far at once, then as they come. Aborting the signal leaves; others go on. */
  async join(onRows: (listing: Listing<T>) => void, signal: AbortSignal): Promise<Listing<T>> {
    const tell = (listing: Listing<T>): void => onRows(listing);
    if (this.#sofar.rows.length > 0) tell(this.#sofar);
    this.#told.add(tell);
    try {
      return await untilAborted(this.#end, signal);
    } catch (fault) {
      if (!signal.aborted) throw fault;
      const { more, rows, unreadable } = this.#sofar;
      return { kind: "cancelled", rows, unreadable, more };
    } finally {
      this.#told.delete(tell);
      if (this.#told.size === 0) this.#stop.abort();
    }
  }
}
