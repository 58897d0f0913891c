import type { ManagedAuth } from "../../api/schemas.ts";
import { parseDate } from "../dates.ts";
import { withFallbacks } from "./deprecatedFields.ts";
import { type AwaitedInput, flowFacts, type FlowFacts } from "./flowFacts.ts";

/** The progress of a running login, in the terms that matter to a person. */
export type FlowProgress =
  /** Waits for input that the website requests. */
  | { readonly kind: "asks"; readonly awaited: readonly AwaitedInput[] }
  /** Waits for a step outside the browser. */
  | { readonly kind: "confirms" }
  | { readonly kind: "sends" }
  | { readonly kind: "looks"; readonly isReauth: boolean };

/** The state of a connection (interface.md §2.1), derived from its status, last flow and error code. */
export type ConnectionState =
  /** A login is running, regardless of the status. */
  | { readonly kind: "running"; readonly progress: FlowProgress; readonly until: Date | undefined }
  | {
      readonly kind: "loggedIn";
      /** True if automatic logins are allowed and possible. `undefined` if not reported. */
      readonly canReauth: boolean | undefined;
      /** True if health checks are on. */
      readonly hasHealthChecks: boolean;
      readonly checkedAt: Date | undefined;
    }
  | {
      readonly kind: "needsLogin";
      readonly why: "never" | "timedOut" | "canceled" | "unknown";
    }
  /** The last login ended with an error, which may have no code. */
  | { readonly kind: "failed"; readonly code: string | undefined }
  /** The status is missing or not defined in interface.md §2.1. */
  | { readonly kind: "unknown"; readonly status: string | undefined };

/** Derives the state of a connection. `now` decides if its flow has expired (interface.md §3). */
export function connectionState(connection: ManagedAuth, now: Date): ConnectionState {
  const flow = flowFacts(connection, now);
  if (flow?.running === true)
    return { kind: "running", progress: flowProgressOf(flow), until: flow.expiresAt };
  const { status } = connection;
  if (status === "AUTHENTICATED") return loggedInState(connection);
  return status === "NEEDS_AUTH" ? needsLoginState(connection, flow) : { kind: "unknown", status };
}

/** The group of a connection in the list, and its position within the group in ascending order. */
export interface ListPosition {
  readonly group: "needsYou" | "inProgress" | "loggedIn" | "other";
  readonly order: number;
}

/** The maximum time of a Date, in milliseconds since 1970. No deadline is later. */
const maxDateMs = 8.64e15;

/**
 * Returns the list position of a connection. Logins that wait for a person come first, ordered by deadline, followed
 * by failed, logged-out and never logged-in connections. Logins that run without a person are in another group.
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

/** True if a running login waits for a person. */
export function waitsForPerson({ kind }: FlowProgress): boolean {
  return kind === "asks" || kind === "confirms";
}

/** True if a connection waits for a person to answer a login or to start one. */
export function needsPerson(connection: ManagedAuth, now: Date): boolean {
  return listPosition(connection, now).group === "needsYou";
}

/**
 * True if automatic logins are allowed (interface.md §2.1). Only a health check starts one, so health checks must be
 * on.
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

/** Returns the progress of a running flow, in the terms that matter to a person. */
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
