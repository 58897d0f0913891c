import type { Client } from "../../api/client.ts";
import { listConnections } from "../../api/operations.ts";
import { maxPageSize } from "../../api/page.ts";
import type { ManagedAuth } from "../../api/schemas.ts";

/** Requests per round at most; the next round continues further down the list. */
const mostRequests = 3;

/** The wanted connections that a round found, and where the next round begins. */
export interface Round {
  readonly connections: readonly ManagedAuth[];
  readonly offset: number;
  /** Set if the round failed: how long the service asks to wait, in milliseconds, if it says so. */
  readonly failed?: { readonly waitMs?: number };
}

/**
 * Looks for connections in the list of all (§4.1), from `begin` on and around the end, with three requests at most;
 * `undefined` if aborted.
 */
export async function readRound(
  client: Pick<Client, "call">,
  begin: number,
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Round | undefined> {
  const found = new Map<string, ManagedAuth>();
  let offset = begin;
  /** The first page with a wanted connection: the next round begins there. */
  let foundAt: number | undefined;
  for (let requests = 0; requests < mostRequests; requests++) {
    const query = { query: "", limit: maxPageSize, offset };
    const outcome = await client.call(listConnections, { query }, signal, { failOnRateLimit: true });
    if (outcome.kind === "cancelled") return undefined;
    if (outcome.kind === "failed") {
      const { error } = outcome;
      const seconds = error.kind === "limited" ? error.retryAfterSeconds : undefined;
      const failed = seconds === undefined ? {} : { waitMs: seconds * 1000 };
      return { connections: [...found.values()], offset: begin, failed };
    }
    for (const row of outcome.value.rows) {
      if (!wanted.has(row.id)) continue;
      found.set(row.id, row);
      foundAt ??= offset;
    }
    if (found.size === wanted.size) return { connections: [...found.values()], offset: foundAt ?? 0 };
    offset = outcome.value.next ?? 0;
    // The whole list was read: the others no longer exist.
    if (offset === begin) break;
  }
  return { connections: [...found.values()], offset };
}
