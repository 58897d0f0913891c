import type { ApiCaller } from "../../api/client.ts";
import type { Clock } from "../../api/clock.ts";
import type { ApiError } from "../../api/errors.ts";
import type { SubmitRequest } from "../../api/loginSchemas.ts";
import { submitToLogin } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { selectRunningLogin, wasStarted } from "../../domain/login/beginLogin.ts";
import { waitsForSameAnswer } from "../../domain/login/loginPause.ts";
import type { LoginSelector } from "../../domain/login/loginState.ts";
import type { FollowerDeps } from "./loginFollower.ts";
import type { StartOutcome, SubmitOutcome } from "./loginSnapshot.ts";
import type { RateLimitedReader } from "./rateLimitedReader.ts";
import type { TrackedLogin } from "./trackedLogin.ts";

/** A login request that got no response. */
interface LostStart {
  readonly target: LoginSelector;
  readonly error?: ApiError | undefined;
  /** `flow_expires_at` of the login that was running before the request. */
  readonly ranUntil?: string | undefined;
}

/**
 * Looks for a login after its start request got no response, and tracks the login. If the login can't be found, it
 * ends with `startUnknown`.
 */
export async function followLostStart(
  shared: FollowerDeps,
  running: TrackedLogin,
  id: string,
  { error, ranUntil, target }: LostStart,
): Promise<StartOutcome> {
  const { clock, reads } = shared;
  const reader = reads.readerOf(running.access.client, id, running.stopped);
  const found = await wasStarted({ clock, reader }, { target, ranUntil }, running.stopped);
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
  const { clock, reads } = shared;
  const reader = reads.readerOf(running.access.client, id, running.stopped);
  const target = await selectRunningLogin({ clock, reader });
  if (!running.hasEnded) await running.follow(shared, target, { seen: true });
}

/** Pauses before the fetches that check if a lost submission took effect, in milliseconds. */
const submitLookupPausesMs = [1000, 2000, 4000, 8000] as const;

/** The dependencies of {@link submitInput}. `seen` is called with each fetched connection. */
interface SubmitDeps {
  readonly client: ApiCaller;
  readonly clock: Clock;
  readonly reads: RateLimitedReader;
  readonly seen: (connection: ManagedAuth) => void;
}

/**
 * Submits the values that a connection waits for. The request is sent only once. If the response is lost, fetches the
 * connection to find out if the login has moved on. The values are never stored or returned.
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
