import type { Clock } from "./clock.ts";
import type { AttemptFailure, RetryClass } from "./errors.ts";

/** Retry policy of an operation. Doesn't depend on the input of a request. */
export interface RetryPolicy {
  /** Timeout for one attempt, including the head and body of the response, in milliseconds. */
  readonly attemptMs: number;
  /** Timeout of the whole operation, including all attempts and delays, in milliseconds. */
  readonly operationMs: number;
  /** True if the operation changes data, so that an unknown outcome must be reported. */
  readonly hasEffect: boolean;
  /** Maximum number of retries for each class of failure. */
  readonly retries: Readonly<Record<RetryClass, number>>;
  /** True to retry refused requests even without `Retry-After`. */
  readonly retryWithoutRetryAfter: boolean;
  /**
   * Limits for repeating a request that may have been executed: the maximum time since the failure and since the first
   * attempt, in milliseconds. Such a request is repeated only once. If `replay` is missing, there are no limits.
   */
  readonly replay?: { readonly afterFailureMs: number; readonly afterFirstMs: number };
}

const writeTimeouts = { attemptMs: 30_000, operationMs: 60_000 } as const;
const deletionPolicy = { ...writeTimeouts, hasEffect: true, retryWithoutRetryAfter: true } as const;
/**
 * Retries only requests that the service can't have executed: requests that were never sent, and rate-limited requests
 * for which the service specified a time for the retry.
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
  /** For operations that take effect again when repeated: create, log in, submit, check, test. */
  nonIdempotent: { ...safeRetriesOnly, attemptMs: 60_000, operationMs: 90_000 },
  /** Never repeats an update that may have been executed, because reading the resource shows the outcome. */
  update: { ...safeRetriesOnly, ...writeTimeouts },
  /** For deletions by id, which are safe to repeat, because ids are never reused. */
  deleteById: {
    ...deletionPolicy,
    retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 2, unreadable: 1 },
  },
  /** For deletions by name. Repeated only for a short time, because a new resource may get the same name. */
  deleteByName: {
    ...deletionPolicy,
    retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 1, unreadable: 0 },
    replay: { afterFailureMs: 10_000, afterFirstMs: 45_000 },
  },
} as const satisfies Readonly<Record<string, RetryPolicy>>;

/** Allows ten retries per minute for all operations that share the budget, so as not to overload a failing service. */
export class RetryBudget {
  #retryTimes: number[] = [];

  /** Consumes one retry at the time `now`, in milliseconds. Returns `false` if no retry is left. */
  tryConsume(now: number): boolean {
    this.#retryTimes = this.#retryTimes.filter((time) => time <= now && time > now - 60_000);
    if (this.#retryTimes.length >= 10) return false;
    this.#retryTimes.push(now);
    return true;
  }
}

interface RetryState {
  readonly retries: number;
  readonly remainingMs: number;
  /** True if a rate-limited request must not be retried, because the caller waits on behalf of several operations. */
  readonly failOnRateLimit: boolean;
}

const maxRetryAfterMs = 30_000;

/**
 * Returns the delay before the next attempt in milliseconds, or `undefined` if the request must not be retried. The
 * delay is the larger of a random delay (full jitter) and `Retry-After`. The delay must end before the operation's
 * timeout, and the retry budget must allow the retry.
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
  return delay < remainingMs && budget.tryConsume(clock.now()) ? delay : undefined;
}

/** True if it is now safe to repeat a request that may have been executed. Times are in milliseconds. */
export function canReplay({ replay }: RetryPolicy, sinceFailure: number, sinceFirst: number): boolean {
  return (
    replay === undefined ||
    (isWithinLimit(sinceFailure, replay.afterFailureMs) && isWithinLimit(sinceFirst, replay.afterFirstMs))
  );
}

/** True if a time span is within its limit. False if the span is negative because the clock was set back. */
function isWithinLimit(ms: number, limitMs: number): boolean {
  return ms >= 0 && ms <= limitMs;
}
