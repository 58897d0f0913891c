// A login that is followed, on paper: what readings and events of its connection come to.
import type { ApiError } from "../../api/errors.ts";
import type { LoginEvent, TimelineEntry } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isBadEnd } from "../connections/history.ts";
import { readTime } from "../dates.ts";

/** Which login of its connection is followed. */
export type Target =
  /** The first one after the entry of the timeline that was the newest before, or the first at all. */
  | { readonly kind: "after"; readonly id?: string | undefined }
  /** That of an entry. */
  | { readonly kind: "is"; readonly id: string }
  /**
   * Where there is no timeline: what began then, by the service's clock, in milliseconds since 1970. Without a time, what
   * was seen to run.
   */
  | { readonly kind: "since"; readonly at?: number | undefined };

/** How a login that was followed ended, or why it is followed no more. Texts are the service's and are plain. */
export type LoginEnd =
  /** SUCCESS and AUTHENTICATED, and newer than what was before. */
  | { readonly kind: "loggedIn" }
  | {
      readonly kind: "failed" | "expired" | "canceled";
      readonly code: string | undefined;
      readonly message: string | undefined;
      readonly websiteError: string | undefined;
    }
  /** Others took over so often that it is followed no more. */
  | { readonly kind: "superseded" }
  /** Nobody said how it ended, until long after its time. */
  | { readonly kind: "unconfirmed" }
  /** The connection is not there any more. */
  | { readonly kind: "gone" }
  /** It was refused or never left; without an error, it was called off before. */
  | { readonly kind: "notStarted"; readonly error: ApiError | undefined }
  /** Whether it was started was not answered, and reading cannot tell. */
  | { readonly kind: "startUnknown"; readonly error: ApiError | undefined }
  /** It is followed no more, and goes on. */
  | { readonly kind: "stopped"; readonly why: "signedOut" | "unauthorized" | "closed" | "left" };

/** What is known of a login that is followed. */
export interface Login {
  readonly target: Target;
  /** As it was read last, with the events since. */
  readonly connection: ManagedAuth | undefined;
  /** Whether it was seen to run: what is told before that may be of the login before it. */
  readonly seen: boolean;
  /** Whether another login took over, and how often. */
  readonly takenOver: number;
  /** Until when it may take, by the service's clock, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** When the last event happened, likewise, and whether it said that the login is over. */
  readonly eventAt: number | undefined;
  readonly reportedOver: boolean;
}

/** Logins of a timeline, newest first; `none` where the service has no timeline. */
export type Logins =
  { readonly kind: "logins"; readonly entries: readonly TimelineEntry[] } | { readonly kind: "none" };

/** How long a login may take whose connection does not say, in milliseconds. */
const longestMs = 20 * 60 * 1000;

/** A login of which nothing is known yet. */
export function newLogin(target: Target, now: number, expires?: string): Login {
  const expiresAt = readTime(expires) ?? now + longestMs;
  return {
    target,
    connection: undefined,
    seen: false,
    takenOver: 0,
    expiresAt,
    eventAt: undefined,
    reportedOver: false,
  };
}

/** When flows were first read whose status is not known and that have no time, by the ids of their connections. */
const unknownSince = new Map<string, { readonly flow: string; readonly at: number }>();

/**
 * Whether a connection says that a login runs, at that time by the service's clock. A status that is not known is one of a
 * login that runs, until its time is up: without one, for as long as a login may take after it was first read.
 */
export function isLive(connection: ManagedAuth, now: number): boolean {
  if (isOver(connection)) {
    unknownSince.delete(connection.id);
    return false;
  }
  return now < (readTime(connection.flow_expires_at) ?? latestEnd(connection, now));
}

/** Until when a login may run that does not say. */
function latestEnd({ flow_status, hosted_url, id }: ManagedAuth, now: number): number {
  if (flow_status === "IN_PROGRESS") return Number.POSITIVE_INFINITY;
  const flow = JSON.stringify([flow_status, hosted_url]);
  const known = unknownSince.get(id);
  const first = known?.flow === flow ? known : { flow, at: now };
  unknownSince.set(id, first);
  return first.at + longestMs;
}

/** With its connection as it was read. */
export function withReading(login: Login, connection: ManagedAuth): Login {
  const runs = !isOver(connection);
  return {
    ...login,
    connection,
    seen: login.seen || runs,
    expiresAt: (runs ? readTime(connection.flow_expires_at) : undefined) ?? login.expiresAt,
  };
}

/** With what an event says; as it was where that is older than what is known, or says nothing of it. */
export function withEvent(login: Login, event: LoginEvent): Login {
  const { connection, eventAt } = login;
  if (event.event !== "managed_auth_state" || connection === undefined) return login;
  const at = readTime(event.timestamp);
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
  const reportedOver = isOver(merged);
  return {
    ...login,
    connection: merged,
    seen: login.seen || !reportedOver,
    eventAt: at ?? eventAt,
    reportedOver,
  };
}

/** A status that is not known is one of a login that runs. */
export function isOver({ flow_status }: ManagedAuth): boolean {
  return flow_status === undefined || flow_status === "SUCCESS" || isBadEnd(flow_status);
}
