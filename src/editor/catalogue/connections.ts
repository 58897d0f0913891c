import { isDeepStrictEqual } from "node:util";
import { allPages } from "../../api/listing.ts";
import type { Extent, Listing } from "../../api/listing.ts";
import type { Page } from "../../api/page.ts";
import { listConnections } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Service } from "../accounts/service.ts";
import type { Session, SessionState } from "../accounts/session.ts";
import type { KeptConnections, LastConnections } from "./keptConnections.ts";
import { accessToRead } from "./reading.ts";
import type { ReadingFailure } from "./reading.ts";
import { ReadModel } from "./readModel.ts";

/** Connections as far as they were read. */
export interface ConnectionsReading {
  readonly rows: readonly ManagedAuth[];
  /** Whether the service has more of them. */
  readonly more: boolean;
  /** How many beside these could not be read. */
  readonly unreadable: number;
  /** Whether it is the first page alone, and the others are being read. */
  readonly begun: boolean;
  readonly readAt: Date;
}

/** What the window knows of the active account's connections (§2.1). */
export interface ConnectionsState {
  readonly reading?: ConnectionsReading;
  /** What was read of this account before; only until there is a reading. It is for showing, not for deciding. */
  readonly last?: LastConnections;
  /** The last attempt failed; a reading beside it is the last good one. */
  readonly failure?: ReadingFailure;
}

/** Rows that are read at once; more are read when somebody asks for them. */
const stride = 1_000;

/** Connections by their ids. */
type ById = ReadonlyMap<string, ManagedAuth>;

/** Connections by their ids, as they were read by themselves while a list was being read that may hold older rows. */
type Seen = Map<string, ManagedAuth>;

/** One reading of the connections for the view. */
export class ConnectionsModel extends ReadModel<ConnectionsState> {
  readonly #service: Service;
  readonly #kept: Pick<KeptConnections, "last" | "keep" | "forget">;
  /** What the reading that was begun last has to know. */
  #seen: Seen = new Map();
  /** Rows that are wanted at most. */
  #most = stride;
  /** What is looked for beyond the rows that are read, too. */
  #sought = "";
  /** The connections that are being deleted, and how often. */
  readonly #leaving = new Map<string, number>();
  /** Those that this window was told to delete. */
  readonly #left = new Set<string>();
  /** Whom the window works as, to know who has left it. */
  #account: Account | undefined;

  constructor(session: Session, service: Service, kept: Pick<KeptConnections, "last" | "keep" | "forget">) {
    super(session, {});
    this.#service = service;
    this.#kept = kept;
  }

