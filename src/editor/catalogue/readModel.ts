import { EventEmitter, type Disposable } from "vscode";
import type { Scope } from "../../storage/scope.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Access, Service } from "../accounts/service.ts";
import type { Session, SessionState } from "../accounts/session.ts";
import { sandboxTrouble } from "../words/errors.ts";
import type { ApiError } from "../../api/errors.ts";

/** What the window knows of something that its account has. */
export interface ReadState<Reading, Last = never> {
  readonly reading?: Reading;
  /** What was read of this account before; only until there is a reading. It is for showing, not for deciding. */
  readonly last?: Last;
  /** The last attempt failed; a reading beside it is the last good one. */
  readonly failure?: ReadingFailure;
}

/** What was read last of each account, in this window or an earlier one. */
interface KeptReadings<Last> {
  newest(accountId: string): Promise<Last | undefined>;
  forget(scope: Scope): Promise<void>;
}

/** Knows something that the account has, and reads it for a view; at most one reading is under way. */
export abstract class ReadModel<Reading, Last = never> implements Disposable {
  protected readonly session: Session;
  readonly #service: Service;
  readonly #kept: KeptReadings<Last> | undefined;
  readonly #changed = new EventEmitter<ReadState<Reading, Last>>();
  readonly #following: Disposable;
  #state: ReadState<Reading, Last> = {};
  #underWay: { readonly done: Promise<ReadState<Reading, Last>>; readonly stop: AbortController } | undefined;
  #triedAt: number | undefined;
  protected isDisposed = false;
  /** Whom the window works as, to know who has left it. */
  #account: Account | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(session: Session, service: Service, kept?: KeptReadings<Last>) {
    this.session = session;
    this.#service = service;
    this.#kept = kept;
    this.#following = session.onDidChange(() => this.forget());
  }

  get state(): ReadState<Reading, Last> {
    return this.#state;
  }

  /** Reads anew what was read, or tried, more than a minute ago: for whoever comes back to it. */
  async renew(): Promise<void> {
    if (this.#triedAt !== undefined && Date.now() - this.#triedAt >= freshMs) await this.refresh();
  }

  /** Reads anew what somebody has looked at: some were created, changed or deleted. */
  async changed(): Promise<void> {
    if (this.#triedAt !== undefined) await this.refresh();
  }

  /** Reads anew, also what is being read: something has changed since that began. Rows stay until then. */
  async refresh(): Promise<ReadState<Reading, Last>> {
    this.#underWay?.stop.abort();
    this.#triedAt = Date.now();
    const stop = new AbortController();
    const done = this.read(stop.signal).finally(() => {
      if (this.#underWay?.stop === stop) this.#underWay = undefined;
    });
    this.#underWay = { done, stop };
    const state = await done;
    // One that took its place has the answer that was asked for.
    return stop.signal.aborted ? (this.underWay ?? this.#state) : state;
  }

  dispose(): void {
    this.isDisposed = true;
    this.#following.dispose();
    this.#underWay?.stop.abort();
    this.#changed.dispose();
  }

  /** Reads it as an account, and takes up what that comes to; whoever left the account ends its readings. */
  protected abstract readAs(access: Access, session: SessionState, signal: AbortSignal): Promise<unknown>;

  protected async read(signal: AbortSignal): Promise<ReadState<Reading, Last>> {
    const session = this.session.state;
    if (session.kind === "signedOut") return this.#state;
    // A sandbox that cannot be started is shown where the rows would be.
    const access = await this.#service
      .access(session.account, signal)
      .catch((fault: unknown) => ({ kind: "sandboxFailed", reason: sandboxTrouble(fault) }) as const);
    if ("reason" in access) await this.fail(session, access, signal);
    else await this.readAs(access, session, signal);
    return this.#state;
  }

  /** Takes up what was read last, without a word and while nothing is known; whether there is any. */
  protected async look(session: SessionState): Promise<boolean> {
    if (session.kind === "signedOut") return false;
    const last = await this.#kept?.newest(session.account.id);
    const { failure, reading } = this.#state;
    if (last === undefined || reading !== undefined || session !== this.session.state) return false;
    this.note(failure === undefined ? { last } : { last, failure });
    return true;
  }

  /** Takes up that a reading failed, beside what is known or was read last. */
  protected async fail(session: SessionState, failure: ReadingFailure, signal: AbortSignal): Promise<void> {
    if (this.#state.reading === undefined) await this.look(session);
    if (session === this.session.state && !signal.aborted) this.take({ ...this.#state, failure });
  }

  protected get underWay(): Promise<ReadState<Reading, Last>> | undefined {
    return this.#underWay?.done;
  }

  protected note(state: ReadState<Reading, Last>): void {
    this.#state = state;
  }

  protected take(state: ReadState<Reading, Last>): void {
    this.note(state);
    this.#changed.fire(state);
  }

  /** Knows nothing any more: the window works as another account, or with another token of it. */
  protected forget(): void {
    this.#underWay?.stop.abort();
    this.#underWay = undefined;
    this.#triedAt = undefined;
    const { state } = this.session;
    const left = this.#account;
    this.#account = state.kind === "signedIn" ? state.account : undefined;
    // Another window may have signed it out, while this one kept what it had just read.
    if (left?.kind === "service" && state.kind === "signedOut")
      void this.#kept?.forget({ accountId: left.id });
    this.take({});
  }
}

/** What each row said, by the row's id. */
export type RowValues = ReadonlyMap<string, string>;

/** Why there is no (new) reading: the service's answer, or the sandbox could not be started. */
export type ReadingFailure = ApiError | { readonly kind: "sandboxFailed"; readonly reason: string };

/** How old a reading may be, in milliseconds, when somebody comes back to it. */
export const freshMs = 60_000;
