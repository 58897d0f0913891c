import type { Clock } from "./clock.ts";
import type { Fault, RetryClass } from "./errors.ts";

/** All that there is to know about repeating an operation. What it is sent with plays no part in it. */
export interface Policy {
  /** Milliseconds for one attempt, head and body. */
  readonly attemptMs: number;
  /** Milliseconds for the operation, with all its attempts and pauses. */
  readonly operationMs: number;
  /** Whether carrying it out changes something, so that it has to be told where it may have been. */
  readonly effect: boolean;
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

const changeTimes = { attemptMs: 30_000, operationMs: 60_000 } as const;
const removal = { ...changeTimes, effect: true, retryWithoutRetryAfter: true } as const;
/** Sent again only where it certainly was not carried out: it never left, or the service says when to come back. */
const sentOnce = {
  effect: true,
  retries: { never: 0, notSent: 2, refused: 2, late: 0, ambiguous: 0, unreadable: 0 },
  retryWithoutRetryAfter: false,
} as const;

export const policies = {
  /** It only reads. */
  read: {
    attemptMs: 10_000,
    operationMs: 30_000,
    effect: false,
    retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 2, unreadable: 1 },
    retryWithoutRetryAfter: true,
  },
  /** A second time would be another one: create, log in, submit, check, test. */
  once: { ...sentOnce, attemptMs: 60_000, operationMs: 90_000 },
  /** A change; whether it was made can be read. */
  checked: { ...sentOnce, ...changeTimes },
  /** A deletion by an id, which is never given to another. */
  again: { ...removal, retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 2, unreadable: 1 } },
  /** A deletion by a name, which may be given to another soon. */
  soon: {
    ...removal,
    retries: { never: 0, notSent: 2, refused: 2, late: 2, ambiguous: 1, unreadable: 0 },
    replay: { afterFailureMs: 10_000, afterFirstMs: 45_000 },
  },
} as const satisfies Readonly<Record<string, Policy>>;

/** At most ten retries a minute, over all operations that share it: a failing service is not pressed further. */
export class RetryBudget {
  #taken: number[] = [];

  /** Takes one retry at this time, in milliseconds; `false` where none is left. */
  take(now: number): boolean {
    this.#taken = this.#taken.filter((time) => time <= now && time > now - 60_000);
    if (this.#taken.length >= 10) return false;
    this.#taken.push(now);
    return true;
  }
}

interface Standing {
  readonly retries: number;
  readonly leftMs: number;
  /** Whether the caller waits itself where the service asks to slow down, for several operations at once. */
  readonly callerWaits: boolean;
}

const longestRetryAfterMs = 30_000;

/**
 * Milliseconds to wait before the next attempt, or `undefined` where there is none: with full jitter, or as long as
 * `Retry-After` asks, within the time of the operation and the budget.
 */
export function pauseAfter(
  { error, retry, retryAfterMs }: Fault,
  policy: Policy,
  { retries, leftMs, callerWaits }: Standing,
  { budget, clock }: { readonly budget: RetryBudget; readonly clock: Clock },
): number | undefined {
  if (retries >= policy.retries[retry]) return undefined;
  if (callerWaits && error.kind === "limited") return undefined;
  const wantedMs = retry === "refused" || retry === "late" ? retryAfterMs : undefined;
  const isTimed = error.kind === "limited" && wantedMs !== undefined;
  if (retry === "refused" && !policy.retryWithoutRetryAfter && !isTimed) return undefined;
  if (wantedMs !== undefined && wantedMs > longestRetryAfterMs) return undefined;
  const jitter = clock.random() * Math.min(8000, 500 * 2 ** retries);
  const delay = Math.max(wantedMs ?? 0, jitter);
  return delay < leftMs && budget.take(clock.now()) ? delay : undefined;
}

/** Whether what may have been carried out may still be repeated; times in milliseconds. */
export function isReplayable({ replay }: Policy, sinceFailure: number, sinceFirst: number): boolean {
  return (
    replay === undefined ||
    (isWithin(sinceFailure, replay.afterFailureMs) && isWithin(sinceFirst, replay.afterFirstMs))
  );
}

/** Whether so many milliseconds lie within a limit; a clock that was put back says nothing, and does not. */
function isWithin(ms: number, limitMs: number): boolean {
  return ms >= 0 && ms <= limitMs;
}
