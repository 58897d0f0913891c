// The command `ensure`, which makes sure that a connection is logged in. Never opens or prints a login URL, and never
// supersedes a running login. Doesn't start a login if another attempt could lock the account.
import type { ApiCaller } from "../api/client.ts";
import type { Clock } from "../api/clock.ts";
import type { ApiError } from "../api/errors.ts";
import { getConnection, listTimeline, startLogin } from "../api/operations.ts";
import type { ManagedAuth } from "../api/schemas.ts";
import { connectionView } from "../domain/connections/connectionView.ts";
import { beginLogin, selectRunningLogin, type StartDeps, wasStarted } from "../domain/login/beginLogin.ts";
import type { LoginObstacle, UserNeed } from "../domain/login/ensureDecision.ts";
import { type EnsureDeps, ensureLogin, type ObservedLogin } from "../domain/login/ensureLogin.ts";
import type { EnsureResult as EnsuredConnection } from "../domain/login/ensureLogin.ts";
import { finalEndOf, judgeLoginEnd } from "../domain/login/loginEnd.ts";
import {
  initialLoginState,
  type LoginSelector,
  type LoginState,
  withReading,
} from "../domain/login/loginState.ts";
import { type LoginReader, readLogins } from "../domain/login/readLogins.ts";
import { acquireStartLock } from "./startLock.ts";

/**
 * The reason why a person is needed. `attended` means that no login was started, because only a person could complete
 * it.
 */
export type PersonNeed = UserNeed | { readonly kind: "attended" };

export type EnsureResult =
  | { readonly kind: "loggedIn" }
  | { readonly kind: "needsPerson"; readonly need: PersonNeed }
  | { readonly kind: "cannot"; readonly why: LoginObstacle }
  | { readonly kind: "failed"; readonly error: ApiError }
  /**
   * `unknown` means that a login may or may not have started, or that the result of a login couldn't be determined.
   * The login isn't restarted in that case.
   */
  | { readonly kind: "unknown" | "gone" | "cancelled" };

export interface EnsureOptions {
  /** Maximum time to wait for a login to end, in milliseconds. */
  readonly timeoutMs: number;
  /** True to start a login even if a person must complete it, and to wait for that person. */
  readonly wait: boolean;
  readonly onStart?: () => void;
  /** Called once when a login needs input from a person. Never called if `wait` is false. */
  readonly onPersonNeeded?: () => void;
}

/**
 * Matches each `can_reauth_reason` (interface.md §2.1) that reports insufficient stored credentials, including future
 * values that follow the same naming pattern.
 */
const attendedReasonPattern = /^no_credential$|^requires_|_require_/;

/**
 * True if only a person could complete a login. False for status AUTHENTICATED, because a connection that is still
 * logged in needs no person.
 */
function requiresPerson({ can_reauth, can_reauth_reason = "", credential, status }: ManagedAuth): boolean {
  const isStored = credential !== undefined && !attendedReasonPattern.test(can_reauth_reason);
  return status !== "AUTHENTICATED" && can_reauth === false && !isStored;
}

/** Poll intervals during a login, in milliseconds: `first` for the first minute, and `later` afterwards. */
const ensurePollMs = { first: 2_000, later: 5_000, laterAfter: 60_000 } as const;

