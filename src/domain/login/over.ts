// Decides if a followed login is over. Flow fields describe the latest login of the connection, so an end only counts
// once the timeline attributes it to the followed login.
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { type BadEnd, isBadEnd } from "../connections/history.ts";
import { parseTime } from "../dates.ts";
import { isOver, type Login, type LoginEnd, type Logins, type Target } from "./login.ts";

export type Verdict =
  | { readonly kind: "runs" }
  /** An end was reported, but the timeline doesn't (yet) attribute it to this login. `login` is the updated state. */
  | { readonly kind: "unconfirmed"; readonly login: Login }
  | { readonly kind: "over"; readonly end: LoginEnd };

/** Number of takeovers after which the login is no longer followed. */
const mostTakeovers = 5;

/**
 * Decides if a login is over from its connection, the logins of its timeline, if fetched, and the last event, if it
 * is `recent`. A reading may be older than an event, but not for long.
 */
export function over(login: Login, logins?: Logins, recent = true): Verdict {
  const { connection, seen, target } = login;
  if (connection === undefined || !(isOver(connection) || (login.reportedOver && recent)))
    return { kind: "runs" };
  if (logins === undefined) return { kind: "unconfirmed", login };
  if (logins.kind === "none") return overAlone(login, connection);
  const [newest] = logins.entries;
  const ours = ownEntry(target, logins.entries);
  const isUnknown = target.kind === "since" && target.at === undefined && !seen;
  if (newest === undefined || ours === undefined || isUnknown) return { kind: "unconfirmed", login };
  const isNewest = newest.id === ours.id;
  if (!isNewest && (ours.status === "CANCELED" || ours.status === "IN_PROGRESS"))
    return login.takenOver >= mostTakeovers
      ? { kind: "over", end: { kind: "superseded" } }
      : takenOver(login, newest.id, logins);
  if (isBadEnd(ours.status)) {
    const reported = connection.flow_status === ours.status && isNewest ? connection : ours;
    return { kind: "over", end: endOf(ours.status, reported) };
  }
  // The connection may report a newer login, or no flow at all.
  const isOther = !isNewest || connection.flow_status === undefined;
  const isIn = isLoggedIn(connection) || (isOther && connection.status === "AUTHENTICATED");
  if (ours.status === "SUCCESS" && isIn) return { kind: "over", end: { kind: "loggedIn" } };
  return { kind: "unconfirmed", login: { ...login, target: { kind: "is", id: ours.id }, seen: true } };
}

/** Follows the login that took over. The last event was about its predecessor. */
function takenOver(login: Login, id: string, logins: Logins): Verdict {
  const next: Login = {
    ...login,
    target: { kind: "is", id },
    seen: true,
    takenOver: login.takenOver + 1,
    reportedOver: false,
  };
  const verdict = over(next, logins);
  return verdict.kind === "runs" ? { kind: "unconfirmed", login: next } : verdict;
}

/**
 * Decides without a timeline. An end counts if the login was seen running, or if the end's time is after the login's
 * start.
 */
function overAlone(login: Login, connection: ManagedAuth): Verdict {
  const { eventAt, seen, target } = login;
  const since = target.kind === "since" ? target.at : undefined;
  const isAfter = (at: number | undefined): boolean => at !== undefined && since !== undefined && at >= since;
  if (seen || isAfter(eventAt) || isAfter(parseTime(connection.last_auth_at))) {
    const { flow_status } = connection;
    if (isBadEnd(flow_status)) return { kind: "over", end: endOf(flow_status, connection) };
    if (isLoggedIn(connection)) return { kind: "over", end: { kind: "loggedIn" } };
  }
  return { kind: "unconfirmed", login };
}

const isLoggedIn = ({ flow_status, status }: ManagedAuth): boolean =>
  flow_status === "SUCCESS" && status === "AUTHENTICATED";

type Words = Pick<ManagedAuth, "error_code" | "error_message" | "website_error">;

function endOf(status: BadEnd, { error_code, error_message, website_error }: Words): LoginEnd {
  const kind = ({ FAILED: "failed", EXPIRED: "expired", CANCELED: "canceled" } as const)[status];
  return { kind, code: error_code, message: error_message, websiteError: website_error };
}

/** Returns the timeline entry of the followed login, or undefined if there is none (yet). */
export function ownEntry(target: Target, entries: readonly TimelineEntry[]): TimelineEntry | undefined {
  switch (target.kind) {
    case "is":
      return entries.find(({ id }) => id === target.id);
    case "after": {
      const before = entries.findIndex(({ id }) => id === target.id);
      // If later logins exist, the followed login is the oldest of the new ones.
      return entries[(before === -1 ? entries.length : before) - 1];
    }
    case "since": {
      const { at } = target;
      return at === undefined
        ? entries[0]
        : entries.findLast(({ timestamp }) => (parseTime(timestamp) ?? 0) >= at);
    }
  }
}

/**
 * Returns the end of a login long after its time limit: expired if it is still reported as running, otherwise
 * unconfirmed.
 */
export function timeUp({ connection, seen }: Login, isRead: boolean): LoginEnd {
  if (!isRead || !seen || connection === undefined || isOver(connection)) return { kind: "unconfirmed" };
  return { kind: "expired", code: undefined, message: undefined, websiteError: undefined };
}
