// Decides, from fetched data and stored times, if a connection is logged in or if a new login is needed to be sure.
// This file performs no requests. Websites lock accounts after several refused logins, so a new login is the last
// resort.
import type { ManagedAuth } from "../../api/schemas.ts";
import { withFallbacks } from "../connections/deprecatedFields.ts";
import { type UnsuccessfulStatus, loginEndTime, isUnsuccessful, entryTime } from "../connections/history.ts";
import { parseTime } from "../dates.ts";
import { canPersonResolve, isRetryHarmful } from "./errorCodes.ts";
import { isLoginRunning, type TimelineLogins } from "./loginState.ts";

/** How long a health check counts as recent, and the minimum time between two logins, in milliseconds. */
const recentMs = 10 * 60 * 1000;
/** Maximum duration of a login, in milliseconds. A login that began earlier is no longer running. */
const maxLoginMs = 20 * 60 * 1000;
/** Tolerance for comparing times, in milliseconds. Needed because the service reports some times in whole seconds. */
const clockToleranceMs = 2000;

/**
 * Times that the extension has stored for a connection, in milliseconds since 1970. {@link decideNextAction} expects
 * times according to the service's clock.
 */
export interface RememberedTimes {
  /** Time at which the extension last started a login for the connection. */
  readonly startedAt: number | undefined;
  /** Time at which the user last started a login for the connection or changed its settings. */
  readonly actedAt: number | undefined;
}

/** The reason why the user must act. */
export type UserNeed =
  /** A login is running and waits for input (`asks`) or for a step outside the browser (`confirms`). */
  | { readonly kind: "asks" | "confirms" }
  /** A login is still running, and its outcome isn't known yet. */
  | { readonly kind: "undecided" }
  /** The last login failed with this error code. */
  | { readonly kind: "failed"; readonly code: string | undefined }
  /** The last login timed out or was canceled. */
  | { readonly kind: "expired" | "canceled" };

/** The reason why starting a login can't help at the moment, no matter which client starts the login. */
export type LoginObstacle =
  /** The last login failed with this error code. The cause is temporary or must be fixed elsewhere. */
  | { readonly kind: "failed"; readonly code: string | undefined }
  /**
   * A login started or ended less than ten minutes ago. `until` is the earliest time for the next login, according to
   * the service's clock.
   */
  | { readonly kind: "recent"; readonly until: number };

type NoLoginDecision =
  | { readonly kind: "needsPerson"; readonly need: UserNeed }
  | { readonly kind: "cannot"; readonly why: LoginObstacle };

/** The next step towards a logged-in connection, or the reason why no step is possible. */
export type EnsureDecision =
  | { readonly kind: "loggedIn" }
  /** A login is already running and must not be superseded by a new one. */
  | { readonly kind: "observe" }
  | { readonly kind: "start" }
  | NoLoginDecision;

/**
 * Decides on the next step using only the connection. Returns undefined if the timeline is needed as well. `now` is
 * the current time according to the service's clock.
 */
export function decideFromConnection(
  connection: ManagedAuth,
  now: number,
): Extract<EnsureDecision, { readonly kind: "loggedIn" | "observe" }> | undefined {
  const { last_auth_check_at: checked } = withFallbacks(connection);
  if (isAuthenticated(connection) && isRecent(parseTime(checked), now)) return { kind: "loggedIn" };
  return isLoginRunning(connection, now) ? { kind: "observe" } : undefined;
}

/**
 * Decides on the next step using the connection, its timeline and the stored times. Returns `start` only if no login is
 * running, no health check or login happened in the last ten minutes, and a retry can't make the last failure worse. A
 * failure that a retry can make worse is ignored after the user has started a login or changed the connection.
 */
export function decideNextAction(
  connection: ManagedAuth,
  logins: TimelineLogins,
  remembered: RememberedTimes,
  now: number,
): EnsureDecision {
  const alone = decideFromConnection(connection, now);
  if (alone !== undefined) return alone;
  const last = lastLoginOf(connection, logins);
  // The timeline contains a login that started after the connection was fetched.
  if (last.status === "IN_PROGRESS" && connection.flow_status !== "IN_PROGRESS" && !isOld(last.beganAt, now))
    return { kind: "observe" };
  // A recent successful login proves that the connection is logged in.
  if (isAuthenticated(connection) && last.status === "SUCCESS" && isRecent(last.endedAt, now))
    return { kind: "loggedIn" };
  if (isRetryHarmful(last.code) && !isLater(remembered.actedAt, last.endedAt))
    return decisionAfterEnd("FAILED", last.code);
  const times = [last.beganAt, last.endedAt, remembered.startedAt].filter((at) => isRecent(at, now));
  if (times.length === 0) return { kind: "start" };
  const until = Math.max(...times.filter((at) => at !== undefined)) + recentMs;
  // If a login was started after the newest fetched login ended, the result of the new login isn't known yet.
  const unseen = isLater(remembered.startedAt, (last.endedAt ?? Number.POSITIVE_INFINITY) + clockToleranceMs);
  if (!unseen && isUnsuccessful(last.status)) return decisionAfterEnd(last.status, last.code);
  return { kind: "cannot", why: { kind: "recent", until } };
}

/** Decides after an unsuccessful login whether the user can resolve the failure. */
export function decisionAfterEnd(status: UnsuccessfulStatus, code: string | undefined): NoLoginDecision {
  switch (status) {
    case "EXPIRED":
      return { kind: "needsPerson", need: { kind: "expired" } };
    case "CANCELED":
      return { kind: "needsPerson", need: { kind: "canceled" } };
    case "FAILED":
      return canPersonResolve(code)
        ? { kind: "needsPerson", need: { kind: "failed", code } }
        : { kind: "cannot", why: { kind: "failed", code } };
  }
}

/** The last login of a connection, which a client or the service itself may have started. */
interface LastLogin {
  readonly status: string | undefined;
  readonly code: string | undefined;
  readonly beganAt: number | undefined;
  readonly endedAt: number | undefined;
}

function lastLoginOf({ error_code, flow_status }: ManagedAuth, logins: TimelineLogins): LastLogin {
  const newest = logins.entries?.[0];
  if (newest === undefined)
    return {
      status: flow_status,
      code: isSuccessOrRunning(flow_status) ? undefined : error_code,
      beganAt: undefined,
      endedAt: undefined,
    };
  const errorCode = newest.error_code ?? (newest.status === flow_status ? error_code : undefined);
  return {
    status: newest.status,
    code: isSuccessOrRunning(newest.status) ? undefined : errorCode,
    beganAt: entryTime(newest),
    endedAt: loginEndTime(newest),
  };
}

const isSuccessOrRunning = (status: string | undefined): boolean =>
  status === "SUCCESS" || status === "IN_PROGRESS";

const isAuthenticated = ({ status }: ManagedAuth): boolean => status === "AUTHENTICATED";

/**
 * True if a time is less than ten minutes before or after `now`. A recorded time can be later than `now`, because the
 * clocks of the service and of this computer may differ.
 */
function isRecent(at: number | undefined, now: number): boolean {
  return at !== undefined && Math.abs(now - at) < recentMs;
}

function isOld(at: number | undefined, now: number): boolean {
  return at !== undefined && Math.abs(now - at) >= maxLoginMs;
}

/** True if both times are known and the first is later. */
function isLater(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && a > b;
}
