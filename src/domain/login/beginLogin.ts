// Starts a login with a single request. If the response is lost, finds out if the login was started.
import type { Clock } from "../../api/clock.ts";
import type { ApiError, Outcome } from "../../api/errors.ts";
import type { LoginRequest, StartedLogin } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { findOwnEntry } from "./loginEnd.ts";
import { isLoginRunning, type LoginSelector, type TimelineLogins } from "./loginState.ts";
import type { LoginReader } from "./readLogins.ts";

/** The dependencies of {@link beginLogin}. `send` sends the login request. */
export interface StartDeps {
  readonly clock: Clock;
  readonly reader: LoginReader;
  readonly send: (body: LoginRequest) => Promise<Outcome<StartedLogin>>;
  /**
   * Called before the login request with the selector that will identify the login. The returned function reverts the
   * effect of this call. `beginLogin` calls the returned function if the login certainly wasn't started.
   */
  readonly sending?: (target: LoginSelector) => Promise<() => Promise<void>>;
}

type LookupDeps = Pick<StartDeps, "clock" | "reader">;

export interface StartOptions extends LoginRequest {
  /** Starts a login even if another one is running. The service then cancels the running login. */
  readonly supersede?: boolean;
  /**
   * Called after the connection was fetched. No other window can start a login during the call. If the result is
   * true, no login is started.
   */
  readonly veto?: (before: StateBeforeLogin) => boolean | Promise<boolean>;
}

/**
 * A connection and its logins before a new login starts. `now` is the time of the fetch according to the service's
 * clock.
 */
export interface StateBeforeLogin {
  readonly connection: ManagedAuth;
  readonly logins: TimelineLogins;
  readonly now: number;
}

/** A login request whose response was lost. */
export interface LostStart {
  readonly target: LoginSelector;
  /** `flow_expires_at` of the login that was running before the request. */
  readonly ranUntil?: string | undefined;
}

/** The outcome of a login request: a new login, a login that was already running, or a failure. */
export type BeginOutcome =
  | {
      readonly kind: "started";
      readonly target: LoginSelector;
      readonly hostedUrl: string | undefined;
      readonly expires: string | undefined;
    }
  | { readonly kind: "running"; readonly connection: ManagedAuth }
  | { readonly kind: "notStarted"; readonly error: ApiError | undefined }
  | ({ readonly kind: "unanswered" } & LostStart);

/** Sends one login request. If a login is already running and `supersede` is false, returns that login instead. */
export async function beginLogin(
  { clock, reader, send, sending }: StartDeps,
  { supersede = false, veto, ...body }: StartOptions,
): Promise<BeginOutcome> {
  const current = await reader.connection();
  if (current.kind !== "ok") return { kind: "notStarted", error: current.error };
  const serviceNow = current.answeredAt ?? clock.now();
  if (!supersede && isLoginRunning(current.value, serviceNow))
    return { kind: "running", connection: current.value };
  const logins = await reader.logins();
  // Require the list of previous logins. After a lost response, it shows whether a new login was started.
  if (logins.kind === "failed" || logins.kind === "cancelled")
    return { kind: "notStarted", error: logins.error };
  if (await veto?.({ connection: current.value, logins, now: serviceNow }))
    return { kind: "notStarted", error: undefined };
  const selector: LoginSelector =
    logins.kind === "none" ? { kind: "since" } : { kind: "after", id: logins.entries[0]?.id };
  const ranUntil = isLoginRunning(current.value, serviceNow) ? current.value.flow_expires_at : undefined;
  const undo = await sending?.(selector);
  const sentAt = clock.now();
  const outcome = await send(body);
  switch (outcome.kind) {
    case "ok": {
      const { flow_expires_at: expires, hosted_url: hostedUrl } = outcome.value;
      const { answeredAt } = outcome;
      // The earliest time at which the login could have started, according to the service's clock.
      const at = answeredAt === undefined ? undefined : answeredAt - Math.max(clock.now() - sentAt, 0);
      const target: LoginSelector = selector.kind === "since" ? { kind: "since", at } : selector;
      return { kind: "started", target, hostedUrl, expires };
    }
    case "cancelled":
    case "failed": {
      const { sent } = outcome.error ?? outcome;
      if (sent === "unknown") return { kind: "unanswered", target: selector, ranUntil };
      await undo?.();
      return { kind: "notStarted", error: outcome.error };
    }
  }
}

/** Pauses between fetches that check if a login was started, in milliseconds. The pauses add up to 45 seconds. */
const startLookupPausesMs = [1000, 2000, 4000, 8000, 15_000, 15_000] as const;

/**
 * After a lost response, fetches the connection's logins until the new login is found. Sends no second login request.
 * Returns true if the login was started.
 */
export async function wasStarted(
  { clock, reader }: LookupDeps,
  { target, ranUntil }: LostStart,
  signal: AbortSignal,
): Promise<boolean> {
  for (const pause of startLookupPausesMs) {
    if (!(await clock.sleep(pause, signal))) return false;
    const logins = await reader.logins();
    if (logins.kind === "logins" && findOwnEntry(target, logins.entries) !== undefined) return true;
    if (logins.kind !== "none") continue;
    const now = await reader.connection();
    if (now.kind !== "ok" || !isLoginRunning(now.value, now.answeredAt ?? clock.now())) continue;
    // The running login is the requested one, unless it was already running before the request.
    if (ranUntil === undefined || now.value.flow_expires_at !== ranUntil) return true;
  }
  return false;
}

export async function selectRunningLogin({ clock, reader }: LookupDeps): Promise<LoginSelector> {
  const logins = await reader.logins();
  const newest = logins.kind === "logins" ? logins.entries[0] : undefined;
  if (newest === undefined) return { kind: "since" };
  if (newest.status !== "IN_PROGRESS") {
    const now = await reader.connection();
    // The newest login in the timeline has ended. If the connection has a running login, that login is newer and
    // isn't in the timeline yet.
    if (now.kind === "ok" && isLoginRunning(now.value, now.answeredAt ?? clock.now()))
      return { kind: "after", id: newest.id };
  }
  return { kind: "is", id: newest.id };
}
