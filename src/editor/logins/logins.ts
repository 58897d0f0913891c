import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import { systemClock, type Clock } from "../../api/clock.ts";
import type { SubmitRequest } from "../../api/loginSchemas.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLive, type Target } from "../../domain/login/login.ts";
import { scopeCovers } from "../../storage/scope.ts";
import type { AccountStore } from "../../storage/accountStore.ts";
import type { Access } from "../accounts/service.ts";
import type { Session } from "../accounts/session.ts";
import type { FollowedLogin, Started, Submitted } from "./followedLogin.ts";
import { Slots } from "./follower.ts";
import type { Shared } from "./follower.ts";
import { CrossWindowLock } from "../../storage/crossWindowLock.ts";
import { Pages } from "./listPages.ts";
import { Reads } from "./pacedReads.ts";
import { Running, type FollowOptions } from "./runningLogin.ts";
import { begin, findStarted, observe, type Begun, type StartOptions, submit } from "./startLogin.ts";
import { StartedLogins, type StartedLogin } from "./startedLogins.ts";
import { LoginTimes } from "./loginTimes.ts";

/** What following logins works with. */
export interface LoginsParts {
  readonly session: Pick<Session, "state" | "onDidChange">;
  readonly store: AccountStore;
  /** Told what could not be kept; that is no reason not to follow. */
  readonly failed: (fault: unknown) => void;
  readonly clock?: Clock;
}

/** How often it is looked whether another window is done with starting a login, in milliseconds. */
const againMs = 1000;

/** The logins that this window has started, taken up or seen to run. It starts, answers and follows them, and shows nothing. */
export class Logins implements Disposable {
  readonly #parts: LoginsParts;
  readonly #closing = new AbortController();
  readonly #shared: Shared;
  readonly #started: StartedLogins;
  readonly #marks: CrossWindowLock;
  readonly #changed = new EventEmitter<FollowedLogin>();
  readonly #signedOut = new EventEmitter<readonly FollowedLogin[]>();
  readonly #following: Disposable;
  readonly #running = new Map<string, Running>();
  /** Fires with each change of any of them, its end included. */
  readonly onDidChange = this.#changed.event;
  /** Fires once when a sign-out ends following, with all whose following it ended; the logins go on. */
  readonly onDidSignOut = this.#signedOut.event;
  readonly reads: Reads;
  /** When logins were sent, and their users did something about them. */
  readonly times: LoginTimes;

