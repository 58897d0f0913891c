import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../api/clock.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { withAnySignal } from "../../api/untilAborted.ts";
import { connectionView } from "../../domain/connections/connectionView.ts";
import { initialLoginState, withReading } from "../../domain/login/loginState.ts";
import type { LoginEnd, LoginSelector, LoginState } from "../../domain/login/loginState.ts";
import type { LoginReader } from "../../domain/login/readLogins.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { LoginSnapshot } from "../../domain/login/loginSnapshot.ts";
import type { RateLimitedReader } from "./rateLimitedReader.ts";
import type { StoredLogins } from "./storedLogins.ts";

/** The dependencies that all tracked logins of a window share. */
export interface TrackedLoginDeps {
  readonly clock: Clock;
  readonly reads: RateLimitedReader;
  readonly stored: Pick<StoredLogins, "identify">;
  /** The logins with an open event stream. */
  readonly streaming: Set<TrackedLogin>;
  /** The polled logins that the user doesn't handle in this window. */
  readonly polling: Set<TrackedLogin>;
  readonly onChange: (login: LoginSnapshot) => void;
}

export interface TrackOptions {
  readonly startedHere?: boolean | undefined;
  /** The login's key if this window tracked the login before. */
  readonly key?: string | undefined;
  /** The connection, if it was already fetched. */
  readonly connection?: ManagedAuth;
  /** The key of the stored login that this login corresponds to. */
  readonly storedKey?: string;
}

interface LoginObservation {
  readonly login: LoginState;
  /** True after an event or another indication that the login has changed, until the service confirms the change. */
  readonly confirming: boolean;
  /**
   * Time of the first failed fetch, in milliseconds since 1970. Undefined after a successful fetch or an event, because
   * the service can then be reached.
   */
  readonly lostSince: number | undefined;
  /** Milliseconds by which the service's clock is ahead of this computer's. */
  readonly aheadMs: number;
}

/** How long a login counts as active after a change, in milliseconds. */
const activeMs = 60_000;

/** A login that this window tracks or has tracked. Holds its state, which {@link trackLogin} keeps up to date. */
export class TrackedLogin {
  readonly deps: TrackedLoginDeps;
  readonly access: AccountAccess;
  readonly id: string;
  readonly #startedHere: boolean;
  readonly #stop = new AbortController();
  #key: string;
  #isUserStarted: boolean;
  /** True if the user handles the login in this window. */
  #isAttended: boolean;
  #storedKey: Promise<string | undefined>;
  #observed: LoginObservation;
  #hostedUrl: string | undefined;
  #end: LoginEnd | undefined;
  #snapshot: LoginSnapshot;
  #changedAt: number;
  /** Aborted if the login seems to have changed after the last fetch started. The connection is then fetched again. */
  #wake = new AbortController();

  constructor(deps: TrackedLoginDeps, access: AccountAccess, id: string, options: TrackOptions) {
    const { connection, key = randomUUID(), startedHere = false, storedKey } = options;
    this.deps = deps;
    this.access = access;
    this.id = id;
    this.#startedHere = startedHere;
    this.#isAttended = startedHere;
    this.#isUserStarted = startedHere || storedKey !== undefined;
    this.#key = key;
    this.#storedKey = Promise.resolve(storedKey);
    this.#changedAt = deps.clock.now();
    const login = initialLoginState({ kind: "since" }, this.#changedAt);
    this.#observed = {
      login: { ...login, connection, seenRunning: connection !== undefined },
      confirming: false,
      lostSince: undefined,
      aheadMs: 0,
    };
    this.#snapshot = this.#createSnapshot();
  }

  get snapshot(): LoginSnapshot {
    return this.#snapshot;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  get observed(): LoginObservation {
    return this.#observed;
  }

  get isAttended(): boolean {
    return this.#isAttended;
  }

  /** True if the login has changed within the last minute. */
  get isActive(): boolean {
    const quiet = this.deps.clock.now() - this.#changedAt;
    return quiet >= 0 && quiet < activeMs;
  }

  /** Aborts when this window stops tracking the login. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  reader(signal = this.stopped): LoginReader {
    return this.deps.reads.readerOf(this.access.client, this.id, signal);
  }

  /** The key of the corresponding stored login, which is deleted once the end of this login is reported. */
  get storedKey(): Promise<string | undefined> {
    return this.#storedKey;
  }

  /** Called when the login has been stored, which happens before the login request is sent. */
  noteStored(): void {
    this.#storedKey = Promise.resolve(this.#key);
  }

  /** Sets the selector that identifies the login. `seenRunning` is true if the login is known to run or to have run. */
  identify(
    target: LoginSelector,
    options: { expires?: string | undefined; hostedUrl?: string | undefined; seenRunning?: boolean } = {},
  ): void {
    const { connection, seenRunning } = this.#observed.login;
    const login = initialLoginState(target, this.deps.clock.now(), options.expires);
    const isSeen = options.seenRunning === true || seenRunning;
    this.#observed = { ...this.#observed, login: { ...login, connection, seenRunning: isSeen } };
    this.#hostedUrl = options.hostedUrl;
    this.#updateStoredTarget();
    this.#notify();
  }

