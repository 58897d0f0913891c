import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import type { OrgLimits } from "../../api/otherResources.ts";
import { getEntitlements, getOrgLimits } from "../../api/operations.ts";
import type { Entitlements } from "../../api/schemas.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Access, Service } from "../accounts/service.ts";
import type { Session, SessionState } from "../accounts/session.ts";
import { accessToRead, freshMs } from "./reading.ts";
import type { ReadingFailure } from "./reading.ts";
import type { RowValues } from "./rowValues.ts";
import type { Snapshot, Snapshots } from "./snapshots.ts";

/** A reading of the entitlements, and whose they are. */
export interface Reading {
  readonly account: Account;
  readonly baseUrl: string;
  readonly value: Entitlements;
  /** The body as received. */
  readonly raw: unknown;
  readonly readAt: Date;
  /** What rows said when the account was last looked at, where they say something else now; once compared. */
  readonly changes?: RowValues;
  /** What is used of what the plan allows, once the service has told. */
  readonly usage?: OrgLimits;
}

/** What the window knows of the active account's entitlements (§4.2). */
export interface EntitlementsState {
  readonly reading?: Reading;
  /** What was read of this account before; only until there is a reading. It is for showing, not for deciding. */
  readonly last?: Snapshot;
  /** The last attempt failed; a reading beside it is the last good one. */
  readonly failure?: ReadingFailure;
}

/** What rows said before, where they say something else now. */
export type Compare = (before: Snapshot | undefined, now: Entitlements, at: Date) => RowValues;

type Kept = Pick<Snapshots, "before" | "newest" | "keep" | "forget">;

