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

/** Interprets the outcome of a request that creates, changes or deletes something. */
export function requestEnd<Value>(
  outcome: Outcome<Value>,
): Extract<Outcome<Value>, { readonly kind: "ok" }> | UnsuccessfulEnd {
  if (outcome.kind === "ok") return outcome;
  if (outcome.kind === "cancelled")
    return outcome.sent === "no" ? { kind: "cancelled" } : { kind: "unknown" };
  const { error } = outcome;
  if (error.sent === "unknown") return { kind: "unknown", error };
  return { kind: isResourceGone(error) ? "gone" : "refused", error };
}

/**
 * Interprets the outcome of ending a browser that the service has just reported as running. A 404 without an error
 * code is enough here, because the service has answered at this address.
 */
export function browserEnd(outcome: Outcome<undefined>): ReturnType<typeof requestEnd<undefined>> {
  const end = requestEnd(outcome);
  const isGone = end.kind === "refused" && end.error.kind === "notFound" && end.error.missing !== "project";
  return isGone ? { kind: "gone", error: end.error } : end;
}

/** True if the service reports that the resource is missing. A missing project doesn't count (interface.md §7). */
export function isResourceGone(error: ApiError): boolean {
  return error.kind === "notFound" && error.missing === "resource";
}
