import type { ApiError } from "../../../api/errors.ts";
import { listAll, type Listing } from "../../../api/listing.ts";
import { getConnection, listTimeline } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { TimelineEntry } from "../../../api/loginSchemas.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import type { ConnectionReadResult } from "../shown/fetchConnection.ts";

export type TimelineListing = Exclude<Listing<TimelineEntry>, { readonly kind: "cancelled" }>;

export type HistoryOutcome =
  | { readonly kind: "failed"; readonly error: ApiError }
  | {
      readonly kind: "ok";
      readonly connection: ManagedAuth;
      /** Time of the response according to the service's clock, in milliseconds since 1970. */
      readonly answeredAt: number | undefined;
      /** `undefined` if the service keeps no timelines. */
      readonly timeline: TimelineListing | undefined;
    };

export type HistoryRead = ConnectionReadResult<HistoryOutcome>;

/** Fetches a connection and the newest `limit` entries of its timeline. Returns `undefined` if cancelled. */
export async function fetchHistory(
  { client }: AccountAccess,
  id: string,
  limit: number,
  signal: AbortSignal,
): Promise<HistoryOutcome | undefined> {
  const path = { id };
  const [connection, timeline] = await Promise.all([
    client.call(getConnection, { path }, signal),
    listAll((query, stop) => client.call(listTimeline, { path, query }, stop), { maxRows: limit }, signal),
  ]);
  if (connection.kind === "failed") return connection;
  if (connection.kind === "cancelled" || timeline.kind === "cancelled") return undefined;
  const read = { kind: "ok", connection: connection.value, answeredAt: connection.answeredAt } as const;
  if (timeline.kind !== "failed" || timeline.rows.length > 0) return { ...read, timeline };
  // The connection exists, so a 404 for its timeline means that the service keeps no timelines.
  const isMissing = timeline.error.kind === "notFound" && timeline.error.missing !== "project";
  return isMissing ? { ...read, timeline: undefined } : { kind: "failed", error: timeline.error };
}
