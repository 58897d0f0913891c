import type { Clock } from "../../api/clock.ts";
import type { ApiError } from "../../api/errors.ts";
import { startLogin, submitToLogin } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLoginRunning, type TimelineLogins, type LoginSelector } from "../../domain/login/loginState.ts";
import { findOwnEntry } from "../../domain/login/loginEnd.ts";
import type { ApiCaller, RateLimitedReader } from "./rateLimitedReader.ts";
import type { StartOutcome, SubmitOutcome } from "./loginSnapshot.ts";
import type { FollowerDeps } from "./loginFollower.ts";
import type { TrackedLogin } from "./trackedLogin.ts";
import type { LoginRequest, SubmitRequest } from "../../api/loginSchemas.ts";
import { waitsForSameAnswer } from "../../domain/login/loginPause.ts";

/** The dependencies of starting a login. */
export interface StartDeps {
  readonly clock: Clock;
  readonly reads: RateLimitedReader;
  readonly client: ApiCaller;
  /**
   * Called before the login request with the selector that will identify the login. The returned function undoes the
   * effect of this call if the login certainly wasn't started.
   */
  readonly sending: (target: LoginSelector) => Promise<() => Promise<void>>;
}

/** The other properties are sent with the login request. */
export interface StartOptions extends LoginRequest {
  /** Starts a login even if another one is running. The service then cancels the running login. */
  readonly supersede?: boolean;
  /**
   * Called after the connection's state was fetched and while no other window can start a login. If it returns true,
   * no login is started.
   */
  readonly veto?: (before: StateBeforeLogin) => boolean | Promise<boolean>;
}

