import { isDeepStrictEqual } from "node:util";
import { listAll, type ListingOptions, type Listing } from "../../api/listing.ts";
import { listConnections } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Account } from "../accounts/accounts.ts";
import type { AccountAccess, ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession, SessionState } from "../accounts/session.ts";
import type { ListReading } from "./listModel.ts";
import { LoginSnapshots } from "./loginSnapshots.ts";
import { type ReadingFailure, ReadModel, type ReadState } from "./readModel.ts";
import * as z from "zod/mini";
import { CachedReading } from "../../storage/cachedReading.ts";
import type { AccountStore } from "../../storage/accountStore.ts";

/** The account's connections that have been fetched so far. */
export interface ConnectionsReading extends ListReading<ManagedAuth> {
  /** True while only the first page has arrived and the other pages are being fetched. */
  readonly isPartial: boolean;
  /** By how much the service's clock is ahead of this computer's clock, in milliseconds, as of the latest page. */
  readonly serviceAheadMs?: number | undefined;
}

/** The state of the active account's connections (interface.md §2.1). */
export type ConnectionsState = ReadState<ConnectionsReading, CachedConnections>;

/**
 * Returns the current time for comparison with the times of connections: by the service's clock or, if the difference is
 * unknown, by this computer's clock.
 */
export function timeAtService({ reading }: { readonly reading?: ConnectionsReading }): Date {
  return new Date(Date.now() + (reading?.serviceAheadMs ?? 0));
}

/**
 * Number of rows that the first fetch and each "load more" may add. The limit keeps the view fast for very long
 * lists.
 */
const rowsPerFetch = 1_000;

/**
 * Connections, by ID, that were fetched individually while a list request was running. The list may contain older
 * versions of these connections.
 */
type SinglyFetched = Map<string, ManagedAuth>;

export class ConnectionsModel extends ReadModel<ConnectionsReading, CachedConnections> {
  /** The logins that this window tracks. Each change of a login also updates the row of its connection. */
  readonly logins = new LoginSnapshots();
  readonly #saveToCache: ConnectionsCache["save"];
  /** Connections that were fetched individually since the current list request started. */
  #singlyFetched: SinglyFetched = new Map();
  /** Maximum number of rows to fetch. Each "load more" increases the maximum. */
  #maxRows = rowsPerFetch;
  /** The search text. If not all rows have been fetched, the service is also searched for this text. */
  #searchText = "";
  #serviceAheadMs: number | undefined;
  readonly #deletionCounts = new Map<string, number>();
  /** IDs of connections that this window has deleted. An ID is removed if a later list contains its connection. */
  readonly #deletedIds = new Set<string>();

  constructor(session: WindowSession, service: ClientFactory, cache: ConnectionsCache) {
    super(session, service, cache);
    this.#saveToCache = (accountId, reading) => cache.save(accountId, reading);
    this.logins.onDidChange(({ accountId, connection }) => {
      if (connection !== undefined) this.updateRow({ id: accountId }, connection);
    });
  }

  /**
   * Returns the first available rows: the current state, the cached rows, or the first page. The remaining pages are
   * fetched in the background.
   */
  override async displayState(): Promise<ConnectionsState> {
    return this.#untilOutcome(super.displayState());
  }

  /**
   * Like {@link displayState}, but never returns only cached rows, because these are incomplete and for display only.
   * Waits for a fetch instead.
   */
  async fetchedState(): Promise<ConnectionsState> {
    await this.displayState();
    if (this.hasOutcome) return this.state;
    return this.#untilOutcome(this.untilIdle().then(() => this.state));
  }

  async untilIdle(): Promise<void> {
    while (this.running !== undefined) await this.running;
  }

  async loadMore(): Promise<void> {
    this.#maxRows = (this.state.reading?.rows.length ?? 0) + rowsPerFetch;
    await this.refresh();
  }

  /**
   * Sets the search text. If not all rows have been fetched, also searches the service for the text. An empty text
   * ends the search.
   */
  async search(text: string): Promise<void> {
    this.#searchText = text;
    if (this.state.reading?.more === true) await this.refresh();
  }

