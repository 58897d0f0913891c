import type { Clock } from "../../api/clock.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ApiCaller, RateLimitedReader } from "./rateLimitedReader.ts";

/** Poll interval of the list pages, in milliseconds. */
const listPollMs = 5000;
/** Maximum number of list pages per poll. Connections on none of these pages are fetched individually. */
const maxListPages = 10;

type ReadingListener = (connection: ManagedAuth) => void;

/** Polls the connections of logins that have no stream. Each list page is fetched once for all of these logins. */
export class ListPoller {
  readonly #clock: Clock;
  readonly #reads: RateLimitedReader;
  readonly #closing: AbortSignal;
  /** Listeners by API client and connection ID. */
  readonly #wanted = new Map<ApiCaller, Map<string, ReadingListener>>();

  constructor(clock: Clock, reads: RateLimitedReader, closing: AbortSignal) {
    this.#clock = clock;
    this.#reads = reads;
    this.#closing = closing;
  }

  /** Calls `seen` with the connection after each successful poll, until the returned function is called. */
  watch(client: ApiCaller, id: string, seen: ReadingListener): () => void {
    const known = this.#wanted.get(client);
    const wanted = known ?? new Map<string, ReadingListener>();
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
   * Polls while there are listeners. Failures aren't reported, because a follower that has waited too long fetches
   * the connection itself.
   */
  async #read(client: ApiCaller, wanted: Map<string, ReadingListener>): Promise<void> {
    while (await this.#clock.sleep(listPollMs, this.#closing)) {
      if (wanted.size === 0) break;
      await this.#round(client, wanted, this.#closing);
    }
    this.#wanted.delete(client);
  }

  async #round(
    client: ApiCaller,
    wanted: ReadonlyMap<string, ReadingListener>,
    signal: AbortSignal,
  ): Promise<void> {
    const missing = new Set(wanted.keys());
    let offset: number | undefined = 0;
    for (let page = 0; page < maxListPages && offset !== undefined && missing.size > 0; page++) {
      const outcome = await this.#reads.page(client, offset, signal);
      if (outcome.kind !== "ok") return;
      for (const row of outcome.value.rows) {
        missing.delete(row.id);
        wanted.get(row.id)?.(row);
      }
      offset = outcome.value.next;
    }
    // Connections that weren't on the pages cost one request each, so fetch only a few of them per poll.
    for (const id of [...missing].slice(0, maxListPages)) {
      const outcome = await this.#reads.connection(client, id, signal);
      if (outcome.kind === "ok") wanted.get(id)?.(outcome.value);
    }
  }
}