/** A connection and its logins before a new login starts. `now` is the time of the fetch by the service's clock. */
export interface StateBeforeLogin {
  readonly connection: ManagedAuth;
  readonly logins: TimelineLogins;
  readonly now: number;
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
  /** The response was lost. */
  | {
      readonly kind: "unanswered";
      readonly target: LoginSelector;
      readonly error: ApiError | undefined;
      /** `flow_expires_at` of the login that was running before the request. */
      readonly ranUntil: string | undefined;
    };

/** Sends one login request. If a login is already running and may not be superseded, returns that login instead. */
export async function beginLogin(
  { client, clock, reads, sending }: StartDeps,
  id: string,
  { supersede = false, veto: unless, ...body }: StartOptions,
  signal: AbortSignal,
): Promise<BeginOutcome> {
  const now = await reads.connection(client, id, signal);
  if (now.kind !== "ok") return { kind: "notStarted", error: now.kind === "failed" ? now.error : undefined };
  const serviceNow = now.answeredAt ?? clock.now();
  if (!supersede && isLoginRunning(now.value, serviceNow)) return { kind: "running", connection: now.value };
  const logins = await reads.logins(client, id, signal);
  // The previous logins are needed to find out if the login was started, in case the response is lost.
  if (logins.kind === "failed") return { kind: "notStarted", error: logins.error };
  if (logins.kind === "cancelled") return { kind: "notStarted", error: undefined };
  if (await unless?.({ connection: now.value, logins, now: serviceNow }))
    return { kind: "notStarted", error: undefined };
  const before: LoginSelector =
    logins.kind === "none" ? { kind: "since" } : { kind: "after", id: logins.entries[0]?.id };
  const ranUntil = isLoginRunning(now.value, serviceNow) ? now.value.flow_expires_at : undefined;
  const notSent = await sending(before);
  const sentAt = clock.now();
  const outcome = await client.call(startLogin, { path: { id }, body }, signal);
  switch (outcome.kind) {
    case "ok": {
      const { flow_expires_at: expires, hosted_url: hostedUrl } = outcome.value;
      const { answeredAt } = outcome;
      // The earliest time at which the login can have started, by the service's clock.
      const at = answeredAt === undefined ? undefined : answeredAt - Math.max(clock.now() - sentAt, 0);
      const target: LoginSelector = before.kind === "since" ? { kind: "since", at } : before;
      return { kind: "started", target, hostedUrl, expires };
    }
    case "cancelled":
    case "failed": {
      const error = outcome.kind === "failed" ? outcome.error : undefined;
      const sent = outcome.kind === "failed" ? outcome.error.sent : outcome.sent;
      if (sent === "unknown") return { kind: "unanswered", target: before, error, ranUntil };
      await notSent();
      return { kind: "notStarted", error };
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
  { client, clock, reads }: Omit<StartDeps, "sending">,
  id: string,
  { target, ranUntil }: { readonly target: LoginSelector; readonly ranUntil: string | undefined },
  signal: AbortSignal,
): Promise<boolean> {
  for (const pause of startLookupPausesMs) {
    if (!(await clock.sleep(pause, signal))) return false;
    const logins = await reads.logins(client, id, signal);
    if (logins.kind === "logins" && findOwnEntry(target, logins.entries) !== undefined) return true;
    if (logins.kind !== "none") continue;
    const now = await reads.connection(client, id, signal);
    if (now.kind !== "ok" || !isLoginRunning(now.value, now.answeredAt ?? clock.now())) continue;
    // The running login is the one that we requested if no login, or a different one, was running before.
    if (ranUntil === undefined || now.value.flow_expires_at !== ranUntil) return true;
  }
  return false;
}

/** Returns a selector for the running login of a connection. */
async function selectRunningLogin(
  { client, clock, reads }: Omit<StartDeps, "sending">,
  id: string,
  signal: AbortSignal,
): Promise<LoginSelector> {
  const logins = await reads.logins(client, id, signal);
  const newest = logins.kind === "logins" ? logins.entries[0] : undefined;
  if (newest === undefined) return { kind: "since" };
  if (newest.status !== "IN_PROGRESS") {
    const now = await reads.connection(client, id, signal);
    // The newest timeline entry has ended. If the connection has a running login, that login is newer and has no
    // entry yet.
    if (now.kind === "ok" && isLoginRunning(now.value, now.answeredAt ?? clock.now()))
      return { kind: "after", id: newest.id };
  }
  return { kind: "is", id: newest.id };
}

/** A login request that got no response. */
interface LostStart {
  readonly target: LoginSelector;
  readonly error?: ApiError | undefined;
  /** `flow_expires_at` of the login that was running before the request. */
  readonly ranUntil?: string | undefined;
}

/**
 * Looks for a login after its start request got no response, and tracks it. The login ends with `startUnknown` if it
 * can't be found.
 */
export async function followLostStart(
  shared: FollowerDeps,
  running: TrackedLogin,
  id: string,
  { error, ranUntil, target }: LostStart,
): Promise<StartOutcome> {
  const parts = { client: running.access.client, clock: shared.clock, reads: shared.reads };
  const found = await wasStarted(parts, id, { target, ranUntil }, running.stopped);
  if (running.hasEnded) return { kind: "unknown", error };
  if (!found) {
    running.finish({ kind: "startUnknown", error });
    return { kind: "unknown", error };
  }
  void running.follow(shared, target, { seen: true });
  return { kind: "started", login: running.snapshot };
}

/** Identifies the running login and tracks it until it ends. */
export async function followRunningLogin(
  shared: FollowerDeps,
  running: TrackedLogin,
  id: string,
): Promise<void> {
  const parts = { client: running.access.client, clock: shared.clock, reads: shared.reads };
  const target = await selectRunningLogin(parts, id, running.stopped);
  if (!running.hasEnded) await running.follow(shared, target, { seen: true });
}

/** Pauses before the fetches that check if a lost submission took effect, in milliseconds. */
const submitLookupPausesMs = [1000, 2000, 4000, 8000] as const;

/** The dependencies of {@link submitInput}. `seen` is called with each fetched connection. */
interface SubmitDeps extends Omit<StartDeps, "sending"> {
  readonly seen: (connection: ManagedAuth) => void;
}

/**
 * Submits the values that a connection waits for. The request is sent only once. If the response is lost, fetches
 * show if the login has moved on. The values are never stored or returned.
 */
export async function submitInput(
  { client, clock, reads, seen }: SubmitDeps,
  shown: ManagedAuth,
  request: SubmitRequest,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const outcome = await client.call(submitToLogin, { path: { id: shown.id }, body: request }, signal);
  if (outcome.kind === "ok") return { kind: outcome.value.accepted === false ? "notTaken" : "accepted" };
  if (outcome.kind === "cancelled")
    return outcome.sent === "no" ? { kind: "cancelled" } : { kind: "unknown", error: undefined };
  const { error } = outcome;
  if (error.sent !== "unknown") {
    const now = await reads.connection(client, shown.id, signal);
    if (now.kind === "ok") seen(now.value);
    return { kind: error.code === "stale_interaction" ? "stale" : "refused", error };
  }
  for (const pause of submitLookupPausesMs) {
    if (!(await clock.sleep(pause, signal))) break;
    const now = await reads.connection(client, shown.id, signal);
    if (now.kind !== "ok") continue;
    seen(now.value);
    if (!waitsForSameAnswer(shown, now.value)) return { kind: "accepted" };
  }
  return { kind: "unknown", error };
}
