// Whether a connection is logged in, or a login may find out, by what was read of it and what is remembered: on paper. A
// login that the website refuses again and again locks an account, so that none is started that nobody has a reason for.
import type { ManagedAuth } from "../../api/schemas.ts";
import { withFallbacks } from "../connections/deprecatedFields.ts";
import { type BadEnd, endOf, isBadEnd, timeOf } from "../connections/history.ts";
import { readTime } from "../dates.ts";
import { isLive, type Logins } from "./login.ts";

/** How long a check counts, and nothing is started after a login, in milliseconds. */
const restMs = 10 * 60 * 1000;
/** How long a login may take, in milliseconds. */
const longestMs = 20 * 60 * 1000;
/** How much the times of one clock may differ that are told in seconds, in milliseconds. */
const blurMs = 2000;

/** What is remembered of a connection, by the service's clock, in milliseconds since 1970. */
export interface Remembered {
  /** When a login of it was sent last. */
  readonly startedAt: number | undefined;
  /** When its user last asked for a login of it, or changed it. */
  readonly actedAt: number | undefined;
}

/** What a person is needed for. */
export type Need =
  /** A login runs and waits for what the website asks, or for a step outside the browser. */
  | { readonly kind: "asks" | "confirms" }
  /** A login runs, and nobody can say yet what comes of it. */
  | { readonly kind: "undecided" }
  /** The last login ended with this error. */
  | { readonly kind: "failed"; readonly code: string | undefined }
  /** Nobody finished the last login, or something called it off. */
  | { readonly kind: "expired" | "canceled" };

/** Why no login helps at the moment, whoever started it. */
export type Obstacle =
  /** The last login ended with this error, which passes by itself or is mended elsewhere. */
  | { readonly kind: "failed"; readonly code: string | undefined }
  /** There was a login a short while ago; by the service's clock, when there may be another one. */
  | { readonly kind: "recent"; readonly until: number };

type Verdict =
  { readonly kind: "needsPerson"; readonly need: Need } | { readonly kind: "cannot"; readonly why: Obstacle };

/** What is to be done so that a connection is logged in. */
export type Decision =
  | { readonly kind: "loggedIn" }
  /** A login runs, which is not to be superseded. */
  | { readonly kind: "observe" }
  | { readonly kind: "start" }
  | Verdict;

/** What is to be done by the connection alone, at that time by the service's clock; `undefined` where that cannot tell. */
export function decidedAlone(
  connection: ManagedAuth,
  now: number,
): Extract<Decision, { readonly kind: "loggedIn" | "observe" }> | undefined {
  const { last_auth_check_at: checked } = withFallbacks(connection);
  if (isLoggedIn(connection) && isRecent(readTime(checked), now)) return { kind: "loggedIn" };
  return isLive(connection, now) ? { kind: "observe" } : undefined;
}

/**
 * What is to be done so that a connection is logged in. Nothing is started where it was checked within ten minutes, where
 * a login runs or ended within ten minutes, or where the last one was refused in a way that another one makes worse, and
 * its user has neither asked for a login nor changed it since.
 */
export function decide(
  connection: ManagedAuth,
  logins: Logins,
  remembered: Remembered,
  now: number,
): Decision {
  const alone = decidedAlone(connection, now);
  if (alone !== undefined) return alone;
  const last = lastOf(connection, logins);
  // It began after the connection was read.
  if (last.status === "IN_PROGRESS" && connection.flow_status !== "IN_PROGRESS" && !isOld(last.beganAt, now))
    return { kind: "observe" };
  // A login that ends well has looked.
  if (isLoggedIn(connection) && last.status === "SUCCESS" && isRecent(last.endedAt, now))
    return { kind: "loggedIn" };
  if (refusals.has(last.code) && !isLater(remembered.actedAt, last.endedAt))
    return ended("FAILED", last.code);
  const times = [last.beganAt, last.endedAt, remembered.startedAt].filter((at) => isRecent(at, now));
  if (times.length === 0) return { kind: "start" };
  const recent = {
    kind: "recent",
    until: Math.max(...times.filter((at) => at !== undefined)) + restMs,
  } as const;
  // Of one that was sent since, nothing is known.
  const unseen = isLater(
    remembered.startedAt,
    last.endedAt === undefined ? undefined : last.endedAt + blurMs,
  );
  return !unseen && isBadEnd(last.status) ? ended(last.status, last.code) : { kind: "cannot", why: recent };
}

/** What a login that ended without success comes to for whoever wanted it to succeed. */
export function ended(status: BadEnd, code: string | undefined): Verdict {
  switch (status) {
    case "EXPIRED":
      return { kind: "needsPerson", need: { kind: "expired" } };
    case "CANCELED":
      return { kind: "needsPerson", need: { kind: "canceled" } };
    case "FAILED":
      return nobodysToMend.has(code)
        ? { kind: "cannot", why: { kind: "failed", code } }
        : { kind: "needsPerson", need: { kind: "failed", code } };
  }
}

/** The last login or re-authentication, as far as something tells of it. */
interface Last {
  readonly status: string | undefined;
  readonly code: string | undefined;
  readonly beganAt: number | undefined;
  readonly endedAt: number | undefined;
}

function lastOf({ error_code, flow_status }: ManagedAuth, logins: Logins): Last {
  const newest = logins.kind === "logins" ? logins.entries[0] : undefined;
  if (newest === undefined)
    return {
      status: flow_status,
      code: isGood(flow_status) ? undefined : error_code,
      beganAt: undefined,
      endedAt: undefined,
    };
  const told = newest.error_code ?? (newest.status === flow_status ? error_code : undefined);
  return {
    status: newest.status,
    code: isGood(newest.status) ? undefined : told,
    beganAt: timeOf(newest),
    endedAt: endOf(newest),
  };
}

const isGood = (status: string | undefined): boolean => status === "SUCCESS" || status === "IN_PROGRESS";

/** Errors of a login that was refused in a way that another one makes worse: a website locks an account after a few. */
const refusals: ReadonlySet<string | undefined> = new Set([
  "account_locked",
  "rate_limited",
  "credentials_invalid",
  "totp_code_rejected",
]);

/** Errors that pass by themselves, or are mended nowhere near a login. */
const nobodysToMend: ReadonlySet<string | undefined> = new Set([
  "account_locked",
  "rate_limited",
  "website_error",
  "network_error",
  "browser_error",
  "internal_error",
  "flow_failed",
]);

const isLoggedIn = ({ status }: ManagedAuth): boolean => status === "AUTHENTICATED";

/** Whether something was within ten minutes; of clocks that differ, either may be ahead. */
function isRecent(at: number | undefined, now: number): boolean {
  return at !== undefined && Math.abs(now - at) < restMs;
}

function isOld(at: number | undefined, now: number): boolean {
  return at !== undefined && Math.abs(now - at) >= longestMs;
}

/** Whether something is known to have been after something else. */
function isLater(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && one > other;
}
