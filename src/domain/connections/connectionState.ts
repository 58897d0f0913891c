import type { ManagedAuth } from "../../api/schemas.ts";
import { readDate } from "../dates.ts";
import { withFallbacks } from "./deprecatedFields.ts";
import { flowFacts } from "./flow.ts";
import type { Awaited, FlowFacts } from "./flow.ts";

/** What a running login is at, as far as a person is concerned. */
export type Progress =
  /** It waits for what the website asks. */
  | { readonly kind: "asks"; readonly awaited: readonly Awaited[] }
  /** It waits for a step outside the browser. */
  | { readonly kind: "confirms" }
  | { readonly kind: "sends" }
  | { readonly kind: "looks"; readonly byItself: boolean };

/** Where a connection stands (§2.1): what its status, its last flow and its reasons come to for whoever looks. */
export type ConnectionState =
  /** A login is under way, whatever the status says meanwhile. */
  | { readonly kind: "running"; readonly progress: Progress; readonly until: Date | undefined }
  | {
      readonly kind: "loggedIn";
      /** Whether it may and can log in again by itself, where that is told. */
      readonly renews: boolean | undefined;
      /** Whether the login is checked from time to time. */
      readonly checked: boolean;
      readonly checkedAt: Date | undefined;
    }
  | {
      readonly kind: "needsLogin";
      readonly why: "never" | "timedOut" | "canceled" | "unknown";
    }
  /** The last login ended with an error, which may have no code. */
  | { readonly kind: "failed"; readonly code: string | undefined }
  /** The status is not reported, or one that the document does not have. */
  | { readonly kind: "unknown"; readonly status: string | undefined };

/** Where a connection stands at a moment, which decides whether its flow still runs (§3). */
export function connectionState(connection: ManagedAuth, now: Date): ConnectionState {
  const flow = flowFacts(connection, now);
  if (flow?.running === true) return { kind: "running", progress: progressOf(flow), until: flow.expiresAt };
  switch (connection.status) {
    case "AUTHENTICATED":
      return loggedIn(connection);
    case "NEEDS_AUTH":
      return needsLogin(connection, flow);
    case undefined:
    default:
      return { kind: "unknown", status: connection.status };
  }
}

/**
 * What a connection is listed under: by its status alone, so that a row keeps its place while its login runs and moves
 * once, when that has ended.
 */
export function groupOf({ status }: Pick<ManagedAuth, "status">): "needsYou" | "loggedIn" | "other" {
  if (status === "AUTHENTICATED") return "loggedIn";
  return status === "NEEDS_AUTH" ? "needsYou" : "other";
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

function progressOf({ awaited, step, type }: FlowFacts): Progress {
  switch (step) {
    case "AWAITING_INPUT":
      return { kind: "asks", awaited };
    case "AWAITING_EXTERNAL_ACTION":
      return { kind: "confirms" };
    case "SUBMITTING":
      return { kind: "sends" };
    case undefined:
    default:
      return { kind: "looks", byItself: type === "REAUTH" };
  }
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
  switch (flow?.status) {
    case "FAILED":
      return { kind: "failed", code: error_code };
    case "EXPIRED":
      return { kind: "needsLogin", why: "timedOut" };
    case "CANCELED":
      return { kind: "needsLogin", why: "canceled" };
    case undefined:
    default:
      return {
        kind: "needsLogin",
        why: can_reauth_reason === "no_prior_successful_login" ? "never" : "unknown",
      };
  }
}
