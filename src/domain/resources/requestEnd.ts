import type { ApiError, Outcome } from "../../api/errors.ts";

/** The outcome of an unsuccessful request to create, change or delete something. */
export type UnsuccessfulEnd =
  /** The user canceled before the request was sent. */
  | { readonly kind: "cancelled" }
  /** Nothing changed, because the service refused the request or because the request was never sent. */
  | { readonly kind: "refused"; readonly error: ApiError }
  /** The service reports that the resource doesn't exist. */
  | { readonly kind: "gone"; readonly error: ApiError }
  /** The request may have taken effect. `error` is missing if the user canceled. */
  | { readonly kind: "unknown"; readonly error?: ApiError };

/**
 * Interprets the outcome of a request that creates, changes or deletes something. If the service has just listed the
 * resource (`wasListed`), a 404 without an error code also means that the resource is gone.
 */
export function requestEnd<Value>(
  outcome: Outcome<Value>,
  { wasListed = false } = {},
): Extract<Outcome<Value>, { readonly kind: "ok" }> | UnsuccessfulEnd {
  if (outcome.kind === "ok") return outcome;
  if (outcome.kind === "cancelled")
    return outcome.sent === "no" ? { kind: "cancelled" } : { kind: "unknown" };
  const { error } = outcome;
  if (error.sent === "unknown") return { kind: "unknown", error };
  const isGone = isResourceGone(error) || (wasListed && error.kind === "notFound" && !error.missing);
  return { kind: isGone ? "gone" : "refused", error };
}

/** True if the service reports that the resource is missing. A missing project doesn't count (interface.md §7). */
export function isResourceGone(error: ApiError): boolean {
  return error.kind === "notFound" && error.missing === "resource";
}
