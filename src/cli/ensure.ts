// `ensure`: makes sure that a connection is logged in. Opens nothing, shows no address of a login, supersedes no running
// login, and starts none if another login could lock the account.
import type { Client } from "../api/client.ts";
import type { Clock } from "../api/clock.ts";
import type { ApiError } from "../api/errors.ts";
import { getConnection, listTimeline, startLogin } from "../api/operations.ts";
import type { ManagedAuth } from "../api/schemas.ts";
import { connectionState } from "../domain/connections/connectionState.ts";
import { decide, decidedAlone, ended } from "../domain/login/ensuring.ts";
import type { Need, Obstacle } from "../domain/login/ensuring.ts";
import { isLive, newLogin, withReading } from "../domain/login/login.ts";
import type { LoginEnd, Logins, Target } from "../domain/login/login.ts";
import { readLogins } from "../domain/login/readLogins.ts";
import { over } from "../domain/login/over.ts";
import { lockStart, type Release } from "./startLock.ts";

/** A login can only end by waiting for a person, so that none was started. */
interface Attended {
  readonly kind: "attended";
}

/** The result of `ensure`. */
export type Ensured =
  | { readonly kind: "loggedIn" }
  | { readonly kind: "needsPerson"; readonly need: Need | Attended }
  | { readonly kind: "cannot"; readonly why: Obstacle }
  | { readonly kind: "failed"; readonly error: ApiError }
  /** Whether a login was started, or how one ended, can't be read. It isn't started again. */
  | { readonly kind: "unknown" | "gone" | "cancelled" };

export interface EnsureOptions {
  /** How long to wait for the end of a login, in milliseconds. */
  readonly timeoutMs: number;
  /** True to start a login that a person must complete, and to wait for the person. */
  readonly wait: boolean;
  /** Called once a login was started. */
  readonly onStart?: () => void;
  /** Called once a login waits for a person, if that is waited for. */
  readonly onPersonNeeded?: () => void;
}

/** Reasons for which stored values don't suffice (interface.md §2.1), and new ones that are named in the same way. */
const attendedReason = /^no_credential$|^requires_|_require_/;

/** True if a login can only end by waiting for a person. A connection that is logged in may turn out to be still so. */
function isAttended({ can_reauth, can_reauth_reason = "", credential, status }: ManagedAuth): boolean {
  const isStored = credential !== undefined && !attendedReason.test(can_reauth_reason);
  return status !== "AUTHENTICATED" && can_reauth === false && !isStored;
}

/** How often a login is looked at, in milliseconds: at first, and after a minute. */
const pace = { first: 2_000, later: 5_000, laterAfter: 60_000 } as const;

interface Read {
  readonly connection: ManagedAuth;
  /** By the service's clock. */
  readonly now: number;
}

/** Makes sure that a connection is logged in. Never rejects. Several runs on one computer start one login. */
export async function ensure(
  client: Pick<Client, "call">,
  id: string,
  options: EnsureOptions,
  signal: AbortSignal,
  clock: Clock,
): Promise<Ensured> {
  const unlocked = await attempt(undefined);
  if (unlocked !== "start") return unlocked;
  // Another run may start a login at this moment. Once it has, this run reads again and follows that login.
  const release = await lockStart(id, options.timeoutMs, signal, clock);
  if (release === undefined)
    return signal.aborted ? { kind: "cancelled" } : { kind: "needsPerson", need: { kind: "undecided" } };
  try {
    const ensured = await attempt(release);
    // A start is either made or refused while the lock is held.
    return ensured === "start" ? { kind: "unknown" } : ensured;
  } finally {
    await release();
  }

  /** Reads, decides and acts. Returns "start" instead of starting a login without the lock. */
  async function attempt(release: Release | undefined): Promise<Ensured | "start"> {
    const first = await read();
    if ("kind" in first) return first;
    const alone = decidedAlone(first.connection, first.now);
    if (alone?.kind === "loggedIn") return alone;
    const logins = await newestLogins();
    if (logins.kind === "failed") return { kind: "failed", error: logins.error };
    if (logins.kind === "cancelled") return { kind: "cancelled" };
    const decision = decide(
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
        return follow(runningTarget(logins), first);
      case "start":
        if (!options.wait && isAttended(first.connection))
          return { kind: "needsPerson", need: { kind: "attended" } };
        return release === undefined ? "start" : start(first, logins, release);
    }
  }

  async function read(): Promise<Read | Ensured> {
    const outcome = await client.call(getConnection, { path: { id } }, signal);
    if (outcome.kind === "cancelled") return { kind: "cancelled" };
    if (outcome.kind === "failed")
      return outcome.error.kind === "notFound" && outcome.error.missing === "resource"
        ? { kind: "gone" }
        : { kind: "failed", error: outcome.error };
    return { connection: outcome.value, now: outcome.answeredAt ?? clock.now() };
  }

  function newestLogins(): ReturnType<typeof readLogins> {
    return readLogins((query) => client.call(listTimeline, { path: { id }, query }, signal));
  }

  async function start(before: Read, logins: Logins, release: Release): Promise<Ensured> {
    const target: Target =
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
    // Someone else's, or ours whose answer was lost: it is looked for, never sent again.
    const after = await read();
    if ("kind" in after) return after;
    if (isLive(after.connection, after.now)) return follow(target, after);
    return error.sent === "unknown" ? { kind: "unknown" } : { kind: "failed", error };
  }

  /** Waits for the end of a login, or for what a person has to do. */
  async function follow(target: Target, begun: Read): Promise<Ensured> {
    const startedAt = clock.now();
    let login = newLogin(target, begun.now);
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
      let verdict = over(login);
      if (verdict.kind === "unconfirmed") {
        const logins = await newestLogins();
        if (logins.kind === "cancelled") return { kind: "cancelled" };
        // A timeline that fails for once is read with the next look.
        if (logins.kind !== "failed") verdict = over(login, logins);
      }
      if (verdict.kind === "unconfirmed") ({ login } = verdict);
      if (verdict.kind === "over") return ensuredBy(verdict.end);
      const waited = clock.now() - startedAt;
      if (waited >= options.timeoutMs) return { kind: "needsPerson", need: { kind: "undecided" } };
      const usual = waited < pace.laterAfter ? pace.first : pace.later;
      const pause = Math.min(usual, options.timeoutMs - waited);
      if (!(await clock.sleep(pause, signal))) return { kind: "cancelled" };
    }
  }
}

/** How `ended` calls the ends that depend on an error code. */
const statuses = { failed: "FAILED", expired: "EXPIRED", canceled: "CANCELED" } as const;

function ensuredBy(end: LoginEnd): Ensured {
  if ("code" in end) return ended(statuses[end.kind], end.code);
  return { kind: end.kind === "loggedIn" || end.kind === "gone" ? end.kind : "unknown" };
}

/** The login that runs, by its entry where there is one. */
function runningTarget(logins: Logins): Target {
  const newest = logins.kind === "logins" ? logins.entries[0] : undefined;
  return newest?.status === "IN_PROGRESS" ? { kind: "is", id: newest.id } : { kind: "since" };
}
