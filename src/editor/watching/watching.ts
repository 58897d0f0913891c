import { networkInterfaces } from "node:os";
import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import * as z from "zod/mini";
import { systemClock } from "../../api/clock.ts";
import type { Clock } from "../../api/clock.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLive } from "../../domain/login/login.ts";
import { longestWaitMs, nextRound } from "../../domain/watching/schedule.ts";
import { fileId } from "../../storage/fileId.ts";
import { Marks } from "../../storage/marks.ts";
import type { Kept, Store } from "../../storage/store.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Service } from "../accounts/service.ts";
import type { Session } from "../accounts/session.ts";
import { readRound } from "./readRound.ts";
import type { Round } from "./readRound.ts";
import type { Watched } from "./watched.ts";

/** What watching works with. */
export interface WatchingParts {
  readonly session: Pick<Session, "state" | "onDidChange">;
  readonly service: Pick<Service, "access" | "isRejected">;
  readonly watched: Pick<Watched, "of" | "onDidChange">;
  readonly store: Store;
  /** Whether anything is to be told at all, and whether the view is in sight. */
  readonly isWanted: () => boolean;
  readonly isVisible: () => boolean;
  readonly failed: (fault: unknown) => void;
  readonly clock?: Clock;
  /** Whether this computer is on a network. */
  readonly isOnline?: () => boolean;
}

/** Connections of an account, as a reading has them. */
export interface OfAccount {
  readonly account: Account;
  readonly connections: readonly ManagedAuth[];
}

/** What the windows of a user know of the watched connections of an account: the one that reads writes it. */
export const WatchedState = z.object({
  v: z.literal(1),
  /** When it was read last, and before when the service does not want to be asked again, in milliseconds. */
  readAt: z.optional(z.number()),
  notBefore: z.optional(z.number()),
  /** How many readings in a row brought nothing. */
  failures: z.int().check(z.minimum(0)),
  /** Where the next reading of the list begins. */
  offset: z.int().check(z.minimum(0)),
  /** The connections that were logged in when they were seen last: of no other is a fall to be told. */
  loggedIn: z.array(z.string()),
});
type WatchedState = z.infer<typeof WatchedState>;
const nothing: WatchedState = { v: 1, failures: 0, offset: 0, loggedIn: [] };

/** That a fall of a connection is told, until the connection is logged in again. */
const Fall = z.object({ v: z.literal(1), accountId: z.string() });

/** What a use that is this recent adds changes nothing, in milliseconds. */
const usedAgainMs = 60_000;
/** How soon it is looked again: after a reading, and for a network, another token or what another window reads. */
const lookAgainMs = 60_000;

/**
 * Reads the watched connections from time to time, and tells of each fall once. Each window knows when it would read;
 * when it was read last is known to all of them, and one reads at a time: so the one that is used most does.
 */
export class Watching implements Disposable {
  readonly #parts: WatchingParts;
  readonly #clock: Clock;
  readonly #states: Kept<WatchedState>;
  readonly #falls: Kept<z.infer<typeof Fall>>;
  readonly #marks: Marks;
  readonly #read = new EventEmitter<OfAccount>();
  readonly #fell = new EventEmitter<OfAccount>();
  readonly #following: readonly Disposable[];
  #usedAt: number;
  /** Ends what is done for the account that the window works as. */
  #account = new AbortController();
  #isClosed = false;
  #looked: Promise<void> = Promise.resolve();
  #stopTimer = (): void => undefined;
  /** Fires with the watched connections after each reading. */
  readonly onDidRead = this.#read.event;
  /** Fires with those that are logged in no more, once for each fall in all windows. */
  readonly onDidFall = this.#fell.event;

