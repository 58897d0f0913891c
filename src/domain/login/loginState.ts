// The state of a login that this window tracks, computed from fetched connections and events. The code in this file
// sends no requests.
import type { ApiError } from "../../api/errors.ts";
import type { LoginEvent, TimelineEntry } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isUnsuccessful } from "../connections/history.ts";
import { parseTime } from "../dates.ts";

/** Identifies the tracked login among all logins of its connection. */
export type LoginSelector =
  /**
   * The first login whose timeline entry is newer than the entry with this ID. Without an ID, the first login of the
   * connection, because the timeline was empty when the login was started.
   */
  | { readonly kind: "after"; readonly id?: string | undefined }
  /** The login with this timeline entry ID. */
  | { readonly kind: "is"; readonly id: string }
  /**
   * For services without a timeline. Selects the login that started at this time, in milliseconds since 1970
   * according to the service's clock. Without a time, selects the login that was observed running.
   */
  | { readonly kind: "since"; readonly at?: number | undefined };

/**
 * The end of the tracked login, or the reason why this window stopped tracking it. Strings are plain text from the
 * service.
 */
export type LoginEnd =
  /** The flow reports SUCCESS and the connection reports AUTHENTICATED. Neither value is from before the login. */
  | { readonly kind: "loggedIn" }
  | {
      readonly kind: "failed" | "expired" | "canceled";
      readonly code: string | undefined;
      readonly message: string | undefined;
      readonly websiteError: string | undefined;
    }
  /** Tracking stopped because newer logins superseded the tracked login too many times. */
  | { readonly kind: "superseded" }
  /** The login's time limit has long passed, but no source has reported the end of the login. */
  | { readonly kind: "unconfirmed" }
  /** The connection was deleted. */
  | { readonly kind: "gone" }
  /**
   * The service refused to start the login, or the request was never sent. Without an error, the user canceled before
   * the request was sent.
   */
  | { readonly kind: "notStarted"; readonly error: ApiError | undefined }
  /** The response to the start request was lost, and later fetches don't reveal the outcome. */
  | { readonly kind: "startUnknown" }
  /** This window has stopped tracking the login, but the login continues. */
  | { readonly kind: "stopped"; readonly why: "signedOut" | "unauthorized" | "closed" | "left" };

/** The information about the tracked login that fetches and events have provided. */
export interface LoginState {
  readonly target: LoginSelector;
  /** The last fetched connection, updated by later events. */
  readonly connection: ManagedAuth | undefined;
  /** True if the login was observed running. Before that, reported states may be about the previous login. */
  readonly seenRunning: boolean;
  /** Number of times that a newer login superseded the tracked login and was tracked instead. */
  readonly takeoverCount: number;
  /** Time limit of the login, in milliseconds since 1970 according to the service's clock. */
  readonly expiresAt: number;
  /** Time of the last event, in milliseconds since 1970 according to the service's clock. */
  readonly eventAt: number | undefined;
  /** True if the last event reported the end of the login. */
  readonly endReported: boolean;
}

/** The logins in a timeline, newest first, or `none` if the service has no timelines. */
export type TimelineLogins =
  | { readonly kind: "logins"; readonly entries: readonly TimelineEntry[] }
  | { readonly kind: "none"; readonly entries?: undefined };

/** Default time limit in milliseconds for a login if its connection reports none. */
const defaultLoginMs = 20 * 60 * 1000;

/** Creates the state of a login before its connection is first fetched. */
export function initialLoginState(target: LoginSelector, now: number, expires?: string): LoginState {
  const expiresAt = parseTime(expires) ?? now + defaultLoginMs;
  return {
    target,
    connection: undefined,
    seenRunning: false,
    takeoverCount: 0,
    expiresAt,
    eventAt: undefined,
    endReported: false,
  };
}

/** The time at which each flow with an unknown status and no time limit was first fetched, by connection ID. */
const unknownSince = new Map<string, { readonly flow: string; readonly at: number }>();

/**
 * True if a connection reports a running login. `now` is the current time according to the service's clock. A flow
 * with an unknown status counts as running until its time limit. Without a time limit, such a flow counts as running
 * for the default time limit after it was first fetched.
 */
export function isLoginRunning(connection: ManagedAuth, now: number): boolean {
  if (hasFlowEnded(connection)) {
    unknownSince.delete(connection.id);
    return false;
  }
  return now < (parseTime(connection.flow_expires_at) ?? latestEnd(connection, now));
}

/** Returns the latest possible end of a login that has no reported time limit. */
function latestEnd({ flow_status, hosted_url, id }: ManagedAuth, now: number): number {
  if (flow_status === "IN_PROGRESS") return Number.POSITIVE_INFINITY;
  const flow = JSON.stringify([flow_status, hosted_url]);
  const recorded = unknownSince.get(id);
  const first = recorded?.flow === flow ? recorded : { flow, at: now };
  unknownSince.set(id, first);
  return first.at + defaultLoginMs;
}

/** Updates the state of a login with its newly fetched connection. */
export function withReading(login: LoginState, connection: ManagedAuth): LoginState {
  const runs = !hasFlowEnded(connection);
  return {
    ...login,
    connection,
    seenRunning: login.seenRunning || runs,
    expiresAt: (runs ? parseTime(connection.flow_expires_at) : undefined) ?? login.expiresAt,
  };
}

/** Applies an event to a login's state. Ignores events that report no state or are older than the last event. */
export function withEvent(login: LoginState, event: LoginEvent): LoginState {
  const { connection, eventAt } = login;
  if (event.event !== "managed_auth_state" || connection === undefined) return login;
  const at = parseTime(event.timestamp);
  if (at !== undefined && eventAt !== undefined && at < eventAt) return login;
  const merged: ManagedAuth = {
    ...connection,
    flow_status: event.flow_status,
    flow_step: event.flow_step,
    choices: event.choices,
    fields: event.fields,
    discovered_fields: event.discovered_fields,
    mfa_options: event.mfa_options,
    pending_sso_buttons: event.pending_sso_buttons,
    sign_in_options: event.sign_in_options,
    interaction_id: event.interaction_id,
    external_action_message: event.external_action_message,
    website_error: event.website_error,
    error_code: event.error_code,
    error_message: event.error_message,
    flow_type: event.flow_type ?? connection.flow_type,
    hosted_url: event.hosted_url ?? connection.hosted_url,
    live_view_url: event.live_view_url ?? connection.live_view_url,
    post_login_url: event.post_login_url ?? connection.post_login_url,
  };
  const reportedOver = hasFlowEnded(merged);
  return {
    ...login,
    connection: merged,
    seenRunning: login.seenRunning || !reportedOver,
    eventAt: at ?? eventAt,
    endReported: reportedOver,
  };
}

/** True if the connection's flow has ended or never started. An unknown status counts as running. */
export function hasFlowEnded({ flow_status }: ManagedAuth): boolean {
  return flow_status === undefined || flow_status === "SUCCESS" || isUnsuccessful(flow_status);
}
