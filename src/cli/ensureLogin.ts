// The command `ensure`, which makes sure that a connection is logged in. Never opens or prints a login URL, and never
// supersedes a running login. Starts no login if another attempt could lock the account.
import type { Clock } from "../api/clock.ts";
import type { ApiError } from "../api/errors.ts";
import { getConnection, listTimeline, startLogin } from "../api/operations.ts";
import type { ManagedAuth } from "../api/schemas.ts";
import { connectionView } from "../domain/connections/connectionView.ts";
import { decideNextAction, decideFromConnection, decisionAfterEnd } from "../domain/login/ensureDecision.ts";
import type { UserNeed, LoginObstacle } from "../domain/login/ensureDecision.ts";
import { isLoginRunning, initialLoginState, withReading } from "../domain/login/loginState.ts";
import type { LoginEnd, TimelineLogins, LoginSelector } from "../domain/login/loginState.ts";
import { readLogins } from "../domain/login/readLogins.ts";
import { judgeLoginEnd } from "../domain/login/loginEnd.ts";
import { acquireStartLock, type ReleaseLock } from "./startLock.ts";
import type { ApiCaller } from "../api/client.ts";

/**
 * The reason why a person is needed. `attended` means that no login was started, because only a person could complete
 * it.
 */
export type PersonNeed = UserNeed | { readonly kind: "attended" };

/** The result of `ensure`. */
export type EnsureResult =
  | { readonly kind: "loggedIn" }
  | { readonly kind: "needsPerson"; readonly need: PersonNeed }
  | { readonly kind: "cannot"; readonly why: LoginObstacle }
  | { readonly kind: "failed"; readonly error: ApiError }
  /**
   * `unknown` means that the start or the result of a login couldn't be determined. The login isn't restarted in that
   * case.
   */
  | { readonly kind: "unknown" | "gone" | "cancelled" };

export interface EnsureOptions {
  /** Maximum wait for the end of a login, in milliseconds. */
  readonly timeoutMs: number;
  /** True to start a login even if a person must complete it, and to wait for that person. */
  readonly wait: boolean;
  /** Called after a login was started. */
  readonly onStart?: () => void;
  /** Called once when a login needs input from a person. Never called if `wait` is false. */
  readonly onPersonNeeded?: () => void;
}

/**
 * Matches values of `can_reauth_reason` (interface.md §2.1) which mean that stored credentials aren't sufficient.
 * Also matches future values that follow the same naming pattern.
 */
const attendedReasonPattern = /^no_credential$|^requires_|_require_/;

/**
 * True if only a person could complete a login. False for status AUTHENTICATED, because the connection may still be
 * logged in, in which case no person is needed.
 */
function requiresPerson({ can_reauth, can_reauth_reason = "", credential, status }: ManagedAuth): boolean {
  const isStored = credential !== undefined && !attendedReasonPattern.test(can_reauth_reason);
  return status !== "AUTHENTICATED" && can_reauth === false && !isStored;
}

/**
 * Poll intervals during a login, in milliseconds. `first` applies for the first minute, and `later` applies
 * afterwards.
 */
const ensurePollMs = { first: 2_000, later: 5_000, laterAfter: 60_000 } as const;

interface ConnectionReading {
  readonly connection: ManagedAuth;
  /** Time of the response according to the service's clock, in milliseconds since 1970. */
  readonly now: number;
}

/** Makes sure that a connection is logged in. Never rejects. Concurrent runs on one computer start only one login. */
export async function ensureLogin(
  client: ApiCaller,
  id: string,
  options: EnsureOptions,
  signal: AbortSignal,
  clock: Clock,
): Promise<EnsureResult> {
  const unlocked = await attempt(undefined);
  if (unlocked !== "start") return unlocked;
  // Another run may be starting a login. With the lock held, fetch the connection again and follow any login that the
  // other run started.
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

  /**
   * Fetches the connection and acts on its state. Returns "start" if a login must be started but `release` is
   * undefined, which means that the lock isn't held.
   */
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
        if (release === undefined) return "start";
        return start(first, logins, release);
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
    // A login may be running: another client's, or this run's if the response was lost. Fetch the connection to find
    // out, and never resend the request.
    const after = await read();
    if ("kind" in after) return after;
    if (isLoginRunning(after.connection, after.now)) return follow(target, after);
    if (error.sent === "unknown") return { kind: "unknown" };
    return { kind: "failed", error };
  }

  /** Polls the connection until the login ends, needs a person or times out. */
  async function follow(target: LoginSelector, begun: ConnectionReading): Promise<EnsureResult> {
    const startedAt = clock.now();
    let login = initialLoginState(target, begun.now);
    let isReported = false;
    for (;;) {
      const next = await read();
      if ("kind" in next) return next;
      login = withReading(login, next.connection);
      const { awaits: kind } = connectionView(next.connection, new Date(next.now));
      if (kind !== undefined) {
        if (!options.wait) return { kind: "needsPerson", need: { kind } };
        if (!isReported) options.onPersonNeeded?.();
        isReported = true;
      }
      let verdict = judgeLoginEnd(login);
      if (verdict.kind === "unconfirmed") {
        const logins = await newestLogins();
        if (logins.kind === "cancelled") return { kind: "cancelled" };
        // If fetching the timeline failed, retry on the next poll.
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

/** Maps login results that have an error code to the service's status names. */
const endStatuses = { failed: "FAILED", expired: "EXPIRED", canceled: "CANCELED" } as const;

function resultOfEnd(end: LoginEnd): EnsureResult {
  if ("code" in end) return decisionAfterEnd(endStatuses[end.kind], end.code);
  if (end.kind === "loggedIn" || end.kind === "gone") return { kind: end.kind };
  return { kind: "unknown" };
}

/** Returns a selector for the running login, which is identified by its timeline entry if there is one. */
function runningLogin(logins: TimelineLogins): LoginSelector {
  const newest = logins.kind === "logins" ? logins.entries[0] : undefined;
  if (newest?.status === "IN_PROGRESS") return { kind: "is", id: newest.id };
  return { kind: "since" };
}