  constructor(parts: WatchingParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#usedAt = this.#clock.now();
    this.#states = parts.store.kept("watchedStates", WatchedState);
    this.#falls = parts.store.kept("watchedFalls", Fall);
    this.#marks = new Marks(parts.store.path, "watching");
    this.#following = [
      parts.watched.onDidChange(() => this.stir()),
      parts.session.onDidChange(() => {
        this.#account.abort();
        this.#account = new AbortController();
        this.stir();
      }),
    ];
    this.stir();
  }

  /** Somebody uses the extension in this window. */
  used(): void {
    const now = this.#clock.now();
    const isNews = Math.abs(now - this.#usedAt) >= usedAgainMs;
    this.#usedAt = now;
    if (isNews) this.stir();
  }

  /** Something has changed that decides when it is read next. */
  stir(): void {
    this.#looked = this.#looked.then(() => this.#look());
  }

  readonly dispose = (): void => void this.close();

  /** Reads no more; resolves when what was under way is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#account.abort();
    for (const one of this.#following) one.dispose();
    await this.#looked;
    this.#stopTimer();
    this.#read.dispose();
    this.#fell.dispose();
  }

  /** Reads where it is time, and has it looked at again when it may be. */
  async #look(): Promise<void> {
    this.#stopTimer();
    if (this.#isClosed) return;
    const inMs = await this.#next(this.#account.signal).catch((fault: unknown) => {
      this.#parts.failed(fault);
      return lookAgainMs;
    });
    if (inMs !== undefined) this.#stopTimer = this.#clock.timer(inMs, () => this.stir());
  }

  /** Reads where it is time; in how many milliseconds to look again, or `undefined` where only a change brings it on. */
  async #next(signal: AbortSignal): Promise<number | undefined> {
    const { isOnline = hasNetwork, isVisible, isWanted, service, session, watched } = this.#parts;
    if (session.state.kind === "signedOut" || !isWanted()) return undefined;
    const { account } = session.state;
    const { pinned, started } = watched.of(account.id);
    if (pinned.size + started.size === 0) return undefined;
    const state = await this.#stateOf(account);
    const round = nextRound({
      ...state,
      now: this.#clock.now(),
      pinned: pinned.size,
      started: started.size,
      visible: isVisible(),
      usedAt: this.#usedAt,
    });
    if (round === undefined || round.inMs > 0) return round?.inMs;
    if ((account.kind !== "sandbox" && !isOnline()) || (await service.isRejected(account)))
      return lookAgainMs;
    const release = await this.#marks.set(account.id);
    try {
      // Another window reads at the moment, or has just done so.
      if (release === undefined || (await this.#stateOf(account)).readAt !== state.readAt) return lookAgainMs;
      const wanted = round.pinnedOnly ? pinned : new Set([...pinned, ...started]);
      await this.#round(account, state, wanted, signal);
    } finally {
      await release?.();
    }
    return lookAgainMs;
  }

  /** Reads once. What is remembered is written before anybody is told: a fall is told once at most. */
  async #round(
    account: Account,
    before: WatchedState,
    wanted: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const readAt = this.#clock.now();
    // So that no other window reads right after.
    await this.#keep(account, { ...before, readAt }, signal);
    const read = await this.#reading(account, before.offset, wanted, signal);
    if (signal.aborted || read === undefined) return;
    const { connections, failed, offset } = read;
    const now = this.#clock.now();
    // This window may have slept so long that another one has read meanwhile.
    const loggedIn = new Set((await this.#stateOf(account)).loggedIn);
    const fallen = await this.#fallen(account.id, connections, loggedIn, now);
    const waitMs = failed?.waitMs;
    const after: WatchedState = {
      v: 1,
      readAt,
      ...(waitMs !== undefined && { notBefore: now + Math.min(waitMs, longestWaitMs) }),
      failures: failed === undefined ? 0 : before.failures + 1,
      offset,
      loggedIn: [...loggedIn],
    };
    if (!(await this.#keep(account, after, signal))) return;
    if (connections.length > 0) this.#read.fire({ account, connections });
    if (fallen.length > 0) this.#fell.fire({ account, connections: fallen });
  }

  async #reading(
    account: Account,
    offset: number,
    wanted: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<Round | undefined> {
    try {
      const { client } = await this.#parts.service.access(account, signal);
      return await readRound(client, offset, wanted, signal);
    } catch {
      // The sandbox cannot be started: whoever asks for it is told why.
      return { connections: [], offset, failed: {} };
    }
  }

  /**
   * Takes in how connections stand now: which of them have fallen, of those that no other window tells, and which are
   * logged in. One whose login runs may be logged in again in a moment, so it has not fallen yet.
   */
  async #fallen(
    accountId: string,
    rows: readonly ManagedAuth[],
    loggedIn: Set<string>,
    now: number,
  ): Promise<readonly ManagedAuth[]> {
    const fallen: ManagedAuth[] = [];
    for (const row of rows) {
      const id = fileId(accountId, row.id);
      if (row.status === "AUTHENTICATED") {
        // It may fall once more.
        if (!loggedIn.has(row.id)) await this.#falls.remove(id);
        loggedIn.add(row.id);
      } else if (row.status === "NEEDS_AUTH" && !isLive(row, now) && loggedIn.delete(row.id)) {
        if (await this.#falls.claim(id, { v: 1, accountId })) fallen.push(row);
      }
    }
    return fallen;
  }

  /** What is known of an account; nothing where that cannot be read as what it is. */
  async #stateOf({ id }: Account): Promise<WatchedState> {
    return (await this.#states.read(id)) ?? nothing;
  }

  /** Keeps what is known of an account, unless that was left meanwhile; whether it is kept. */
  async #keep({ id }: Account, state: WatchedState, signal: AbortSignal): Promise<boolean> {
    const isAborted = (): boolean => signal.aborted;
    return !isAborted() && (await this.#states.write(id, state)) && !isAborted();
  }
}

/** Whether there is a network other than the computer itself: without one no request would leave it. */
function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some(({ internal }) => !internal) === true);
}
