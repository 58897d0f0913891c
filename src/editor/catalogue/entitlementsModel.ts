import type { OrgLimits } from "../../api/resourceSchemas.ts";
import { getEntitlements, getOrgLimits } from "../../api/operations.ts";
import type { Entitlements } from "../../api/schemas.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import type { Account } from "../accounts/accounts.ts";
import type { AccountAccess, ClientFactory } from "../accounts/clientFactory.ts";
import type { WindowSession, SessionState } from "../accounts/session.ts";
import { maxReadingAgeMs, ReadModel, type ReadState, type RowValues } from "./readModel.ts";
import type { EntitlementsSnapshot, EntitlementsCache } from "./entitlementsCache.ts";

export interface EntitlementsReading {
  readonly account: Account;
  readonly baseUrl: string;
  readonly value: Entitlements;
  readonly raw: unknown;
  readonly readAt: Date;
  /** The previous values of rows that have changed since an earlier window cached them. Set after the comparison. */
  readonly changes?: RowValues;
  /** How much of each limit the organization uses. Set once the service has returned the usage. */
  readonly usage?: OrgLimits | undefined;
}

/** The state of the active account's entitlements (interface.md §4.2). */
export type EntitlementsState = ReadState<EntitlementsReading, EntitlementsSnapshot>;

/**
 * Returns the entitlements if they belong to the account of `access`, otherwise undefined. The window may have
 * switched to another account in the meantime.
 */
export const knownEntitlements = (
  { reading }: EntitlementsState,
  { account }: AccountAccess,
): Entitlements | undefined => (reading?.account.id === account.id ? reading.value : undefined);

/** Returns the entitlements, after fetching them if no view has done so yet. Rejects if `signal` aborts. */
export const fetchedEntitlements = async (
  model: Pick<EntitlementsModel, "fetchedState">,
  access: AccountAccess,
  signal: AbortSignal,
): Promise<Entitlements | undefined> =>
  knownEntitlements(await untilAborted(model.fetchedState(), signal), access);

/** Compares the entitlements with earlier ones. Returns the previous value of each row that has changed. */
export type CompareEntitlements = (
  before: EntitlementsSnapshot | undefined,
  now: Entitlements,
  at: Date,
) => RowValues;

/** Fetches the entitlements for the tree, the wizards and the entitlements page, with one request at a time. */
export class EntitlementsModel extends ReadModel<EntitlementsReading, EntitlementsSnapshot> {
  readonly #cache: EntitlementsCache;
  readonly #changesSince: CompareEntitlements;
  /** Aborts the usage request, which may still be running after the entitlements are shown. */
  #usageAbort = new AbortController();
  #comparing = Promise.resolve();
  /** Fetches the usage on the first call after each fetch of the entitlements. Further calls don't fetch it again. */
  #loadUsage = (): Promise<void> => Promise.resolve();

  constructor(
    session: WindowSession,
    service: ClientFactory,
    snapshots: EntitlementsCache,
    changesSince: CompareEntitlements,
  ) {
    super(session, service, snapshots);
    this.#cache = snapshots;
    this.#changesSince = changesSince;
  }

  /** Returns the current state, after fetching the entitlements if they haven't been fetched yet. */
  async fetchedState(): Promise<EntitlementsState> {
    return this.hasOutcome ? this.state : this.refresh();
  }

  /** Returns the current state, after another fetch if the last one failed or is more than a minute old. */
  async recentState(): Promise<EntitlementsState> {
    const { failure, reading } = this.state;
    const isFresh = reading !== undefined && Date.now() - reading.readAt.getTime() < maxReadingAgeMs;
    return isFresh && failure === undefined ? this.state : this.refresh();
  }

  /** Fetches the entitlements. Concurrent calls share a request. Switching accounts discards the response. */
  override async refresh(): Promise<EntitlementsState> {
    return this.running ?? super.refresh();
  }

  /**
   * Waits for the comparison with the values that an earlier window cached, and returns the state. The first rendering
   * of the rows doesn't wait for the comparison.
   */
  async comparedState(): Promise<EntitlementsState> {
    await this.#comparing;
    return this.state;
  }

  /** Fetches the usage once after each fetch of the entitlements. Resolves when the usage has arrived. */
  async loadUsage(): Promise<void> {
    await this.#loadUsage();
  }

  /**
   * Fetches the usage. Called when the usage is shown and after connections or browsers are created or ended. Nothing
   * else waits for the usage, because not every service reports it.
   */
  async fetchUsage({ account, client }: AccountAccess): Promise<void> {
    const { reading } = this.state;
    if (reading?.account.id !== account.id) return;
    this.#usageAbort.abort();
    this.#usageAbort = new AbortController();
    const outcome = await client.call(getOrgLimits, {}, this.#usageAbort.signal);
    if (outcome.kind === "cancelled") return;
    const usage = outcome.value;
    if (usage === undefined && reading.usage === undefined) return;
    if (this.#amend(reading, { usage })) this.publish(this.state);
  }

  override dispose(): void {
    super.dispose();
    this.#usageAbort.abort();
  }

  /** Fetches again if the account's token was replaced during the request, so that every caller gets a result. */
  protected override async fetchState(signal: AbortSignal): Promise<EntitlementsState> {
    const session = this.session.state;
    const state = await super.fetchState(signal);
    const now = this.session.state;
    if (now.kind === "signedOut" || session.kind === "signedOut" || now === session) return state;
    if (now.account.id === session.account.id && !this.isDisposed) return this.refresh();
    return state;
  }

  protected async fetchAs(access: AccountAccess, session: SessionState, signal: AbortSignal): Promise<void> {
    const outcome = await access.client.call(getEntitlements, {}, signal);
    if (outcome.kind === "cancelled" || session !== this.session.state) return;
    if (outcome.kind === "failed") {
      await this.publishFailure(session, outcome.error, signal);
      return;
    }
    const { account, baseUrl } = access;
    const { raw, value } = outcome;
    const usage = this.state.reading?.usage;
    // Keep the previous usage until the new one arrives, so that counts don't flicker.
    const reading = { account, baseUrl, value, raw, readAt: new Date(), usage };
    this.publish({ reading });
    this.#comparing = this.#compare(reading);
    let usageFetch: Promise<void> | undefined;
    this.#loadUsage = () => (usageFetch ??= this.fetchUsage(access));
  }

  async #compare(reading: EntitlementsReading): Promise<void> {
    const { account, readAt, value } = reading;
    const before = await this.#cache.baseline(account.id);
    // If the window has switched accounts, don't store the entitlements, because the account's files may have been
    // deleted.
    if (this.#amend(reading, { changes: this.#changesSince(before, value, readAt) }))
      void this.#cache.save(account.id, reading);
  }

  /** Adds data to the current state. Returns false if a newer fetch has replaced `value`. */
  #amend(
    { value }: EntitlementsReading,
    additions: { readonly changes?: RowValues; readonly usage?: OrgLimits | undefined },
  ): boolean {
    const { reading } = this.state;
    if (reading?.value !== value) return false;
    this.setState({ ...this.state, reading: { ...reading, ...additions } });
    return true;
  }

  protected override reset(): void {
    this.#usageAbort.abort();
    super.reset();
  }
}
