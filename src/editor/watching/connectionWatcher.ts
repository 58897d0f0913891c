import { networkInterfaces } from "node:os";
import type { Disposable } from "vscode";
import * as z from "zod/mini";
import { type Clock, systemClock } from "../../api/clock.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLoginRunning } from "../../domain/login/loginState.ts";
import { longestWaitMs, scheduleNextPoll } from "../../domain/connections/pollSchedule.ts";
import { connectionFileId } from "../../storage/scope.ts";
import { CrossWindowLock } from "../../storage/crossWindowLock.ts";
import type { AccountFiles, AccountStore } from "../../storage/accountStore.ts";
import type { Account } from "../accounts/accounts.ts";
import type { ClientFactory } from "../accounts/clientFactory.ts";
import type { ActiveSession } from "../accounts/session.ts";
import { pollWatched } from "./pollWatched.ts";
import type { WatchedConnections } from "./watchedConnections.ts";

export interface ConnectionWatcherOptions {
  readonly session: ActiveSession;
  readonly service: Pick<ClientFactory, "access" | "isTokenRejected">;
  readonly watched: Pick<WatchedConnections, "idsOf" | "onDidChange">;
  readonly store: AccountStore;
  /** Returns true if settings allow notifications. */
  readonly areNotificationsEnabled: () => boolean;
  readonly isVisible: () => boolean;
  /** Called with the connections found by each poll. */
  readonly onRead: (read: AccountConnections) => void;
  /** Called with connections that were logged out. Each logout is reported by only one window. */
  readonly onLogOut: (loggedOut: AccountConnections) => void;
  readonly onError: (fault: unknown) => void;
  readonly clock?: Clock;
  /** Returns true if this computer is connected to a network. */
  readonly isOnline?: () => boolean;
}

/** An account's connections, from a single fetch. */
export interface AccountConnections {
  readonly account: Account;
  readonly connections: readonly ManagedAuth[];
}

/** The polling state of an account's watched connections. All windows share the state. Only one window polls. */
export const WatchedState = z.object({
  v: z.literal(1),
  /** Time of the last fetch, in milliseconds since 1970. */
  readAt: z.optional(z.number()),
  /** Earliest time at which the service accepts the next request, in milliseconds since 1970. */
  notBefore: z.optional(z.number()),
  /** Number of consecutive failed fetches. */
  failures: z.int().check(z.minimum(0)),
  /** The list offset at which the next poll begins. */
  offset: z.int().check(z.minimum(0)),
  /** IDs of connections that were logged in when last fetched. Only these can be reported as logged out. */
  loggedIn: z.array(z.string()),
});
type WatchedState = z.infer<typeof WatchedState>;
const initialWatchedState: WatchedState = { v: 1, failures: 0, offset: 0, loggedIn: [] };

/** Marks a connection's logout as reported. The mark is removed when the connection is logged in again. */
const ReportedLogout = z.object({ v: z.literal(1), accountId: z.string() });

/** Time after a user action during which further actions don't reschedule the next poll, in milliseconds. */
const sameUseMs = 60_000;
/**
 * Delay of the next check, in milliseconds. Applies after a fetch, while another window polls, and while the network
 * or a valid token is missing.
 */
const checkAgainMs = 60_000;

/**
 * Polls the watched connections and reports each logout once. All windows share the time of the last fetch, and only
 * one window polls at a time. Recently used windows have shorter intervals, so they do most of the polling.
 */
export class ConnectionWatcher implements Disposable {
  readonly #options: ConnectionWatcherOptions;
  readonly #clock: Clock;
  readonly #states: AccountFiles<WatchedState>;
  readonly #reported: AccountFiles<z.infer<typeof ReportedLogout>>;
  readonly #pollLock: CrossWindowLock;
  readonly #listeners: readonly Disposable[];
  #usedAt: number;
  /** Aborts pending work when the window closes or switches to another account. */
  #account = new AbortController();
  #checked: Promise<void> = Promise.resolve();
  #stopTimer = (): void => undefined;

