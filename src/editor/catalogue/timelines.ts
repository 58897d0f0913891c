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

/** The fetched part of a connection's timeline of the last seven days. */
export interface WeekReading {
  /** Newest first. Health checks with the same result as their neighbours are omitted. */
  readonly entries: readonly TimelineEntry[];
  /** True if the whole timeline was fetched. */
  readonly whole: boolean;
  /** True if the fetch failed, so that entries are missing. */
  readonly failed: boolean;
}

/** Maximum requests per minute. Agents share the organization's rate limit. */
const mostAMinute = 60;
const minuteMs = 60_000;
const mostPages = 3;
const mostEntries = mostPages * maxPageSize;
const keptMs = 10 * minuteMs;
const atOnce = 2;
/** Fetching pauses if fewer than this share of the minute's requests, or this number of them, remain. */
const lowShare = 0.25;
const lowCount = 20;
/** Maximum pause, in case the service or a clock that was set back demands a longer one. */
const longestPauseMs = 5 * minuteMs;

/** The connections whose timelines to fetch, in this order, while a view shows them. */
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
 * Fetches timelines with at most 60 requests per minute and three pages each. Pauses while the service asks to wait
 * or few requests remain. Results are cached for ten minutes.
 */
export class Timelines implements Disposable {
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  readonly #read = new EventEmitter<{ readonly accountId: string; readonly id: string }>();
  readonly #known = new Map<string, Known>();
  /** Requests by reader. The newest reader is served first. */
  readonly #wanted = new Map<string, Omit<Wanted, "ids"> & { readonly ids: string[] }>();
  readonly #underWay = new Set<string>();
  /** Times of the requests of the last minute. */
  #sentAt: readonly number[] = [];
  #pausedUntil = 0;
  #readers = 0;
  /** Fires after each timeline was fetched or failed. */
  readonly onDidRead = this.#read.event;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Returns the cached timeline of a connection, regardless of its age. */
  of(accountId: string, id: string): WeekReading | undefined {
    return this.#known.get(keyOf(accountId, id));
  }

  /** Replaces the requests of a reader. Timelines younger than ten minutes aren't fetched again. */
  want(reader: string, { ids, ...wanted }: Wanted): void {
    this.#wanted.delete(reader);
    this.#wanted.set(reader, { ...wanted, ids: [...ids] });
    for (let free = atOnce - this.#readers; free > 0; free--) void this.#readAll();
  }

  /** Marks a timeline as outdated, because it has new entries. The next request fetches it again. */
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

  /** Returns the next timeline to fetch. Drops the requests of a reader that is no longer visible. */
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
    // The remaining fetches would fail for the same reason.
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

  /** Waits until a request may be sent. Returns false if aborted, because then nothing may be sent. */
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
  /** The remaining connections of the same reader. */
  readonly ids: string[];
}

function keyOf(accountId: string, id: string): string {
  return JSON.stringify([accountId, id]);
}

/** Returns a pause in milliseconds if the response asks for one or few requests of this minute remain. */
function pauseAfter(outcome: Outcome<unknown>): number | undefined {
  if (outcome.kind === "ok") {
    const { limit, remaining = Number.POSITIVE_INFINITY } = outcome.rate ?? {};
    return remaining < (limit === undefined ? lowCount : lowShare * limit) ? minuteMs : undefined;
  }
  if (outcome.kind !== "failed" || outcome.error.kind !== "limited") return undefined;
  const { retryAfterSeconds } = outcome.error;
  return retryAfterSeconds === undefined ? minuteMs : retryAfterSeconds * 1000;
}

/** Ends the listing after a page that reaches back before `begin`. */
function untilOlder(outcome: Outcome<Page<TimelineEntry>>, begin: number): Outcome<Page<TimelineEntry>> {
  if (outcome.kind !== "ok" || outcome.value.next === undefined) return outcome;
  const isOlder = outcome.value.rows.some((entry) => (timeOf(entry) ?? begin) < begin);
  return isOlder ? { ...outcome, value: { ...outcome.value, next: undefined, more: true } } : outcome;
}
