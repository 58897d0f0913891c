import { EventEmitter, type Disposable } from "vscode";
import { systemClock, type Clock } from "../../api/clock.ts";
import type { SubmitRequest } from "../../api/loginSchemas.ts";
import { startLogin } from "../../api/operations.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLoginRunning, type LoginSelector } from "../../domain/login/loginState.ts";
import { scopeCovers } from "../../storage/scope.ts";
import type { AccountStore } from "../../storage/accountStore.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { Log } from "../kit/log.ts";
import type { ActiveSession } from "../accounts/session.ts";
import type { LoginSnapshots } from "../catalogue/loginSnapshots.ts";
import {
  connectionKey,
  isAbandoned,
  type LoginSnapshot,
  type StartOutcome,
  type SubmitOutcome,
} from "../../domain/login/loginSnapshot.ts";
import { trackLogin, followLostStart, followRunningLogin } from "./loginFollower.ts";
import { CrossWindowLock } from "../../storage/crossWindowLock.ts";
import { RateLimitedReader } from "./rateLimitedReader.ts";
import { TrackedLogin, type TrackedLoginDeps, type TrackOptions } from "./trackedLogin.ts";
import { beginLogin, type StartDeps, type StartOptions } from "../../domain/login/beginLogin.ts";
import { submitInput } from "./loginRequests.ts";
import { StoredLogins } from "./storedLogins.ts";
import { LoginTimes } from "./loginTimes.ts";

export interface LoginManagerOptions {
  readonly session: ActiveSession;
  readonly store: AccountStore;
  readonly connections: { readonly logins: LoginSnapshots };
  /** Storage failures are logged here. A login is tracked even if storage fails. */
  readonly log: Pick<Log, "fault">;
  readonly clock?: Clock;
}

/** Interval at which to check whether another window has finished starting a login, in milliseconds. */
const startLockRetryMs = 1000;

/**
 * Starts, answers and tracks logins, including logins that other windows or clients have started. Records each change
 * in the connections model. Has no UI.
 */
export class LoginManager implements Disposable {
  readonly #onError: (fault: unknown) => void;
  readonly #closing = new AbortController();
  readonly #deps: TrackedLoginDeps;
  readonly #stored: StoredLogins;
  readonly #startLock: CrossWindowLock;
  readonly #signedOut = new EventEmitter<void>();
  readonly #sessionListener: Disposable;
  readonly #tracked = new Map<string, TrackedLogin>();
  /** Fires once if a sign-out makes this window stop tracking logins. These logins continue at the service. */
  readonly onDidSignOut = this.#signedOut.event;
  readonly reads: RateLimitedReader;
  /** The stored times of login requests and of the user's actions. */
  readonly times: LoginTimes;

  constructor({ clock = systemClock, connections, log, session, store }: LoginManagerOptions) {
    const reads = new RateLimitedReader(clock);
    const failed = (fault: unknown): void => log.fault("logins", fault);
    [this.#onError, this.reads] = [failed, reads];
    this.#startLock = new CrossWindowLock(store.path, "startingLogins");
    this.times = new LoginTimes(store, clock, failed);
    this.#stored = new StoredLogins(store, clock, failed);
    this.#deps = {
      ...{ clock, reads, stored: this.#stored, streaming: new Set(), polling: new Set() },
      // Ignore late changes of a login that another login has replaced, and all changes after `close`.
      onChange: (login) => {
        const isTracked = this.#trackedLogin(login.accountId, login.connectionId)?.snapshot === login;
        if (isTracked && !this.#closing.signal.aborted) connections.logins.record(login);
      },
    };
    store.onForget((scope) => {
      this.#stopFollowing(({ access }) => scopeCovers(scope, access.account.id));
      return Promise.resolve();
    });
    this.#sessionListener = session.onDidChange(({ kind }) => {
      if (kind === "signedOut") this.#stopFollowing(() => true);
    });
  }

  /** Tracks a login that any client may have started. `isAttended` is true if the user logs in from this window. */
  follow(access: AccountAccess, connection: ManagedAuth, isAttended = false): LoginSnapshot {
    const tracked = this.#unendedLogin(access.account.id, connection.id);
    if (isAttended) tracked?.attend();
    if (tracked !== undefined) return tracked.snapshot;
    const previous = this.#trackedLogin(access.account.id, connection.id)?.snapshot;
    const isSame =
      isAbandoned(previous) && previous.connection?.flow_expires_at === connection.flow_expires_at;
    // If this window tracked the same login until the user stopped the tracking, keep the login's key.
    const { key, startedHere } = isSame ? previous : {};
    const running = this.#replaceTracked(access, connection.id, { connection, key, startedHere });
    if (isAttended) running.attend();
    void followRunningLogin(running);
    return running.snapshot;
  }

