import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import { systemClock, type Clock } from "../../api/clock.ts";
import type { Outcome } from "../../api/errors.ts";
import { listAll } from "../../api/listing.ts";
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import { listTimeline } from "../../api/operations.ts";
import { maxPageSize, type Page } from "../../api/page.ts";
import { timeOf, withoutRepeats } from "../../domain/connections/history.ts";
import { weekBegin } from "../../domain/connections/historyDays.ts";
import { scopeCovers, type Scope } from "../../storage/scope.ts";
import type { Client } from "../../api/client.ts";
import type { Account } from "../accounts/accounts.ts";

/** What the timeline of a connection tells of the last seven days, as far as it was read. */
export interface WeekReading {
  /** Newest first, without health checks that found what those before and after them found. */
  readonly entries: readonly TimelineEntry[];
  /** Whether these are all that the timeline has. */
  readonly whole: boolean;
  /** Whether it failed, so that nothing or not all was read. */
  readonly failed: boolean;
}

/** Requests in any minute at most: the limit of the organization is the agents', too. */
const mostAMinute = 60;
const minuteMs = 60_000;
const mostPages = 3;
const mostEntries = mostPages * maxPageSize;
const keptMs = 10 * minuteMs;
const atOnce = 2;
/** Reading pauses below this share of the requests that the service answers in a minute, or this many of them. */
const lowShare = 0.25;
const lowCount = 20;
/** No pause is longer, whatever the service asks for or a clock that was put back makes of it. */
const longestPauseMs = 5 * minuteMs;

/** Whose timelines are to be read, in this order, for as long as someone looks at them. */
export interface Wanted {
  readonly access: { readonly account: Pick<Account, "id">; readonly client: Pick<Client, "call"> };
  readonly ids: readonly string[];
  readonly isWanted: () => boolean;
}

interface Known extends WeekReading {
  readonly accountId: string;
  readonly readAt: number;
}

/**
 * Reads timelines gently: 60 requests a minute and three pages each at most, and none while the service asks to wait or has
 * few requests left. What was read is kept for ten minutes.
 */
export class Timelines implements Disposable {
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #read = new EventEmitter<{ readonly accountId: string; readonly id: string }>();
  readonly #known = new Map<string, Known>();
  /** By who wants them; who asked last is served first. */
  readonly #wanted = new Map<string, Omit<Wanted, "ids"> & { readonly ids: string[] }>();
  readonly #underWay = new Set<string>();
  /** When the requests of the last minute were sent. */
  #sentAt: readonly number[] = [];
  #pausedUntil = 0;
  #readers = 0;
  /** Fires with each timeline that was read or could not be read. */
  readonly onDidRead = this.#read.event;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** What was read of a connection, however long ago. */
  of(accountId: string, id: string): WeekReading | undefined {
    return this.#known.get(keyOf(accountId, id));
  }

  /** Reads these, in place of those that the same reader wanted before, but for what was read within ten minutes. */
  want(reader: string, { ids, ...wanted }: Wanted): void {
    this.#wanted.delete(reader);
    this.#wanted.set(reader, { ...wanted, ids: [...ids] });
    for (let free = atOnce - this.#readers; free > 0; free--) void this.#readAll();
  }

  /** Has a timeline read again when it is wanted next, as there is more in it. */
  outdate(accountId: string, id: string): void {
    const key = keyOf(accountId, id);
    const known = this.#known.get(key);
    if (known !== undefined) this.#known.set(key, { ...known, readAt: Number.NEGATIVE_INFINITY });
  }

  readonly forget = async (scope: Scope): Promise<void> => {
    for (const [key, { accountId }] of this.#known)
      if (scopeCovers(scope, accountId)) this.#known.delete(key);
    return Promise.resolve();
  };

  dispose(): void {
    this.#closing.abort();
    this.#wanted.clear();
    this.#read.dispose();
  }

  async #readAll(): Promise<void> {
    this.#readers++;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { access, id } = next;
      const key = keyOf(access.account.id, id);
      this.#underWay.add(key);
      await this.#readOne(next).finally(() => this.#underWay.delete(key));
    }
    this.#readers--;
  }

