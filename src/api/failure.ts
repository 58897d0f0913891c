import type { ApiError, Sent } from "./errors.ts";

/** The methods of §4. */
export type Method = "GET" | "POST" | "DELETE";

/**
 * What a failed attempt means for another one:
 * - `never`: it would end the same way;
 * - `notSent`: the service cannot have seen it;
 * - `refused`: the service did nothing and may do it later;
 * - `ambiguous`: it may have been carried out;
 * - `unreadable`: the service said yes, in words that cannot be read.
 */
export type RetryClass = "never" | "notSent" | "refused" | "ambiguous" | "unreadable";

/** One attempt that failed. */
export interface Failure {
  readonly kind: "failed";
  readonly error: ApiError;
  readonly retry: RetryClass;
  /** What a valid `Retry-After` asks for. */
  readonly retryAfterMs?: number;
}

/** The `sent` of a failure whose request may have been carried out: reading has no effect. */
export function sentIfUnclear(method: Method): Sent {
  return method === "GET" ? "no" : "unknown";
}
