import { EventEmitter, type Disposable } from "vscode";
import { systemClock, type Clock } from "../../api/clock.ts";
import type { Outcome } from "../../api/errors.ts";
import { listAll } from "../../api/listing.ts";
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import { listTimeline } from "../../api/operations.ts";
import { maxPageSize, type ListPage } from "../../api/listPage.ts";
import { connectionKey } from "../../domain/login/loginSnapshot.ts";
import { entryTime, withoutRepeatedChecks } from "../../domain/connections/history.ts";
import { weekStart } from "../../domain/connections/historyDays.ts";
import { scopeCovers, type AccountScope } from "../../storage/scope.ts";
import type { ApiCaller } from "../../api/client.ts";

/** The fetched entries of a connection's timeline for the last seven days. */
export interface WeekReading {
  /** Newest first. Omits a health check if both adjacent entries are health checks with the same result. */
  readonly entries: readonly TimelineEntry[];
  /** True if the whole timeline was fetched. */
  readonly isComplete: boolean;
  /** True if the fetch failed, so that entries are missing. */
  readonly isFailed: boolean;
}

/** Maximum number of requests per minute. Leaves requests for agents, which share the organization's rate limit. */
const maxRequestsPerMinute = 60;
const rateWindowMs = 60_000;
const maxTimelinePages = 3;
const maxTimelineEntries = maxTimelinePages * maxPageSize;
const timelineCacheMs = 10 * rateWindowMs;
const maxParallelFetches = 2;
/** Fetching pauses if a smaller share of the service's request limit per minute remains. */
const lowQuotaShare = 0.25;
/** Fetching pauses if fewer requests remain in the minute. Used only if the service doesn't report its limit. */
const lowQuotaCount = 20;
/**
 * Maximum pause, in milliseconds. The service may request a longer pause, or a pause may become longer because the
 * computer's clock was set back.
 */
const maxFetchPauseMs = 5 * rateWindowMs;

/** The connections whose timelines to fetch, in this order. `isWanted` returns false once no view shows them. */
export interface TimelineRequest {
  readonly access: { readonly account: { readonly id: string }; readonly client: ApiCaller };
  readonly ids: readonly string[];
  readonly isWanted: () => boolean;
}

interface CachedTimeline extends WeekReading {
  readonly accountId: string;
  readonly readAt: number;
}

/**
 * Fetches timelines with at most 60 requests per minute and at most three pages per timeline. Pauses when the service
 * asks for it or when few requests remain. Results are cached for ten minutes.
 */
export class TimelineFetcher implements Disposable {
  readonly #clock: Clock;
  readonly #shutdown = new AbortController();
  readonly #fetched = new EventEmitter<{ readonly accountId: string; readonly id: string }>();
  readonly #cache = new Map<string, CachedTimeline>();
  /** Requested timelines by requester, such as a view or a page. The newest request is served first. */
  readonly #requests = new Map<string, TimelineRequest & { readonly ids: string[] }>();
  readonly #fetching = new Set<string>();
  #sentAt: readonly number[] = [];
  #pausedUntil = 0;
  #workers = 0;
  /** Fires after each fetch of a timeline, even if the fetch failed. */
  readonly onDidFetch = this.#fetched.event;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Returns the cached timeline of a connection, regardless of its age. */
  cached(accountId: string, id: string): WeekReading | undefined {
    return this.#cache.get(connectionKey(accountId, id));
  }