  /** The next timeline to read; who looks at it no longer wants none of theirs. */
  #next(): Next | undefined {
    for (const [reader, { access, ids, isWanted }] of [...this.#wanted].reverse()) {
      for (let id = ids.shift(); id !== undefined && isWanted(); id = ids.shift()) {
        const key = keyOf(access.account.id, id);
        const age = this.#clock.now() - (this.#known.get(key)?.readAt ?? Number.NEGATIVE_INFINITY);
        if (age >= 0 && age < keptMs) continue;
        if (!this.#underWay.has(key)) return { access, id, ids };
      }
      this.#wanted.delete(reader);
    }
    return undefined;
  }

  async #readOne({ access: { account, client }, id, ids }: Next): Promise<void> {
    const { signal } = this.#closing;
    const begin = weekBegin(this.#clock.now());
    let pages = 0;
    const listing = await listAll<TimelineEntry>(
      async (query, stop) => {
        if (pages++ === mostPages || !(await this.#turn(stop))) return { kind: "cancelled", sent: "no" };
        const outcome = await client.call(listTimeline, { path: { id }, query }, stop, {
          failOnRateLimit: true,
        });
        const ms = pauseAfter(outcome);
        if (ms !== undefined) this.#pausedUntil = this.#clock.now() + Math.min(ms, longestPauseMs);
        return untilOlder(outcome, begin);
      },
      { maxRows: mostEntries },
      signal,
    );
    if (signal.aborted) return;
    if (listing.kind === "failed" && listing.error.kind === "limited") {
      ids.unshift(id);
      return;
    }
    const failed = listing.kind === "failed";
    // The others would fail the same way.
    if (failed && ["unauthorized", "offline"].includes(listing.error.kind)) ids.length = 0;
    this.#known.set(keyOf(account.id, id), {
      accountId: account.id,
      entries: withoutRepeats(listing.rows),
      whole: listing.kind === "complete" && listing.unreadable === 0,
      failed,
      readAt: this.#clock.now(),
    });
    this.#read.fire({ accountId: account.id, id });
  }

  /** Waits until a request may be sent; `false` once nothing is to be sent any longer. */
  async #turn(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const now = this.#clock.now();
      this.#sentAt = this.#sentAt.filter((at) => at <= now && at > now - minuteMs);
      const [first = now] = this.#sentAt;
      const pause = this.#pausedUntil - now;
      const wait = pause <= longestPauseMs ? pause : 0;
      const ms = Math.max(wait, this.#sentAt.length < mostAMinute ? 0 : first + minuteMs - now);
      if (ms <= 0) {
        this.#sentAt = [...this.#sentAt, now];
        return !signal.aborted;
      }
      if (!(await this.#clock.sleep(ms, signal))) return false;
    }
  }
}

interface Next extends Pick<Wanted, "access"> {
  readonly id: string;
  /** Those of the same reader that come after it. */
  readonly ids: string[];
}

function keyOf(accountId: string, id: string): string {
  return JSON.stringify([accountId, id]);
}

/** Milliseconds to send nothing for after an answer, if it asks for that or few others are left in this minute. */
function pauseAfter(outcome: Outcome<unknown>): number | undefined {
  if (outcome.kind === "ok") {
    const { limit, remaining = Number.POSITIVE_INFINITY } = outcome.rate ?? {};
    return remaining < (limit === undefined ? lowCount : lowShare * limit) ? minuteMs : undefined;
  }
  if (outcome.kind !== "failed" || outcome.error.kind !== "limited") return undefined;
  const { retryAfterSeconds } = outcome.error;
  return retryAfterSeconds === undefined ? minuteMs : retryAfterSeconds * 1000;
}

/** A page after which no other is read where it goes back further than a moment. */
function untilOlder(outcome: Outcome<Page<TimelineEntry>>, begin: number): Outcome<Page<TimelineEntry>> {
  if (outcome.kind !== "ok" || outcome.value.next === undefined) return outcome;
  const isOlder = outcome.value.rows.some((entry) => (timeOf(entry) ?? begin) < begin);
  return isOlder ? { ...outcome, value: { ...outcome.value, next: undefined, more: true } } : outcome;
}
