import type { ManagedAuth } from "../../api/schemas.ts";
import { isLive } from "../login/login.ts";

/** What readings of the watched connections have come to. */
export interface Known {
  /** Those that were logged in when they were seen last; a fall of any other is told already, or was none. */
  readonly loggedIn: readonly string[];
}

/**
 * Takes in how connections stand now: which of them have fallen, and what is to be remembered. One whose login runs may
 * be logged in again in a moment, so it has not fallen yet.
 */
export function fallsAmong(
  known: Known,
  rows: readonly ManagedAuth[],
  now: number,
): Known & { readonly fallen: readonly ManagedAuth[] } {
  const loggedIn = new Set(known.loggedIn);
  const fallen: ManagedAuth[] = [];
  for (const row of rows) {
    if (row.status === "AUTHENTICATED") loggedIn.add(row.id);
    else if (row.status === "NEEDS_AUTH" && !isLive(row, now) && loggedIn.delete(row.id)) fallen.push(row);
  }
  return { loggedIn: [...loggedIn], fallen };
}
