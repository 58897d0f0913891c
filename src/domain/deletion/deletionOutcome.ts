import type { ApiError, Outcome } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";

export type DeletionOutcome =
  | { readonly kind: "deleted" }
  /** The service accepted the request, but may not have finished the deletion. */
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "notFound"; readonly error: ApiError }
  | { readonly kind: "failed"; readonly error: ApiError }
  /** The item may have been deleted. `error` is undefined if the user canceled. */
  | { readonly kind: "unknown"; readonly error?: ApiError }
  /** The user canceled before the request was sent. */
  | { readonly kind: "skipped" }
  /** The request wasn't sent, because earlier outcomes showed that it would fail. */
  | { readonly kind: "notTried" };

/** A telemetry destination to delete. */
export interface DeletionTarget {
  /** The ID or name that the request sends (interface.md §4.3). */
  readonly idOrName: string;
  /** The destination's name if the user selected it from a list. `idOrName` is an ID in this case. */
  readonly name?: string | undefined;
  /** The destination's endpoint, if the list reported one. Never persisted. */
  readonly endpoint?: string | undefined;
  /**
   * The connections that use the destination, if known. While a connection uses the destination, the service refuses
   * the deletion (interface.md §4.3).
   */
  readonly heldBy?: readonly ManagedAuth[];
  /** Handles of the browsers that export to the destination, if the service reports them. */
  readonly browsers?: readonly string[] | undefined;
}

/** True if the item exists or may exist, in which case the user can retry the deletion. */
export function mayStillExist({ deletion: { kind } }: { readonly deletion: DeletionOutcome }): boolean {
  return kind !== "deleted" && kind !== "accepted" && kind !== "notFound";
}

/**
 * True if the service reports that the item doesn't exist. A 404 for a missing project doesn't count (interface.md
 * §7).
 */
export function isResourceGone(error: ApiError): boolean {
  return error.kind === "notFound" && error.missing === "resource";
}

/** Converts the outcome of a delete request (interface.md §4.3). */
export function toDeletionOutcome(outcome: Outcome<unknown>): DeletionOutcome {
  switch (outcome.kind) {
    case "ok":
      return { kind: outcome.status === 202 ? "accepted" : "deleted" };
    case "cancelled":
      return outcome.sent === "no" ? { kind: "skipped" } : { kind: "unknown" };
    case "failed": {
      const { error } = outcome;
      if (error.sent === "unknown") return { kind: "unknown", error };
      if (error.kind === "conflict" || error.code === "resource_in_use") return { kind: "refused", error };
      if (isResourceGone(error)) return { kind: "notFound", error };
      return { kind: "failed", error };
    }
  }
}