  /** Records that the user handles the login in this window. An event stream is then opened for the login. */
  attend(): void {
    // Fetch the connection now, because the event stream is only opened after a fetch.
    if (!this.#isAttended) this.readAfterAction();
    this.#isAttended = true;
  }

  /** Fetches the connection immediately. Called after an unconfirmed indication that the login may have changed. */
  readNow(): void {
    this.readAfterAction();
    this.update({ confirming: true });
  }

  /** Fetches the connection immediately and then frequently, because the user has acted in this window. */
  readAfterAction(): void {
    this.#changedAt = this.deps.clock.now();
    this.#wake.abort();
  }

  /** Called before each fetch. A hint that arrives after this call makes another fetch necessary. */
  noteRead(): void {
    this.#wake = new AbortController();
  }

  /** Sleeps for `ms` milliseconds. If the login may have changed, wakes up early, because a fetch is then due. */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    await withAnySignal([this.#wake.signal, signal], (either) => this.deps.clock.sleep(ms, either));
  }

  acceptReading(connection: ManagedAuth): void {
    const { login } = this.#observed;
    const read = withReading(login, connection);
    // Skip unchanged connections, because most polled logins haven't changed since the last poll.
    if (!isDeepStrictEqual(read, login)) this.update({ login: read });
  }

  /** Updates the observed state. A new step of the login confirms all earlier indications of a change. */
  update(change: Partial<LoginObservation>): void {
    if (this.hasEnded) return;
    const previous = this.#observed;
    const { connection: current, takeoverCount, target } = change.login ?? previous.login;
    const { connection: previousConnection } = previous.login;
    const isFlowChanged =
      previousConnection?.flow_status !== current?.flow_status ||
      previousConnection?.flow_step !== current?.flow_step ||
      previousConnection?.interaction_id !== current?.interaction_id;
    if (isFlowChanged) this.#changedAt = this.deps.clock.now();
    this.#observed = { ...previous, ...(isFlowChanged && { confirming: false }), ...change };
    if (!isDeepStrictEqual(target, previous.login.target)) this.#updateStoredTarget();
    if (takeoverCount > previous.login.takeoverCount) {
      // Another login has replaced this one and has its own login page. Forget the old address, which no longer
      // works, so that opening it doesn't count as opening the new page.
      this.#hostedUrl = undefined;
      this.#key = randomUUID();
    }
    const { confirming, login, lostSince } = this.#observed;
    if (login !== previous.login || confirming !== previous.confirming || lostSince !== previous.lostSince)
      this.#notify();
  }

  /** Records that the login has ended or is no longer tracked. */
  finish(end: LoginEnd): void {
    if (this.hasEnded) return;
    this.#end = end;
    this.#stop.abort();
    this.#notify();
  }

  /** Stops tracking the login without notifying listeners, because another login replaces this one. */
  replace(): void {
    this.#end ??= { kind: "stopped", why: "left" };
    this.#stop.abort();
  }

  #updateStoredTarget(): void {
    const { target } = this.#observed.login;
    this.#storedKey = this.deps.stored.identify(this.#snapshot, target);
    void this.#storedKey.then((key) => {
      if (key === undefined || this.#isUserStarted) return;
      this.#isUserStarted = true;
      this.#notify();
    });
  }

  #notify(): void {
    const { phase } = this.#snapshot;
    this.#snapshot = this.#createSnapshot();
    // The end is only reported once, even if the response to the login request arrives later.
    if (phase !== "ended") this.deps.onChange(this.#snapshot);
  }

  #phase(): LoginSnapshot["phase"] {
    if (this.#end) return "ended";
    if (this.#observed.confirming) return "confirming";
    return this.#observed.login.seenRunning ? "running" : "starting";
  }

  #createSnapshot(): LoginSnapshot {
    const { aheadMs, login, lostSince } = this.#observed;
    const end = this.#end;
    // A login that ended before this window saw it run still needs the fetched connection, which shows the end.
    const connection = (login.seenRunning || end) && login.connection;
    const now = new Date(this.deps.clock.now() + aheadMs);
    return {
      accountId: this.access.account.id,
      connectionId: this.id,
      key: this.#key,
      startedHere: this.#startedHere,
      startedByUser: this.#isUserStarted,
      superseded: login.takeoverCount > 0,
      phase: this.#phase(),
      connection,
      awaits: end ? undefined : connection && connectionView(connection, now).awaits,
      // After the login has ended, the address of its login page no longer works.
      hostedUrl: end ? undefined : (this.#hostedUrl ?? connection?.hosted_url),
      lostSince,
      serviceAheadMs: aheadMs,
      end,
    };
  }
}