  /** Sets the timelines that a view needs. Timelines fetched in the last ten minutes aren't fetched again. */
  request(reader: string, { ids, ...wanted }: TimelineRequest): void {
    this.#requests.delete(reader);
    this.#requests.set(reader, { ...wanted, ids: [...ids] });
    for (let free = maxParallelFetches - this.#workers; free > 0; free--) void this.#work();
  }

  /** Marks a timeline as outdated, so that the next request fetches it again. */
  markOutdated(accountId: string, id: string): void {
    const key = connectionKey(accountId, id);
    const cached = this.#cache.get(key);
    if (cached !== undefined) this.#cache.set(key, { ...cached, readAt: Number.NEGATIVE_INFINITY });
  }

  readonly forget = async (scope: AccountScope): Promise<void> => {
    for (const [key, { accountId }] of this.#cache)
      if (scopeCovers(scope, accountId)) this.#cache.delete(key);
    return Promise.resolve();
  };

  dispose(): void {
    this.#shutdown.abort();
    this.#requests.clear();
    this.#fetched.dispose();
  }

  async #work(): Promise<void> {
    this.#workers++;
    for (let next = this.#nextTimeline(); next !== undefined; next = this.#nextTimeline()) {
      const { access, id } = next;
      const key = connectionKey(access.account.id, id);
      this.#fetching.add(key);
      await this.#fetchTimeline(next).finally(() => this.#fetching.delete(key));
    }
    this.#workers--;
  }

  /** Returns the next timeline to fetch. Drops the requests of views that are no longer visible. */
  #nextTimeline(): QueuedTimeline | undefined {
    for (const [reader, { access, ids, isWanted }] of [...this.#requests].reverse()) {
      for (let id = ids.shift(); id !== undefined && isWanted(); id = ids.shift()) {
        const key = connectionKey(access.account.id, id);
        const age = this.#clock.now() - (this.#cache.get(key)?.readAt ?? Number.NEGATIVE_INFINITY);
        if (age >= 0 && age < timelineCacheMs) continue;
        if (!this.#fetching.has(key)) return { access, id, ids };
      }
      this.#requests.delete(reader);
    }
    return undefined;
  }

  async #fetchTimeline({ access: { account, client }, id, ids }: QueuedTimeline): Promise<void> {
    const { signal } = this.#shutdown;
    const begin = weekStart(this.#clock.now());
    let pages = 0;
    const listing = await listAll<TimelineEntry>(
      async (query, stop) => {
        if (pages++ === maxTimelinePages || !(await this.#waitForTurn(stop)))
          return { kind: "cancelled", sent: "no" };
        const outcome = await client.call(listTimeline, { path: { id }, query }, stop, {
          failOnRateLimit: true,
        });
        const ms = requestedPauseMs(outcome);
        if (ms !== undefined) this.#pausedUntil = this.#clock.now() + Math.min(ms, maxFetchPauseMs);
        return endAtOlderPage(outcome, begin);
      },
      { maxRows: maxTimelineEntries },
      signal,
    );
    if (signal.aborted) return;
    if (listing.kind === "failed" && listing.error.kind === "limited") {
      ids.unshift(id);
      return;
    }
    const failed = listing.kind === "failed";
    // Skip the remaining timelines of this request, because fetching them would fail for the same reason.
    if (failed && ["unauthorized", "offline"].includes(listing.error.kind)) ids.length = 0;
    this.#cache.set(connectionKey(account.id, id), {
      accountId: account.id,
      entries: withoutRepeatedChecks(listing.rows),
      isComplete: listing.kind === "complete" && listing.unreadable === 0,
      isFailed: failed,
      readAt: this.#clock.now(),
    });
    this.#fetched.fire({ accountId: account.id, id });
  }

  /**
   * Waits until the rate limits allow another request. Returns false if aborted, in which case the caller must not
   * send the request.
   */
  async #waitForTurn(signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const now = this.#clock.now();
      this.#sentAt = this.#sentAt.filter((at) => at <= now && at > now - rateWindowMs);
      const [oldest = now] = this.#sentAt;
      const pause = this.#pausedUntil - now;
      const delay = pause <= maxFetchPauseMs ? pause : 0;
      const ms = Math.max(
        delay,
        this.#sentAt.length < maxRequestsPerMinute ? 0 : oldest + rateWindowMs - now,
      );
      if (ms <= 0) {
        this.#sentAt = [...this.#sentAt, now];
        return !signal.aborted;
      }
      if (!(await this.#clock.sleep(ms, signal))) return false;
    }
  }
}

interface QueuedTimeline {
  readonly access: TimelineRequest["access"];
  readonly id: string;
  /** IDs of the remaining connections in the same request. Their timelines still need to be fetched. */
  readonly ids: string[];
}

/**
 * Returns the pause that the response requests, in milliseconds, or a default pause if few requests remain in this
 * minute. Returns undefined if no pause is needed.
 */
function requestedPauseMs(outcome: Outcome<unknown>): number | undefined {
  if (outcome.kind === "ok") {
    const { limit, remaining = Number.POSITIVE_INFINITY } = outcome.rate ?? {};
    const low = limit === undefined ? lowQuotaCount : lowQuotaShare * limit;
    return remaining < low ? rateWindowMs : undefined;
  }
  if (outcome.kind !== "failed" || outcome.error.kind !== "limited") return undefined;
  const { retryAfterSeconds } = outcome.error;
  return retryAfterSeconds === undefined ? rateWindowMs : retryAfterSeconds * 1000;
}

/** Marks a page as the last one if it contains an entry from before `begin`. */
function endAtOlderPage(
  outcome: Outcome<ListPage<TimelineEntry>>,
  begin: number,
): Outcome<ListPage<TimelineEntry>> {
  if (outcome.kind !== "ok" || outcome.value.next === undefined) return outcome;
  const isOlder = outcome.value.rows.some((entry) => (entryTime(entry) ?? begin) < begin);
  if (isOlder) return { ...outcome, value: { ...outcome.value, next: undefined, more: true } };
  return outcome;
}
