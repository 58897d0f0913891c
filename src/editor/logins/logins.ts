import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import { systemClock, type Clock } from "../../api/clock.ts";
import type { SubmitRequest } from "../../api/login.ts";
import type { ManagedAuth } from "../../api/schemas.ts";
import { isLive, type Target } from "../../domain/login/login.ts";
import { nothingUnknown, type Keeper } from "../../storage/keeper.ts";
import { covers, type Scope } from "../../storage/scope.ts";
import type { Access, Service } from "../accounts/service.ts";
import type { Session } from "../accounts/session.ts";
import type { FollowedLogin, Started, Submitted } from "./followedLogin.ts";
import type { Shared } from "./follower.ts";
import { Marks } from "./startMarks.ts";
import { Pages } from "./listPages.ts";
import { Reads } from "./pacedReads.ts";
import { Running, type Occasion } from "./runningLogin.ts";
import { findStarted, observe } from "./findLogin.ts";
import { elsewhereOf, keyOf, leftOf, newestOf, without } from "./otherWindows.ts";
import { Slots } from "./streamSlots.ts";
import { begin, type Begun, type StartOptions } from "./startLogin.ts";
import { submit } from "./submitForm.ts";
import { Windows } from "../kit/windows.ts";
import { LoginTimes } from "./loginTimes.ts";
import { toldLogins, type ToldLogin } from "./toldToWindows.ts";

/** What following logins works with. */
export interface LoginsParts {
  readonly session: Pick<Session, "state" | "onDidChange">;
  readonly service: Pick<Service, "access">;
  /** The folder of the extension's own files. */
  readonly storage: string;
  /** Told what could not be kept; that is no reason not to follow. */
  readonly failed: (fault: unknown) => void;
  readonly clock?: Clock;
}

/** The logins that the windows of a user follow: one window each. It starts and answers them, and shows nothing. */
export class Logins implements Disposable, Keeper {
  readonly #parts: LoginsParts;
  readonly #closing = new AbortController();
  readonly #shared: Shared;
  readonly #windows: Windows<readonly ToldLogin[]>;
  readonly #marks: Marks;
  readonly #changed = new EventEmitter<FollowedLogin>();
  readonly #signedOut = new EventEmitter<readonly FollowedLogin[]>();
  readonly #following: Disposable;
  readonly #running = new Map<string, Running>();
  #elsewhere: ReadonlyMap<string, FollowedLogin> = new Map();
  /** Fires with each change of any of them, its end included. */
  readonly onDidChange = this.#changed.event;
  /** Fires once when a sign-out ends following, with all whose following it ended; the logins go on. */
  readonly onDidSignOut = this.#signedOut.event;
  readonly unknown = nothingUnknown;
  readonly reads: Reads;
  /** When logins were sent, and their users did something about them. */
  readonly times: LoginTimes;

