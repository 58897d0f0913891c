import { listConnections } from "../../../api/operations.ts";
import { allPages, type Listing } from "../../../api/listing.ts";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import type { Found } from "../../../domain/connections/creation.ts";
import type { Access } from "../../accounts/service.ts";

/**
 * Looks for the connection of a profile and domain by reading the list alone: nothing is sent that could create one.
 * "unclear" where the list could not be read to its end.
 */
export async function lookUp(
  { client }: Access,
  { domain, profile_name }: ManagedAuthCreateRequest,
  signal: AbortSignal,
): Promise<Found> {
  const listing: Listing<ManagedAuth> = await allPages(
    (page, stop) => client.call(listConnections, { query: { domain, profile_name, ...page } }, stop),
    {},
    signal,
  );
  const found = listing.rows.find(
    // A service that does not know these filters lists everything.
    (one) => one.domain?.toLowerCase() === domain.toLowerCase() && one.profile_name === profile_name,
  );
  if (found !== undefined) return { kind: "found", id: found.id };
  if (listing.kind === "failed") return { kind: "unclear", error: listing.error };
  return listing.kind === "complete" && listing.unreadable === 0 ? { kind: "absent" } : { kind: "unclear" };
}

/** A page waits for it, and can say that the result is unknown. */
const longestLookMs = 5_000;

/** The same for a page: "unclear" where that takes longer than one is waited for. */
export async function lookUpSoon(
  access: Access,
  request: ManagedAuthCreateRequest,
  signal: AbortSignal,
): Promise<Found> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), longestLookMs);
  return lookUp(access, request, AbortSignal.any([signal, late.signal])).finally(() => clearTimeout(timer));
}
