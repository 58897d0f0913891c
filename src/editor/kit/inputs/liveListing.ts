import type { Disposable } from "vscode";
import type { Listing } from "../../../api/listing.ts";

/** Rows of the service that match a text; `onRows` is told of the rows so far while more are to come. */
export type LoadRows<T> = (
  text: string,
  onRows: (listing: Listing<T>) => void,
  signal: AbortSignal,
) => Promise<Listing<T>>;

const debounceMs = 250;

/** Reads a list until the signal aborts. Gives its rows, as far as they could be read by then. */
export function soFar<T>(load: LoadRows<T>, signal: AbortSignal): () => readonly T[] {
  let rows: readonly T[] = [];
  const take = (listing: { readonly rows: readonly T[] }): void => {
    ({ rows } = listing);
  };
  void load("", take, signal).then(take);
  return () => rows;
}

/** What a list that is open shows of the service's rows, and the one request that fills it. */
export class LiveListing<T> implements Disposable {
  readonly #load: LoadRows<T>;
  readonly #changed: () => void;
  #listing: Listing<T> = { kind: "loading", rows: [], unreadable: 0, more: true };
  #searched = "";
  #loading: AbortController | undefined;
  #waiting: NodeJS.Timeout | undefined;

  /** `changed` is called after each change of what is known. */
  constructor(load: LoadRows<T>, changed: () => void) {
    this.#load = load;
    this.#changed = changed;
  }

  /** The rows as far as they are known. */
  get listing(): Listing<T> {
    return this.#listing;
  }

  /** Whether rows are on their way. */
  get busy(): boolean {
    return this.#listing.kind === "loading" || this.#loading !== undefined;
  }

  /** Whether the service chose the rows, so that VS Code must not hide those that its own filter does not match. */
  get chosenByService(): boolean {
    return this.#searched !== "" || this.#listing.kind === "cut";
  }

  /** Whether the service has more rows than it gave. */
  get cut(): boolean {
    const { kind, more } = this.#listing;
    return more && kind !== "loading" && kind !== "failed";
  }

  /** Whether the service has no row at all, rather than none that matches. */
  get empty(): boolean {
    const { kind, rows } = this.#listing;
    return kind === "complete" && this.#searched === "" && rows.length === 0;
  }

  begin(): void {
    void this.#ask("");
  }

  /** Has the service search for a text once typing pauses, unless all of its rows are known. */
  search(text: string): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => {
      // What has come meanwhile may be all there is.
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
      // A stale answer is an answer to another text.
      if (loading.signal.aborted) return;
      this.#listing = listing;
      if (listing.kind !== "loading") this.#loading = undefined;
      this.#changed();
    };
    this.#changed();
    show(await this.#load(text, show, loading.signal));
  }
}
