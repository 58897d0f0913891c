import type { ManagedAuth } from "../../api/schemas.ts";
import { readDate } from "../dates.ts";
import { withFallbacks } from "./deprecatedFields.ts";
import { type Awaited, flowFacts, type FlowFacts } from "./flow.ts";

/** What a running login does, as far as a person is concerned. */
export type Progress =
  /** It waits for what the website asks. */
  | { readonly kind: "asks"; readonly awaited: readonly Awaited[] }
  /** It waits for a step outside the browser. */
  | { readonly kind: "confirms" }
  | { readonly kind: "sends" }
  | { readonly kind: "looks"; readonly byItself: boolean };

/** The state of a connection (§2.1), from its status, its last flow and its reasons. */
export type ConnectionState =
  /** A login runs, whatever the status says meanwhile. */
  | { readonly kind: "running"; readonly progress: Progress; readonly until: Date | undefined }
  | {
      readonly kind: "loggedIn";
      /** Whether it may and can log in again by itself, where that is reported. */
      readonly renews: boolean | undefined;
      /** Whether health checks are on. */
      readonly checked: boolean;
      readonly checkedAt: Date | undefined;
    }
  | {
      readonly kind: "needsLogin";
      readonly why: "never" | "timedOut" | "canceled" | "unknown";
    }
  /** The last login ended with an error, which may have no code. */
  | { readonly kind: "failed"; readonly code: string | undefined }
  /** The status is missing, or not one of §2.1. */
  | { readonly kind: "unknown"; readonly status: string | undefined };

/** The state of a connection at a moment, which decides whether its flow still runs (§3). */
export function connectionState(connection: ManagedAuth, now: Date): ConnectionState {
  const flow = flowFacts(connection, now);
  if (flow?.running === true) return { kind: "running", progress: progressOf(flow), until: flow.expiresAt };
  const { status } = connection;
  if (status === "AUTHENTICATED") return loggedIn(connection);
  return status === "NEEDS_AUTH" ? needsLogin(connection, flow) : { kind: "unknown", status };
}

/** Where a connection is listed: its group, and its place there, the lowest first. */
export interface ListPlace {
  readonly group: "needsYou" | "inProgress" | "loggedIn" | "other";
  readonly order: number;
}

/** The last moment that a Date can be, in milliseconds since 1970: no deadline is later. */
const latest = 8.64e15;

/**
 * Where a connection is listed: logins that wait for a person come first, the soonest deadline on top, then what failed,
 * was logged out, and was never logged in. Logins that run by themselves need no one.
 */
export function listPlace(connection: ManagedAuth, now: Date): ListPlace {
  const state = connectionState(connection, now);
  switch (state.kind) {
    case "running":
      return waitsForPerson(state.progress)
        ? { group: "needsYou", order: state.until?.getTime() ?? latest }
        : { group: "inProgress", order: 0 };
    case "failed":
      return { group: "needsYou", order: latest + 1 };
    case "needsLogin":
      return { group: "needsYou", order: latest + (state.why === "never" ? 3 : 2) };
    case "loggedIn":
      return { group: "loggedIn", order: 0 };
    case "unknown":
      return { group: "other", order: 0 };
  }
}

/** Whether a running login waits for a person. */
export function waitsForPerson({ kind }: Progress): boolean {
  return kind === "asks" || kind === "confirms";
}

/** Whether a connection waits for a person: to answer its login, or to start one. */
export function needsPerson(connection: ManagedAuth, now: Date): boolean {
  return listPlace(connection, now).group === "needsYou";
}

/** Whether a connection is to log in again by itself (§2.1): only a health check starts that. */
export function mayRenew({ auto_reauth, health_checks }: ManagedAuth): boolean {
  return auto_reauth !== false && health_checks !== false;
}

/**
 * When the next health check is due, in milliseconds since 1970: the last one and the interval (§2.1), which the service
 * keeps to roughly. `undefined` where none is known to come.
 */
export function nextCheckOf(connection: ManagedAuth, now: number): number | undefined {
  const { health_check_interval: seconds, health_checks, last_auth_check_at } = withFallbacks(connection);
  const last = readDate(last_auth_check_at)?.getTime();
  if (health_checks === false || last === undefined || seconds === undefined) return undefined;
  const next = last + seconds * 1000;
  return next > now ? next : undefined;
}

/** What a running flow does, as far as a person is concerned. */
export function progressOf({ awaited, step, type }: FlowFacts): Progress {
  if (step === "AWAITING_INPUT") return { kind: "asks", awaited };
  if (step === "AWAITING_EXTERNAL_ACTION") return { kind: "confirms" };
  return step === "SUBMITTING" ? { kind: "sends" } : { kind: "looks", byItself: type === "REAUTH" };
}

function loggedIn(connection: ManagedAuth): ConnectionState {
  const { last_auth_check_at: at } = withFallbacks(connection);
  return {
    kind: "loggedIn",
    renews: mayRenew(connection) ? connection.can_reauth : false,
    checked: connection.health_checks !== false,
    checkedAt: readDate(at),
  };
}

function needsLogin(
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
