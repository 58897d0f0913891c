// Determines if the login that this window tracks has ended. A connection's flow fields describe its latest login, so
// an end only counts once the timeline attributes the end to the tracked login.
import type { ApiError } from "../../api/errors.ts";
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { type UnsuccessfulStatus, isUnsuccessful } from "../connections/history.ts";
import { parseTime } from "../dates.ts";
import {
  hasFlowEnded,
  type LoginState,
  type LoginEnd,
  type TimelineLogins,
  type LoginSelector,
} from "./loginState.ts";

export type LoginEndVerdict =
  | { readonly kind: "runs"; readonly login: LoginState }
  /**
   * An end was reported, but the timeline doesn't attribute it to the tracked login, at least not yet. `login` is the
   * updated state.
   */
  | { readonly kind: "unconfirmed"; readonly login: LoginState }
  | { readonly kind: "over"; readonly end: LoginEnd };

/** Maximum number of times that tracking moves on to a newer login that superseded the tracked login. */
const maxTakeovers = 5;

/**
 * Determines if a login has ended. Uses the connection and, if fetched, the logins in the timeline. If `recent` is
 * true, also uses the last event, because a connection fetched shortly after an event may be older than the event.
 */
export function judgeLoginEnd(login: LoginState, logins?: TimelineLogins, recent = true): LoginEndVerdict {
  const { connection, seenRunning, target } = login;
  if (connection === undefined || !(hasFlowEnded(connection) || (login.endReported && recent)))
    return { kind: "runs", login };
  if (logins === undefined) return { kind: "unconfirmed", login };
  if (logins.kind === "none") return judgeWithoutTimeline(login, connection);
  const [newest] = logins.entries;
  const entry = findOwnEntry(target, logins.entries);
  const isUnknown = target.kind === "since" && target.at === undefined && !seenRunning;
  if (newest === undefined || entry === undefined || isUnknown) return { kind: "unconfirmed", login };
  const isNewest = newest.id === entry.id;
  if (!isNewest && (entry.status === "CANCELED" || entry.status === "IN_PROGRESS"))
    return login.takeoverCount >= maxTakeovers
      ? { kind: "over", end: { kind: "superseded" } }
      : followTakeover(login, newest.id, logins);
  if (isUnsuccessful(entry.status)) {
    const reported = connection.flow_status === entry.status && isNewest ? connection : entry;
    return { kind: "over", end: toLoginEnd(entry.status, reported) };
  }
  // The connection may report a newer login, or no flow at all.
  const isOther = !isNewest || connection.flow_status === undefined;
  const isIn = hasLoggedIn(connection) || (isOther && connection.status === "AUTHENTICATED");
  if (entry.status === "SUCCESS" && isIn) return { kind: "over", end: { kind: "loggedIn" } };
  return {
    kind: "unconfirmed",
    login: { ...login, target: { kind: "is", id: entry.id }, seenRunning: true },
  };
}

/**
 * Tracks the newer login that superseded the tracked login. Discards the end that the last event reported, because that
 * event was about the superseded login.
 */
function followTakeover(login: LoginState, id: string, logins: TimelineLogins): LoginEndVerdict {
  const newer: LoginState = {
    ...login,
    target: { kind: "is", id },
    seenRunning: true,
    takeoverCount: login.takeoverCount + 1,
    endReported: false,
  };
  return judgeLoginEnd(newer, logins);
}

/**
 * Determines how a login ended if the service reports no timeline. An end is only accepted if this window has seen
 * the login running or has received an event since the login's start.
 */
function judgeWithoutTimeline(login: LoginState, connection: ManagedAuth): LoginEndVerdict {
  const { eventAt, seenRunning, target } = login;
  const since = target.kind === "since" ? target.at : undefined;
  // Ignore `last_auth_at`. Despite its name, it is the time of a health check.
  if (seenRunning || (eventAt !== undefined && since !== undefined && eventAt >= since)) {
    const { flow_status } = connection;
    if (isUnsuccessful(flow_status)) return { kind: "over", end: toLoginEnd(flow_status, connection) };
    if (hasLoggedIn(connection)) return { kind: "over", end: { kind: "loggedIn" } };
  }
  return { kind: "unconfirmed", login };
}

const hasLoggedIn = ({ flow_status, status }: ManagedAuth): boolean =>
  flow_status === "SUCCESS" && status === "AUTHENTICATED";

type ReportedFailure = Pick<ManagedAuth, "error_code" | "error_message" | "website_error">;

function toLoginEnd(
  status: UnsuccessfulStatus,
  { error_code, error_message, website_error }: ReportedFailure,
): LoginEnd {
  const kind = ({ FAILED: "failed", EXPIRED: "expired", CANCELED: "canceled" } as const)[status];
  return { kind, code: error_code, message: error_message, websiteError: website_error };
}

/** Returns the timeline entry of the tracked login, or undefined if the timeline doesn't contain the login (yet). */
export function findOwnEntry(
  target: LoginSelector,
  entries: readonly TimelineEntry[],
): TimelineEntry | undefined {
  switch (target.kind) {
    case "is":
      return entries.find(({ id }) => id === target.id);
    case "after": {
      const anchorIndex = entries.findIndex(({ id }) => id === target.id);
      // If several logins started after the entry with this ID, the tracked login is the oldest of them.
      return entries[(anchorIndex === -1 ? entries.length : anchorIndex) - 1];
    }
    case "since": {
      const { at } = target;
      if (at === undefined) return entries[0];
      return entries.findLast(({ timestamp }) => (parseTime(timestamp) ?? 0) >= at);
    }
  }
}

/**
 * Returns the end to report for a login long after its time limit: `expired` if the service still reports the login
 * as running, otherwise `unconfirmed`.
 */
export function endAfterTimeLimit({ connection, seenRunning }: LoginState, isRead: boolean): LoginEnd {
  if (!isRead || !seenRunning || connection === undefined || hasFlowEnded(connection))
    return { kind: "unconfirmed" };
  return { kind: "expired", code: undefined, message: undefined, websiteError: undefined };
}

/** Returns the reason to stop tracking after a final error: an invalid token or a deleted connection. */
export function finalEndOf(error: ApiError): LoginEnd | undefined {
  if (error.kind === "unauthorized") return { kind: "stopped", why: "unauthorized" };
  if (error.kind !== "notFound") return undefined;
  // The service returns 410 after access to the login has expired.
  if (error.status === 410) return { kind: "stopped", why: "unauthorized" };
  return error.missing === "resource" ? { kind: "gone" } : undefined;
}
