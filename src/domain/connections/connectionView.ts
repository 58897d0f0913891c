// Derives values from a connection (interface.md §2.1) and the current time. All parts of the extension and the
// command line use these values, so that every part shows the same state.
import type { ManagedAuth } from "../../api/schemas.ts";
import { parseDate } from "../dates.ts";
import { isLoginHopeless } from "../login/errorCodes.ts";
import { isLoginRunning } from "../login/loginState.ts";
import { type AwaitedInput, awaitedInputs } from "./awaitedInputs.ts";
import { lastCheckTime } from "./deprecatedFields.ts";

/** The latest login flow of a connection, as reported by the service. */
export interface FlowFacts {
  readonly type: string | undefined;
  readonly step: string | undefined;
  /** True while the flow is running, even if this version doesn't recognize the status. */
  readonly running: boolean;
  /**
   * The reported status. A flow that is reported as in progress after its time limit counts as EXPIRED (interface.md
   * §3).
   */
  readonly status: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly awaited: readonly AwaitedInput[];
}

/** The progress of a running login, reduced to the cases that matter to the user. */
export type FlowProgress =
  /** The login waits for input that the website requested. */
  | { readonly kind: "asks"; readonly awaited: readonly AwaitedInput[] }
  /** The login waits until the user completes a step outside the browser. */
  | { readonly kind: "confirms" }
  | { readonly kind: "sends" }
  | { readonly kind: "looks"; readonly isReauth: boolean };

/** The state of a connection, derived from its status, last flow and error code. */
export type ConnectionState =
  /** A login is running. The connection's `status` can have any value. */
  | { readonly kind: "running"; readonly progress: FlowProgress; readonly until: Date | undefined }
  | {
      readonly kind: "loggedIn";
      /** True if automatic logins are allowed and possible. `undefined` if the service doesn't report this. */
      readonly canReauth: boolean | undefined;
      /** True unless health checks are turned off. */
      readonly hasHealthChecks: boolean;
      readonly checkedAt: Date | undefined;
    }
  | { readonly kind: "needsLogin"; readonly why: "never" | "timedOut" | "canceled" | "unknown" }
  /** The last login failed. The service may not report an error code. */
  | { readonly kind: "failed"; readonly code: string | undefined }
  /** The status is missing or not defined in interface.md §2.1. */
  | { readonly kind: "unknown"; readonly status: string | undefined };

/** The groups of connections. In the group `needsYou`, the user must respond to a login or start a new one. */
export type UrgencyGroup = "needsYou" | "inProgress" | "other" | "loggedIn";

export interface ConnectionView {
  readonly connection: ManagedAuth;
  /** Time at which the view was computed, according to the service's clock if known. */
  readonly now: Date;
  /** The latest login flow, or `undefined` if the service reports none. */
  readonly flow: FlowFacts | undefined;
  readonly state: ConnectionState;
  readonly group: UrgencyGroup;
  /** Sort key. More urgent connections have a lower key, and the connections of a group are adjacent. */
  readonly urgency: number;
  /**
   * The action that a running login is waiting for: entering input (`asks`) or completing a step outside the browser
   * (`confirms`).
   */
  readonly awaits: "asks" | "confirms" | undefined;
  /**
   * True if the last login failed because the website currently refuses every login. Nothing that the user does
   * helps.
   */
  readonly isHopeless: boolean;
  /**
   * True if automatic logins are allowed. Only health checks start automatic logins, so health checks must be turned
   * on as well.
   */
  readonly isReauthAllowed: boolean;
  /**
   * The approximate time of the next health check in milliseconds since 1970: the last check plus the interval.
   * `undefined` if health checks are turned off, or if the time is unknown or has passed.
   */
  readonly nextCheckAt: number | undefined;
}