  /** Makes this window report the end of a login. Called when the user continues the login in this window. */
  async takeOwnership(accountId: string, connectionId: string): Promise<void> {
    const running = this.#unendedLogin(accountId, connectionId);
    running?.attend();
    const key = await running?.storedKey;
    if (key !== undefined) await this.#stored.takeOwnership({ accountId, connectionId }, key);
  }

  /** Returns true if the end of the login must be reported, by this window or another one. */
  async needsReport({ accountId, connectionId }: LoginSnapshot): Promise<boolean> {
    return (await this.#trackedLogin(accountId, connectionId)?.storedKey) !== undefined;
  }

  /** Returns true in exactly one of the user's windows. That window must then report the end of the login. */
  async claimReport({ accountId, connectionId, end, key }: LoginSnapshot): Promise<boolean> {
    const running = this.#trackedLogin(accountId, connectionId);
    if (end === undefined || end.kind === "stopped" || running?.snapshot.key !== key) return false;
    const storedKey = await running.storedKey;
    return (
      storedKey !== undefined && this.#stored.claimReport(running.snapshot, storedKey, this.#closing.signal)
    );
  }

  /**
   * Tracks the running logins of connections that were fetched, and finds out how the stored logins of any window
   * ended. `now` is the time by the service's clock, in milliseconds since 1970.
   */
  async followFound(
    access: AccountAccess,
    rows: readonly ManagedAuth[],
    now = this.#deps.clock.now(),
  ): Promise<void> {
    const accountId = access.account.id;
    // Skip logins that the user has asked to stop tracking.
    const rowsToFollow = rows.filter(({ id }) => !isAbandoned(this.#trackedLogin(accountId, id)?.snapshot));
    for (const row of rowsToFollow) if (isLoginRunning(row, now)) this.follow(access, row);
    const storedLogins = new Map((await this.#stored.all(accountId)).map((row) => [row.connectionId, row]));
    for (const row of rowsToFollow) {
      const storedLogin = storedLogins.get(row.id);
      const tracked = this.#trackedLogin(accountId, row.id);
      if (storedLogin === undefined || tracked?.hasEnded === false) continue;
      const isTracked =
        tracked?.snapshot.end?.kind !== "stopped" && (await tracked?.storedKey) === storedLogin.key;
      if (isTracked || (await this.#startLock.isHeld(accountId, row.id))) continue;
      if (this.#trackedLogin(accountId, row.id) !== tracked) continue;
      // The login is no longer running. Find out how it ended.
      const login = this.#replaceTracked(access, row.id, { connection: row, storedKey: storedLogin.key });
      // If the window that started the login was closed before the response arrived, the login may never have started.
      if (storedLogin.target.kind !== "is") void followLostStart(login, storedLogin);
      else {
        login.identify(storedLogin.target);
        void trackLogin(login);
      }
    }
  }

  /**
   * Sends one login request and tracks the login. Resolves when it is known whether the login is running. If another
   * login is running and may not be superseded, returns that login. Waits while another window starts a login for the
   * same connection.
   */
  async start(
    access: AccountAccess,
    { id }: ManagedAuth,
    options: StartOptions,
    signal: AbortSignal,
  ): Promise<StartOutcome> {
    const accountId = access.account.id;
    // With `veto`, the login is started automatically. Don't record such a start as an action of the user.
    if (options.veto === undefined) await this.times.noteUserAction(accountId, id);
    const current = this.#unendedLogin(accountId, id);
    if (current !== undefined && (current.snapshot.phase === "starting" || options.supersede !== true))
      return { kind: "running", login: current.snapshot };
    let startOptions = options;
    let unmark: (() => Promise<void>) | undefined;
    try {
      for (;;) {
        unmark = await this.#startLock.tryAcquire(accountId, id);
        const latest = this.#unendedLogin(accountId, id);
        if (latest !== undefined && latest !== current) return { kind: "running", login: latest.snapshot };
        if (unmark !== undefined) return await this.#start(access, id, startOptions, signal);
        // Don't cancel the login that another window is starting, because the user hasn't agreed to that.
        startOptions = { ...options, supersede: false };
        if (!(await this.#deps.clock.sleep(startLockRetryMs, signal)))
          return { kind: "notStarted", error: undefined };
      }
    } finally {
      await unmark?.().catch(this.#onError);
    }
  }

  /** Submits the values that a login is waiting for. The request is sent only once. The values are never stored. */
  async submit(
    { account, client }: AccountAccess,
    shown: ManagedAuth,
    request: SubmitRequest,
    signal: AbortSignal,
  ): Promise<SubmitOutcome> {
    const { clock, reads } = this.#deps;
    const running = (): TrackedLogin | undefined => this.#unendedLogin(account.id, shown.id);
    const onReading = (connection: ManagedAuth): void => running()?.acceptReading(connection);
    const outcome = await submitInput({ clock, reads, client, onReading }, shown, request, signal);
    running()?.readAfterAction();
    return outcome;
  }

  /** Fetches the connection immediately. Called after an unconfirmed indication that the login may have changed. */
  readNow(accountId: string, connectionId: string): void {
    this.#unendedLogin(accountId, connectionId)?.readNow();
  }

  /** Stops tracking a login. The login continues at the service. */
  stop(accountId: string, connectionId: string): void {
    this.#unendedLogin(accountId, connectionId)?.finish({ kind: "stopped", why: "left" });
  }

  readonly dispose = (): void => void this.close();

  /** Stops tracking all logins. Resolves when all pending file writes are done. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const running of this.#tracked.values()) running.replace();
    for (const disposable of [this.#sessionListener, this.#signedOut]) disposable.dispose();
    await this.#stored.settled();
  }

  async #start(
    access: AccountAccess,
    id: string,
    options: StartOptions,
    signal: AbortSignal,
  ): Promise<StartOutcome> {
    const { account, client } = access;
    const previous = this.#unendedLogin(account.id, id);
    const running = this.#replaceTracked(access, id, { startedHere: true });
    const sending = async (target: LoginSelector): Promise<() => Promise<void>> => {
      const undoTime = await this.times.noteSending(account.id, id);
      running.noteStored();
      const restore = await this.#stored.add(running.snapshot, target);
      return async () => {
        await restore();
        await undoTime();
      };
    };
    const send: StartDeps["send"] = (body) => client.call(startLogin, { path: { id }, body }, signal);
    const reader = running.reader(signal);
    const begun = await beginLogin({ clock: this.#deps.clock, reader, sending, send }, options);
    switch (begun.kind) {
      case "started":
        running.identify(begun.target, begun);
        void trackLogin(running);
        return { kind: "started", login: running.snapshot };
      case "running":
        running.replace();
        return { kind: "running", login: this.follow(access, begun.connection) };
      case "notStarted": {
        running.finish({ kind: "notStarted", error: begun.error });
        const connection = previous?.snapshot.connection;
        if (connection !== undefined) this.follow(access, connection);
        return begun;
      }
      case "unanswered":
        if (!(await followLostStart(running, begun))) return { kind: "unknown" };
        return { kind: "started", login: running.snapshot };
    }
  }

  #trackedLogin(accountId: string, connectionId: string): TrackedLogin | undefined {
    return this.#tracked.get(connectionKey(accountId, connectionId));
  }

  #unendedLogin(accountId: string, connectionId: string): TrackedLogin | undefined {
    const running = this.#trackedLogin(accountId, connectionId);
    return running?.hasEnded === false ? running : undefined;
  }

  /** Replaces the tracked login of a connection with a new one. Stops tracking the previous login, if any. */
  #replaceTracked(access: AccountAccess, connectionId: string, options: TrackOptions): TrackedLogin {
    const key = connectionKey(access.account.id, connectionId);
    this.#tracked.get(key)?.replace();
    const running = new TrackedLogin(this.#deps, access, connectionId, options);
    this.#tracked.set(key, running);
    this.#deps.onChange(running.snapshot);
    return running;
  }

  /** Stops tracking logins after a sign-out and fires {@link onDidSignOut} once. */
  #stopFollowing(isConcerned: (running: TrackedLogin) => boolean): void {
    const stopped = [...this.#tracked.values()].filter(
      (running) => !running.hasEnded && isConcerned(running),
    );
    for (const running of stopped) running.finish({ kind: "stopped", why: "signedOut" });
    if (stopped.length > 0) this.#signedOut.fire();
  }
}
