import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { LoginEnd } from "../../domain/login/loginState.ts";

/** The state of a followed login. Immutable: each change creates a new object. */
export interface LoginSnapshot {
  readonly accountId: string;
  readonly connectionId: string;
  /** Distinguishes this login from earlier and later ones of the connection. */
  readonly key: string;
  /** True if this window sent the login request. */
  readonly startedHere: boolean;
  /** True if any window of the user is known to have sent the login, such as this one before a reload. */
  readonly startedByUser: boolean;
  /** True if another login replaced this one and is followed instead. */
  readonly superseded: boolean;
  /**
   * `starting` until the service has started the login. `confirming` after an event or hint of its end that the
   * service hasn't confirmed yet.
   */
  readonly phase: "starting" | "running" | "confirming" | "ended";
  /**
   * The last fetched connection, updated by later events. It contains secrets: never store, log or show it as a
   * whole.
   */
  readonly connection: ManagedAuth | undefined;
  /** Address of the login page, valid once. A secret. */
  readonly hostedUrl: string | undefined;
  /** `live` if the service can be reached, otherwise the time of the first failure, in milliseconds since 1970. */
  readonly contact: { readonly kind: "live" } | { readonly kind: "lost"; readonly since: number };
  /** How far the service's clock is ahead of ours, in milliseconds. Times of the service are compared with it. */
  readonly serviceAheadMs: number;
  /** Set if the phase is `ended`. */
  readonly end: LoginEnd | undefined;
}

/** The outcome of starting a login. */
export type StartOutcome =
  | { readonly kind: "started"; readonly login: LoginSnapshot }
  /** A login is already running or being started and is followed now. Starting another one would cancel it. */
  | { readonly kind: "running"; readonly login: LoginSnapshot }
  /** The request was refused or never sent. Without an error, it was cancelled before. */
  | { readonly kind: "notStarted"; readonly error: ApiError | undefined }
  /** The response was lost and the outcome is unknown. Sending again needs the user's consent. */
  | { readonly kind: "unknown"; readonly error: ApiError | undefined };

/**
 * The outcome of submitting values that a login waits for. Not even `accepted` proves that the service has processed
 * the values.
 */
export type SubmitOutcome =
  /** The values were queued, or the response was lost and the login has moved on since. */
  | { readonly kind: "accepted" }
  | { readonly kind: "notTaken" }
  /** A fetch shows that the login waits for something else by now. */
  | { readonly kind: "stale"; readonly error: ApiError }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "cancelled" }
  /** The response was lost and the login still waits for the same values. Sending again needs the user's consent. */
  | { readonly kind: "unknown"; readonly error: ApiError | undefined };
