import { EventEmitter, type Disposable } from "vscode";
import type { AccountScope } from "../../storage/scope.ts";
import type { Account } from "../accounts/accounts.ts";
import type { AccountAccess, ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession, SessionState } from "../accounts/session.ts";
import { sandboxStartFailure } from "../words/errors.ts";
import type { ApiError } from "../../api/errors.ts";

/** The state of data that the window's account has. */
export interface ReadState<Reading, Last = never> {
  readonly reading?: Reading;
  /** Cached data of an earlier window, for display only. Unset once there is a reading. */
  readonly cached?: Last;
  /** Set if the last fetch failed. `reading` is then the last successful one. */
  readonly failure?: ReadingFailure;
}

/** A cache of the last data of each account, shared by windows. */
interface ReadingCache<Last> {
  newest(accountId: string): Promise<Last | undefined>;
  forget(scope: AccountScope): Promise<void>;
}

/** Fetches data of the account for a view, with one fetch at a time. */
export abstract class ReadModel<Reading, Last = never> implements Disposable {
  protected readonly session: WindowSession;
  readonly #service: ClientFactory;
  readonly #cache: ReadingCache<Last> | undefined;
  readonly #changed = new EventEmitter<ReadState<Reading, Last>>();
  readonly #subscription: Disposable;
  #state: ReadState<Reading, Last> = {};
  #running: { readonly done: Promise<ReadState<Reading, Last>>; readonly stop: AbortController } | undefined;
  #lastAttemptAt: number | undefined;
  protected isDisposed = false;
  /** The account of the window, to detect that the window has left it. */
  #account: Account | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(session: WindowSession, service: ClientFactory, kept?: ReadingCache<Last>) {
    this.session = session;
    this.#service = service;
    this.#cache = kept;
    this.#subscription = session.onDidChange(() => this.reset());
  }

  get state(): ReadState<Reading, Last> {
    return this.#state;
  }

  /** Fetches again if the last attempt is more than a minute old. Called when a view becomes visible. */
  async refreshIfStale(): Promise<void> {
    if (this.#lastAttemptAt !== undefined && Date.now() - this.#lastAttemptAt >= maxReadingAgeMs)
      await this.refresh();
  }

  /** Fetches again after a creation, change or deletion, if the data has ever been shown. */
  async refreshIfLoaded(): Promise<void> {
    if (this.#lastAttemptAt !== undefined) await this.refresh();
  }

  /** Fetches again and aborts a running fetch, because data has changed since it started. Rows stay meanwhile. */
  async refresh(): Promise<ReadState<Reading, Last>> {
    this.#running?.stop.abort();
    this.#lastAttemptAt = Date.now();
    const stop = new AbortController();
    const done = this.fetchState(stop.signal).finally(() => {
      if (this.#running?.stop === stop) this.#running = undefined;
    });
    this.#running = { done, stop };
    const state = await done;
    // A newer fetch has replaced this one and has the answer for the caller.
    return stop.signal.aborted ? (this.running ?? this.#state) : state;
  }

  dispose(): void {
    this.isDisposed = true;
    this.#subscription.dispose();
    this.#running?.stop.abort();
    this.#changed.dispose();
  }

  /** Fetches the data and stores the result. Aborted if the window leaves the account. */
  protected abstract fetchAs(
    access: AccountAccess,
    session: SessionState,
    signal: AbortSignal,
  ): Promise<unknown>;

  protected async fetchState(signal: AbortSignal): Promise<ReadState<Reading, Last>> {
    const session = this.session.state;
    if (session.kind === "signedOut") return this.#state;
    // Show a sandbox that can't start in place of the rows.
    const access = await this.#service
      .access(session.account, signal)
      .catch((fault: unknown) => ({ kind: "sandboxFailed", reason: sandboxStartFailure(fault) }) as const);
    if ("reason" in access) await this.publishFailure(session, access, signal);
    else await this.fetchAs(access, session, signal);
    return this.#state;
  }

  /** Loads the cached data if nothing is known yet. Returns true if there was any. Fires no event. */
  protected async loadCached(session: SessionState): Promise<boolean> {
    if (session.kind === "signedOut") return false;
    const cached = await this.#cache?.newest(session.account.id);
    const { failure, reading } = this.#state;
    if (cached === undefined || reading !== undefined || session !== this.session.state) return false;
    this.setState(failure === undefined ? { cached } : { cached, failure });
    return true;
  }

  /** Stores a failure besides the known or cached data. */
  protected async publishFailure(
    session: SessionState,
    failure: ReadingFailure,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#state.reading === undefined) await this.loadCached(session);
    if (session === this.session.state && !signal.aborted) this.publish({ ...this.#state, failure });
  }

  protected get running(): Promise<ReadState<Reading, Last>> | undefined {
    return this.#running?.done;
  }

  protected setState(state: ReadState<Reading, Last>): void {
    this.#state = state;
  }

  protected publish(state: ReadState<Reading, Last>): void {
    this.setState(state);
    this.#changed.fire(state);
  }

  /** Drops all data, because the window has switched accounts or tokens. */
  protected reset(): void {
    this.#running?.stop.abort();
    this.#running = undefined;
    this.#lastAttemptAt = undefined;
    const { state } = this.session;
    const left = this.#account;
    this.#account = state.kind === "signedIn" ? state.account : undefined;
    // Another window may have signed the account out while this window stored data of it.
    if (left?.kind === "service" && state.kind === "signedOut")
      void this.#cache?.forget({ accountId: left.id });
    this.publish({});
  }
}

/** The displayed value of each row, by the row's ID. */
export type RowValues = ReadonlyMap<string, string>;

/** The reason for a failed fetch: an error of the service or a sandbox that couldn't start. */
export type ReadingFailure = ApiError | { readonly kind: "sandboxFailed"; readonly reason: string };

/** Maximum age of data when the user returns to it, in milliseconds. */
export const maxReadingAgeMs = 60_000;
