import type { OrgLimits } from "../../api/resourceSchemas.ts";
import { getEntitlements, getOrgLimits } from "../../api/operations.ts";
import type { Entitlements } from "../../api/schemas.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Access, Service } from "../accounts/service.ts";
import type { Session, SessionState } from "../accounts/session.ts";
import { freshMs, ReadModel, type ReadState, type RowValues } from "./readModel.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";

/** The entitlements of an account as fetched at one time. */
export interface Reading {
  readonly account: Account;
  readonly baseUrl: string;
  readonly value: Entitlements;
  readonly raw: unknown;
  readonly readAt: Date;
  /** The previous values of rows that have changed since an earlier window. Set after the comparison. */
  readonly changes?: RowValues;
  /** Usage of the plan's limits, once the service has returned it. */
  readonly usage?: OrgLimits | undefined;
}

/** The state of the active account's entitlements (interface.md §4.2). */
export type EntitlementsState = ReadState<Reading, Snapshot>;

/**
 * Returns the entitlements if they belong to the account of `access`, because the window may have switched accounts.
 */
export const knownPlan = ({ reading }: EntitlementsState, { account }: Access): Entitlements | undefined =>
  reading?.account.id === account.id ? reading.value : undefined;

/** Returns the previous values of rows that have changed. */
export type Compare = (before: Snapshot | undefined, now: Entitlements, at: Date) => RowValues;

type Kept = Pick<Snapshots, "before" | "newest" | "keep" | "forget">;

/** Fetches the entitlements for the tree, the wizard and the report, with one request at a time. */
export class EntitlementsModel extends ReadModel<Reading, Snapshot> {
  readonly #snapshots: Kept;
  readonly #changesSince: Compare;
  /** Aborts the usage request, which continues after the entitlements are shown. */
  #usage = new AbortController();
  #comparing = Promise.resolve();
  /** The access for the usage request, until the request is sent. */
  #usageFrom: Access | undefined;
  #usageRead = Promise.resolve();

  constructor(session: Session, service: Service, snapshots: Kept, changesSince: Compare) {
    super(session, service, snapshots);
    this.#snapshots = snapshots;
    this.#changesSince = changesSince;
  }

  /** Returns the current state. Fetches the entitlements first if there is none. */
  async known(): Promise<EntitlementsState> {
    return this.state.reading === undefined && this.state.failure === undefined ? this.refresh() : this.state;
  }

  /** Returns the current state. Fetches the entitlements again after a failure or after a minute. */
  async recent(): Promise<EntitlementsState> {
    const { failure, reading } = this.state;
    const fresh = reading !== undefined && Date.now() - reading.readAt.getTime() < freshMs;
    return fresh && failure === undefined ? this.state : this.refresh();
  }

  /** Returns the current state or, until there is one, the cached entitlements. Fetches them in the background. */
  async shown(): Promise<EntitlementsState> {
    const known = this.known();
    const look = this.look(this.session.state).then((found) => (found ? this.state : known));
    return Promise.race([known, look]);
  }

  /**
   * Fetches the entitlements. Calls during a fetch share it. The response for an account that the window has left is
   * dropped.
   */
  override async refresh(): Promise<EntitlementsState> {
    return this.underWay ?? super.refresh();
  }

  /** Returns the state after the comparison with an earlier window, which the first paint doesn't wait for. */
  async compared(): Promise<EntitlementsState> {
    await this.#comparing;
    return this.state;
  }

  /** Fetches the usage once per fetch of the entitlements. Resolves when it has arrived. */
  async wantUsage(): Promise<void> {
    const from = this.#usageFrom;
    this.#usageFrom = undefined;
    if (from !== undefined) this.#usageRead = this.readUsage(from);
    await this.#usageRead;
  }

  /**
   * Fetches the usage. Called when usage is shown and after a creation. Not every service reports it, so nothing
   * waits for it.
   */
  async readUsage({ account, client }: Access): Promise<void> {
    const { reading } = this.state;
    if (reading?.account.id !== account.id) return;
    this.#usage.abort();
    this.#usage = new AbortController();
    const outcome = await client.call(getOrgLimits, {}, this.#usage.signal);
    if (outcome.kind === "cancelled") return;
    const usage = outcome.kind === "ok" ? outcome.value : undefined;
    if (usage === undefined && reading.usage === undefined) return;
    if (this.#amend(reading, { usage })) this.take(this.state);
  }

  override dispose(): void {
    super.dispose();
    this.#usage.abort();
  }

  /** Fetches again if the account's token was replaced meanwhile, so that each caller gets an answer. */
  protected override async read(signal: AbortSignal): Promise<EntitlementsState> {
    const session = this.session.state;
    const state = await super.read(signal);
    const now = this.session.state;
    if (now.kind === "signedOut" || session.kind === "signedOut" || now === session) return state;
    return now.account.id === session.account.id && !this.isDisposed ? this.refresh() : state;
  }

  protected async readAs(access: Access, session: SessionState, signal: AbortSignal): Promise<void> {
    const outcome = await access.client.call(getEntitlements, {}, signal);
    if (outcome.kind === "cancelled" || session !== this.session.state) return;
    if (outcome.kind === "failed") {
      await this.fail(session, outcome.error, signal);
      return;
    }
    const { account, baseUrl } = access;
    const { raw, value } = outcome;
    const usage = this.state.reading?.usage;
    // Keep the previous usage until the new one arrives, so that counts don't flicker.
    const reading = {
      account,
      baseUrl,
      value,
      raw,
      readAt: new Date(),
      ...(usage !== undefined && { usage }),
    };
    this.take({ reading });
    this.#comparing = this.#compare(reading);
    this.#usageFrom = access;
  }

  async #compare(reading: Reading): Promise<void> {
    const { account, readAt, value } = reading;
    const before = await this.#snapshots.before(account.id);
    // Don't store the entitlements of an account that the window has left, because its files may have been deleted.
    if (this.#amend(reading, { changes: this.#changesSince(before, value, readAt) }))
      void this.#snapshots.keep(account.id, reading);
  }

  /** Adds to the current state. Returns false if a newer fetch has replaced `value`. */
  #amend({ value }: Reading, more: Pick<Reading, "changes"> | Pick<Reading, "usage">): boolean {
    const { reading } = this.state;
    if (reading?.value !== value) return false;
    this.note({ ...this.state, reading: { ...reading, ...more } });
    return true;
  }

  protected override forget(): void {
    this.#usage.abort();
    this.#usageFrom = undefined;
    super.forget();
  }
}
