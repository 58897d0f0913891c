import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import { systemClock, type Clock } from "../../api/clock.ts";
import type { SubmitRequest } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLoginRunning, type LoginSelector } from "../../domain/login/loginState.ts";
import { scopeCovers } from "../../storage/scope.ts";
import type { AccountStore } from "../../storage/accountStore.ts";
import type { AccountAccess } from "../accounts/clientFactory.ts";
import type { WindowSession } from "../accounts/session.ts";
import type { LoginSnapshot, StartOutcome, SubmitOutcome } from "./loginSnapshot.ts";
import { StreamPool } from "./loginFollower.ts";
import type { FollowerDeps } from "./loginFollower.ts";
import { CrossWindowLock } from "../../storage/crossWindowLock.ts";
import { ListPoller } from "./listPoller.ts";
import { RateLimitedReader } from "./rateLimitedReader.ts";
import { TrackedLogin, type FollowOptions } from "./trackedLogin.ts";
import {
  beginLogin,
  followLostStart,
  followRunningLogin,
  type BeginOutcome,
  type StartOptions,
  submitInput,
} from "./beginLogin.ts";
import { StoredLogins, type StoredLogin } from "./storedLogins.ts";
import { LoginTimes } from "./loginTimes.ts";

/** The dependencies of {@link LoginManager}. */
export interface LoginManagerOptions {
  readonly session: Pick<WindowSession, "state" | "onDidChange">;
  readonly store: AccountStore;
  /** Called with storage failures, which never prevent following. */
  readonly failed: (fault: unknown) => void;
  readonly clock?: Clock;
}

/** Interval for checking whether another window has finished starting a login, in milliseconds. */
const lockRetryMs = 1000;

/**
 * The logins that this window has started, taken over or seen running. Starts, answers and follows logins. Has no UI.
 */
export class LoginManager implements Disposable {
  readonly #parts: LoginManagerOptions;
  readonly #closing = new AbortController();
  readonly #shared: FollowerDeps;
  readonly #started: StoredLogins;
  readonly #marks: CrossWindowLock;
  readonly #changed = new EventEmitter<LoginSnapshot>();
  readonly #signedOut = new EventEmitter<readonly LoginSnapshot[]>();
  readonly #following: Disposable;
  readonly #running = new Map<string, TrackedLogin>();
  /** Fires with each change of a login, including its end. */
  readonly onDidChange = this.#changed.event;
  /** Fires once when a sign-out stops following, with the affected logins, which continue at the service. */
  readonly onDidSignOut = this.#signedOut.event;
  readonly reads: RateLimitedReader;
  /** The times of logins and of the user's actions. */
  readonly times: LoginTimes;

