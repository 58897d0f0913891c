import type { ApiError, Outcome } from "../../api/errors.ts";
import type { Listing } from "../../api/listing.ts";
import type { ConnectionFound } from "../../api/project.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { ConnectionIndex, type Identity } from "./identity.ts";

/**
 * What is known of an attempt to create a connection. "Created" is claimed only on the service's word, and "refused"
 * only where nothing can have happened; everything in between is unknown until the service has said more.
 */
export type Verdict =
  | {
      readonly kind: "created";
      readonly value: ManagedAuth;
      readonly raw: unknown;
      /** When it was answered by the service's clock, in milliseconds since 1970, where it said so. */
      readonly answeredAt?: number;
    }
  /** A connection for the profile and domain exists; `ours` if most likely this attempt created it. */
  | {
      readonly kind: "exists";
      readonly error: ApiError;
      readonly id: string | undefined;
      readonly ours: boolean;
    }
  /**
   * It did nothing. Where an earlier sending's end was not known, `earlier` says what the list says of that: no such
   * connection, or nothing.
   */
  | { readonly kind: "refused"; readonly error: ApiError; readonly earlier?: "absent" | "unclear" }
  /** The user cancelled before anything was sent. */
  | { readonly kind: "notSent" }
  /** It may have been created; `error` is missing where the user cancelled. */
  | { readonly kind: "unknown"; readonly error?: ApiError };

/**
 * Reads the outcome of the first sending. "check" asks for the one thing that can tell: sending exactly the same
 * again, which never creates a second connection, since a profile has at most one for a domain (§4.1, 409).
 */
export function firstVerdict(outcome: Outcome<ManagedAuth>): Verdict | "check" {
  switch (outcome.kind) {
    case "ok":
      return created(outcome);
    case "cancelled":
      // The user wants no more of it: nothing is sent on their behalf.
      return outcome.sent === "no" ? { kind: "notSent" } : { kind: "unknown" };
    case "failed": {
      const { error } = outcome;
      if (error.sent === "unknown") return "check";
      if (error.kind === "conflict" && saysExists(error))
        return { kind: "exists", error, id: error.existing_id, ours: false };
      return { kind: "refused", error };
    }
  }
}

/** A conflict of another code is about something else, whatever that may be (§7). */
function saysExists({ code, existing_id }: Extract<ApiError, { kind: "conflict" }>): boolean {
  return existing_id !== undefined || code === undefined || code === "already_exists";
}

/**
 * Reads the outcome of sending the same again. A creation or a conflict that names the connection answers the question.
 * Any other refusal says nothing of the first sending, which may have used up what is refused now: "look" asks for the
 * list, which {@link lookedVerdict} reads.
 */
export function checkVerdict(
  outcome: Outcome<ManagedAuth>,
): Verdict | { readonly kind: "look"; readonly error: ApiError } {
  switch (outcome.kind) {
    case "ok":
      return created(outcome);
    case "cancelled":
      return { kind: "unknown" };
    case "failed": {
      const { error } = outcome;
      if (error.kind === "conflict" && error.existing_id !== undefined)
        return { kind: "exists", error, id: error.existing_id, ours: true };
      return isRefusal(error) ? { kind: "look", error } : { kind: "unknown", error };
    }
  }
}

/** Finds the connection of a profile and domain, in any spelling, among those that were listed for it. */
export function foundIn(listing: Listing<ManagedAuth>, wanted: Required<Identity>): ConnectionFound {
  const match = new ConnectionIndex(listing.rows).find(wanted);
  if (match.kind === "found") return { kind: "found", id: match.connection.id };
  if (listing.kind === "failed") return { kind: "unclear", error: listing.error };
  const isWhole = listing.kind === "complete" && listing.unreadable === 0;
  return { kind: match.kind === "absent" && isWhole ? "absent" : "unclear" };
}

/** Reads what the list says after the same was sent again and refused. */
export function lookedVerdict(error: ApiError, found: ConnectionFound): Verdict {
  if (found.kind === "found") return { kind: "exists", error, id: found.id, ours: true };
  // A conflict whose words were lost may be about something else.
  if (error.kind === "conflict" && saysExists(error))
    return error.code === undefined
      ? { kind: "unknown", error }
      : { kind: "exists", error, id: undefined, ours: true };
  // What is wrong with a request was wrong with it the first time.
  if (found.kind === "absent" || error.kind === "invalid")
    return { kind: "refused", error, earlier: found.kind };
  return { kind: "unknown", error };
}

/** Whether the service looked at the request and will not have it; a later token or moment would change the rest. */
function isRefusal({ kind, sent }: ApiError): boolean {
  const passing: readonly ApiError["kind"][] = [
    "unauthorized",
    "limited",
    "proxyLogin",
    "proxyRefused",
    "unreadable",
    "redirected",
  ];
  return sent === "refused" && !passing.includes(kind);
}

function created({ answeredAt, raw, value }: Outcome<ManagedAuth> & { readonly kind: "ok" }): Verdict {
  return { kind: "created", value, raw, ...(answeredAt !== undefined && { answeredAt }) };
}

/** Whether the service has the connection, whoever created it. */
export function isThere({ kind }: Verdict): boolean {
  return kind === "created" || kind === "exists";
}
