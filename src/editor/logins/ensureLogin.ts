import { systemClock } from "../../api/clock.ts";
import type { Clock } from "../../api/clock.ts";
import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import {
  decideNextAction,
  decideFromConnection,
  decisionAfterEnd,
} from "../../domain/login/ensureDecision.ts";
import type {
  EnsureDecision,
  UserNeed,
  LoginObstacle,
  RememberedTimes,
} from "../../domain/login/ensureDecision.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { LoginSnapshot, StartOutcome } from "./loginSnapshot.ts";
import type { LoginManager } from "./loginManager.ts";
import { finalEndOf } from "./loginTracker.ts";
import type { StateBeforeLogin } from "./beginLogin.ts";
import { waitUntilDecided } from "./loginWaiting.ts";

/** The dependencies of {@link ensureLogin}. */
export interface EnsureDeps {
  readonly logins: Pick<LoginManager, "of" | "onDidChange" | "follow" | "start" | "reads" | "times">;
  readonly clock?: Clock;
  /**
   * Called with the key of the login that {@link ensureLogin} starts, because the result contains the end of that
   * login. The returned function is called once the end is certain, or when waiting stops before the end.
   */
  readonly report?: (key: string) => () => void;
}

/** The reason why the connection can't be logged in automatically. */
export type EnsureObstacle =
  | LoginObstacle
  /** The service refused the request or couldn't be reached. */
  | { readonly kind: "error"; readonly error: ApiError }
  /** Unknown if a login was started or how it ended. Another start needs the user's consent. */
  | { readonly kind: "unknown" }
  /** The connection no longer exists. */
  | { readonly kind: "gone" }
  /** A login continues at the service, but this window no longer tracks it. */
  | { readonly kind: "notFollowed"; readonly why: "signedOut" | "unauthorized" | "left" };

/**
 * The state of a connection after all steps that need no person. `connection` is the last fetched one, if any. It
 * contains secrets: never store, log or show it as a whole.
 */
export type EnsureResult =
  /** A health check or a login succeeded within the last ten minutes. */
  | { readonly kind: "loggedIn" | "loggedInAfterLogin"; readonly connection: ManagedAuth }
  /** A person must log the connection in or continue the running login. */
  | { readonly kind: "needsPerson"; readonly need: UserNeed; readonly connection: ManagedAuth }
  | { readonly kind: "cannot"; readonly why: EnsureObstacle; readonly connection: ManagedAuth | undefined }
  /** The caller cancelled. `runs` is true if a login was running. That login continues at the service. */
  | { readonly kind: "cancelled"; readonly runs: boolean };

/** Time after which a login that hasn't ended is handed to a person, in milliseconds. */
const ensurePatienceMs = 60_000;

/** A fetched connection and the next action that was decided for it. */
interface DecidedReading {
  readonly decision: EnsureDecision;
  readonly connection: ManagedAuth;
}

/**
 * Makes sure that a connection is logged in. Fetches the connection and, if its state is unclear, starts a login,
 * which needs no person if the profile or stored values suffice (interface.md §2.1). Opens nothing and supersedes no
 * running login. Starts a login only if {@link decideNextAction} allows it. Failures are returned as results. Rejects
 * only if storage fails.
 */
export async function ensureLogin(
  parts: EnsureDeps,
  access: AccountAccess,
  id: string,
  signal: AbortSignal,
): Promise<EnsureResult> {
  const enough = new AbortController();
  try {
    return await new EnsureRun(parts, access, id, signal, enough.signal).run();
  } finally {
    enough.abort();
  }
}

class EnsureRun {
  readonly #parts: EnsureDeps;
  readonly #access: AccountAccess;
  readonly #id: string;
  readonly #signal: AbortSignal;
  /** Aborts once the caller no longer waits for the result. */
  readonly #callerDone: AbortSignal;
  readonly #clock: Clock;
  /** True if a running login was observed. */
  #sawRunning = false;
  #conflict: ApiError | undefined;
  /** Resolves when the login has taken so long that a person is needed. */
  #patience: Promise<boolean> | undefined;

  constructor(
    parts: EnsureDeps,
    access: AccountAccess,
    id: string,
    signal: AbortSignal,
    enough: AbortSignal,
  ) {
    this.#parts = parts;
    this.#access = access;
    this.#id = id;
    this.#signal = signal;
    this.#callerDone = enough;
    this.#clock = parts.clock ?? systemClock;
  }

