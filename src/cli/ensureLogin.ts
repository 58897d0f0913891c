// `ensure`: makes sure that a connection is logged in. Never opens or prints an address of a login and never
// supersedes a running login. Starts no login if another attempt could lock the account.
import type { ApiClient } from "../api/client.ts";
import type { Clock } from "../api/clock.ts";
import type { ApiError } from "../api/errors.ts";
import { getConnection, listTimeline, startLogin } from "../api/operations.ts";
import type { ManagedAuth } from "../api/schemas.ts";
import { connectionState } from "../domain/connections/connectionState.ts";
import { decideNextAction, decideFromConnection, decisionAfterEnd } from "../domain/login/ensureDecision.ts";
import type { UserNeed, LoginObstacle } from "../domain/login/ensureDecision.ts";
import { isLoginRunning, initialLoginState, withReading } from "../domain/login/loginState.ts";
import type { LoginEnd, TimelineLogins, LoginSelector } from "../domain/login/loginState.ts";
import { readLogins } from "../domain/login/readLogins.ts";
import { judgeLoginEnd } from "../domain/login/loginEnd.ts";
import { acquireStartLock, type ReleaseLock } from "./startLock.ts";

/** The reason why a person is needed. `attended`: no login was started, because only a person could complete it. */
export type PersonNeed = UserNeed | { readonly kind: "attended" };

/** The result of `ensure`. */
export type EnsureResult =
  | { readonly kind: "loggedIn" }
  | { readonly kind: "needsPerson"; readonly need: PersonNeed }
  | { readonly kind: "cannot"; readonly why: LoginObstacle }
  | { readonly kind: "failed"; readonly error: ApiError }
  /** The start or the end of a login couldn't be determined. The login isn't started again. */
  | { readonly kind: "unknown" | "gone" | "cancelled" };

export interface EnsureOptions {
  /** Maximum wait for the end of a login, in milliseconds. */
  readonly timeoutMs: number;
  /** True to start a login even if a person must complete it, and to wait for that person. */
  readonly wait: boolean;
  /** Called after a login was started. */
  readonly onStart?: () => void;
  /** Called when a login needs a person, if `wait` is true. */
  readonly onPersonNeeded?: () => void;
}

/**
 * Values of `can_reauth_reason` (interface.md §2.1) for which stored credentials don't suffice. Also matches future
 * reasons with the same naming.
 */
const attendedReasonPattern = /^no_credential$|^requires_|_require_/;

/**
 * True if a login could end only with the help of a person. A connection with status AUTHENTICATED may still be
 * logged in and need none.
 */
function requiresPerson({ can_reauth, can_reauth_reason = "", credential, status }: ManagedAuth): boolean {
  const isStored = credential !== undefined && !attendedReasonPattern.test(can_reauth_reason);
  return status !== "AUTHENTICATED" && can_reauth === false && !isStored;
}

/** Poll intervals of a login in milliseconds: at first, and after a minute. */
const ensurePollMs = { first: 2_000, later: 5_000, laterAfter: 60_000 } as const;

interface ConnectionReading {
  readonly connection: ManagedAuth;
  /** Time of the response by the service's clock. */
  readonly now: number;
}