  constructor(parts: ConnectionWatcherOptions) {
    this.#options = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#usedAt = this.#clock.now();
    this.#states = parts.store.files("watchedStates", WatchedState);
    this.#reported = parts.store.files("watchedFalls", ReportedLogout);
    this.#pollLock = new CrossWindowLock(parts.store.path, "watching");
    this.#listeners = [
      parts.watched.onDidChange(() => this.reschedule()),
      parts.session.onDidChange(() => {
        this.#account.abort();
        this.#account = new AbortController();
        this.reschedule();
      }),
    ];
    this.reschedule();
  }

  /** Called when the user uses the extension in this window, because recent use makes polling more frequent. */
  noteUse(): void {
    const now = this.#clock.now();
    const isNew = Math.abs(now - this.#usedAt) >= sameUseMs;
    this.#usedAt = now;
    if (isNew) this.reschedule();
  }

  /** Call this method after a change that affects the time of the next poll. */
  reschedule(): void {
    this.#checked = this.#checked.then(() => this.#check());
  }

  readonly dispose = (): void => void this.close();

  /** Stops polling. Resolves when a running poll has ended. */
  async close(): Promise<void> {
    this.#account.abort();
    for (const disposable of this.#listeners) disposable.dispose();
    await this.#checked;
    this.#stopTimer();
  }

  /** Polls if a poll is due, and sets the timer for the next check. */
  async #check(): Promise<void> {
    this.#stopTimer();
    const { signal } = this.#account;
    if (signal.aborted) return;
    const inMs = await this.#pollIfDue(signal).catch((fault: unknown) => {
      this.#options.onError(fault);
      return checkAgainMs;
    });
    if (inMs !== undefined) this.#stopTimer = this.#clock.timer(inMs, () => this.reschedule());
  }

  /**
   * Polls if a poll is due. Returns the delay of the next check in milliseconds, or undefined if no poll is needed
   * until {@link reschedule} is called.
   */
  async #pollIfDue(signal: AbortSignal): Promise<number | undefined> {
    const { isOnline = hasNetwork, isVisible, service, session, watched } = this.#options;
    if (session.state.kind === "signedOut" || !this.#options.areNotificationsEnabled()) return undefined;
    const { account } = session.state;
    const { pinned, started } = watched.idsOf(account.id);
    if (pinned.size + started.size === 0) return undefined;
    const state = await this.#stateOf(account);
    const round = scheduleNextPoll({
      ...state,
      now: this.#clock.now(),
      pinned: pinned.size,
      started: started.size,
      visible: isVisible(),
      usedAt: this.#usedAt,
    });
    if (round === undefined || round.inMs > 0) return round?.inMs;
    if ((account.kind !== "sandbox" && !isOnline()) || (await service.isTokenRejected(account)))
      return checkAgainMs;
    const release = await this.#pollLock.tryAcquire(account.id);
    try {
      // Another window is polling or has just polled.
      if (release === undefined || (await this.#stateOf(account)).readAt !== state.readAt)
        return checkAgainMs;
      const ids = round.pinnedOnly ? pinned : new Set([...pinned, ...started]);
      await this.#poll(account, state, ids, signal);
    } finally {
      await release?.();
    }
    return checkAgainMs;
  }

  /** Polls once. Stores the state before reporting logouts, so that each logout is reported at most once. */
  async #poll(
    account: Account,
    before: WatchedState,
    ids: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const readAt = this.#clock.now();
    // Store the time of this poll first, so that no other window polls at the same time.
    await this.#write(account, { ...before, readAt }, signal);
    const read = await this.#options.service
      .access(account, signal)
      .then(({ client }) => pollWatched(client, before.offset, ids, signal))
      // The sandbox failed to start. The views already show the reason.
      .catch(() => ({ connections: [], offset: before.offset, failed: { waitMs: undefined } }));
    if (signal.aborted || read === undefined) return;
    const { connections, failed, offset } = read;
    const now = this.#clock.now();
    // Read the state again, because another window may have polled while this computer was asleep.
    const loggedIn = new Set((await this.#stateOf(account)).loggedIn);
    const loggedOut = await this.#newLogouts(account.id, connections, loggedIn, now);
    const waitMs = failed?.waitMs;
    const after: WatchedState = {
      v: 1,
      readAt,
      ...(waitMs !== undefined && { notBefore: now + Math.min(waitMs, longestWaitMs) }),
      failures: failed === undefined ? 0 : before.failures + 1,
      offset,
      loggedIn: [...loggedIn],
    };
    if (!(await this.#write(account, after, signal))) return;
    if (connections.length > 0) this.#options.onRead({ account, connections });
    if (loggedOut.length > 0) this.#options.onLogOut({ account, connections: loggedOut });
  }

  /**
   * Updates `loggedIn`. Returns the connections that have logged out, except for logouts that another window reports.
   * Skips connections with a running login, because they may soon be logged in again.
   */
  async #newLogouts(
    accountId: string,
    rows: readonly ManagedAuth[],
    loggedIn: Set<string>,
    now: number,
  ): Promise<readonly ManagedAuth[]> {
    const loggedOut: ManagedAuth[] = [];
    for (const row of rows) {
      const id = connectionFileId(accountId, row.id);
      if (row.status === "AUTHENTICATED") {
        // The connection is logged in again. Remove the mark, so that its next logout is reported.
        if (!loggedIn.has(row.id)) await this.#reported.remove(id);
        loggedIn.add(row.id);
      } else if (row.status === "NEEDS_AUTH" && !isLoginRunning(row, now) && loggedIn.delete(row.id)) {
        if (await this.#reported.createIfAbsent(id, { v: 1, accountId })) loggedOut.push(row);
      }
    }
    return loggedOut;
  }

  /** Returns the stored state of an account, or the initial state if the stored state is missing or invalid. */
  async #stateOf({ id }: Account): Promise<WatchedState> {
    return (await this.#states.read(id)) ?? initialWatchedState;
  }

  /** Stores an account's state. Returns false if the poll was aborted or the account signed out in the meantime. */
  async #write({ id }: Account, state: WatchedState, signal: AbortSignal): Promise<boolean> {
    const isAborted = (): boolean => signal.aborted;
    return !isAborted() && (await this.#states.write(id, state)) && !isAborted();
  }
}

/** True if the computer has a network interface other than loopback. */
function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some(({ internal }) => !internal) === true);
}
