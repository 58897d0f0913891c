import { systemClock } from "../../api/clock.ts";
import type { Clock } from "../../api/clock.ts";
import type { ApiError } from "../../api/errors.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import { decide, decidedAlone, ended } from "../../domain/login/ensuring.ts";
import type { Decision, Need, Obstacle, Remembered } from "../../domain/login/ensuring.ts";
import type { Access } from "../accounts/service.ts";
import type { FollowedLogin, Started } from "./followedLogin.ts";
import type { Logins } from "./logins.ts";
import { finalOf } from "./standing.ts";
import type { Before } from "./startLogin.ts";
import { untilDecided } from "./untilLogin.ts";

/** What making sure works with. */
export interface EnsureParts {
  readonly logins: Pick<Logins, "of" | "onDidChange" | "follow" | "start" | "reads" | "times">;
  readonly clock?: Clock;
  /** Is told which login is started here, whose end is in the result, until that is certain or there is no end yet. */
  readonly report?: (key: string) => () => void;
}

/** Why nobody can make sure at the moment. */
export type Cannot =
  | Obstacle
  /** The service refused, or could not be asked. */
  | { readonly kind: "error"; readonly error: ApiError }
  /** Nobody can tell whether a login was started, or how one ended. It must not be started again unasked. */
  | { readonly kind: "unknown" }
  /** The connection is not there any more. */
  | { readonly kind: "gone" }
  /** A login goes on, and is not followed any more. */
  | { readonly kind: "notFollowed"; readonly why: "signedOut" | "unauthorized" | "left" };

/**
 * Whether a connection is logged in, after what could be done without a person. `connection` is as it was read last, where
 * it was: it holds secrets, never keep, log or show it whole.
 */
export type Ensured =
  /** It was checked, or logged in, within ten minutes. */
  | { readonly kind: "loggedIn" | "loggedInAfterLogin"; readonly connection: ManagedAuth }
  /** A person logs it in, or goes on with the login that runs. */
  | { readonly kind: "needsPerson"; readonly need: Need; readonly connection: ManagedAuth }
  | { readonly kind: "cannot"; readonly why: Cannot; readonly connection: ManagedAuth | undefined }
  /** It was called off; whether a login was seen to run, which goes on. */
  | { readonly kind: "cancelled"; readonly runs: boolean };

/** How long a login may take until a person is asked for, in milliseconds. */
const patienceMs = 60_000;

/** What was read of a connection, and what is to be done about it. */
interface Look {
  readonly decision: Decision;
  readonly connection: ManagedAuth;
}

/**
 * Makes sure that a connection is logged in: reads it, and where that does not tell, has the service find out by a login,
 * which asks for nobody where the profile or stored values will do (§2.1). It opens nothing, supersedes no login that runs,
 * and starts none where {@link decide} is against it. Failures are a result; it rejects only where the disk fails.
 */
export async function ensure(
  parts: EnsureParts,
  access: Access,
  id: string,
  signal: AbortSignal,
): Promise<Ensured> {
  const enough = new AbortController();
  try {
    return await new Ensuring(parts, access, id, signal, enough.signal).run();
  } finally {
    enough.abort();
  }
}

class Ensuring {
  readonly #parts: EnsureParts;
  readonly #access: Access;
  readonly #id: string;
  readonly #signal: AbortSignal;
  /** Aborts once nobody waits for the result. */
  readonly #enough: AbortSignal;
  readonly #clock: Clock;
  /** Whether a login was seen to run. */
  #ran = false;
  #conflict: ApiError | undefined;
  /** Resolves when a person is asked for. */
  #late: Promise<boolean> | undefined;

  constructor(parts: EnsureParts, access: Access, id: string, signal: AbortSignal, enough: AbortSignal) {
    this.#parts = parts;
    this.#access = access;
    this.#id = id;
    this.#signal = signal;
    this.#enough = enough;
    this.#clock = parts.clock ?? systemClock;
  }

