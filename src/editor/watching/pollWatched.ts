import type { ApiClient } from "../../api/client.ts";
import { listConnections } from "../../api/operations.ts";
import { maxPageSize } from "../../api/listPage.ts";
import type { ManagedAuth } from "../../api/schemas.ts";

/** Maximum number of requests per poll. The next poll continues further down the list. */
const maxRequestsPerRound = 3;

/** The result of a poll: the connections found and the list offset at which the next poll begins. */
export interface PollRound {
  readonly connections: readonly ManagedAuth[];
  readonly offset: number;
  /** Set if the poll failed. `waitMs` is the delay that the service requested, in milliseconds. */
  readonly failed?: { readonly waitMs: number | undefined };
}

/**
 * Searches the connection list (interface.md §4.1) for the connections in `ids`, with at most three requests. Starts
 * at offset `begin` and wraps around at the end of the list. Returns undefined if aborted.
 */
export async function pollWatched(
  client: ApiClient,
  begin: number,
  ids: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<PollRound | undefined> {
  const found = new Map<string, ManagedAuth>();
  let offset = begin;
  /** Offset of the first page with a connection in `ids`. If all were found, the next poll begins there. */
  let foundAt: number | undefined;
  for (let requests = 0; requests < maxRequestsPerRound; requests++) {
    const query = { query: "", limit: maxPageSize, offset };
    const outcome = await client.call(listConnections, { query }, signal, { failOnRateLimit: true });
    if (outcome.kind === "cancelled") return undefined;
    if (outcome.kind === "failed") {
      const { error } = outcome;
      const seconds = error.kind === "limited" ? error.retryAfterSeconds : undefined;
      const waitMs = seconds && seconds * 1000;
      return { connections: [...found.values()], offset: begin, failed: { waitMs } };
    }
    for (const row of outcome.value.rows) {
      if (!ids.has(row.id)) continue;
      found.set(row.id, row);
      foundAt ??= offset;
    }
    if (found.size === ids.size) return { connections: [...found.values()], offset: foundAt ?? 0 };
    offset = outcome.value.next ?? 0;
    // The whole list was fetched. Connections that weren't found no longer exist.
    if (offset === begin) break;
  }
  return { connections: [...found.values()], offset };
}