  isDeleting(id: string): boolean {
    return this.#deletionCounts.has(id);
  }

  /** True if this window deleted the connection, in which case its disappearance isn't reported to the user. */
  wasDeleted(id: string): boolean {
    return this.#deletedIds.has(id);
  }

  /** Marks connections as being deleted until the returned function is called. */
  markDeleting(ids: readonly string[]): () => void {
    const count = (change: 1 | -1): void => {
      for (const id of ids) {
        const times = (this.#deletionCounts.get(id) ?? 0) + change;
        if (times > 0) this.#deletionCounts.set(id, times);
        else this.#deletionCounts.delete(id);
      }
      this.publish(this.state);
    };
    count(1);
    for (const id of ids) this.#deletedIds.add(id);
    return () => count(-1);
  }

  /** Updates the row of a connection that was fetched individually, unless the rows belong to another account. */
  updateRow({ id: accountId }: Pick<Account, "id">, connection: ManagedAuth): void {
    const { reading } = this.state;
    if (this.session.state.account?.id !== accountId) return;
    this.#singlyFetched.set(connection.id, connection);
    const listed = reading?.rows.find(({ id }) => id === connection.id);
    if (reading === undefined || listed === undefined || isDeepStrictEqual(listed, connection)) return;
    const rows = reading.rows.map((row) => (row === listed ? connection : row));
    this.publish({ ...this.state, reading: { ...reading, rows } });
  }

  override dispose(): void {
    this.logins.dispose();
    super.dispose();
  }

  protected async fetchAs(access: AccountAccess, session: SessionState, signal: AbortSignal): Promise<void> {
    const fetchedById: SinglyFetched = new Map();
    this.#singlyFetched = fetchedById;
    const { reading: before } = this.state;
    const deletedIds = new Set([...this.#deletedIds].filter((id) => !this.isDeleting(id)));
    const previousById = new Map(before?.rows.map((row) => [row.id, row]));
    const isFirst = before?.isPartial ?? true;
    const client = access.client.forList();
    const read = (query: string, extent: ListingOptions<ManagedAuth>): Promise<Listing<ManagedAuth>> =>
      listAll(
        async (page, stop) => {
          const earlier = new Map(fetchedById);
          const outcome = await client.call(listConnections, { query: { query, ...page } }, stop);
          // If a connection was fetched individually before this page was requested, the page has the newer version.
          if (outcome.kind !== "ok") return outcome;
          if (outcome.answeredAt !== undefined) this.#serviceAheadMs = outcome.answeredAt - Date.now();
          for (const { id } of outcome.value.rows)
            if (fetchedById.get(id) === earlier.get(id)) fetchedById.delete(id);
          // Reuse the known object of each unchanged row, so that only changed rows are redrawn.
          const rows = outcome.value.rows.map((row) => {
            const previous = previousById.get(row.id);
            return previous !== undefined && isDeepStrictEqual(previous, row) ? previous : row;
          });
          return { ...outcome, value: { ...outcome.value, rows } };
        },
        extent,
        signal,
      );
    let isAwaited = isFirst;
    // During the first fetch, show only the first page, because showing each further page would redraw all rows.
    // During later fetches, keep the current rows. Otherwise, rows would disappear until the page that contains them
    // arrives.
    const onRows = (partial: Listing<ManagedAuth>): void => {
      if (isAwaited && partial.rows.length > 0) this.#publishRows(session, partial, fetchedById, signal);
      isAwaited &&= partial.rows.length === 0;
    };
    const listing = await read("", { maxRows: this.#maxRows, onRows });
    if (listing.kind === "cancelled") return;
    if (listing.kind === "failed") {
      if (isFirst && listing.rows.length > 0) this.#publishRows(session, listing, fetchedById, signal);
      await this.publishFailure(session, listing.error, signal);
      return;
    }
    const beyond = listing.more && this.#searchText !== "" ? await read(this.#searchText, {}) : undefined;
    const merged = { ...listing, rows: appendMissing(listing.rows, beyond?.rows ?? []) };
    const reading = this.#publishRows(session, merged, fetchedById, signal);
    // If a list that was requested after the deletion still contains the connection, the service refused the deletion
    // or the sandbox has reused the ID.
    for (const { id } of reading?.rows ?? []) if (deletedIds.has(id)) this.#deletedIds.delete(id);
    if (reading !== undefined) void this.#saveToCache(access.account.id, reading);
    if (beyond?.kind === "failed") await this.publishFailure(session, beyond.error, signal);
  }

  /**
   * Resolves to the state when the first page arrives or the fetch fails. If `sooner` settles earlier, settles like
   * `sooner`.
   */
  async #untilOutcome(sooner: Promise<ConnectionsState>): Promise<ConnectionsState> {
    const page = Promise.withResolvers<ConnectionsState>();
    const listener = this.onDidChange((state) => {
      if (this.hasOutcome) page.resolve(state);
    });
    try {
      return await Promise.race([sooner, page.promise]);
    } finally {
      listener.dispose();
    }
  }

  #publishRows(
    session: SessionState,
    { kind, more, rows: listed, unreadable }: Listing<ManagedAuth>,
    fetchedById: SinglyFetched,
    signal: AbortSignal,
  ): ConnectionsReading | undefined {
    if (session !== this.session.state || signal.aborted) return undefined;
    const rows = listed.map((row) => fetchedById.get(row.id) ?? row);
    const [readAt, serviceAheadMs] = [new Date(), this.#serviceAheadMs];
    const reading = { rows, more, unreadable, isPartial: kind === "loading", readAt, serviceAheadMs };
    this.publish({ reading });
    return reading;
  }

  /** If a later page can't be fetched, keeps the fetched rows visible and no longer marks the list as loading. */
  protected override async publishFailure(
    ...args: [SessionState, ReadingFailure, AbortSignal]
  ): Promise<void> {
    const { reading } = this.state;
    if (reading?.isPartial === true)
      this.setState({ ...this.state, reading: { ...reading, isPartial: false } });
    await super.publishFailure(...args);
  }

  protected override reset(): void {
    this.#maxRows = rowsPerFetch;
    this.#serviceAheadMs = undefined;
    super.reset();
  }
}

function appendMissing(
  rows: readonly ManagedAuth[],
  candidates: readonly ManagedAuth[],
): readonly ManagedAuth[] {
  const ids = new Set(rows.map(({ id }) => id));
  return [...rows, ...candidates.filter(({ id }) => !ids.has(id))];
}

/** The fields that a row shows, except those of a running login. No field contains a URL, message or secret. */
const CachedConnection = z.object({
  id: z.string(),
  domain: z.optional(z.string()),
  profile_name: z.optional(z.string()),
  status: z.optional(z.string()),
  can_reauth_reason: z.optional(z.string()),
  last_auth_check_at: z.optional(z.string()),
});
const StoredConnections = z.object({ v: z.literal(1), readAt: z.int(), rows: z.array(CachedConnection) });

const maxCachedConnections = 100;

export interface CachedConnections {
  readonly rows: readonly ManagedAuth[];
  readonly readAt: Date;
}

/** Caches the rows of each account for seven days, so that a new window shows them immediately. */
export class ConnectionsCache extends CachedReading<z.infer<typeof StoredConnections>> {
  /** `failed` is called if the cache can't be read or written. Fetched rows are shown even in that case. */
  constructor(store: AccountStore, failed: (fault: unknown) => void) {
    super(store, "connections", StoredConnections, failed);
  }

  /** Returns the cached rows unless they are older than seven days. Never rejects. */
  async newest(accountId: string): Promise<CachedConnections | undefined> {
    const stored = await this.read(accountId);
    return stored && { rows: stored.rows, readAt: new Date(stored.readAt) };
  }

  /** Stores the first 100 rows. Never rejects. */
  async save(accountId: string, { readAt, rows }: CachedConnections): Promise<void> {
    const cachedRows = rows.slice(0, maxCachedConnections).map((row) => z.parse(CachedConnection, row));
    await this.write(accountId, { v: 1, readAt: readAt.getTime(), rows: cachedRows });
  }
}
