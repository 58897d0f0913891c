// `ensure`: whether a connection is logged in, after what can be done without a person. It opens nothing and shows no
// address of a login, supersedes no login that runs, and starts none where another one could lock the account.
import type { Client } from "../api/client.ts";
import { systemClock } from "../api/clock.ts";
import type { Clock } from "../api/clock.ts";
import type { ApiError } from "../api/errors.ts";
import { getConnection, listTimeline, startLogin } from "../api/operations.ts";
import type { ManagedAuth } from "../api/schemas.ts";
import { connectionState } from "../domain/connections/connectionState.ts";
import { decide, decidedAlone, ended } from "../domain/login/ensuring.ts";
import type { Need, Obstacle } from "../domain/login/ensuring.ts";
import { isLive, newLogin, withReading } from "../domain/login/login.ts";
import type { Logins, Target } from "../domain/login/login.ts";
import { readLogins } from "../domain/login/readLogins.ts";
import { over } from "../domain/login/over.ts";

/** What came of it. */
export type Ensured =
  | { readonly kind: "loggedIn" }
  | { readonly kind: "needsPerson"; readonly need: Need }
  | { readonly kind: "cannot"; readonly why: Obstacle }
  | { readonly kind: "failed"; readonly error: ApiError }
  /** Whether a login was started, or how one ended, can't be read. It isn't started again. */
  | { readonly kind: "unknown" | "gone" | "cancelled" };

/** How long a login may take, in milliseconds, until a person is asked to look: nobody waits at a terminal for more. */
const patienceMs = 5 * 60_000;
/** How often a login is looked at, in milliseconds: at first, and after a minute. */
const pace = { first: 2_000, later: 5_000, laterAfter: 60_000 } as const;

interface Read {
  readonly connection: ManagedAuth;
  /** By the service's clock. */
  readonly now: number;
}

/** Makes sure that a connection is logged in. Never rejects. */
export async function ensure(
  client: Pick<Client, "call">,
  id: string,
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<Ensured> {
  const first = await read();
  if ("kind" in first) return first;
  const alone = decidedAlone(first.connection, first.now);
  if (alone?.kind === "loggedIn") return alone;
  const logins = await newestLogins();
  if (logins.kind === "failed") return { kind: "failed", error: logins.error };
  if (logins.kind === "cancelled") return { kind: "cancelled" };
  const decision = decide(first.connection, logins, { startedAt: undefined, actedAt: undefined }, first.now);
  switch (decision.kind) {
    case "loggedIn":
    case "needsPerson":
    case "cannot":
      return decision;
    case "observe":
      return follow(runningTarget(logins), first);
    case "start":
      return start(first, logins);
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

  async function start(before: Read, logins: Logins): Promise<Ensured> {
    const target: Target =
      logins.kind === "none"
        ? { kind: "since", at: before.now }
        : { kind: "after", id: logins.entries[0]?.id };
    const outcome = await client.call(startLogin, { path: { id }, body: {} }, signal);
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
    for (;;) {
      const next = await read();
      if ("kind" in next) return next;
      login = withReading(login, next.connection);
      const state = connectionState(next.connection, new Date(next.now));
      if (state.kind === "running" && (state.progress.kind === "asks" || state.progress.kind === "confirms"))
        return { kind: "needsPerson", need: { kind: state.progress.kind } };
      let verdict = over(login);
      if (verdict.kind === "unconfirmed") {
        const logins = await newestLogins();
        if (logins.kind === "cancelled") return { kind: "cancelled" };
        // A timeline that fails for once is read with the next look.
        if (logins.kind !== "failed") verdict = over(login, logins);
      }
      if (verdict.kind === "unconfirmed") ({ login } = verdict);
      if (verdict.kind === "over")
        switch (verdict.end.kind) {
          case "loggedIn":
            return { kind: "loggedIn" };
          case "failed":
            return ended("FAILED", verdict.end.code);
          case "expired":
            return ended("EXPIRED", verdict.end.code);
          case "canceled":
            return ended("CANCELED", verdict.end.code);
          case "gone":
            return { kind: "gone" };
          // Of these the connection can't tell what came.
          case "notStarted":
          case "startUnknown":
          case "stopped":
          case "superseded":
          case "unconfirmed":
            return { kind: "unknown" };
        }
      const waited = clock.now() - startedAt;
      if (waited >= patienceMs) return { kind: "needsPerson", need: { kind: "undecided" } };
      const pause = waited < pace.laterAfter ? pace.first : pace.later;
      if (!(await clock.sleep(pause, signal))) return { kind: "cancelled" };
    }
  }
}

/** The login that runs, by its entry where there is one. */
function runningTarget(logins: Logins): Target {
  const newest = logins.kind === "logins" ? logins.entries[0] : undefined;
  return newest?.status === "IN_PROGRESS" ? { kind: "is", id: newest.id } : { kind: "since" };
}
