import type { Client } from "../../api/client.ts";
import { listConnections } from "../../api/operations.ts";
import { maxPageSize } from "../../api/page.ts";
import type { ManagedAuth } from "../../api/schemas.ts";

/** Requests of a round at most; what is not found by them is looked for in the next one, further down the list. */
const mostRequests = 3;

/** What a round has found of the wanted connections, and where the next one begins. */
export interface Round {
  readonly connections: readonly ManagedAuth[];
  readonly offset: number;
  /** Set where it failed: for how long the service wants to be left alone, in milliseconds, where it said so. */
  readonly failed?: { readonly waitMs?: number };
}

/**
 * Looks for connections in the list of all (§4.1), from `begin` on and around its end, with three requests at most;
 * `undefined` where it is called off.
 */
export async function readRound(
  client: Pick<Client, "call">,
  begin: number,
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Round | undefined> {
  const found = new Map<string, ManagedAuth>();
  let offset = begin;
  /** The first page that had any of them: they will be there again. */
  let foundAt: number | undefined;
  for (let requests = 0; requests < mostRequests; requests++) {
    const query = { query: "", limit: maxPageSize, offset };
    const outcome = await client.call(listConnections, { query }, signal, { callerWaits: true });
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
    // Around the list once is enough: the others are not there.
    if (offset === begin) break;
  }
  return { connections: [...found.values()], offset };
}