/** Makes sure that a connection is logged in. Never rejects. Concurrent runs on one computer start only one login. */
export async function ensureLogin(
  client: Pick<ApiClient, "call">,
  id: string,
  options: EnsureOptions,
  signal: AbortSignal,
  clock: Clock,
): Promise<EnsureResult> {
  const unlocked = await attempt(undefined);
  if (unlocked !== "start") return unlocked;
  // Another run may be starting a login. After acquiring the lock, this run reads again and follows that login.
  const release = await acquireStartLock(id, options.timeoutMs, signal, clock);
  if (release === undefined)
    return signal.aborted ? { kind: "cancelled" } : { kind: "needsPerson", need: { kind: "undecided" } };
  try {
    const ensured = await attempt(release);
    // Unreachable, because an attempt with the lock never returns "start".
    return ensured === "start" ? { kind: "unknown" } : ensured;
  } finally {
    await release();
  }

  /** Reads the connection, decides and acts. Returns "start" instead of starting a login without the lock. */
  async function attempt(release: ReleaseLock | undefined): Promise<EnsureResult | "start"> {
    const first = await read();
    if ("kind" in first) return first;
    const alone = decideFromConnection(first.connection, first.now);
    if (alone?.kind === "loggedIn") return alone;
    const logins = await newestLogins();
    if (logins.kind === "failed") return { kind: "failed", error: logins.error };
    if (logins.kind === "cancelled") return { kind: "cancelled" };
    const decision = decideNextAction(
      first.connection,
      logins,
      { startedAt: undefined, actedAt: undefined },
      first.now,
    );
    switch (decision.kind) {
      case "loggedIn":
      case "needsPerson":
      case "cannot":
        return decision;
      case "observe":
        await release?.();
        return follow(runningLogin(logins), first);
      case "start":
        if (!options.wait && requiresPerson(first.connection))
          return { kind: "needsPerson", need: { kind: "attended" } };
        return release === undefined ? "start" : start(first, logins, release);
    }
  }

  async function read(): Promise<ConnectionReading | EnsureResult> {
    const outcome = await client.call(getConnection, { path: { id } }, signal);
    if (outcome.kind === "cancelled") return { kind: "cancelled" };
    if (outcome.kind === "failed") {
      const { error } = outcome;
      if (error.kind === "notFound" && error.missing === "resource") return { kind: "gone" };
      return { kind: "failed", error };
    }
    return { connection: outcome.value, now: outcome.answeredAt ?? clock.now() };
  }

  function newestLogins(): ReturnType<typeof readLogins> {
    return readLogins((query) => client.call(listTimeline, { path: { id }, query }, signal));
  }

  async function start(
    before: ConnectionReading,
    logins: TimelineLogins,
    release: ReleaseLock,
  ): Promise<EnsureResult> {
    const target: LoginSelector =
      logins.kind === "none"
        ? { kind: "since", at: before.now }
        : { kind: "after", id: logins.entries[0]?.id };
    const outcome = await client.call(startLogin, { path: { id }, body: {} }, signal);
    await release();
    if (outcome.kind === "ok") options.onStart?.();
    if (outcome.kind === "cancelled") return { kind: outcome.sent === "no" ? "cancelled" : "unknown" };
    if (outcome.kind === "ok") return follow(target, before);
    const { error } = outcome;
    const mayRun =
      error.sent === "unknown" || (error.kind === "conflict" && error.code !== "too_many_pending_sessions");
    if (!mayRun) return { kind: "failed", error };
    // A login of another client may be running, or this run's if the response was lost. Look for it and never resend
    // the request.
    const after = await read();
    if ("kind" in after) return after;
    if (isLoginRunning(after.connection, after.now)) return follow(target, after);
    return error.sent === "unknown" ? { kind: "unknown" } : { kind: "failed", error };
  }

  /** Polls the connection until the login ends or needs a person. */
  async function follow(target: LoginSelector, begun: ConnectionReading): Promise<EnsureResult> {
    const startedAt = clock.now();
    let login = initialLoginState(target, begun.now);
    let isReported = false;
    for (;;) {
      const next = await read();
      if ("kind" in next) return next;
      login = withReading(login, next.connection);
      const state = connectionState(next.connection, new Date(next.now));
      if (
        state.kind === "running" &&
        (state.progress.kind === "asks" || state.progress.kind === "confirms")
      ) {
        if (!options.wait) return { kind: "needsPerson", need: { kind: state.progress.kind } };
        if (!isReported) options.onPersonNeeded?.();
        isReported = true;
      }
      let verdict = judgeLoginEnd(login);
      if (verdict.kind === "unconfirmed") {
        const logins = await newestLogins();
        if (logins.kind === "cancelled") return { kind: "cancelled" };
        // If the timeline can't be read this time, retry with the next poll.
        if (logins.kind !== "failed") verdict = judgeLoginEnd(login, logins);
      }
      if (verdict.kind === "unconfirmed") ({ login } = verdict);
      if (verdict.kind === "over") return resultOfEnd(verdict.end);
      const waited = clock.now() - startedAt;
      if (waited >= options.timeoutMs) return { kind: "needsPerson", need: { kind: "undecided" } };
      const usual = waited < ensurePollMs.laterAfter ? ensurePollMs.first : ensurePollMs.later;
      const pause = Math.min(usual, options.timeoutMs - waited);
      if (!(await clock.sleep(pause, signal))) return { kind: "cancelled" };
    }
  }
}

/** Maps the ends that depend on an error code to the service's status names. */
const endStatuses = { failed: "FAILED", expired: "EXPIRED", canceled: "CANCELED" } as const;

function resultOfEnd(end: LoginEnd): EnsureResult {
  if ("code" in end) return decisionAfterEnd(endStatuses[end.kind], end.code);
  if (end.kind === "loggedIn" || end.kind === "gone") return { kind: end.kind };
  return { kind: "unknown" };
}

/** Returns the running login, identified by its timeline entry if there is one. */
function runningLogin(logins: TimelineLogins): LoginSelector {
  const newest = logins.kind === "logins" ? logins.entries[0] : undefined;
  return newest?.status === "IN_PROGRESS" ? { kind: "is", id: newest.id } : { kind: "since" };
}
