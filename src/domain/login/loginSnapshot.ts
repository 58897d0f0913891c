import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { ConnectionView } from "../connections/connectionView.ts";
import type { LoginEnd } from "./loginState.ts";

/** Identifies a connection across accounts. */
export interface ConnectionRef {
  readonly accountId: string;
  readonly connectionId: string;
}

/** Returns a key that identifies a connection across accounts. */
export function connectionKey(accountId: string, connectionId: string): string {
  return JSON.stringify([accountId, connectionId]);
}

/** The state of a tracked login. Immutable: each change creates a new object. */
export interface LoginSnapshot extends ConnectionRef {
  /** Distinguishes this login from earlier and later logins of the same connection. */
  readonly key: string;
  /** True if this window sent the login request. */
  readonly startedHere: boolean;
  /** True if one of the user's windows is known to have sent the login request, such as this one before a reload. */
  readonly startedByUser: boolean;
  /** True if another login has replaced the login that was tracked first, and is tracked instead. */
  readonly superseded: boolean;
  /**
   * `starting` until the service has started the login. `confirming` after an event or another indication that the
   * login has ended, until the service confirms the end.
   */
  readonly phase: "starting" | "running" | "confirming" | "ended";
  /** The last fetched connection, updated by events. It contains secrets: never store, log or show it as a whole. */
  readonly connection: ManagedAuth | undefined;
  /** The reason why the running login needs a person, if any. */
  readonly awaits: ConnectionView["awaits"];
  /** Address of the login page, which can be opened only once. A secret. */
  readonly hostedUrl: string | undefined;
  /** If the service can't be reached, the time of the first failed fetch, in milliseconds since 1970. */
  readonly lostSince: number | undefined;
  /**
   * Milliseconds by which the service's clock is ahead of this computer's clock. Add this value to a local time
   * before comparing it with a time from the service.
   */
  readonly serviceAheadMs: number;
  /** Set if the phase is `ended`. */
  readonly end: LoginEnd | undefined;
}

/** True if the user has asked to stop tracking the login. */
export function isAbandoned(login: LoginSnapshot | undefined): login is LoginSnapshot {
  return login?.end?.kind === "stopped" && login.end.why === "left";
}

export type StartOutcome =
  | { readonly kind: "started"; readonly login: LoginSnapshot }
  /** A login is already running or starting and is now tracked. Another start would cancel that login. */
  | { readonly kind: "running"; readonly login: LoginSnapshot }
  /**
   * The service refused the request, or the request was never sent. If `error` is missing, the request was cancelled
   * before it was sent.
   */
  | { readonly kind: "notStarted"; readonly error: ApiError | undefined }
  /** The response was lost and the outcome is unknown. Sending the request again needs the user's consent. */
  | { readonly kind: "unknown" };

/** The outcome of sending values to a login. `accepted` doesn't prove that the service has processed the values. */
export type SubmitOutcome =
  /** The service queued the values, or the response was lost and a fetch shows that the login has moved on. */
  | { readonly kind: "accepted" }
  | { readonly kind: "notTaken" }
  /** The login was already waiting for different values when the request arrived. */
  | { readonly kind: "stale"; readonly error: ApiError }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "cancelled" }
  /**
   * The response was lost, and the login still waits for the same values. Resending them needs the user's consent.
   */
  | { readonly kind: "unknown" };
