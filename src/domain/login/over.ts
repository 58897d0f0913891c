// When a login that is followed is over. Flow fields tell of the last login, whichever that was, so that an end counts only
// once the timeline says that it is this one's.
import type { TimelineEntry } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { type BadEnd, isBadEnd } from "../connections/history.ts";
import { readTime } from "../dates.ts";
import { isOver, type Login, type LoginEnd, type Logins, type Target } from "./login.ts";

/** Whether a login is over. */
export type Verdict =
  | { readonly kind: "runs" }
  /** It is said to be, and the timeline does not say so of this one (yet); what is known of it now. */
  | { readonly kind: "unconfirmed"; readonly login: Login }
  | { readonly kind: "over"; readonly end: LoginEnd };

/** How often another login may take over until that is the end of it. */
const mostTakeovers = 5;

/**
 * Whether a login is over, by what was read of its connection, the logins of its timeline where those were read, and what
 * the last event said, if that is `recent`: a reading may be older than an event, and not for long.
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
  // The connection may report a newer login, or no flow any more.
  const isOther = !isNewest || connection.flow_status === undefined;
  const isIn = isLoggedIn(connection) || (isOther && connection.status === "AUTHENTICATED");
  if (ours.status === "SUCCESS" && isIn) return { kind: "over", end: { kind: "loggedIn" } };
  return { kind: "unconfirmed", login: { ...login, target: { kind: "is", id: ours.id }, seen: true } };
}

/** It is the one that took over that is followed: what an event said was of the one before it. */
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

/** Where there is no timeline: what was seen to run since, or is reported with its time, is this one. */
function overAlone(login: Login, connection: ManagedAuth): Verdict {
  const { eventAt, seen, target } = login;
  const since = target.kind === "since" ? target.at : undefined;
  const isAfter = (at: number | undefined): boolean => at !== undefined && since !== undefined && at >= since;
  if (seen || isAfter(eventAt) || isAfter(readTime(connection.last_auth_at))) {
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

/** The entry of the login that is followed; `undefined` where it is not there (yet). */
export function ownEntry(target: Target, entries: readonly TimelineEntry[]): TimelineEntry | undefined {
  switch (target.kind) {
    case "is":
      return entries.find(({ id }) => id === target.id);
    case "after": {
      const before = entries.findIndex(({ id }) => id === target.id);
      // Where others came after it, it is the first of them all.
      return entries[(before === -1 ? entries.length : before) - 1];
    }
    case "since": {
      const { at } = target;
      return at === undefined
        ? entries[0]
        : entries.findLast(({ timestamp }) => (readTime(timestamp) ?? 0) >= at);
    }
  }
}

/** How a login ends whose time was up a while ago: in progress past its time it has expired, else nobody knows. */
export function timeUp({ connection, seen }: Login, isRead: boolean): LoginEnd {
  if (!isRead || !seen || connection === undefined || isOver(connection)) return { kind: "unconfirmed" };
  return { kind: "expired", code: undefined, message: undefined, websiteError: undefined };
}
