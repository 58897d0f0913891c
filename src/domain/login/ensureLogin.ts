import type { Clock } from "../../api/clock.ts";
import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import type { StateBeforeLogin } from "./beginLogin.ts";
import { decideFromConnection, decideNextAction, decisionAfterEnd } from "./ensureDecision.ts";
import type { EnsureDecision, LoginObstacle, RememberedTimes, UserNeed } from "./ensureDecision.ts";
import { finalEndOf } from "./loginEnd.ts";
import type { LoginEnd } from "./loginState.ts";
import type { LoginReader } from "./readLogins.ts";

/** The reason why the connection can't be logged in automatically. */
export type EnsureObstacle =
  | LoginObstacle
  /** The service refused the request or couldn't be reached. */
  | { readonly kind: "error"; readonly error: ApiError }
  /** It is unknown if a login was started or how it ended. Starting another login requires the user's consent. */
  | { readonly kind: "unknown" }
  /** The connection no longer exists. */
  | { readonly kind: "gone" }
  /** A login continues at the service, but this client no longer tracks it. */
  | { readonly kind: "notFollowed"; readonly why: "signedOut" | "unauthorized" | "left" };

/**
 * The state of a connection after all steps that are possible without a person. `connection` is the last fetched
 * connection, if any. Never store, log or show it as a whole, because it contains secrets.
 */
export type EnsureResult =
  /** A health check or a login succeeded within the last ten minutes. */
  | { readonly kind: "loggedIn" | "loggedInAfterLogin"; readonly connection: ManagedAuth }
  /** A person must log the connection in or continue the running login. */
  | { readonly kind: "needsPerson"; readonly need: UserNeed; readonly connection: ManagedAuth }
  | { readonly kind: "cannot"; readonly why: EnsureObstacle; readonly connection: ManagedAuth | undefined }
  /** The caller cancelled. `runs` is true if a login was running at that time. The login continues at the service. */
  | { readonly kind: "cancelled"; readonly runs: boolean; readonly connection?: undefined };

/** The outcome of {@link EnsureDeps.start}. Undefined if the caller cancelled while a login may have started. */
export type EnsureStart<Login> =
  | { readonly kind: "started" | "running"; readonly login: Login }
  | { readonly kind: "notStarted"; readonly error: ApiError | undefined }
  | { readonly kind: "unknown" }
  | undefined;

/** The outcome of {@link EnsureDeps.observe}. `connection` is the connection as last fetched. */
export type ObservedLogin =
  | { readonly kind: "asks" | "confirms" | "undecided"; readonly connection?: ManagedAuth | undefined }
  | {
      readonly kind: "ended";
      readonly end: LoginEnd | undefined;
      readonly connection?: ManagedAuth | undefined;
    }
  | { readonly kind: "failed"; readonly error: ApiError };

/** The dependencies of {@link ensureLogin}. `Login` identifies a login. */
export interface EnsureDeps<Login> {
  readonly clock: Clock;
  readonly reader: LoginReader;
  /** Reads the times stored for the connection, according to this computer's clock. */
  readonly times: () => Promise<RememberedTimes>;
  /**
   * Starts a login unless a login is already running or `veto` returns true. Only one client at a time can call
   * `veto` and start a login.
   */
  readonly start: (veto: (before: StateBeforeLogin) => Promise<boolean>) => Promise<EnsureStart<Login>>;
  /**
   * Waits until a running login needs a person, ends or takes too long. If `login` is omitted, waits for the
   * connection's running login, which any client may have started. Returns undefined if the caller cancelled.
   */
  readonly observe: (connection: ManagedAuth, login?: Login) => Promise<ObservedLogin | undefined>;
}

/** A fetched connection and the next action that was decided for it. */
interface DecidedReading {
  readonly decision: EnsureDecision;
  readonly connection: ManagedAuth;
}

/**
 * Makes sure that a connection is logged in. Fetches the connection and, if its state is unclear, starts a login. The
 * login needs no person if the profile or the stored values suffice (interface.md §2.1). Never opens a page and never
 * supersedes a running login. Starts a login only if {@link decideNextAction} allows it. Failures are returned as
 * results. Rejects only if a dependency rejects.
 */