  constructor(parts: LoginsParts) {
    const { clock = systemClock, failed, session, store } = parts;
    const reads = new Reads(clock);
    [this.#parts, this.reads] = [parts, reads];
    this.#shared = { clock, reads, slots: new Slots(), pages: new Pages(clock, reads, this.#closing.signal) };
    this.#marks = new CrossWindowLock(store.path, "startingLogins");
    this.times = new LoginTimes(store, clock, failed);
    this.#started = new StartedLogins(store, clock, failed);
    store.onForget((scope) => {
      this.#abandon(({ access }) => scopeCovers(scope, access.account.id));
      return Promise.resolve();
    });
    this.#following = session.onDidChange(({ kind }) => {
      if (kind === "signedOut") this.#abandon(() => true);
    });
  }

  /** Those that run, the first begun first, then those that have ended. */
  get all(): readonly FollowedLogin[] {
    const all = [...this.#running.values()].map(({ shown }) => shown);
    return [...all.filter(({ end }) => end === undefined), ...all.filter(({ end }) => end !== undefined)];
  }

  /** The last login of a connection that was followed, whether it has ended or not. */
  of(accountId: string, connectionId: string): FollowedLogin | undefined {
    return this.#running.get(keyOf(accountId, connectionId))?.shown;
  }

  /** Follows a login that runs, whoever else does. Twice is once. */
  follow(access: Access, connection: ManagedAuth): FollowedLogin {
    const known = this.#here(access.account.id, connection.id);
    if (known !== undefined) return known.shown;
    const before = this.#running.get(keyOf(access.account.id, connection.id));
    const options = before?.again(connection) ?? { startedHere: false, connection };
    const running = this.#take(access, connection.id, options);
    void observe(this.#shared, running, connection.id);
    return running.shown;
  }

  /** Somebody goes on with a login in this window, which tells its end from now on. */
  async takeUp(accountId: string, connectionId: string): Promise<void> {
    await this.#here(accountId, connectionId)?.own();
  }

  /** The connections of an account of which a login was started, by whichever window, whose end was not told. */
  async untold(accountId: string): Promise<ReadonlySet<string>> {
    return new Set((await this.#started.all(accountId)).map(({ connectionId }) => connectionId));
  }

  /** Whether this window tells how a login ended that a window of the user has started: of all windows, one does. */
  async claims({ accountId, connectionId, end, key }: FollowedLogin): Promise<boolean> {
    const running = this.#running.get(keyOf(accountId, connectionId));
    if (end === undefined || end.kind === "stopped" || running?.shown.key !== key) return false;
    return running.claims(this.#closing.signal);
  }

  /** Follows those of an account's connections whose logins run, or were started here and may have ended unseen. */
  async found(access: Access, rows: readonly ManagedAuth[]): Promise<void> {
    const now = this.#shared.clock.now();
    const accountId = access.account.id;
    // What somebody does not want to follow is not taken up again.
    const left = rows.filter(({ id }) => this.#running.get(keyOf(accountId, id))?.isAbandoned !== true);
    for (const row of left) if (isLive(row, now)) this.follow(access, row);
    const started = new Map((await this.#started.all(accountId)).map((one) => [one.connectionId, one]));
    for (const row of left) {
      const one = started.get(row.id);
      const before = this.#running.get(keyOf(accountId, row.id));
      if (one === undefined || before?.isOver === false) continue;
      const isKnown = before?.shown.end?.kind !== "stopped" && (await before?.kept) === one.key;
      if (isKnown || (await this.#marks.isHeld(accountId, row.id))) continue;
      if (this.#running.get(keyOf(accountId, row.id)) === before) this.#findEnd(access, row, one);
    }
  }

  /**
   * Starts a login, once, and follows it: resolves when it is known whether it runs. Where one runs it says so, unless that
   * is to be superseded; where another window is starting one, that is waited for.
   */
  async start(
    access: Access,
    { id }: Pick<ManagedAuth, "id">,
    options: StartOptions,
    signal: AbortSignal,
  ): Promise<Started> {
    const accountId = access.account.id;
    // What has a reason against it is no wish of the user's.
    if (options.unless === undefined) await this.times.acted(accountId, id);
    const known = this.#here(accountId, id);
    if (known !== undefined && (known.shown.phase === "starting" || options.supersede !== true))
      return { kind: "running", login: known.shown };
    let given = options;
    let unmark: (() => Promise<void>) | undefined;
    while ((unmark = await this.#marks.tryAcquire(accountId, id)) === undefined) {
      const meanwhile = this.#here(accountId, id);
      if (meanwhile !== undefined && meanwhile !== known) return { kind: "running", login: meanwhile.shown };
      // Nobody has agreed to lose what another window is about to start.
      given = { ...options, supersede: false };
      if (!(await this.#shared.clock.sleep(againMs, signal))) return { kind: "notStarted", error: undefined };
    }
    try {
      return await this.#start(access, id, given, signal);
    } finally {
      await unmark().catch(this.#parts.failed);
    }
  }

  /** Answers what a connection, as it was shown, waits for. It is sent once, and nothing of it is kept. */
  async submit(
    { account, client }: Access,
    shown: ManagedAuth,
    request: SubmitRequest,
    signal: AbortSignal,
  ): Promise<Submitted> {
    const { clock, reads } = this.#shared;
    const running = (): Running | undefined => this.#here(account.id, shown.id);
    const seen = (connection: ManagedAuth): void => running()?.take(connection);
    const end = await submit({ clock, reads, client, seen }, shown, request, signal);
    running()?.nudge();
    return end;
  }

  /** Somebody says that something happened, which proves nothing: it is read at once. */
  hint(accountId: string, connectionId: string): void {
    this.#here(accountId, connectionId)?.hint();
  }

  /** Follows it no more; the login goes on. */
  stop(accountId: string, connectionId: string): void {
    this.#here(accountId, connectionId)?.stop("left");
  }

  readonly #tell = (running: Running): void => this.#changed.fire(running.shown);

  readonly dispose = (): void => void this.close();

  /** Follows nothing any more; resolves when what is kept is written. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#following.dispose();
    for (const running of this.#running.values()) running.replace();
    this.#changed.dispose();
    this.#signedOut.dispose();
    await this.#started.settled();
  }

  async #start(access: Access, id: string, options: StartOptions, signal: AbortSignal): Promise<Started> {
    const { clock, reads } = this.#shared;
    const { account, client } = access;
    const before = this.#here(account.id, id);
    const running = this.#take(access, id, { startedHere: true });
    const sending = async (target: Target): Promise<() => Promise<void>> => {
      await this.times.sending(account.id, id);
      const takeBack = await running.sending(target);
      return async () => {
        await takeBack();
        await this.times.notSent(account.id, id);
      };
    };
    const begun = await begin({ client, clock, reads, sending }, id, options, signal);
    return this.#begun(running, id, begun, before);
  }

  async #begun(running: Running, id: string, begun: Begun, before: Running | undefined): Promise<Started> {
    switch (begun.kind) {
      case "started":
        void running.follow(this.#shared, begun.target, begun);
        return { kind: "started", login: running.shown };
      case "running": {
        running.replace();
        this.#running.delete(keyOf(running.access.account.id, id));
        return { kind: "running", login: this.follow(running.access, begun.connection) };
      }
      case "notStarted": {
        running.finish({ kind: "notStarted", error: begun.error });
        const connection = before?.shown.connection;
        if (connection !== undefined) this.follow(running.access, connection);
        return begun;
      }
      case "unanswered":
        return findStarted(this.#shared, running, id, begun);
    }
  }

  #here(accountId: string, connectionId: string): Running | undefined {
    const running = this.#running.get(keyOf(accountId, connectionId));
    return running?.isOver === false ? running : undefined;
  }

  /** A login is followed here from now on, in place of whatever was. */
  #take(access: Access, connectionId: string, options: FollowOptions): Running {
    const key = keyOf(access.account.id, connectionId);
    this.#running.get(key)?.replace();
    const running = new Running(access, connectionId, options, this.#started, this.#tell);
    this.#running.delete(key);
    this.#running.set(key, running);
    this.#tell(running);
    return running;
  }

  /** Finds out how a login ended that was started here and runs no more. */
  #findEnd(access: Access, connection: ManagedAuth, { key: kept, target }: StartedLogin): void {
    const running = this.#take(access, connection.id, { startedHere: false, connection, kept });
    // Where its answer was lost with its window, it may not have begun.
    if (target.kind === "is") void running.follow(this.#shared, target, { seen: true });
    else void findStarted(this.#shared, running, connection.id, { target });
  }

  /** Ends following by a sign-out, and says so once. */
  #abandon(isConcerned: (running: Running) => boolean): void {
    const left = [...this.#running.values()].filter((running) => !running.isOver && isConcerned(running));
    for (const running of left) running.stop("signedOut");
    if (left.length > 0) this.#signedOut.fire(left.map(({ shown }) => shown));
  }
}

/** Tells connections of all accounts apart. */
function keyOf(accountId: string, connectionId: string): string {
  return JSON.stringify([accountId, connectionId]);
}
