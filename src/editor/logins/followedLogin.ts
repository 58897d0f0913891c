import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { LoginEnd } from "../../domain/login/login.ts";

/** A login that is followed, as it stands: another object each time that changes. */
export interface FollowedLogin {
  readonly accountId: string;
  readonly connectionId: string;
  /** Tells this login from an earlier or later one of its connection. */
  readonly key: string;
  /** Whether this window sent it. */
  readonly startedHere: boolean;
  /** True if any window of the user is known to have sent the login, such as this one before a reload. */
  readonly startedByUser: boolean;
  /** Whether another login took over, which is followed now. */
  readonly superseded: boolean;
  /**
   * `starting` until the service has begun it; `confirming` where an end was seen, or somebody says that something
   * happened, and the service has not confirmed it yet.
   */
  readonly phase: "starting" | "running" | "confirming" | "ended";
  /** As it was read last, with the events since. It holds secrets: never keep, log or show it whole. */
  readonly connection: ManagedAuth | undefined;
  /** Opens its page, once; a secret. */
  readonly hostedUrl: string | undefined;
  /** Whether the service can be asked, or since when it cannot, in milliseconds since 1970. */
  readonly contact: { readonly kind: "live" } | { readonly kind: "lost"; readonly since: number };
  /** How far the service's clock is ahead of ours, in milliseconds: what its times are compared with. */
  readonly serviceAheadMs: number;
  /** How it ended; only where its phase is `ended`. */
  readonly end: LoginEnd | undefined;
}

/** What became of an attempt to start a login. */
export type Started =
  | { readonly kind: "started"; readonly login: FollowedLogin }
  /** One runs already, or is being started, and is followed; to start another would cancel it. */
  | { readonly kind: "running"; readonly login: FollowedLogin }
  /** It was refused or never left; without an error, it was called off before. */
  | { readonly kind: "notStarted"; readonly error: ApiError | undefined }
  /** Its answer was lost, and reading cannot tell. It must not be sent again unasked. */
  | { readonly kind: "unknown"; readonly error: ApiError | undefined };

/** What became of an answer to what a login waits for. None of them says that it is done. */
export type Submitted =
  /** It is queued; or its own answer was lost, and the login has moved on since. */
  | { readonly kind: "accepted" }
  | { readonly kind: "notTaken" }
  /** Something else is asked by now, which was read. */
  | { readonly kind: "stale"; readonly error: ApiError }
  | { readonly kind: "refused"; readonly error: ApiError }
  | { readonly kind: "cancelled" }
  /** Its answer was lost, and the login waits for the same still. It must not be sent again unasked. */
  | { readonly kind: "unknown"; readonly error: ApiError | undefined };