/** One reading for the tree, the wizard and the report; at most one request is under way. */
export class EntitlementsModel implements Disposable {
  readonly #session: Session;
  readonly #service: Service;
  readonly #snapshots: Kept;
  readonly #changesSince: Compare;
  readonly #changed = new EventEmitter<EntitlementsState>();
  readonly #following: Disposable;
  #state: EntitlementsState = {};
  #underWay: { readonly done: Promise<EntitlementsState>; readonly stop: AbortController } | undefined;
  /** Ends the reading of what is used, which goes on after the entitlements are shown. */
  #usage = new AbortController();
  #comparing = Promise.resolve();
  /** Whom to ask what is used, while nobody has. */
  #usageFrom: Access | undefined;
  #usageRead = Promise.resolve();
  /** When a reading was begun, in milliseconds. */
  #triedAt: number | undefined;
  /** Whom the window works as, to know who has left it. */
  #account: Account | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(session: Session, service: Service, snapshots: Kept, changesSince: Compare) {
    this.#session = session;
    this.#service = service;
    this.#snapshots = snapshots;
    this.#changesSince = changesSince;
    this.#following = session.onDidChange(() => this.#forget());
  }

  get state(): EntitlementsState {
    return this.#state;
  }

  /** What is known, read first if nothing is. */
  async known(): Promise<EntitlementsState> {
    return this.#state.reading === undefined && this.#state.failure === undefined
      ? this.refresh()
      : this.#state;
  }

  /** What is known, read anew where that failed, or is more than a minute old: for whoever asks to see it. */
  async recent(): Promise<EntitlementsState> {
    const { failure, reading } = this.#state;
    const fresh = reading !== undefined && Date.now() - reading.readAt.getTime() < freshMs;
    return fresh && failure === undefined ? this.#state : this.refresh();
  }

  /** Something to show: what is known, and until there is any, what was read last. That is read anew meanwhile. */
  async shown(): Promise<EntitlementsState> {
    const known = this.known();
    const look = this.#look(this.#session.state).then((found) => (found ? this.#state : known));
    return Promise.race([known, look]);
  }

  /** Reads anew what was read, or tried, more than a minute ago: for whoever comes back to it. */
  async renew(): Promise<void> {
    if (this.#triedAt !== undefined && Date.now() - this.#triedAt >= freshMs) await this.refresh();
  }

  /** Reads anew; calls during a reading share it. A reading of an account that was left is dropped. */
  refresh(): Promise<EntitlementsState> {
    if (this.#underWay !== undefined) return this.#underWay.done;
    this.#triedAt = Date.now();
    const stop = new AbortController();
    const done = this.#readFor(this.#session.state, stop.signal).finally(() => {
      if (this.#underWay?.stop === stop) this.#underWay = undefined;
    });
    this.#underWay = { done, stop };
    return done;
  }

  /** What is known, with what rows said before: for whoever shows their values. The first rows do not wait for it. */
  async compared(): Promise<EntitlementsState> {
    await this.#comparing;
    return this.#state;
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
    const { reading } = this.#state;
    if (reading?.account.id !== account.id) return;
    this.#usage.abort();
    this.#usage = new AbortController();
    const outcome = await client.call(getOrgLimits, {}, this.#usage.signal);
    if (outcome.kind !== "ok" || !this.#amend(reading, { usage: outcome.value })) return;
    this.#changed.fire(this.#state);
  }

  dispose(): void {
    this.#following.dispose();
    this.#underWay?.stop.abort();
    this.#usage.abort();
    this.#changed.dispose();
  }

  /** Reads for an account; anew where it got another token meanwhile, so that whoever asked has an answer. */
  async #readFor(session: SessionState, signal: AbortSignal): Promise<EntitlementsState> {
    const state = await this.#read(session, signal);
    const now = this.#session.state;
    if (now.kind === "signedOut" || session.kind === "signedOut" || now === session) return state;
    // In a window that closes, this one stays the last.
    const replaced = now.account.id === session.account.id && this.#underWay?.stop.signal !== signal;
    return replaced ? this.refresh() : state;
  }

  async #read(session: SessionState, signal: AbortSignal): Promise<EntitlementsState> {
    if (session.kind === "signedOut") return this.#state;
    const access = await accessToRead(this.#service, session.account, signal);
    if ("reason" in access) return this.#fail(session, access);
    const outcome = await access.client.call(getEntitlements, {}, signal);
    switch (outcome.kind) {
      case "cancelled":
        return this.#state;
      case "failed":
        return this.#fail(session, outcome.error);
      case "ok": {
        const { account, baseUrl } = access;
        const { raw, value } = outcome;
        const reading = { account, baseUrl, value, raw, readAt: new Date() };
        const state = this.#settle(session, { reading });
        if (state.reading === reading) {
          this.#comparing = this.#compare(reading);
          this.#usageFrom = access;
        }
        return state;
      }
    }
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
    const { reading } = this.#state;
    if (reading?.value !== value) return false;
    this.#state = { ...this.#state, reading: { ...reading, ...more } };
    return true;
  }

  /** Takes up what was read last, while nothing is known; whether there is any. */
  async #look(session: SessionState): Promise<boolean> {
    if (session.kind === "signedOut") return false;
    const last = await this.#snapshots.newest(session.account.id);
    const { failure, reading } = this.#state;
    if (last === undefined || reading !== undefined || session !== this.#session.state) return false;
    this.#state = failure === undefined ? { last } : { last, failure };
    return true;
  }

  async #fail(session: SessionState, failure: ReadingFailure): Promise<EntitlementsState> {
    if (this.#state.reading === undefined) await this.#look(session);
    return this.#settle(session, { ...this.#state, failure });
  }

  #settle(session: SessionState, state: EntitlementsState): EntitlementsState {
    if (session !== this.#session.state) return this.#state;
    this.#state = state;
    this.#changed.fire(state);
    return state;
  }

  #forget(): void {
    this.#underWay?.stop.abort();
    this.#usage.abort();
    this.#underWay = undefined;
    this.#usageFrom = undefined;
    this.#triedAt = undefined;
    this.#state = {};
    const { state } = this.#session;
    const left = this.#account;
    this.#account = state.kind === "signedIn" ? state.account : undefined;
    // Another window may have signed it out, while this one kept what it had just read.
    if (left?.kind === "service" && state.kind === "signedOut")
      void this.#snapshots.forget({ accountId: left.id });
    this.#changed.fire(this.#state);
  }
}
