import type { OrgLimits } from "../../api/resourceSchemas.ts";
import { getEntitlements, getOrgLimits } from "../../api/operations.ts";
import type { Entitlements } from "../../api/schemas.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Access, Service } from "../accounts/service.ts";
import type { Session, SessionState } from "../accounts/session.ts";
import { freshMs, ReadModel, type ReadState, type RowValues } from "./readModel.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";

/** A reading of the entitlements, and whose they are. */
export interface Reading {
  readonly account: Account;
  readonly baseUrl: string;
  readonly value: Entitlements;
  readonly raw: unknown;
  readonly readAt: Date;
  /** What rows said when the account was last looked at, where they say something else now; once compared. */
  readonly changes?: RowValues;
  /** What is used of what the plan allows, once the service has told. */
  readonly usage?: OrgLimits | undefined;
}

/** What the window knows of the active account's entitlements (§4.2). */
export type EntitlementsState = ReadState<Reading, Snapshot>;

/** What the plan of an account allows, as far as it is known: the window may have changed its account meanwhile. */
export const knownPlan = ({ reading }: EntitlementsState, { account }: Access): Entitlements | undefined =>
  reading?.account.id === account.id ? reading.value : undefined;

/** What rows said before, where they say something else now. */
export type Compare = (before: Snapshot | undefined, now: Entitlements, at: Date) => RowValues;

type Kept = Pick<Snapshots, "before" | "newest" | "keep" | "forget">;

/** One reading for the tree, the wizard and the report; at most one request is under way. */
export class EntitlementsModel extends ReadModel<Reading, Snapshot> {
  readonly #snapshots: Kept;
  readonly #changesSince: Compare;
  /** Ends the reading of what is used, which goes on after the entitlements are shown. */
  #usage = new AbortController();
  #comparing = Promise.resolve();
  /** Whom to ask what is used, while nobody has. */
  #usageFrom: Access | undefined;
  #usageRead = Promise.resolve();

  constructor(session: Session, service: Service, snapshots: Kept, changesSince: Compare) {
    super(session, service, snapshots);
    this.#snapshots = snapshots;
    this.#changesSince = changesSince;
  }

  /** What is known, read first if nothing is. */
  async known(): Promise<EntitlementsState> {
    return this.state.reading === undefined && this.state.failure === undefined ? this.refresh() : this.state;
  }

  /** What is known, read anew where that failed, or is more than a minute old: for whoever asks to see it. */
  async recent(): Promise<EntitlementsState> {
    const { failure, reading } = this.state;
    const fresh = reading !== undefined && Date.now() - reading.readAt.getTime() < freshMs;
    return fresh && failure === undefined ? this.state : this.refresh();
  }

  /** Something to show: what is known, and until there is any, what was read last. That is read anew meanwhile. */
  async shown(): Promise<EntitlementsState> {
    const known = this.known();
    const look = this.look(this.session.state).then((found) => (found ? this.state : known));
    return Promise.race([known, look]);
  }

  /** Reads anew; calls during a reading share it. A reading of an account that was left is dropped. */
  override async refresh(): Promise<EntitlementsState> {
    return this.underWay ?? super.refresh();
  }

  /** What is known, with what rows said before: for whoever shows their values. The first rows do not wait for it. */
  async compared(): Promise<EntitlementsState> {
    await this.#comparing;
    return this.state;
  }

  /** Has what is used of the plan read, once for each reading: for whoever shows it. Resolves when it has been. */
  async wantUsage(): Promise<void> {
    const from = this.#usageFrom;
    this.#usageFrom = undefined;
    if (from !== undefined) this.#usageRead = this.readUsage(from);
    await this.#usageRead;
  }

  /**
   * Reads what is used of the plan: when that is shown, and after something was created. Not every service tells, and
   * nothing waits for it.
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

  /** Reads anew where the account got another token meanwhile, so that whoever asked has an answer. */
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
    // What was used stays until it is read again, so that no count comes and goes.
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
    // Not of an account that was left meanwhile: what is kept of it may have been forgotten by now.
    if (this.#amend(reading, { changes: this.#changesSince(before, value, readAt) }))
      void this.#snapshots.keep(account.id, reading);
  }

  /** Adds to what is known of a reading; `false` where another one has taken its place. */
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
