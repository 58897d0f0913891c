import { EventEmitter, type Disposable } from "vscode";
import type { AccountScope } from "../../storage/scope.ts";
import type { Account } from "../accounts/accounts.ts";
import type { AccountAccess, ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession, SessionState } from "../accounts/session.ts";
import { sandboxStartFailure } from "../words/errors.ts";
import type { ApiError } from "../../api/errors.ts";

export interface ReadState<Reading, Last = never> {
  readonly reading?: Reading;
  /** Data that an earlier window cached, for display only. Not set once `reading` is set. */
  readonly cached?: Last;
  /** Set if the last fetch failed. In that case, `reading` is from the last successful fetch. */
  readonly failure?: ReadingFailure;
}

/** A cache of each account's latest data, shared by all windows. */
interface ReadingCache<Last> {
  newest(accountId: string): Promise<Last | undefined>;
  forget(scope: AccountScope): Promise<void>;
}

/** Data that is fetched again after a resource was created, changed or deleted. */
export type RefreshableModel = Pick<ReadModel<unknown>, "refreshIfLoaded">;

/** Base class for models that fetch the active account's data for views. Runs one fetch at a time. */
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
  /** The account that the data belongs to. Used to detect that the window has switched accounts. */
  #account: Account | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(session: WindowSession, service: ClientFactory, cache?: ReadingCache<Last>) {
    this.session = session;
    this.#service = service;
    this.#cache = cache;
    this.#subscription = session.onDidChange(() => this.reset());
  }

  get state(): ReadState<Reading, Last> {
    return this.#state;
  }

  /** Returns the current state or, until the first fetch has ended, the cached state. Starts the fetch if needed. */
  async displayState(): Promise<ReadState<Reading, Last>> {
    if (this.hasOutcome) return this.#state;
    const fetched = this.running ?? this.refresh();
    const cached = this.#loadCached(this.session.state).then((found) => (found ? this.#state : fetched));
    return Promise.race([fetched, cached]);
  }

  /** Fetches the data again if the last attempt was more than a minute ago. Called when a view becomes visible. */
  async refreshIfStale(): Promise<void> {
    if (this.#lastAttemptAt !== undefined && Date.now() - this.#lastAttemptAt >= maxReadingAgeMs)
      await this.refresh();
  }

  /** Fetches the data again, unless it was never requested. Called after creations, changes and deletions. */
  async refreshIfLoaded(): Promise<void> {
    if (this.#lastAttemptAt !== undefined) await this.refresh();
  }

  /**
   * Fetches the data again and aborts a running fetch, because the data may have changed since that fetch started. The
   * current rows stay visible.
   */
  async refresh(): Promise<ReadState<Reading, Last>> {
    this.#running?.stop.abort();
    this.#lastAttemptAt = Date.now();
    const stop = new AbortController();
    const fetched = this.fetchState(stop.signal).finally(() => {
      if (this.#running?.stop === stop) this.#running = undefined;
    });
    // If a newer fetch has replaced this one, return the result of the newer fetch.
    const done = fetched.then((state) => (stop.signal.aborted ? (this.running ?? this.#state) : state));
    this.#running = { done, stop };
    return done;
  }

  dispose(): void {
    this.isDisposed = true;
    this.#subscription.dispose();
    this.#running?.stop.abort();
    this.#changed.dispose();
  }

  /** Fetches the data and stores the result. The fetch is aborted if the window switches accounts. */
  protected abstract fetchAs(
    access: AccountAccess,
    session: SessionState,
    signal: AbortSignal,
  ): Promise<unknown>;

  protected async fetchState(signal: AbortSignal): Promise<ReadState<Reading, Last>> {
    const session = this.session.state;
    if (session.kind === "signedOut") return this.#state;
    // If the sandbox can't start, show that failure in place of the rows.
    const access = await this.#service
      .access(session.account, signal)
      .catch((fault: unknown) => ({ kind: "sandboxFailed", reason: sandboxStartFailure(fault) }) as const);
    if ("reason" in access) await this.publishFailure(session, access, signal);
    else await this.fetchAs(access, session, signal);
    return this.#state;
  }

  /** Loads the cached data if nothing has been fetched yet. Returns true if the cache had data. */
  async #loadCached(session: SessionState): Promise<boolean> {
    if (session.kind === "signedOut") return false;
    const cached = await this.#cache?.newest(session.account.id);
    const { failure, reading } = this.#state;
    if (cached === undefined || reading !== undefined || session !== this.session.state) return false;
    this.publish({ cached, ...(failure && { failure }) });
    return true;
  }

  /** Adds a failure to the state and keeps the fetched or cached data. */
  protected async publishFailure(
    session: SessionState,
    failure: ReadingFailure,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#state.reading === undefined) await this.#loadCached(session);
    if (session === this.session.state && !signal.aborted) this.publish({ ...this.#state, failure });
  }

  /** True once the data or its first page has been fetched, or the fetch has failed. */
  get hasOutcome(): boolean {
    return this.#state.reading !== undefined || this.#state.failure !== undefined;
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

  /** Drops all data. Called when the window has switched accounts or the token has changed. */
  protected reset(): void {
    this.#running?.stop.abort();
    this.#running = undefined;
    this.#lastAttemptAt = undefined;
    const { state } = this.session;
    const previous = this.#account;
    this.#account = state.account;
    // Delete the cached data again, because this window may have stored data while another window signed the account
    // out.
    if (previous?.kind === "service" && state.kind === "signedOut")
      void this.#cache?.forget({ accountId: previous.id });
    this.publish({});
  }
}

/** The displayed value of each row, by the row's ID. */
export type RowValues = ReadonlyMap<string, string>;

/** The reason for a failed fetch: an error from the service, or a sandbox that couldn't start. */
export type ReadingFailure = ApiError | { readonly kind: "sandboxFailed"; readonly reason: string };

/** Maximum age of data, in milliseconds. Older data is fetched again when the user returns to the view. */
export const maxReadingAgeMs = 60_000;
