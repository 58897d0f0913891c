import type { ApiError, Outcome } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { requestEnd, type UnsuccessfulEnd } from "./requestEnd.ts";

export type DeletionOutcome =
  | { readonly kind: "deleted" }
  /** The service accepted the request, but may not have finished the deletion. */
  | { readonly kind: "accepted" }
  | { readonly kind: "inUse"; readonly error: ApiError }
  /** The request wasn't sent, because earlier outcomes showed that it would fail. */
  | { readonly kind: "notTried" }
  | UnsuccessfulEnd;

export interface DeletionTarget {
  /** The ID or name that the request sends (interface.md §4.3). */
  readonly idOrName: string;
  /** The destination's name if the user selected the destination from a list. `idOrName` is then an ID. */
  readonly name?: string | undefined;
  /** The destination's endpoint, if the list reported one. Never persisted. */
  readonly endpoint?: string | undefined;
  /**
   * The connections that use the destination, if known. While a connection uses the destination, the service refuses
   * the deletion (interface.md §4.3).
   */
  readonly heldBy?: readonly ManagedAuth[];
  /** Handles (hashed session IDs) of the browsers that export to the destination, if the service reports them. */
  readonly browsers?: readonly string[] | undefined;
}

/** True if the item exists or may exist, in which case the user can retry the deletion. */
export function mayStillExist({ deletion: { kind } }: { readonly deletion: DeletionOutcome }): boolean {
  return kind !== "deleted" && kind !== "accepted" && kind !== "gone";
}

/** Converts the outcome of a delete request (interface.md §4.3). A deletion with status 202 may not be finished. */
export function toDeletionOutcome(outcome: Outcome<unknown>): DeletionOutcome {
  const result = requestEnd(outcome);
  if (result.kind === "ok") return { kind: result.status === 202 ? "accepted" : "deleted" };
  const isInUse =
    result.kind === "refused" &&
    (result.error.kind === "conflict" || result.error.code === "resource_in_use");
  return isInUse ? { ...result, kind: "inUse" } : result;
}