  constructor(parts: LoginManagerOptions) {
    const { clock = systemClock, failed, session, store } = parts;
    const reads = new RateLimitedReader(clock);
    [this.#parts, this.reads] = [parts, reads];
    this.#shared = {
      clock,
      reads,
      slots: new StreamPool(),
      pages: new ListPoller(clock, reads, this.#closing.signal),
    };
    this.#marks = new CrossWindowLock(store.path, "startingLogins");
    this.times = new LoginTimes(store, clock, failed);
    this.#started = new StoredLogins(store, clock, failed);
    store.onForget((scope) => {
      this.#abandon(({ access }) => scopeCovers(scope, access.account.id));
      return Promise.resolve();
    });
    this.#following = session.onDidChange(({ kind }) => {
      if (kind === "signedOut") this.#abandon(() => true);
    });
  }

  /** Running logins, oldest first, followed by those that have ended. */
  get all(): readonly LoginSnapshot[] {
    const all = [...this.#running.values()].map(({ shown }) => shown);
    return [...all.filter(({ end }) => end === undefined), ...all.filter(({ end }) => end !== undefined)];
  }

  /** Returns the last followed login of a connection, even if it has ended. */
  of(accountId: string, connectionId: string): LoginSnapshot | undefined {
    return this.#running.get(trackedLoginKey(accountId, connectionId))?.shown;
  }

  /** Follows a running login of any client. Repeated calls have no effect. */
  follow(access: AccountAccess, connection: ManagedAuth): LoginSnapshot {
    const known = this.#here(access.account.id, connection.id);
    if (known !== undefined) return known.shown;
    const before = this.#running.get(trackedLoginKey(access.account.id, connection.id));
    const options = before?.again(connection) ?? { startedHere: false, connection };
    const running = this.#take(access, connection.id, options);
    void followRunningLogin(this.#shared, running, connection.id);
    return running.shown;
  }

  /** Moves a login to this window, because the user continues with it here. This window then reports its end. */
  async takeUp(accountId: string, connectionId: string): Promise<void> {
    await this.#here(accountId, connectionId)?.own();
  }

  /** Returns the connections with a login of any window whose end wasn't reported yet. */
  async untold(accountId: string): Promise<ReadonlySet<string>> {
    return new Set((await this.#started.all(accountId)).map(({ connectionId }) => connectionId));
  }

  /** Returns true if this window is the one that reports the end of a login, which exactly one window does. */
  async claims({ accountId, connectionId, end, key }: LoginSnapshot): Promise<boolean> {
    const running = this.#running.get(trackedLoginKey(accountId, connectionId));
    if (end === undefined || end.kind === "stopped" || running?.shown.key !== key) return false;
    return running.claims(this.#closing.signal);
  }

  /** Follows running logins among the fetched connections, and finds the end of those that were started by a window. */
  async found(access: AccountAccess, rows: readonly ManagedAuth[]): Promise<void> {
    const now = this.#shared.clock.now();
    const accountId = access.account.id;
    // Don't follow a login again that the user has stopped following.
    const left = rows.filter(
      ({ id }) => this.#running.get(trackedLoginKey(accountId, id))?.isAbandoned !== true,
    );
    for (const row of left) if (isLoginRunning(row, now)) this.follow(access, row);
    const started = new Map((await this.#started.all(accountId)).map((one) => [one.connectionId, one]));
    for (const row of left) {
      const one = started.get(row.id);
      const before = this.#running.get(trackedLoginKey(accountId, row.id));
      if (one === undefined || before?.isOver === false) continue;
      const isKnown = before?.shown.end?.kind !== "stopped" && (await before?.kept) === one.key;
      if (isKnown || (await this.#marks.isHeld(accountId, row.id))) continue;
      if (this.#running.get(trackedLoginKey(accountId, row.id)) === before) this.#findEnd(access, row, one);
    }
  }

  /**
   * Starts a login once and follows it. Resolves when it is known whether the login runs. Returns a running login
   * unless it may be superseded. Waits if another window is starting one.
   */
  async start(
    access: AccountAccess,
    { id }: Pick<ManagedAuth, "id">,
    options: StartOptions,
    signal: AbortSignal,
  ): Promise<StartOutcome> {
    const accountId = access.account.id;
    // A start with a veto isn't a request of the user.
    if (options.unless === undefined) await this.times.acted(accountId, id);
    const known = this.#here(accountId, id);
    if (known !== undefined && (known.shown.phase === "starting" || options.supersede !== true))
      return { kind: "running", login: known.shown };
    let given = options;
    let unmark: (() => Promise<void>) | undefined;
    while ((unmark = await this.#marks.tryAcquire(accountId, id)) === undefined) {
      const meanwhile = this.#here(accountId, id);
      if (meanwhile !== undefined && meanwhile !== known) return { kind: "running", login: meanwhile.shown };
      // The user hasn't agreed to cancel the login that another window is about to start.
      given = { ...options, supersede: false };
      if (!(await this.#shared.clock.sleep(lockRetryMs, signal)))
        return { kind: "notStarted", error: undefined };
    }
    try {
      return await this.#start(access, id, given, signal);
    } finally {
      await unmark().catch(this.#parts.failed);
    }
  }

  /** Submits the values that a connection waits for. Sent once. No value is stored. */
  async submit(
    { account, client }: AccountAccess,
    shown: ManagedAuth,
    request: SubmitRequest,
    signal: AbortSignal,
  ): Promise<SubmitOutcome> {
    const { clock, reads } = this.#shared;
    const running = (): TrackedLogin | undefined => this.#here(account.id, shown.id);
    const seen = (connection: ManagedAuth): void => running()?.take(connection);
    const end = await submitInput({ clock, reads, client, seen }, shown, request, signal);
    running()?.nudge();
    return end;
  }

  /** Handles an unproven hint of a change by fetching immediately. */
  hint(accountId: string, connectionId: string): void {
    this.#here(accountId, connectionId)?.hint();
  }

  /** Stops following a login, which continues at the service. */
  stop(accountId: string, connectionId: string): void {
    this.#here(accountId, connectionId)?.stop("left");
  }

  readonly #tell = (running: TrackedLogin): void => this.#changed.fire(running.shown);

  readonly dispose = (): void => void this.close();

  /** Stops following all logins. Resolves when stored files are written. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#following.dispose();
    for (const running of this.#running.values()) running.replace();
    this.#changed.dispose();
    this.#signedOut.dispose();
    await this.#started.settled();
  }

  async #start(
    access: AccountAccess,
    id: string,
    options: StartOptions,
    signal: AbortSignal,
  ): Promise<StartOutcome> {
    const { clock, reads } = this.#shared;
    const { account, client } = access;
    const before = this.#here(account.id, id);
    const running = this.#take(access, id, { startedHere: true });
    const sending = async (target: LoginSelector): Promise<() => Promise<void>> => {
      await this.times.sending(account.id, id);
      const takeBack = await running.sending(target);
      return async () => {
        await takeBack();
        await this.times.notSent(account.id, id);
      };
    };
    const begun = await beginLogin({ client, clock, reads, sending }, id, options, signal);
    return this.#begun(running, id, begun, before);
  }

  async #begun(
    running: TrackedLogin,
    id: string,
    begun: BeginOutcome,
    before: TrackedLogin | undefined,
  ): Promise<StartOutcome> {
    switch (begun.kind) {
      case "started":
        void running.follow(this.#shared, begun.target, begun);
        return { kind: "started", login: running.shown };
      case "running": {
        running.replace();
        this.#running.delete(trackedLoginKey(running.access.account.id, id));
        return { kind: "running", login: this.follow(running.access, begun.connection) };
      }
      case "notStarted": {
        running.finish({ kind: "notStarted", error: begun.error });
        const connection = before?.shown.connection;
        if (connection !== undefined) this.follow(running.access, connection);
        return begun;
      }
      case "unanswered":
        return followLostStart(this.#shared, running, id, begun);
    }
  }

  #here(accountId: string, connectionId: string): TrackedLogin | undefined {
    const running = this.#running.get(trackedLoginKey(accountId, connectionId));
    return running?.isOver === false ? running : undefined;
  }

  /** Replaces the followed login of a connection. */
  #take(access: AccountAccess, connectionId: string, options: FollowOptions): TrackedLogin {
    const key = trackedLoginKey(access.account.id, connectionId);
    this.#running.get(key)?.replace();
    const running = new TrackedLogin(access, connectionId, options, this.#started, this.#tell);
    this.#running.delete(key);
    this.#running.set(key, running);
    this.#tell(running);
    return running;
  }

  /** Finds the end of a login that was started here and no longer runs. */
  #findEnd(access: AccountAccess, connection: ManagedAuth, { key: kept, target }: StoredLogin): void {
    const running = this.#take(access, connection.id, { startedHere: false, connection, kept });
    // If its response was lost when its window closed, the login may never have started.
    if (target.kind === "is") void running.follow(this.#shared, target, { seen: true });
    else void followLostStart(this.#shared, running, connection.id, { target });
  }

  /** Stops following because of a sign-out and fires the event once. */
  #abandon(isConcerned: (running: TrackedLogin) => boolean): void {
    const left = [...this.#running.values()].filter((running) => !running.isOver && isConcerned(running));
    for (const running of left) running.stop("signedOut");
    if (left.length > 0) this.#signedOut.fire(left.map(({ shown }) => shown));
  }
}

/** Returns a key that is unique across accounts. */
function trackedLoginKey(accountId: string, connectionId: string): string {
  return JSON.stringify([accountId, connectionId]);
}
