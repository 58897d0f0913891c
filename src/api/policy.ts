import type { Clock } from "./clock.ts";
import type { AttemptFailure, RetryClass } from "./errors.ts";

/** All that there is to know about repeating an operation. What it is sent with plays no part in it. */
export interface Policy {
  /** Milliseconds for one attempt, head and body. */
  readonly attemptMs: number;
  /** Milliseconds for the operation, with all its attempts and pauses. */
  readonly operationMs: number;
  /** Whether carrying it out changes something, so that it has to be told where it may have been. */
  readonly hasEffect: boolean;
  /** How many retries an operation may have had before a failure of this class is final. */
  readonly retries: Readonly<Record<RetryClass, number>>;
  /** Whether it is asked for again where the service refused it without saying when to. */
  readonly retryWithoutRetryAfter: boolean;
  /**
   * How long, in milliseconds after its failure and after the first sending, what may have been carried out is
   * repeated, and that once; without it there is no such limit.
   */
  readonly replay?: { readonly afterFailureMs: number; readonly afterFirstMs: number };
}

const writeTimeouts = { attemptMs: 30_000, operationMs: 60_000 } as const;
const deletion = { ...writeTimeouts, hasEffect: true, retryWithoutRetryAfter: true } as const;
/** Sent again only where it certainly was not carried out: it never left, or the service says when to come back. */
const safeRetriesOnly = {
  hasEffect: true,
  retries: { never: 0, notSent: 2, refused: 2, late: 0, ambiguous: 0, unreadable: 0 },
  retryWithoutRetryAfter: false,
} as const;

export const policies = {
  /** It only reads. */
  read: {
    attemptMs: 10_000,
    operationMs: 30_000,
    hasEffect: false,
    retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 2, unreadable: 1 },
    retryWithoutRetryAfter: true,
  },
  /** A second time would be another one: create, log in, submit, check, test. */
  nonIdempotent: { ...safeRetriesOnly, attemptMs: 60_000, operationMs: 90_000 },
  /** A change; whether it was made can be read. */
  update: { ...safeRetriesOnly, ...writeTimeouts },
  /** A deletion by an id, which is never given to another. */
  deleteById: {
    ...deletion,
    retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 2, unreadable: 1 },
  },
  /** A deletion by a name, which may be given to another soon. */
  deleteByName: {
    ...deletion,
    retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 1, unreadable: 0 },
    replay: { afterFailureMs: 10_000, afterFirstMs: 45_000 },
  },
} as const satisfies Readonly<Record<string, Policy>>;

/** At most ten retries a minute, over all operations that share it: a failing service is not pressed further. */
export class RetryBudget {
  #retryTimes: number[] = [];

  /** Takes one retry at this time, in milliseconds; `false` where none is left. */
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
  /** Whether the caller waits itself where the service asks to slow down, for several operations at once. */
  readonly failOnRateLimit: boolean;
}

const maxRetryAfterMs = 30_000;

/**
 * Milliseconds to wait before the next attempt, or `undefined` where there is none: with full jitter, or as long as
 * `Retry-After` asks, within the time of the operation and the budget.
 */
export function retryDelay(
  { error, retry, retryAfterMs }: AttemptFailure,
  policy: Policy,
  { retries, remainingMs: leftMs, failOnRateLimit: failOnRateLimit }: RetryState,
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
  return delay < leftMs && budget.take(clock.now()) ? delay : undefined;
}

/** Whether what may have been carried out may still be repeated; times in milliseconds. */
export function canReplay({ replay }: Policy, sinceFailure: number, sinceFirst: number): boolean {
  return (
    replay === undefined ||
    (isWithinLimit(sinceFailure, replay.afterFailureMs) && isWithinLimit(sinceFirst, replay.afterFirstMs))
  );
}

/** Whether so many milliseconds lie within a limit; a clock that was put back says nothing, and does not. */
function isWithinLimit(ms: number, limitMs: number): boolean {
  return ms >= 0 && ms <= limitMs;
}
