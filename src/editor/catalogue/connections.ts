import { isDeepStrictEqual } from "node:util";
import { listAll, type ListingOptions, type Listing } from "../../api/listing.ts";
import type { Page } from "../../api/page.ts";
import { listConnections } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Access, Service } from "../accounts/service.ts";
import type { Session, SessionState } from "../accounts/session.ts";
import { type ReadingFailure, ReadModel, type ReadState } from "./readModel.ts";
import * as z from "zod/mini";
import { CachedReading } from "../../storage/cachedReading.ts";
import type { AccountStore } from "../../storage/accountStore.ts";

/** Connections as far as they were read. */
export interface ConnectionsReading {
  readonly rows: readonly ManagedAuth[];
  readonly more: boolean;
  /** How many beside these could not be read. */
  readonly unreadable: number;
  /** Whether it is the first page alone, and the others are being read. */
  readonly begun: boolean;
  readonly readAt: Date;
}

/** What the window knows of the active account's connections (§2.1). */
export type ConnectionsState = ReadState<ConnectionsReading, LastConnections>;

/** Rows that are read at once; more are read when somebody asks for them. */
const stride = 1_000;

type ById = ReadonlyMap<string, ManagedAuth>;

/** Connections by their ids, as they were read by themselves while a list was being read that may hold older rows. */
type Seen = Map<string, ManagedAuth>;

/** One reading of the connections for the view. */
export class ConnectionsModel extends ReadModel<ConnectionsReading, LastConnections> {
  readonly #keep: KeptConnections["keep"];
  /** What the reading that was begun last has to know. */
  #seen: Seen = new Map();
  /** Rows that are wanted at most. */
  #most = stride;
  /** What is looked for beyond the rows that are read, too. */
  #sought = "";
  readonly #leaving = new Map<string, number>();
  /** Those that this window was told to delete, and that were not listed since. */
  readonly #left = new Set<string>();

  constructor(session: Session, service: Service, kept: Pick<KeptConnections, "newest" | "keep" | "forget">) {
    super(session, service, kept);
    this.#keep = (accountId, reading) => kept.keep(accountId, reading);
  }

  /**
   * Something to show: what is known, and until there is any, what was read last, or the first page of what is being
   * read. The rest is read meanwhile.
   */
  async shown(): Promise<ConnectionsState> {
    if (isKnown(this.state)) return this.state;
    const { state: session } = this.session;
    const all = this.refresh();
    const look = async (): Promise<ConnectionsState> => ((await this.look(session)) ? this.state : all);
    return this.#untilKnown(all, look());
  }

  /** As {@link shown}, but what this window read itself: what was read last is a part, and only for showing. */
  async known(): Promise<ConnectionsState> {
    await this.shown();
    return isKnown(this.state) ? this.state : this.#untilKnown(this.settled().then(() => this.state));
  }

  async settled(): Promise<void> {
    while (this.underWay !== undefined) await this.underWay;
  }

  async more(): Promise<void> {
    this.#most = (this.state.reading?.rows.length ?? 0) + stride;
    await this.refresh();
  }

  /** From now on has the service search beyond what is read, too, where there is more; an empty text ends that. */
  async seek(text: string): Promise<void> {
    this.#sought = text;
    if (this.state.reading?.more === true) await this.refresh();
  }

  isLeaving(id: string): boolean {
    return this.#leaving.has(id);
  }

  /** Whether this window was told to delete a connection, which is no news here once it is gone. */
  hasLeft(id: string): boolean {
    return this.#left.has(id);
  }