  async run(): Promise<EnsureResult> {
    for (let looked: DecidedReading | undefined; ;) {
      const look: DecidedReading | EnsureResult = looked ?? (await this.#readAndDecide());
      if ("kind" in look) return look;
      if (this.#signal.aborted) return this.#cancelled;
      const step = await this.#carryOut(look);
      if (step !== undefined && "kind" in step) return step;
      looked = step;
    }
  }

  get #cancelled(): EnsureResult {
    return { kind: "cancelled", runs: this.#sawRunning };
  }

  async #readAndDecide(): Promise<DecidedReading | EnsureResult> {
    const { reads } = this.#parts.logins;
    const { client } = this.#access;
    const read = await reads.connection(client, this.#id, this.#signal);
    if (read.kind === "cancelled") return this.#cancelled;
    if (read.kind === "failed") {
      const gone = finalEndOf(read.error)?.kind === "gone";
      return obstacleResult(gone ? { kind: "gone" } : { kind: "error", error: read.error }, undefined);
    }
    const connection = read.value;
    const now = read.answeredAt ?? this.#clock.now();
    const decision = decideFromConnection(connection, now);
    if (decision !== undefined) return { decision, connection };
    const logins = await reads.logins(client, this.#id, this.#signal);
    if (logins.kind === "cancelled") return this.#cancelled;
    if (logins.kind === "failed") return obstacleResult({ kind: "error", error: logins.error }, connection);
    return this.#decided({ connection, logins, now });
  }

  async #decided({ connection, logins, now }: StateBeforeLogin): Promise<DecidedReading> {
    const { actedAt, startedAt } = await this.#parts.logins.times.read(this.#access.account.id, this.#id);
    const aheadMs = now - this.#clock.now();
    const ahead = (at: number | undefined): number | undefined => (at === undefined ? at : at + aheadMs);
    const remembered: RememberedTimes = { actedAt: ahead(actedAt), startedAt: ahead(startedAt) };
    return { decision: decideNextAction(connection, logins, remembered, now), connection };
  }

  /**
   * Carries out the decision. Returns the result, the next connection to judge, or undefined to fetch the connection
   * again.
   */
  async #carryOut(reading: DecidedReading): Promise<EnsureResult | DecidedReading | undefined> {
    const { connection, decision } = reading;
    switch (decision.kind) {
      case "loggedIn":
        return { kind: this.#sawRunning ? "loggedInAfterLogin" : "loggedIn", connection };
      case "needsPerson":
      case "cannot":
        return { ...decision, connection };
      case "observe":
        return this.#observe(connection);
      case "start":
        if (this.#conflict !== undefined)
          return obstacleResult({ kind: "error", error: this.#conflict }, connection);
        // A login was running, but the way in which it ended is unknown.
        return this.#sawRunning ? obstacleResult({ kind: "unknown" }, connection) : this.#start(connection);
    }
  }

  async #start(connection: ManagedAuth): Promise<EnsureResult | DecidedReading | undefined> {
    let against: DecidedReading | undefined;
    const unless = async (before: StateBeforeLogin): Promise<boolean> => {
      const look = await this.#decided(before);
      if (look.decision.kind === "start") return false;
      against = look;
      return true;
    };
    const starting = this.#parts.logins.start(this.#access, connection, { veto: unless }, this.#signal);
    const started = await this.#unlessAborted(starting);
    if (started === undefined) return { kind: "cancelled", runs: true };
    switch (started.kind) {
      case "running":
        return this.#observe(connection, started.login.key);
      case "started":
        return this.#reporting(started.login.key, connection);
      case "unknown":
        return obstacleResult({ kind: "unknown" }, connection);
      case "notStarted":
        return against ?? this.#notStarted(started.error, connection);
    }
  }

  async #reporting(key: string, connection: ManagedAuth): Promise<EnsureResult | undefined> {
    const reported = this.#parts.report?.(key);
    try {
      return await this.#observe(connection, key);
    } finally {
      reported?.();
    }
  }

  /** Returns the outcome of a login request, or undefined if cancelled. {@link LoginManager} finishes the request. */
  async #unlessAborted(starting: Promise<StartOutcome>): Promise<StartOutcome | undefined> {
    try {
      return await untilAborted(starting, this.#signal);
    } catch (fault) {
      if (this.#signal.aborted) return undefined;
      throw fault;
    }
  }

  #notStarted(error: ApiError | undefined, connection: ManagedAuth): EnsureResult | undefined {
    if (error === undefined) return this.#cancelled;
    // Another client has started a login in the meantime. The next fetch finds that login.
    if (error.kind === "conflict" && error.code !== "too_many_pending_sessions") {
      this.#conflict = error;
      return undefined;
    }
    return obstacleResult({ kind: "error", error }, connection);
  }

  get #isLate(): Promise<boolean> {
    this.#patience ??= this.#clock.sleep(ensurePatienceMs, this.#callerDone);
    return this.#patience;
  }

  /** Waits for a running login of any client, or for the login with this key, which may already have ended. */
  async #observe(connection: ManagedAuth, key?: string): Promise<EnsureResult | undefined> {
    this.#sawRunning = true;
    const { logins } = this.#parts;
    const accountId = this.#access.account.id;
    const known = logins.of(accountId, this.#id);
    const isKnown = known !== undefined && (known.end === undefined || known.key === key);
    if (!isKnown) logins.follow(this.#access, connection);
    const place = { logins, accountId, connectionId: this.#id, clock: this.#clock };
    const decided = await waitUntilDecided(place, this.#isLate, this.#signal);
    switch (decided?.kind) {
      case undefined:
        return this.#cancelled;
      case "late":
        return userNeedResult(
          { kind: "undecided" },
          logins.of(accountId, this.#id)?.connection ?? connection,
        );
      case "asks":
      case "confirms":
        return userNeedResult({ kind: decided.kind }, decided.login.connection ?? connection);
      case "ended":
        return this.#ended(decided.login, decided.login.connection ?? connection);
    }
  }

  #ended({ end }: LoginSnapshot, connection: ManagedAuth): EnsureResult | undefined {
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
        this.#sawRunning = false;
        return this.#notStarted(end.error, connection);
      case "stopped":
        return end.why === "closed"
          ? this.#cancelled
          : obstacleResult({ kind: "notFollowed", why: end.why }, connection);
      case "superseded":
      case "unconfirmed":
      case "startUnknown":
      case undefined:
        return obstacleResult({ kind: "unknown" }, connection);
    }
  }
}

function userNeedResult(need: UserNeed, connection: ManagedAuth): EnsureResult {
  return { kind: "needsPerson", need, connection };
}

function obstacleResult(why: EnsureObstacle, connection: ManagedAuth | undefined): EnsureResult {
  return { kind: "cannot", why, connection };
}
