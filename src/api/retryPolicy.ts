import type { Clock } from "./clock.ts";
import type { AttemptFailure, RetryClass } from "./errors.ts";

/** Retry policy of an operation. Independent of the request's input. */
export interface RetryPolicy {
  /** Timeout of one attempt, head and body, in milliseconds. */
  readonly attemptMs: number;
  /** Timeout of the operation with all attempts and delays, in milliseconds. */
  readonly operationMs: number;
  /** True if the operation changes something, so that an unknown outcome has to be reported. */
  readonly hasEffect: boolean;
  /** Maximum number of retries before a failure of each class is final. */
  readonly retries: Readonly<Record<RetryClass, number>>;
  /** True if refused requests without `Retry-After` are retried. */
  readonly retryWithoutRetryAfter: boolean;
  /**
   * Time limits, in milliseconds after the failure and after the first attempt, of the only repetition of a request
   * that may have been executed. No limits if missing.
   */
  readonly replay?: { readonly afterFailureMs: number; readonly afterFirstMs: number };
}

const writeTimeouts = { attemptMs: 30_000, operationMs: 60_000 } as const;
const deletionPolicy = { ...writeTimeouts, hasEffect: true, retryWithoutRetryAfter: true } as const;
/**
 * Retries only requests that certainly weren't executed: they were never sent, or the service names a time for the
 * retry.
 */
const safeRetriesOnly = {
  hasEffect: true,
  retries: { never: 0, notSent: 2, refused: 2, late: 0, ambiguous: 0, unreadable: 0 },
  retryWithoutRetryAfter: false,
} as const;

export const retryPolicies = {
  read: {
    attemptMs: 10_000,
    operationMs: 30_000,
    hasEffect: false,
    retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 2, unreadable: 1 },
    retryWithoutRetryAfter: true,
  },
  /** For operations whose repetition has another effect: create, log in, submit, check, test. */
  nonIdempotent: { ...safeRetriesOnly, attemptMs: 60_000, operationMs: 90_000 },
  /** A read shows whether the change was made. */
  update: { ...safeRetriesOnly, ...writeTimeouts },
  /** Ids are never reused. */
  deleteById: {
    ...deletionPolicy,
    retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 2, unreadable: 1 },
  },
  /** Names may soon be reused. */
  deleteByName: {
    ...deletionPolicy,
    retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 1, unreadable: 0 },
    replay: { afterFailureMs: 10_000, afterFirstMs: 45_000 },
  },
} as const satisfies Readonly<Record<string, RetryPolicy>>;

/** Allows ten retries per minute for all operations that share the budget, to spare a failing service. */
export class RetryBudget {
  #retryTimes: number[] = [];

  /** Consumes one retry at a time in milliseconds. Returns `false` if none is left. */
  take(now: number): boolean {
    this.#retryTimes = this.#retryTimes.filter((time) => time <= now && time > now - 60_000);
    if (this.#retryTimes.length >= 10) return false;
    this.#retryTimes.push(now);
    return true;
  }
}

interface RetryState {
  readonly retries: number;
  readonly remainingMs: number;
  /** True if the caller itself waits for the end of a rate limit, for several operations together. */
  readonly failOnRateLimit: boolean;
}

const maxRetryAfterMs = 30_000;

/**
 * Returns the delay before the next attempt in milliseconds, or `undefined` if there is none: full jitter or
 * `Retry-After`, within the operation's timeout and the budget.
 */
export function retryDelay(
  { error, retry, retryAfterMs }: AttemptFailure,
  policy: RetryPolicy,
  { retries, remainingMs, failOnRateLimit }: RetryState,
  { budget, clock }: { readonly budget: RetryBudget; readonly clock: Clock },
): number | undefined {
  if (retries >= policy.retries[retry]) return undefined;
  if (failOnRateLimit && error.kind === "limited") return undefined;
  const requestedMs = retry === "refused" || retry === "late" ? retryAfterMs : undefined;
  const isTimed = error.kind === "limited" && requestedMs !== undefined;
  if (retry === "refused" && !policy.retryWithoutRetryAfter && !isTimed) return undefined;
  if (requestedMs !== undefined && requestedMs > maxRetryAfterMs) return undefined;
  const jitter = clock.random() * Math.min(8000, 500 * 2 ** retries);
  const delay = Math.max(requestedMs ?? 0, jitter);
  return delay < remainingMs && budget.take(clock.now()) ? delay : undefined;
}

/** True if a request that may have been executed may still be repeated. Times are in milliseconds. */
export function canReplay({ replay }: RetryPolicy, sinceFailure: number, sinceFirst: number): boolean {
  return (
    replay === undefined ||
    (isWithinLimit(sinceFailure, replay.afterFailureMs) && isWithinLimit(sinceFirst, replay.afterFirstMs))
  );
}

/** False if the clock was set back. */
function isWithinLimit(ms: number, limitMs: number): boolean {
  return ms >= 0 && ms <= limitMs;
}