  /** Says of connections that they are being deleted; the answer ends it. */
  markDeleting(ids: readonly string[]): () => void {
    const count = (by: 1 | -1): void => {
      for (const id of ids) {
        const times = (this.#leaving.get(id) ?? 0) + by;
        if (times > 0) this.#leaving.set(id, times);
        else this.#leaving.delete(id);
      }
      this.take(this.state);
    };
    count(1);
    for (const id of ids) this.#left.add(id);
    return () => count(-1);
  }

  /** Takes up how a connection was read by itself, where the rows are those of the same account. */
  updateRow({ id: accountId }: Account, connection: ManagedAuth): void {
    const { reading } = this.state;
    const { state } = this.session;
    if (state.kind === "signedOut" || state.account.id !== accountId) return;
    this.#seen.set(connection.id, connection);
    const known = reading?.rows.find(({ id }) => id === connection.id);
    if (reading === undefined || known === undefined || isDeepStrictEqual(known, connection)) return;
    const rows = reading.rows.map((row) => (row === known ? connection : row));
    this.take({ ...this.state, reading: { ...reading, rows } });
  }

  protected async readAs(access: Access, session: SessionState, signal: AbortSignal): Promise<void> {
    const seen: Seen = new Map();
    this.#seen = seen;
    const { reading: before } = this.state;
    const left = new Set([...this.#left].filter((id) => !this.isLeaving(id)));
    const known: ById = new Map(before?.rows.map((row) => [row.id, row]));
    const isFirst = before?.begun ?? true;
    const read = (query: string, extent: ListingOptions<ManagedAuth>): Promise<Listing<ManagedAuth>> =>
      listAll(
        async (page, stop) => {
          const earlier = new Map(seen);
          const outcome = await access.client.call(listConnections, { query: { query, ...page } }, stop);
          // Requested after a connection was seen is newer than that.
          if (outcome.kind !== "ok") return outcome;
          for (const { id } of outcome.value.rows) if (seen.get(id) === earlier.get(id)) seen.delete(id);
          return { ...outcome, value: unchanged(outcome.value, known) };
        },
        extent,
        signal,
      );
    let isAwaited = isFirst;
    // Each would have all rows drawn anew, and later readings would make rows come and go while they are read.
    const onRows = (sofar: Listing<ManagedAuth>): void => {
      if (isAwaited && sofar.rows.length > 0) this.#takeRows(session, sofar, seen, signal);
      isAwaited &&= sofar.rows.length === 0;
    };
    const listing = await read("", { maxRows: this.#most, onRows });
    if (listing.kind === "cancelled") return;
    if (listing.kind === "failed") {
      if (isFirst && listing.rows.length > 0) this.#takeRows(session, listing, seen, signal);
      await this.fail(session, listing.error, signal);
      return;
    }
    const beyond = listing.more && this.#sought !== "" ? await read(this.#sought, {}) : undefined;
    const all = { ...listing, rows: joined(listing.rows, beyond?.rows ?? []) };
    const reading = this.#takeRows(session, all, seen, signal);
    // Requested after its deletion ended: it was refused, or the sandbox gave its ID again.
    for (const { id } of reading?.rows ?? []) if (left.has(id)) this.#left.delete(id);
    if (reading !== undefined) void this.#keep(access.account.id, reading);
    if (beyond?.kind === "failed") await this.fail(session, beyond.error, signal);
  }

  /** What is known once something was read or could not be; what one of these comes to, if that is sooner. */
  async #untilKnown(...sooner: readonly Promise<ConnectionsState>[]): Promise<ConnectionsState> {
    const page = Promise.withResolvers<ConnectionsState>();
    const told = this.onDidChange((state) => {
      if (isKnown(state)) page.resolve(state);
    });
    try {
      return await Promise.race([...sooner, page.promise]);
    } finally {
      told.dispose();
    }
  }

  #takeRows(
    session: SessionState,
    { kind, more, rows: listed, unreadable }: Listing<ManagedAuth>,
    seen: Seen,
    signal: AbortSignal,
  ): ConnectionsReading | undefined {
    if (session !== this.session.state || signal.aborted) return undefined;
    const rows = listed.map((row) => seen.get(row.id) ?? row);
    const reading = { rows, more, unreadable, begun: kind === "loading", readAt: new Date() };
    this.take({ reading });
    return reading;
  }

  /** What was begun is over, too. */
  protected override async fail(...why: [SessionState, ReadingFailure, AbortSignal]): Promise<void> {
    const { reading } = this.state;
    if (reading?.begun === true) this.note({ ...this.state, reading: { ...reading, begun: false } });
    await super.fail(...why);
  }

  protected override forget(): void {
    this.#most = stride;
    super.forget();
  }
}

/** Rows, and those of others that are not among them. */
function joined(rows: readonly ManagedAuth[], others: readonly ManagedAuth[]): readonly ManagedAuth[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...others.filter(({ id }) => !known.has(id))];
}

function isKnown({ failure, reading }: ConnectionsState): boolean {
  return reading !== undefined || failure !== undefined;
}

/** A page with the objects of those rows that say what they said before: what has changed is told by them alone. */
function unchanged(page: Page<ManagedAuth>, known: ById): Page<ManagedAuth> {
  const rows = page.rows.map((row) => {
    const before = known.get(row.id);
    return before !== undefined && isDeepStrictEqual(before, row) ? before : row;
  });
  return { ...page, rows };
}

/** What rows say beside a running login: nothing of it is an address, a message or a secret. */
const KeptConnection = z.object({
  id: z.string(),
  domain: z.optional(z.string()),
  profile_name: z.optional(z.string()),
  status: z.optional(z.string()),
  can_reauth_reason: z.optional(z.string()),
  last_auth_check_at: z.optional(z.string()),
});
const Stored = z.object({ v: z.literal(1), readAt: z.int(), rows: z.array(KeptConnection) });

const mostKept = 100;

/** Connections as they were read last, and when. */
export interface LastConnections {
  readonly rows: readonly ManagedAuth[];
  readonly readAt: Date;
}

/** What the connections of each account said when they were read last, for seven days: a window begins with it. */
export class KeptConnections extends CachedReading<z.infer<typeof Stored>> {
  /** `failed` is told why rows could not be read or kept; that is no reason to show none. */
  constructor(store: AccountStore, failed: (fault: unknown) => void) {
    super(store, "connections", Stored, failed);
  }

  /** What was read last, if that is known and of the last seven days. Never rejects. */
  async newest(accountId: string): Promise<LastConnections | undefined> {
    const stored = await this.read(accountId);
    return stored && { rows: stored.rows, readAt: new Date(stored.readAt) };
  }

  /** Keeps the first hundred of a reading. Never rejects. */
  async keep(accountId: string, { readAt, rows }: LastConnections): Promise<void> {
    const first = rows.slice(0, mostKept).map((row) => z.parse(KeptConnection, row));
    await this.write(accountId, { v: 1, readAt: readAt.getTime(), rows: first });
  }
}