  async run(): Promise<Ensured> {
    for (let looked: Look | undefined; ;) {
      const look: Look | Ensured = looked ?? (await this.#look());
      if ("kind" in look) return look;
      if (this.#signal.aborted) return this.#cancelled;
      const step = await this.#do(look);
      if (step !== undefined && "kind" in step) return step;
      looked = step;
    }
  }

  get #cancelled(): Ensured {
    return { kind: "cancelled", runs: this.#ran };
  }

  async #look(): Promise<Look | Ensured> {
    const { reads } = this.#parts.logins;
    const { client } = this.#access;
    const read = await reads.connection(client, this.#id, this.#signal);
    if (read.kind === "cancelled") return this.#cancelled;
    if (read.kind === "failed") {
      const gone = finalOf(read.error)?.kind === "gone";
      return cannot(gone ? { kind: "gone" } : { kind: "error", error: read.error }, undefined);
    }
    const connection = read.value;
    const now = read.answeredAt ?? this.#clock.now();
    const decision = decidedAlone(connection, now);
    if (decision !== undefined) return { decision, connection };
    const logins = await reads.logins(client, this.#id, this.#signal);
    if (logins.kind === "cancelled") return this.#cancelled;
    if (logins.kind === "failed") return cannot({ kind: "error", error: logins.error }, connection);
    return this.#decided({ connection, logins, now });
  }

  async #decided({ connection, logins, now }: Before): Promise<Look> {
    const { actedAt, startedAt } = await this.#parts.logins.times.of(this.#access.account.id, this.#id);
    const aheadMs = now - this.#clock.now();
    const ahead = (at: number | undefined): number | undefined => (at === undefined ? at : at + aheadMs);
    const remembered: Remembered = { actedAt: ahead(actedAt), startedAt: ahead(startedAt) };
    return { decision: decide(connection, logins, remembered, now), connection };
  }

  /** Does what is to be done: the result of that, or what is to be looked at next; `undefined` to read anew. */
  async #do({ connection, decision }: Look): Promise<Ensured | Look | undefined> {
    switch (decision.kind) {
      case "loggedIn":
        return { kind: this.#ran ? "loggedInAfterLogin" : "loggedIn", connection };
      case "needsPerson":
      case "cannot":
        return { ...decision, connection };
      case "observe":
        return this.#observe(connection);
      case "start":
        if (this.#conflict !== undefined) return cannot({ kind: "error", error: this.#conflict }, connection);
        // One ran, and nobody told how it ended.
        return this.#ran ? cannot({ kind: "unknown" }, connection) : this.#start(connection);
    }
  }

  async #start(connection: ManagedAuth): Promise<Ensured | Look | undefined> {
    let against: Look | undefined;
    const unless = async (before: Before): Promise<boolean> => {
      const look = await this.#decided(before);
      if (look.decision.kind === "start") return false;
      against = look;
      return true;
    };
    const starting = this.#parts.logins.start(this.#access, connection, { unless }, this.#signal);
    const started = await this.#unlessAborted(starting);
    if (started === undefined) return { kind: "cancelled", runs: true };
    switch (started.kind) {
      case "running":
        return this.#observe(connection, started.login.key);
      case "started":
        return this.#reporting(started.login.key, connection);
      case "unknown":
        return cannot({ kind: "unknown" }, connection);
      case "notStarted":
        return against ?? this.#notStarted(started.error, connection);
    }
  }

  async #reporting(key: string, connection: ManagedAuth): Promise<Ensured | undefined> {
    const reported = this.#parts.report?.(key);
    try {
      return await this.#observe(connection, key);
    } finally {
      reported?.();
    }
  }

  /** What starting came to; `undefined` where it was called off. What was sent meanwhile is found out by whom it concerns. */
  async #unlessAborted(starting: Promise<Started>): Promise<Started | undefined> {
    try {
      return await untilAborted(starting, this.#signal);
    } catch (fault) {
      if (this.#signal.aborted) return undefined;
      throw fault;
    }
  }

  #notStarted(error: ApiError | undefined, connection: ManagedAuth): Ensured | undefined {
    if (error === undefined) return this.#cancelled;
    // Somebody else has begun one meanwhile, which is found by reading.
    if (error.kind === "conflict" && error.code !== "too_many_pending_sessions") {
      this.#conflict = error;
      return undefined;
    }
    return cannot({ kind: "error", error }, connection);
  }

  get #lateness(): Promise<boolean> {
    this.#late ??= this.#clock.sleep(patienceMs, this.#enough);
    return this.#late;
  }

  /** Waits for a login that runs, whoever started it; one of that key may have ended already. */
  async #observe(connection: ManagedAuth, key?: string): Promise<Ensured | undefined> {
    this.#ran = true;
    const { logins } = this.#parts;
    const accountId = this.#access.account.id;
    const known = logins.of(accountId, this.#id);
    const isKnown = known !== undefined && (known.end === undefined || known.key === key);
    if (!isKnown) logins.follow(this.#access, connection);
    const place = { logins, accountId, connectionId: this.#id, clock: this.#clock };
    const decided = await untilDecided(place, this.#lateness, this.#signal);
    switch (decided?.kind) {
      case undefined:
        return this.#cancelled;
      case "late":
        return needsPerson({ kind: "undecided" }, logins.of(accountId, this.#id)?.connection ?? connection);
      case "asks":
      case "confirms":
        return needsPerson({ kind: decided.kind }, decided.login.connection ?? connection);
      case "ended":
        return this.#ended(decided.login, decided.login.connection ?? connection);
    }
  }

  #ended({ end }: FollowedLogin, connection: ManagedAuth): Ensured | undefined {
    switch (end?.kind) {
      case "loggedIn":
        return { kind: "loggedInAfterLogin", connection };
      case "failed":
        return { ...ended("FAILED", end.code), connection };
      case "expired":
        return { ...ended("EXPIRED", end.code), connection };
      case "canceled":
        return { ...ended("CANCELED", end.code), connection };
      case "gone":
        return cannot({ kind: "gone" }, undefined);
      case "notStarted":
        this.#ran = false;
        return this.#notStarted(end.error, connection);
      case "stopped":
        return end.why === "closed"
          ? this.#cancelled
          : cannot({ kind: "notFollowed", why: end.why }, connection);
      case "superseded":
      case "unconfirmed":
      case "startUnknown":
      case undefined:
        return cannot({ kind: "unknown" }, connection);
    }
  }
}

function needsPerson(need: Need, connection: ManagedAuth): Ensured {
  return { kind: "needsPerson", need, connection };
}

function cannot(why: Cannot, connection: ManagedAuth | undefined): Ensured {
  return { kind: "cannot", why, connection };
}
