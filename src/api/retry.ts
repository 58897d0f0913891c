import type { Clock } from "./clock.ts";
import type { Failure, Method, RetryClass } from "./errors.ts";

/** Milliseconds for one attempt, head and body, and for an operation with all its attempts and pauses. */
const timeouts: Readonly<Record<Method, { readonly attemptMs: number; readonly operationMs: number }>> = {
  GET: { attemptMs: 10_000, operationMs: 30_000 },
  POST: { attemptMs: 60_000, operationMs: 90_000 },
  DELETE: { attemptMs: 30_000, operationMs: 60_000 },
};

/** How many retries an operation may have had before a failure of this class is final. */
const allowance: Readonly<Record<RetryClass, Readonly<Record<Method, number>>>> = {
  never: { GET: 0, POST: 0, DELETE: 0 },
  notSent: { GET: 2, POST: 2, DELETE: 2 },
  refused: { GET: 2, POST: 2, DELETE: 2 },
  // A POST is never sent again blindly; a DELETE once, for its name may be given to another destination.
  ambiguous: { GET: 2, POST: 0, DELETE: 1 },
  unreadable: { GET: 1, POST: 0, DELETE: 0 },
};

const longestRetryAfterMs = 30_000;
/** How long after the failure, and after the first sending, a DELETE that may have been carried out is repeated. */
const replay = { afterFailureMs: 10_000, afterFirstMs: 45_000 };

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

/** What one attempt may end with. */
type Reply<Ok> = Ok | { readonly kind: "cancelled"; readonly dispatched: boolean } | Failure;

/** How an operation ended; `uncertain` tells that an attempt before the last may have been carried out. */
export interface Ended<Ok> {
  readonly reply: Reply<Ok>;
  readonly uncertain: boolean;
}

/** An operation to be tried until it succeeds or the rules end it. */
interface Attempts<Ok> {
  readonly method: Method;
  readonly clock: Clock;
  readonly budget: RetryBudget;
  readonly signal: AbortSignal;
  /** Whether the caller waits itself where the service asks to slow down, for several operations at once. */
  readonly callerWaits?: boolean;
  /** One attempt, counted from 1, that takes no longer than `timeoutMs`. */
  attempt(number: number, timeoutMs: number): Promise<Reply<Ok>>;
  /** Fetches the token anew after a 401: whether it is now another one. */
  renewToken(): Promise<boolean>;
}

/**
 * Runs the attempts of one operation. A 401 is tried again once if the token has changed meanwhile; every other
 * retry follows {@link allowance}, waits with full jitter or as long as `Retry-After` asks, and stays within the
 * time of the operation and the client's budget. A DELETE that may have been carried out is sent again only
 * within ten seconds of its failure and 45 of the first sending: its name may be given to another destination.
 */
export async function runAttempts<Ok extends { readonly kind: "ok" }>(
  operation: Attempts<Ok>,
): Promise<Ended<Ok>> {
  const { clock, method, signal } = operation;
  const { attemptMs, operationMs } = timeouts[method];
  const begin = clock.now();
  let retries = 0;
  let renewed = false;
  let replayed = false;
  let uncertainSince: number | undefined;
  /** Whether there is still time for another attempt. */
  const mayFollow = (): boolean => {
    const now = clock.now();
    if (method === "DELETE" && uncertainSince !== undefined) {
      if (!isWithin(now - uncertainSince, replay.afterFailureMs)) return false;
      if (!isWithin(now - begin, replay.afterFirstMs)) return false;
    }
    return now - begin < operationMs;
  };
  for (let number = 1; ; number++) {
    const left = operationMs - (clock.now() - begin);
    const reply = await operation.attempt(number, Math.min(attemptMs, left));
    const ended = { reply, uncertain: uncertainSince !== undefined };
    if (reply.kind !== "failed") return ended;
    if (reply.error.kind === "unauthorized" && !renewed) {
      renewed = true;
      if ((await operation.renewToken()) && mayFollow()) continue;
    }
    if (replayed && method === "DELETE") return ended;
    const delay = pause(operation, reply, retries, operationMs - (clock.now() - begin));
    if (delay === undefined) return ended;
    replayed ||= reply.retry === "ambiguous";
    if (reply.error.sent === "unknown") uncertainSince ??= clock.now();
    if (!(await clock.sleep(delay, signal))) {
      return { reply: { kind: "cancelled", dispatched: false }, uncertain: uncertainSince !== undefined };
    }
    // The pause may have been longer than asked for: a laptop sleeps.
    if (!mayFollow()) return ended;
    retries++;
  }
}

/** Whether so many milliseconds lie within a limit; a clock that was put back says nothing, and does not. */
function isWithin(ms: number, limitMs: number): boolean {
  return ms >= 0 && ms <= limitMs;
}

/** Milliseconds to wait before the next attempt, or `undefined` where there is none. */
function pause(
  {
    budget,
    callerWaits,
    clock,
    method,
  }: Pick<Attempts<unknown>, "budget" | "callerWaits" | "clock" | "method">,
  { error, retry, retryAfterMs }: Failure,
  retries: number,
  leftMs: number,
): number | undefined {
  if (retries >= allowance[retry][method]) return undefined;
  if (callerWaits === true && error.kind === "limited") return undefined;
  const asked = retry === "refused" ? retryAfterMs : undefined;
  if (retry === "refused" && method === "POST" && (error.kind !== "limited" || asked === undefined))
    return undefined;
  if (asked !== undefined && asked > longestRetryAfterMs) return undefined;
  const jitter = clock.random() * Math.min(8000, 500 * 2 ** retries);
  const delay = Math.max(asked ?? 0, jitter);
  return delay < leftMs && budget.take(clock.now()) ? delay : undefined;
}