/** Derives the view of a connection. A flow whose time limit is before `now` counts as expired (interface.md §3). */
export function connectionView(connection: ManagedAuth, now: Date): ConnectionView {
  const { auto_reauth, can_reauth, health_checks, status } = connection;
  const checkedAt = parseDate(lastCheckTime(connection));
  const isReauthAllowed = auto_reauth !== false && health_checks !== false;
  const flow = flowFacts(connection, now);
  let state: ConnectionState;
  if (flow?.running === true)
    state = { kind: "running", progress: flowProgressOf(flow), until: flow.expiresAt };
  else if (status === "AUTHENTICATED")
    state = {
      kind: "loggedIn",
      canReauth: isReauthAllowed && can_reauth,
      hasHealthChecks: health_checks !== false,
      checkedAt,
    };
  else state = status === "NEEDS_AUTH" ? needsLoginState(connection, flow) : { kind: "unknown", status };
  return {
    connection,
    now,
    flow,
    state,
    ...listPosition(state),
    awaits: awaitedAction(state),
    isHopeless: state.kind === "failed" && isLoginHopeless(state.code),
    isReauthAllowed,
    nextCheckAt: nextHealthCheckAt(connection, checkedAt, now),
  };
}

/** Returns the views of connections, most urgent first. Connections of equal urgency keep their order. */
export function rankConnections(connections: readonly ManagedAuth[], now: Date): readonly ConnectionView[] {
  return connections
    .map((connection) => connectionView(connection, now))
    .sort((a, b) => a.urgency - b.urgency);
}

/** The latest time that a `Date` can hold, in milliseconds since 1970. Sorts after every deadline. */
const maxDateMs = 8.64e15;

/**
 * Returns the group and the sort key. Logins that wait for the user come first, ordered by deadline, followed by
 * failed, logged-out and never logged-in connections. The connections of every other group are equally urgent.
 */
function listPosition(state: ConnectionState): Pick<ConnectionView, "group" | "urgency"> {
  switch (state.kind) {
    case "running":
      return awaitedAction(state) === undefined
        ? { group: "inProgress", urgency: maxDateMs + 4 }
        : { group: "needsYou", urgency: state.until?.getTime() ?? maxDateMs };
    case "failed":
      return { group: "needsYou", urgency: maxDateMs + 1 };
    case "needsLogin":
      return { group: "needsYou", urgency: maxDateMs + (state.why === "never" ? 3 : 2) };
    case "unknown":
      return { group: "other", urgency: maxDateMs + 5 };
    case "loggedIn":
      return { group: "loggedIn", urgency: maxDateMs + 6 };
  }
}

function nextHealthCheckAt(
  { health_check_interval: seconds, health_checks }: ManagedAuth,
  checkedAt: Date | undefined,
  now: Date,
): number | undefined {
  if (health_checks === false || checkedAt === undefined || seconds === undefined) return undefined;
  const next = checkedAt.getTime() + seconds * 1000;
  return next > now.getTime() && next <= maxDateMs ? next : undefined;
}

function awaitedAction(state: ConnectionState): ConnectionView["awaits"] {
  if (state.kind !== "running") return undefined;
  const { kind } = state.progress;
  return kind === "asks" || kind === "confirms" ? kind : undefined;
}

function flowFacts(connection: ManagedAuth, now: Date): FlowFacts | undefined {
  const { flow_expires_at, flow_status, flow_step, flow_type } = connection;
  if (flow_status === undefined && flow_step === undefined && flow_type === undefined) return undefined;
  const running = isLoginRunning(connection, now.getTime());
  return {
    running,
    type: flow_type,
    step: flow_step,
    status: flow_status === "IN_PROGRESS" && !running ? "EXPIRED" : flow_status,
    expiresAt: parseDate(flow_expires_at),
    awaited: running ? awaitedInputs(connection) : [],
  };
}

function flowProgressOf({ awaited, step, type }: FlowFacts): FlowProgress {
  if (step === "AWAITING_INPUT") return { kind: "asks", awaited };
  if (step === "AWAITING_EXTERNAL_ACTION") return { kind: "confirms" };
  return step === "SUBMITTING" ? { kind: "sends" } : { kind: "looks", isReauth: type === "REAUTH" };
}

function needsLoginState({ can_reauth_reason, error_code }: ManagedAuth, flow?: FlowFacts): ConnectionState {
  if (flow?.status === "FAILED") return { kind: "failed", code: error_code };
  if (flow?.status === "EXPIRED") return { kind: "needsLogin", why: "timedOut" };
  if (flow?.status === "CANCELED") return { kind: "needsLogin", why: "canceled" };
  return { kind: "needsLogin", why: can_reauth_reason === "no_prior_successful_login" ? "never" : "unknown" };
}
