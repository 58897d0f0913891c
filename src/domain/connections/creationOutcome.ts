import type { ApiError, Outcome, ApiErrorOf } from "../../api/errors.ts";
import type { Listing } from "../../api/listing.ts";
import type { ConnectionFound } from "../../api/projectReading.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { requestEnd, type UnsuccessfulEnd } from "../resources/requestEnd.ts";
import { ConnectionIndex, type ConnectionIdentity } from "./identity.ts";

/**
 * The outcome of an attempt to create a connection. `created` requires the service's confirmation, and `refused`
 * requires proof that nothing was created. Unclear outcomes are `unknown` until a later response clarifies them.
 */
export type CreationOutcome =
  | {
      readonly kind: "created";
      readonly value: ManagedAuth;
      readonly raw: unknown;
      /** Time of the response according to the service's clock, in milliseconds since 1970, if reported. */
      readonly answeredAt?: number;
    }
  /**
   * A connection for the profile and domain exists. `isOurs` is true if this attempt most likely created the
   * connection.
   */
  | {
      readonly kind: "exists";
      readonly error: ApiError;
      readonly id: string | undefined;
      readonly isOurs: boolean;
    }
  /**
   * The last request had no effect. `earlier` is set if an earlier request had an unknown outcome: `absent` if a later
   * search didn't find the connection, `unclear` if the search was inconclusive.
   */
  | (UnsuccessfulEnd & { readonly kind: "refused"; readonly earlier?: "absent" | "unclear" })
  | Extract<UnsuccessfulEnd, { readonly kind: "cancelled" | "unknown" }>;

/**
 * Interprets the response to the first create request. If the outcome is unknown because of an error, the caller must
 * check for the connection or send exactly the same request again. Sending the request twice never creates a second
 * connection, because a profile has at most one connection for a domain (interface.md §4.1, 409). After the user
 * cancels, the outcome contains no error, and no further requests must be sent.
 */
export function judgeFirstAttempt(outcome: Outcome<ManagedAuth>): CreationOutcome {
  const result = requestEnd(outcome);
  if (result.kind === "ok") return createdOutcome(result);
  if (result.kind === "cancelled" || result.kind === "unknown") return result;
  const { error } = result;
  if (error.kind === "conflict" && reportsExisting(error))
    return { kind: "exists", error, id: error.existing_id, isOurs: false };
  return { kind: "refused", error };
}

/**
 * True if a conflict error means that the connection already exists. Other codes report different conflicts
 * (interface.md §7).
 */
function reportsExisting({ code, existing_id }: ApiErrorOf<"conflict">): boolean {
  return existing_id !== undefined || code === undefined || code === "already_exists";
}

/**
 * Interprets the response to a resent request. If the connection was created, or the service reports a conflict with
 * the connection's ID, the outcome is certain. Any other refusal doesn't prove that the first request failed. The
 * first request may even have caused the refusal, for example by using up a limit. After such a refusal, `find`
 * searches the list of connections.
 */
export async function judgeSecondAttempt(
  outcome: Outcome<ManagedAuth>,
  find: () => Promise<ConnectionFound>,
): Promise<CreationOutcome> {
  if (outcome.kind === "ok") return createdOutcome(outcome);
  if (outcome.kind === "cancelled") return { kind: "unknown" };
  const { error } = outcome;
  if (error.kind === "conflict" && error.existing_id !== undefined)
    return { kind: "exists", error, id: error.existing_id, isOurs: true };
  if (!isRefusal(error)) return { kind: "unknown", error };
  const found = await find();
  if (found.kind === "found") return { kind: "exists", error, id: found.id, isOurs: true };
  // A conflict without a code doesn't prove that the connection exists, because the conflict may have another cause.
  if (error.kind === "conflict" && reportsExisting(error))
    return error.code === undefined
      ? { kind: "unknown", error }
      : { kind: "exists", error, id: undefined, isOurs: true };
  // An invalid request has no effect, so the first request, which was identical, had no effect either.
  if (found.kind === "absent" || error.kind === "invalid")
    return { kind: "refused", error, earlier: found.kind };
  return { kind: "unknown", error };
}

/**
 * Finds the connection with the given profile and domain in a filtered list of connections. Names match regardless of
 * case and accents.
 */
export function findInListing(
  listing: Listing<ManagedAuth>,
  wanted: Required<ConnectionIdentity>,
): ConnectionFound {
  const match = new ConnectionIndex(listing.rows).find(wanted);
  if (match.kind === "found") return { kind: "found", id: match.connection.id };
  if (listing.kind === "failed") return { kind: "unclear", error: listing.error };
  const isComplete = listing.kind === "complete" && listing.unreadable === 0;
  return { kind: match.kind === "absent" && isComplete ? "absent" : "unclear" };
}

/**
 * True if the service evaluated the request and refused it. All other errors may disappear after a retry or with a
 * different token.
 */
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

function createdOutcome({
  answeredAt,
  raw,
  value,
}: Outcome<ManagedAuth> & { readonly kind: "ok" }): CreationOutcome {
  return { kind: "created", value, raw, ...(answeredAt !== undefined && { answeredAt }) };
}

/** True if the connection exists, no matter which client created it. */
export function connectionExists({ kind }: CreationOutcome): boolean {
  return kind === "created" || kind === "exists";
}
