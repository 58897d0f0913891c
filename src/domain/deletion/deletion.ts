import type { ApiError, Outcome } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";

/** What became of one that was to be deleted. */
export type Deletion =
  | { readonly kind: "deleted" }
  /** The service has agreed and may still be at it. */
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "notFound"; readonly error: ApiError }
  | { readonly kind: "failed"; readonly error: ApiError }
  /** It may have been deleted; `error` is missing where the user cancelled. */
  | { readonly kind: "unknown"; readonly error?: ApiError }
  /** Cancelled before it was sent. */
  | { readonly kind: "skipped" }
  /** Not sent, because others ended in a way that it would have shared. */
  | { readonly kind: "notTried" };

/** A destination to delete. */
export interface Target {
  /** The id or name that is sent (§4.3). */
  readonly idOrName: string;
  /** Its name, where it was picked from a list and `idOrName` is its id. */
  readonly name?: string | undefined;
  /** Where it leads to, if the list knows; it is not kept. */
  readonly endpoint?: string | undefined;
  /** The connections that use the destination, which refuse the deletion (interface.md §4.3), if known. */
  readonly heldBy?: readonly ManagedAuth[];
}

/** Whether deleting it again makes sense: it is still there, or that is not known. */
export function isLeft({ deletion: { kind } }: { readonly deletion: Deletion }): boolean {
  return kind !== "deleted" && kind !== "accepted" && kind !== "notFound";
}

/** Whether the service says that there is no such thing; a 404 about the project says nothing of it (§7). */
export function isGone(error: ApiError): boolean {
  return error.kind === "notFound" && error.missing === "resource";
}

/** Reads the outcome of one request (§4.3) as what became of the destination. */
export function deletionOf(outcome: Outcome<unknown>): Deletion {
  switch (outcome.kind) {
    case "ok":
      return { kind: outcome.status === 202 ? "accepted" : "deleted" };
    case "cancelled":
      return outcome.sent === "no" ? { kind: "skipped" } : { kind: "unknown" };
    case "failed": {
      const { error } = outcome;
      if (error.sent === "unknown") return { kind: "unknown", error };
      if (error.kind === "conflict" || error.code === "resource_in_use") return { kind: "refused", error };
      if (isGone(error)) return { kind: "notFound", error };
      return { kind: "failed", error };
    }
  }
}
