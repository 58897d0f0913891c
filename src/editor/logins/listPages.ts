import type { Clock } from "../../api/clock.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Asks, Reads } from "./pacedReads.ts";

/** Poll interval of the pages, in milliseconds. */
const everyMs = 5000;
/** Maximum number of pages. Connections on none of them are fetched singly. */
const mostPages = 10;

type Seen = (connection: ManagedAuth) => void;

/** Follows logins without a stream by list pages, which are fetched once for all of them. */
export class Pages {
  readonly #clock: Clock;
  readonly #reads: Reads;
  readonly #closing: AbortSignal;
  /** Listeners by client and connection. */
  readonly #wanted = new Map<Asks, Map<string, Seen>>();

  constructor(clock: Clock, reads: Reads, closing: AbortSignal) {
    this.#clock = clock;
    this.#reads = reads;
    this.#closing = closing;
  }

  /** Calls `seen` with the connection after each fetch, until the returned function is called. */
  watch(client: Asks, id: string, seen: Seen): () => void {
    const known = this.#wanted.get(client);
    const wanted = known ?? new Map<string, Seen>();
    wanted.set(id, seen);
    if (known === undefined) {
      this.#wanted.set(client, wanted);
      void this.#read(client, wanted);
    }
    return () => {
      if (wanted.get(id) === seen) wanted.delete(id);
    };
  }

  /**
   * Polls while there are listeners. Failures aren't reported, because a follower that waits too long fetches by
   * itself.
   */
  async #read(client: Asks, wanted: Map<string, Seen>): Promise<void> {
    while (await this.#clock.sleep(everyMs, this.#closing)) {
      if (wanted.size === 0) break;
      await this.#round(client, wanted, this.#closing);
    }
    this.#wanted.delete(client);
  }

  async #round(client: Asks, wanted: ReadonlyMap<string, Seen>, signal: AbortSignal): Promise<void> {
    const missing = new Set(wanted.keys());
    let offset: number | undefined = 0;
    for (let page = 0; page < mostPages && offset !== undefined && missing.size > 0; page++) {
      const outcome = await this.#reads.page(client, offset, signal);
      if (outcome.kind !== "ok") return;
      for (const row of outcome.value.rows) {
        missing.delete(row.id);
        wanted.get(row.id)?.(row);
      }
      offset = outcome.value.next;
    }
    // Connections further down the list cost one request each, so fetch a few at a time.
    for (const id of [...missing].slice(0, mostPages)) {
      const outcome = await this.#reads.connection(client, id, signal);
      if (outcome.kind === "ok") wanted.get(id)?.(outcome.value);
    }
  }
}
