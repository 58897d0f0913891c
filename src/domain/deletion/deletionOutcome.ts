import type { ApiError, Outcome } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";

/** Outcome of a deletion. */
export type DeletionOutcome =
  | { readonly kind: "deleted" }
  /** The service accepted the request and may still be deleting. */
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "notFound"; readonly error: ApiError }
  | { readonly kind: "failed"; readonly error: ApiError }
  /** The deletion may have happened. `error` is undefined if the user canceled. */
  | { readonly kind: "unknown"; readonly error?: ApiError }
  /** Canceled before the request was sent. */
  | { readonly kind: "skipped" }
  /** Not sent, because earlier outcomes showed that the request would fail. */
  | { readonly kind: "notTried" };

/** A destination to delete. */
export interface DeletionTarget {
  /** ID or name to send (interface.md §4.3). */
  readonly idOrName: string;
  /** Name of a destination that was picked from a list. In this case `idOrName` is an ID. */
  readonly name?: string | undefined;
  /** Endpoint, if the list reported it. Not persisted. */
  readonly endpoint?: string | undefined;
  /** The connections that use the destination, which refuse the deletion (interface.md §4.3), if known. */
  readonly heldBy?: readonly ManagedAuth[];
}

/** True if the item still exists or may exist, so that a retry makes sense. */
export function mayStillExist({ deletion: { kind } }: { readonly deletion: DeletionOutcome }): boolean {
  return kind !== "deleted" && kind !== "accepted" && kind !== "notFound";
}

/** True if the service reports that the item doesn't exist. A 404 about the project doesn't count (interface.md §7). */
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