  constructor(parts: LoginsParts) {
    const { clock = systemClock, failed, session, storage } = parts;
    const reads = new Reads(clock);
    [this.#parts, this.reads] = [parts, reads];
    this.#shared = { clock, reads, slots: new Slots(), pages: new Pages(clock, reads, this.#closing.signal) };
    this.#marks = new Marks(storage);
    this.times = new LoginTimes(storage, clock, failed);
    this.#windows = new Windows({ ...toldLogins, storage, clock, changed: () => this.#heard(), failed });
    this.#following = session.onDidChange(() => this.#sessionChanged());
  }

  /** Those that run, the first begun first, then those that have ended. */
  get all(): readonly FollowedLogin[] {
    const all = [...[...this.#running.values()].map(({ shown }) => shown), ...this.#elsewhere.values()];
    return [...all.filter(({ end }) => end === undefined), ...all.filter(({ end }) => end !== undefined)];
  }

  /** The last login of a connection that was followed, whether it has ended or not. */
  of(accountId: string, connectionId: string): FollowedLogin | undefined {
    const key = keyOf(accountId, connectionId);
    const here = this.#running.get(key);
    return here?.isOver === false ? here.shown : (this.#elsewhere.get(key) ?? here?.shown);
  }

  /** Follows a login that runs, here, also where another window did. Twice is once. */
  follow(access: Access, connection: ManagedAuth): FollowedLogin {
    const known = this.#here(access.account.id, connection.id);
    if (known !== undefined) return known.shown;
    const before = this.#running.get(keyOf(access.account.id, connection.id));
    const occasion = before?.again(connection) ?? { startedHere: false, connection };
    const running = this.#take(access, connection.id, occasion);
    void observe(this.#shared, running, connection.id);
    return running.shown;
  }

  /** Follows those of an account's connections whose logins run and that nobody follows. */
  found(access: Access, rows: readonly ManagedAuth[]): void {
    const now = this.#shared.clock.now();
    for (const row of rows) {
      const known = this.of(access.account.id, row.id);
      const isLeft = this.#running.get(keyOf(access.account.id, row.id))?.isLeft === true;
      // What somebody does not want to follow is not taken up again.
      if (isLive(row, now) && (known === undefined || known.end !== undefined) && !isLeft)
        this.follow(access, row);
    }
  }

  /**
   * Starts a login, once, and follows it: resolves when it is known whether it runs. Where one runs, or is being started
   * in any window, it says so, unless that is to be superseded.
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
    const unmark = await this.#marks.set(accountId, id);
    const other = this.of(accountId, id) ?? elsewhereOf({ accountId, connectionId: id });
    if (unmark === undefined) return { kind: "running", login: other };
    try {
      return await this.#start(access, id, options, signal);
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

  /** Follows nothing of an account any more, and forgets what was. Never rejects. */
  async forget(scope: Scope): Promise<void> {
    this.#leave((running) => covers(scope, running.access.account.id));
    await this.#windows.adopt(without((accountId) => covers(scope, accountId)));
  }

  readonly dispose = (): void => void this.close();

  /** Follows nothing any more; resolves when other windows are told that they may. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#following.dispose();
    const left = this.#windows.leave();
    for (const running of this.#running.values()) running.replace();
    this.#changed.dispose();
    this.#signedOut.dispose();
    await left;
  }

  async #start(access: Access, id: string, options: StartOptions, signal: AbortSignal): Promise<Started> {
    const { clock, reads } = this.#shared;
    const { account, client } = access;
    const before = this.#here(account.id, id);
    const running = this.#take(access, id, { startedHere: true });
    const sending = async (target: Target): Promise<void> => {
      running.unanswered(target);
      await this.times.sending(account.id, id);
      await this.#published();
    };
    const notSent = async (): Promise<void> => this.times.notSent(account.id, id);
    const begun = await begin({ client, clock, reads, sending, notSent }, id, options, signal);
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
  #take(access: Access, connectionId: string, occasion: Occasion): Running {
    const key = keyOf(access.account.id, connectionId);
    this.#running.get(key)?.replace();
    const running = new Running(access, connectionId, occasion, Date.now(), (changed) => this.#tell(changed));
    this.#running.delete(key);
    this.#running.set(key, running);
    this.#tell(running);
    return running;
  }

  #tell(running: Running): void {
    void this.#published();
    this.#changed.fire(running.shown);
  }

  async #published(): Promise<void> {
    const live = [...this.#running.values()].filter(({ isOver }) => !isOver);
    await this.#windows.tell(live.length === 0 ? undefined : live.map(({ told }) => told));
  }

  /** Another window tells something else, or is gone. */
  #heard(): void {
    const told = newestOf(this.#windows.living.values());
    for (const [key, running] of this.#running) {
      const other = told.get(key);
      // It was taken over there, on purpose.
      if (!running.isOver && other !== undefined && other.takenAt > running.told.takenAt) {
        running.replace();
        this.#running.delete(key);
        void this.#published();
      }
    }
    const before = this.#elsewhere;
    const others = [...told].filter(([key]) => this.#running.get(key)?.isOver !== false);
    this.#elsewhere = new Map(others.map(([key, login]) => [key, elsewhereOf(login)]));
    for (const [key, login] of this.#elsewhere)
      if (JSON.stringify(login) !== JSON.stringify(before.get(key))) this.#changed.fire(login);
    for (const [key, login] of before) {
      const here = this.#running.get(key);
      // One that this window followed before says nothing of its end.
      if (!this.#elsewhere.has(key)) this.#changed.fire(here?.isOver === false ? here.shown : leftOf(login));
    }
    void this.#takeOver().catch(this.#parts.failed);
  }

  /** Follows what windows have followed that are gone. */
  async #takeOver(): Promise<void> {
    const { state } = this.#parts.session;
    if (state.kind === "signedOut") return;
    const { account } = state;
    const mine = [...newestOf(this.#windows.orphaned)].filter(([, one]) => one.accountId === account.id);
    if (mine.length === 0) return;
    const access = await this.#parts.service.access(account, this.#closing.signal);
    for (const [key, login] of mine) {
      const { connectionId, flow_expires_at: expires, key: own, phase, target, unanswered } = login;
      if (this.#closing.signal.aborted || this.#parts.session.state !== state) return;
      const here = this.#running.get(key);
      if (here?.isOver === false || here?.isLeft === true || this.#elsewhere.has(key)) continue;
      const running = this.#take(access, connectionId, { startedHere: false, key: own });
      if (unanswered) {
        running.unanswered(target);
        void findStarted(this.#shared, running, connectionId, { target });
      } else void running.follow(this.#shared, target, { expires, seen: phase !== "starting" });
    }
    await this.#published();
    await this.#windows.adopt(without((accountId) => accountId === account.id));
  }

  #sessionChanged(): void {
    if (this.#parts.session.state.kind === "signedOut") this.#leave(() => true);
    else void this.#windows.look().then(() => this.#heard());
  }

  /** Ends following by a sign-out, and says so once. */
  #leave(isLeft: (running: Running) => boolean): void {
    const left = [...this.#running.values()].filter((running) => !running.isOver && isLeft(running));
    for (const running of left) running.stop("signedOut");
    if (left.length > 0) this.#signedOut.fire(left.map(({ shown }) => shown));
  }
}