  /**
   * Something to show: what is known, and until there is any, what was read last, or the first page of what is being
   * read. The rest is read meanwhile.
   */
  async shown(): Promise<ConnectionsState> {
    if (isKnown(this.state)) return this.state;
    const page = Promise.withResolvers<ConnectionsState>();
    const told = this.onDidChange((state) => {
      if (isKnown(state)) page.resolve(state);
    });
    const { state: session } = this.session;
    const all = this.refresh();
    const look = async (): Promise<ConnectionsState> => ((await this.#look(session)) ? this.state : all);
    try {
      return await Promise.race([all, look(), page.promise]);
    } finally {
      told.dispose();
    }
  }

  /** Resolves when nothing is being read. */
  async settled(): Promise<void> {
    while (this.underWay !== undefined) await this.underWay;
  }

  /** Reads a thousand more. */
  async more(): Promise<void> {
    this.#most = (this.state.reading?.rows.length ?? 0) + stride;
    await this.refresh();
  }

  /** From now on has the service search beyond what is read, too, where there is more; an empty text ends that. */
  async seek(text: string): Promise<void> {
    this.#sought = text;
    if (this.state.reading?.more === true) await this.refresh();
  }

  /** Whether a connection is being deleted. */
  isLeaving(id: string): boolean {
    return this.#leaving.has(id);
  }

  /** Whether this window was told to delete a connection, which is no news here once it is gone. */
  hasLeft(id: string): boolean {
    return this.#left.has(id);
  }

  /** Says of connections that they are being deleted; the answer ends it. */
  leave(ids: readonly string[]): () => void {
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
  saw({ id: accountId }: Account, connection: ManagedAuth): void {
    const { reading } = this.state;
    if (this.#account?.id !== accountId) return;
    this.#seen.set(connection.id, connection);
    const known = reading?.rows.find(({ id }) => id === connection.id);
    if (reading === undefined || known === undefined || isDeepStrictEqual(known, connection)) return;
    const rows = reading.rows.map((row) => (row === known ? connection : row));
    this.take({ ...this.state, reading: { ...reading, rows } });
  }

  protected async read(signal: AbortSignal): Promise<ConnectionsState> {
    const session = this.session.state;
    const seen: Seen = new Map();
    this.#seen = seen;
    if (session.kind === "signedOut") return this.state;
    const access = await accessToRead(this.#service, session.account, signal);
    if ("reason" in access) return this.#fail(session, access, signal);
    const { reading: before } = this.state;
    const known: ById = new Map(before?.rows.map((row) => [row.id, row]));
    const isFirst = before?.begun ?? true;
    const read = (query: string, extent: Extent<ManagedAuth>): Promise<Listing<ManagedAuth>> =>
      allPages(
        async (page, stop) => {
          const earlier = new Map(seen);
          const outcome = await access.client.call(listConnections, { query: { query, ...page } }, stop);
          // What was asked for after a connection was seen is newer than that.
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
    const listing = await read("", { most: this.#most, onRows });
    if (listing.kind === "cancelled") return this.state;
    if (listing.kind === "failed") {
      if (isFirst && listing.rows.length > 0) this.#takeRows(session, listing, seen, signal);
      return this.#fail(session, listing.error, signal);
    }
    const beyond = listing.more && this.#sought !== "" ? await read(this.#sought, {}) : undefined;
    const all = { ...listing, rows: joined(listing.rows, beyond?.rows ?? []) };
    const reading = this.#takeRows(session, all, seen, signal);
    if (reading !== undefined) void this.#kept.keep({ accountId: session.account.id }, reading);
    if (beyond?.kind === "failed") return this.#fail(session, beyond.error, signal);
    return this.state;
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

  /** Takes up what was read last, while nothing is known; whether there is any. */
  async #look(session: SessionState): Promise<boolean> {
    if (session.kind === "signedOut") return false;
    const last = await this.#kept.last({ accountId: session.account.id });
    const { failure, reading } = this.state;
    if (last === undefined || reading !== undefined || session !== this.session.state) return false;
    this.note(failure === undefined ? { last } : { last, failure });
    return true;
  }

  async #fail(
    session: SessionState,
    failure: ReadingFailure,
    signal: AbortSignal,
  ): Promise<ConnectionsState> {
    if (this.state.reading === undefined) await this.#look(session);
    if (session !== this.session.state || signal.aborted) return this.state;
    const { reading } = this.state;
    this.take({ ...this.state, failure, ...(reading && { reading: { ...reading, begun: false } }) });
    return this.state;
  }

  protected override forget(): void {
    this.#most = stride;
    const { state } = this.session;
    const left = this.#account;
    this.#account = state.kind === "signedIn" ? state.account : undefined;
    // Another window may have signed it out, while this one kept what it had just read.
    if (left?.kind === "service" && state.kind === "signedOut")
      void this.#kept.forget({ accountId: left.id });
    super.forget();
  }
}

/** Rows, and those of others that are not among them. */
function joined(rows: readonly ManagedAuth[], others: readonly ManagedAuth[]): readonly ManagedAuth[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...others.filter(({ id }) => !known.has(id))];
}

/** Whether something was read, or cannot be. */
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