/** Makes sure that a connection is logged in. Never rejects. Concurrent runs on one computer start only one login. */
export async function ensureConnection(
  client: ApiCaller,
  id: string,
  options: EnsureOptions,
  signal: AbortSignal,
  clock: Clock,
): Promise<EnsureResult> {
  const reader: LoginReader = {
    connection: () => client.call(getConnection, { path: { id } }, signal),
    logins: () => readLogins((query) => client.call(listTimeline, { path: { id }, query }, signal)),
  };
  /** Set if no login was started because only a person could complete it. */
  let need: PersonNeed | undefined;

  const start: EnsureDeps<LoginSelector>["start"] = async (veto) => {
    // Wait for other runs of `ensure`, which may be starting a login for this connection.
    const release = await acquireStartLock(id, options.timeoutMs, signal, clock);
    if (release === undefined) return { kind: "notStarted", error: undefined };
    const send: StartDeps["send"] = (body) => client.call(startLogin, { path: { id }, body }, signal);
    const begun = await beginLogin(
      { clock, reader, send },
      {
        veto: async (state) => {
          if (await veto(state)) return true;
          if (!options.wait && requiresPerson(state.connection)) need = { kind: "attended" };
          return need !== undefined;
        },
      },
    ).finally(release);
    switch (begun.kind) {
      case "running":
        return { kind: "running", login: await selectRunningLogin({ clock, reader }) };
      case "started":
        options.onStart?.();
        return { kind: "started", login: begun.target };
      case "unanswered":
        if (!(await wasStarted({ clock, reader }, begun, signal))) return { kind: "unknown" };
        return { kind: "started", login: begun.target };
      case "notStarted":
        return begun;
    }
  };

  const observe: EnsureDeps<LoginSelector>["observe"] = async (_connection, target) =>
    followLogin(target ?? (await selectRunningLogin({ clock, reader })));

  const times = () => Promise.resolve({ startedAt: undefined, actedAt: undefined });
  const ensured = await ensureLogin({ clock, reader, times, start, observe }, signal);
  return need === undefined ? commandResult(ensured) : { kind: "needsPerson", need };

  /** Polls the connection until the login ends, needs a person or times out. */
  async function followLogin(target: LoginSelector): Promise<ObservedLogin | undefined> {
    const startedAt = clock.now();
    let login: LoginState | undefined;
    let isReported = false;
    for (;;) {
      const read = await reader.connection();
      if (read.kind === "cancelled") return undefined;
      if (read.kind === "failed") {
        const loginEnd = finalEndOf(read.error);
        return loginEnd?.kind === "gone" ? { kind: "ended", end: loginEnd } : read;
      }
      const now = read.answeredAt ?? clock.now();
      login = withReading(login ?? initialLoginState(target, now), read.value);
      const { awaits: kind } = connectionView(read.value, new Date(now));
      if (kind !== undefined) {
        if (!options.wait) return { kind };
        if (!isReported) options.onPersonNeeded?.();
        isReported = true;
      }
      let verdict = judgeLoginEnd(login);
      if (verdict.kind === "unconfirmed") {
        const logins = await reader.logins();
        if (logins.kind === "cancelled") return undefined;
        // If fetching the timeline failed, retry on the next poll.
        if (logins.kind !== "failed") verdict = judgeLoginEnd(login, logins);
      }
      if (verdict.kind === "over") return { kind: "ended", end: verdict.end };
      ({ login } = verdict);
      const waited = clock.now() - startedAt;
      if (waited >= options.timeoutMs) return { kind: "undecided" };
      const usual = waited < ensurePollMs.laterAfter ? ensurePollMs.first : ensurePollMs.later;
      const pause = Math.min(usual, options.timeoutMs - waited);
      if (!(await clock.sleep(pause, signal))) return undefined;
    }
  }
}

/** Converts a result of the domain layer to the result that the command prints. */
function commandResult(ensured: EnsuredConnection): EnsureResult {
  switch (ensured.kind) {
    case "loggedIn":
    case "loggedInAfterLogin":
      return { kind: "loggedIn" };
    case "needsPerson":
      return { kind: ensured.kind, need: ensured.need };
    case "cancelled":
      return { kind: ensured.kind };
    case "cannot": {
      const { why } = ensured;
      if (why.kind === "error") return { kind: "failed", error: why.error };
      if (why.kind === "notFollowed") return { kind: "unknown" };
      return why.kind === "gone" || why.kind === "unknown" ? { kind: why.kind } : { kind: "cannot", why };
    }
  }
}
