import { networkInterfaces } from "node:os";
import { isDeepStrictEqual } from "node:util";
import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import * as z from "zod/mini";
import { systemClock } from "../../api/clock.ts";
import type { Clock } from "../../api/clock.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { nextRound, soundMoments } from "../../domain/watching/schedule.ts";
import { fallsAmong } from "../../domain/watching/falls.ts";
import type { Store } from "../../storage/store.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Service } from "../accounts/service.ts";
import type { Session, SessionState } from "../accounts/session.ts";
import { Windows } from "../kit/windows.ts";
import { readRound } from "./readRound.ts";
import type { Round } from "./readRound.ts";
import { Remembered } from "./remembered.ts";
import type { Memory } from "./remembered.ts";
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

/** What a window tells the others: whom it would read for, since when, and how much it is in use. */
const Told = z.object({ accountId: z.string(), since: z.number(), visible: z.boolean(), usedAt: z.number() });
type Told = z.infer<typeof Told>;

/** How often a window says that it lives; it is taken for gone after thirty seconds without that. */
const lease = { folder: "watching", told: Told, beatMs: 10_000, lookMs: 10_000, longestMs: 60 * 60 * 1000 };
/** What a use that is this recent adds is not worth a word to the others, in milliseconds. */
const usedAgainMs = 60_000;
/** How soon it is looked again whether there is a network, or another token. */
const lookAgainMs = 60_000;

type SignedIn = Extract<SessionState, { kind: "signedIn" }>;

/** Reads the watched connections from time to time, in one window of all, and tells of each fall once. */
export class Watching implements Disposable {
  readonly #parts: WatchingParts;
  readonly #clock: Clock;
  readonly #remembered: Remembered;
  readonly #read = new EventEmitter<OfAccount>();
  readonly #fell = new EventEmitter<OfAccount>();
  readonly #closing = new AbortController();
  readonly #following: readonly Disposable[];
  #windows: Windows<Told> | undefined;
  #own: Told | undefined;
  #usedAt: number;
  /** Ends what is done for the account that the window works as. */
  #account = new AbortController();
  #wake = new AbortController();
  #running = false;
  #run: Promise<void> = Promise.resolve();
  /** Fires with the watched connections after each reading. */
  readonly onDidRead = this.#read.event;
  /** Fires with those that are logged in no more, once for each fall in all windows. */
  readonly onDidFall = this.#fell.event;

