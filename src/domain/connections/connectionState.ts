import type { ManagedAuth } from "../../api/schemas.ts";
import { parseDate } from "../dates.ts";
import { withFallbacks } from "./deprecatedFields.ts";
import { type AwaitedInput, flowFacts, type FlowFacts } from "./flowFacts.ts";

/** The progress of a running login, reduced to the cases that matter to the user. */
export type FlowProgress =
  /** The login waits for input that the website requested. */
  | { readonly kind: "asks"; readonly awaited: readonly AwaitedInput[] }
  /** The login waits until the user completes a step outside the browser. */
  | { readonly kind: "confirms" }
  | { readonly kind: "sends" }
  | { readonly kind: "looks"; readonly isReauth: boolean };

/** The state of a connection (interface.md §2.1), derived from its status, last flow and error code. */
export type ConnectionState =
  /** A login is running, regardless of the status. */
  | { readonly kind: "running"; readonly progress: FlowProgress; readonly until: Date | undefined }
  | {
      readonly kind: "loggedIn";
      /** True if automatic logins are allowed and possible. `undefined` if the service doesn't report this. */
      readonly canReauth: boolean | undefined;
      /** True unless health checks are turned off. */
      readonly hasHealthChecks: boolean;
      readonly checkedAt: Date | undefined;
    }
  | {
      readonly kind: "needsLogin";
      readonly why: "never" | "timedOut" | "canceled" | "unknown";
    }
  /** The last login failed. The service may not report an error code. */
  | { readonly kind: "failed"; readonly code: string | undefined }
  /** The status is missing or not defined in interface.md §2.1. */
  | { readonly kind: "unknown"; readonly status: string | undefined };

/**
 * Derives the state of a connection. A login flow with a time limit before `now` counts as expired (interface.md §3).
 */
export function connectionState(connection: ManagedAuth, now: Date): ConnectionState {
  const flow = flowFacts(connection, now);
  if (flow?.running === true)
    return { kind: "running", progress: flowProgressOf(flow), until: flow.expiresAt };
  const { status } = connection;
  if (status === "AUTHENTICATED") return loggedInState(connection);
  return status === "NEEDS_AUTH" ? needsLoginState(connection, flow) : { kind: "unknown", status };
}

/** Group and sort key of a connection in the list. Within a group, connections are sorted by ascending `order`. */
export interface ListPosition {
  readonly group: "needsYou" | "inProgress" | "loggedIn" | "other";
  readonly order: number;
}

/** The latest time that a `Date` can hold, in milliseconds since 1970. Every deadline sorts before it. */
const maxDateMs = 8.64e15;

/**
 * Returns the list position of a connection. In the group `needsYou`, logins that wait for the user come first,
 * ordered by deadline, followed by failed, logged-out and never logged-in connections. Running logins that need no
 * input are in the group `inProgress`.
 */
export function listPosition(connection: ManagedAuth, now: Date): ListPosition {
  const state = connectionState(connection, now);
  switch (state.kind) {
    case "running":
      return waitsForPerson(state.progress)
        ? { group: "needsYou", order: state.until?.getTime() ?? maxDateMs }
        : { group: "inProgress", order: 0 };
    case "failed":
      return { group: "needsYou", order: maxDateMs + 1 };
    case "needsLogin":
      return { group: "needsYou", order: maxDateMs + (state.why === "never" ? 3 : 2) };
    case "loggedIn":
      return { group: "loggedIn", order: 0 };
    case "unknown":
      return { group: "other", order: 0 };
  }
}

/** True if a running login waits for the user's input or for a step outside the browser. */
export function waitsForPerson({ kind }: FlowProgress): boolean {
  return kind === "asks" || kind === "confirms";
}

/** True if the user must respond to the connection's running login or start a new one. */
export function needsPerson(connection: ManagedAuth, now: Date): boolean {
  return listPosition(connection, now).group === "needsYou";
}

/**
 * True if automatic logins are allowed (interface.md §2.1). Only health checks start automatic logins, so health
 * checks must be turned on as well.
 */
export function isReauthAllowed({ auto_reauth, health_checks }: ManagedAuth): boolean {
  return auto_reauth !== false && health_checks !== false;
}

/**
 * Returns the approximate time of the next health check in milliseconds since 1970: the last check plus the interval
 * (interface.md §2.1). Returns `undefined` if no future check is known.
 */
export function nextHealthCheckAt(connection: ManagedAuth, now: number): number | undefined {
  const { health_check_interval: seconds, health_checks, last_auth_check_at } = withFallbacks(connection);
  const last = parseDate(last_auth_check_at)?.getTime();
  if (health_checks === false || last === undefined || seconds === undefined) return undefined;
  const next = last + seconds * 1000;
  return next > now ? next : undefined;
}

/** Returns the progress of a running login flow, reduced to the cases that matter to the user. */
export function flowProgressOf({ awaited, step, type }: FlowFacts): FlowProgress {
  if (step === "AWAITING_INPUT") return { kind: "asks", awaited };
  if (step === "AWAITING_EXTERNAL_ACTION") return { kind: "confirms" };
  return step === "SUBMITTING" ? { kind: "sends" } : { kind: "looks", isReauth: type === "REAUTH" };
}

function loggedInState(connection: ManagedAuth): ConnectionState {
  const { last_auth_check_at: at } = withFallbacks(connection);
  return {
    kind: "loggedIn",
    canReauth: isReauthAllowed(connection) ? connection.can_reauth : false,
    hasHealthChecks: connection.health_checks !== false,
    checkedAt: parseDate(at),
  };
}

function needsLoginState(
  { can_reauth_reason, error_code }: ManagedAuth,
  flow: FlowFacts | undefined,
): ConnectionState {
  if (flow?.status === "FAILED") return { kind: "failed", code: error_code };
  if (flow?.status === "EXPIRED") return { kind: "needsLogin", why: "timedOut" };
  if (flow?.status === "CANCELED") return { kind: "needsLogin", why: "canceled" };
  return {
    kind: "needsLogin",
    why: can_reauth_reason === "no_prior_successful_login" ? "never" : "unknown",
  };
}