export async function ensureLogin<Login>(
  { clock, observe, reader, start, times }: EnsureDeps<Login>,
  signal: AbortSignal,
): Promise<EnsureResult> {
  let sawRunning = false;
  let conflict: ApiError | undefined;

  for (let step: DecidedReading | EnsureResult | undefined; ;) {
    step ??= await readAndDecide();
    if ("kind" in step) return step;
    if (signal.aborted) return cancelled();
    step = await carryOut(step);
  }

  function cancelled(): EnsureResult {
    return { kind: "cancelled", runs: sawRunning };
  }

  async function readAndDecide(): Promise<DecidedReading | EnsureResult> {
    const read = await reader.connection();
    if (read.kind === "cancelled") return cancelled();
    if (read.kind === "failed") {
      const isGone = finalEndOf(read.error)?.kind === "gone";
      return obstacleResult(isGone ? { kind: "gone" } : { kind: "error", error: read.error }, undefined);
    }
    const connection = read.value;
    const now = read.answeredAt ?? clock.now();
    const decision = decideFromConnection(connection, now);
    if (decision !== undefined) return { decision, connection };
    const logins = await reader.logins();
    if (logins.kind === "cancelled") return cancelled();
    if (logins.kind === "failed") return obstacleResult({ kind: "error", error: logins.error }, connection);
    return decide({ connection, logins, now });
  }

  async function decide({ connection, logins, now }: StateBeforeLogin): Promise<DecidedReading> {
    const { actedAt, startedAt } = await times();
    const aheadMs = now - clock.now();
    const ahead = (at: number | undefined): number | undefined => (at === undefined ? at : at + aheadMs);
    const remembered: RememberedTimes = { actedAt: ahead(actedAt), startedAt: ahead(startedAt) };
    return { decision: decideNextAction(connection, logins, remembered, now), connection };
  }

  /**
   * Carries out the decision. Returns the final result, or the decision for a newly fetched connection. Returns
   * undefined if the connection must be fetched again.
   */
  async function carryOut(reading: DecidedReading): Promise<EnsureResult | DecidedReading | undefined> {
    const { connection, decision } = reading;
    switch (decision.kind) {
      case "loggedIn":
        return { kind: sawRunning ? "loggedInAfterLogin" : "loggedIn", connection };
      case "needsPerson":
      case "cannot":
        return { ...decision, connection };
      case "observe":
        return observed(connection);
      case "start":
        if (conflict !== undefined) return obstacleResult({ kind: "error", error: conflict }, connection);
        // If a login was already observed, don't start another one, because it is unknown how the observed login ended.
        return sawRunning ? obstacleResult({ kind: "unknown" }, connection) : started(connection);
    }
  }

  async function started(connection: ManagedAuth): Promise<EnsureResult | DecidedReading | undefined> {
    let against: DecidedReading | undefined;
    const outcome = await start(async (before) => {
      const decided = await decide(before);
      if (decided.decision.kind !== "start") against = decided;
      return against !== undefined;
    });
    switch (outcome?.kind) {
      case undefined:
        return { kind: "cancelled", runs: true };
      case "running":
      case "started":
        return observed(connection, outcome.login);
      case "unknown":
        return obstacleResult({ kind: "unknown" }, connection);
      case "notStarted":
        return against ?? notStarted(outcome.error, connection);
    }
  }

  function notStarted(error: ApiError | undefined, connection: ManagedAuth): EnsureResult | undefined {
    if (error === undefined) return cancelled();
    // Another client has started a login in the meantime. The next fetch finds that login.
    if (error.kind === "conflict" && error.code !== "too_many_pending_sessions") {
      conflict = error;
      return undefined;
    }
    return obstacleResult({ kind: "error", error }, connection);
  }

  async function observed(before: ManagedAuth, login?: Login): Promise<EnsureResult | undefined> {
    sawRunning = true;
    const observation = await observe(before, login);
    if (observation === undefined) return cancelled();
    if (observation.kind === "failed")
      return obstacleResult({ kind: "error", error: observation.error }, before);
    const { connection = before, kind } = observation;
    if (kind === "ended") return ended(observation.end, connection);
    return { kind: "needsPerson", need: { kind }, connection };
  }

  function ended(end: LoginEnd | undefined, connection: ManagedAuth): EnsureResult | undefined {
    switch (end?.kind) {
      case "loggedIn":
        return { kind: "loggedInAfterLogin", connection };
      case "failed":
        return { ...decisionAfterEnd("FAILED", end.code), connection };
      case "expired":
        return { ...decisionAfterEnd("EXPIRED", end.code), connection };
      case "canceled":
        return { ...decisionAfterEnd("CANCELED", end.code), connection };
      case "gone":
        return obstacleResult({ kind: "gone" }, undefined);
      case "notStarted":
        sawRunning = false;
        return notStarted(end.error, connection);
      case "stopped":
        return end.why === "closed"
          ? cancelled()
          : obstacleResult({ kind: "notFollowed", why: end.why }, connection);
      case "superseded":
      case "unconfirmed":
      case "startUnknown":
      case undefined:
        return obstacleResult({ kind: "unknown" }, connection);
    }
  }
}

function obstacleResult(why: EnsureObstacle, connection: ManagedAuth | undefined): EnsureResult {
  return { kind: "cannot", why, connection };
}