  constructor(parts: WatchingParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    this.#usedAt = this.#clock.now();
    this.#remembered = new Remembered(parts.store);
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
    if (this.#closing.signal.aborted) return;
    this.#wake.abort();
    if (!this.#running) this.#run = this.#goOn();
  }

  readonly dispose = (): void => void this.close();

  /** Reads no more; resolves when the others are told that they may. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#account.abort();
    this.#wake.abort();
    for (const one of this.#following) one.dispose();
    await this.#run;
    await this.#windows?.tell(undefined);
    await this.#windows?.leave();
    this.#read.dispose();
    this.#fell.dispose();
  }

  /** Reads whenever it is time, for as long as there is anything to read and this window is the one. */
  async #goOn(): Promise<void> {
    this.#running = true;
    while (!this.#closing.signal.aborted) {
      const wake = (this.#wake = new AbortController());
      const inMs = await this.#next(this.#parts.session.state, this.#account.signal).catch(
        (fault: unknown) => {
          this.#parts.failed(fault);
          return lookAgainMs;
        },
      );
      // After a reading it is looked at once more, without waiting.
      if (inMs === 0) continue;
      if (inMs !== undefined) await this.#clock.sleep(inMs, wake.signal);
      else if (!wake.signal.aborted) break;
    }
    this.#running = false;
  }

  /** Reads where it is time; in how many milliseconds to look again, or `undefined` where only a change brings it on. */
  async #next(state: SessionState, signal: AbortSignal): Promise<number | undefined> {
    const ids = state.kind === "signedOut" ? undefined : this.#parts.watched.of(state.account.id);
    const watches = ids !== undefined && ids.pinned.size + ids.started.size > 0 && this.#parts.isWanted();
    await this.#tell(state, watches);
    if (state.kind === "signedOut" || ids === undefined || !watches || signal.aborted) return undefined;
    if (!this.#leads()) return undefined;
    const now = this.#clock.now();
    const known = await this.#remembered.of(state.account.id);
    const memory = { ...known, ...soundMoments(known, now) };
    if (!isDeepStrictEqual(memory, known)) await this.#keep(state, memory, signal);
    const round = nextRound({
      now,
      pinned: ids.pinned.size,
      started: ids.started.size,
      visible: this.#all().some(({ visible }) => visible),
      usedAt: Math.max(...this.#all().map(({ usedAt }) => usedAt)),
      failures: memory.failures,
      readAt: memory.readAt,
      notBefore: memory.notBefore,
    });
    if (round === undefined) return undefined;
    if (round.inMs > 0) return round.inMs;
    if (!this.#isOnline(state) || (await this.#parts.service.isRejected(state.account))) return lookAgainMs;
    const wanted = round.pinnedOnly ? ids.pinned : new Set([...ids.pinned, ...ids.started]);
    await this.#round(state, memory, wanted, signal);
    return 0;
  }

  /** Reads once. What is remembered is written before anybody is told: a fall is told once at most. */
  async #round(
    state: SignedIn,
    before: Memory,
    wanted: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<void> {
    const { account } = state;
    const readAt = this.#clock.now();
    // So that no other window reads meanwhile, or right after.
    await this.#keep(state, { ...before, readAt }, signal);
    const read = await this.#reading(account, before.offset, wanted, signal);
    if (signal.aborted || read.kind === "cancelled") return;
    const now = this.#clock.now();
    // This window may have slept so long that another one has read meanwhile.
    const memory = await this.#remembered.of(account.id);
    const falls = fallsAmong(memory, read.connections, now);
    const isDone = read.kind === "ok";
    const notBefore = isDone || read.waitMs === undefined ? undefined : now + read.waitMs;
    const after: Memory = {
      readAt,
      ...(notBefore !== undefined && { notBefore }),
      failures: isDone ? 0 : before.failures + 1,
      offset: read.offset,
      loggedIn: falls.loggedIn,
    };
    const fallen = await this.#remembered.toTell(account.id, memory, falls);
    if (!(await this.#keep(state, after, signal))) return;
    if (read.connections.length > 0) this.#read.fire({ account, connections: read.connections });
    if (fallen.length > 0) this.#fell.fire({ account, connections: fallen });
  }

  async #reading(
    account: Account,
    offset: number,
    wanted: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<Round> {
    try {
      const { client } = await this.#parts.service.access(account, signal);
      return await readRound(client, offset, wanted, signal);
    } catch {
      // The sandbox cannot be started: whoever asks for it is told why.
      return { kind: "failed", connections: [], offset };
    }
  }

  /** Keeps what is known of an account, unless that was left meanwhile; whether it is kept. */
  async #keep({ account }: SignedIn, memory: Memory, signal: AbortSignal): Promise<boolean> {
    const isLeft = (): boolean => signal.aborted;
    return !isLeft() && (await this.#remembered.keep(account.id, memory)) && !isLeft();
  }

  /** Says what this window would do to the others, and looks at what they say before it does any of it. */
  async #tell(state: SessionState, watches: boolean): Promise<void> {
    if (!watches || state.kind === "signedOut") {
      this.#own = undefined;
      await this.#windows?.tell(undefined);
      return;
    }
    const isFirst = this.#windows === undefined;
    this.#windows ??= this.#joined();
    const accountId = state.account.id;
    const since = this.#own?.accountId === accountId ? this.#own.since : this.#clock.now();
    const told = { accountId, since, visible: this.#parts.isVisible(), usedAt: this.#usedAt };
    if (JSON.stringify(told) === JSON.stringify(this.#own)) return;
    const isNew = isFirst || this.#own?.accountId !== accountId;
    this.#own = told;
    await this.#windows.tell(told);
    if (isNew) await this.#windows.look();
  }

  #joined(): Windows<Told> {
    const { failed, store } = this.#parts;
    const clock = this.#clock;
    return new Windows({ ...lease, storage: store.path, clock, changed: () => this.stir(), failed });
  }

  /** What all windows say that are of the same account as this one. */
  #all(): readonly Told[] {
    const own = this.#own;
    if (own === undefined || this.#windows === undefined) return [];
    return [own, ...this.#windows.living.values()].filter(({ accountId }) => accountId === own.accountId);
  }

  /** Whether this is the window that reads: the one of its account that has wanted to for the longest. */
  #leads(): boolean {
    const own = this.#own;
    if (own === undefined || this.#windows === undefined) return false;
    const mine = [own.since, this.#windows.id] as const;
    return [...this.#windows.living].every(
      ([id, { accountId, since }]) =>
        accountId !== own.accountId || since > mine[0] || (since === mine[0] && id > mine[1]),
    );
  }

  #isOnline({ account }: SignedIn): boolean {
    return account.kind === "sandbox" || (this.#parts.isOnline ?? hasNetwork)();
  }
}

/** Whether there is a network other than the computer itself: without one no request would leave it. */
function hasNetwork(): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some(({ internal }) => !internal) === true);
}
