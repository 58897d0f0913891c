import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import type { ApiError } from "../api/errors.ts";
import type { OrgLimits } from "../api/neighbours.ts";
import type { Entitlements } from "../api/schemas.ts";
import { entitlementFacts } from "../domain/entitlements.ts";
import type { Account } from "./accounts.ts";
import type { Connection, Service } from "./service.ts";
import type { Session, SessionState } from "./session.ts";
import { changesSince } from "./snapshots.ts";
import type { RowValues, Snapshots } from "./snapshots.ts";
import { rowValues } from "./treeItems.ts";

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

/** Why there is no (new) reading: the service's answer, or the sandbox could not be started. */
export type ReadingFailure = ApiError | { readonly kind: "sandboxFailed"; readonly reason: string };

/** What the window knows of the active account's entitlements (§4.2). */
export interface EntitlementsState {
  readonly reading?: Reading;
  /** The last attempt failed; a reading beside it is the last good one. */
  readonly failure?: ReadingFailure;
}

/** One reading for the tree, the wizard and the report; at most one request is under way. */
export class EntitlementsModel implements Disposable {
  readonly #session: Session;
  readonly #service: Service;
  readonly #snapshots: Pick<Snapshots, "before" | "keep">;
  readonly #changed = new EventEmitter<EntitlementsState>();
  readonly #following: Disposable;
  #state: EntitlementsState = {};
  #underWay: { readonly done: Promise<EntitlementsState>; readonly stop: AbortController } | undefined;
  /** Ends the reading of what is used, which goes on after the entitlements are shown. */
  #usage = new AbortController();
  #comparing = Promise.resolve();
  /** Whom to ask what is used, while nobody has. */
  #usageFrom: Connection | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(session: Session, service: Service, snapshots: Pick<Snapshots, "before" | "keep">) {
    this.#session = session;
    this.#service = service;
    this.#snapshots = snapshots;
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

  /** Reads anew; calls during a reading share it. A reading of an account that was left is dropped. */
  refresh(): Promise<EntitlementsState> {
    if (this.#underWay !== undefined) return this.#underWay.done;
    const stop = new AbortController();
    const done = this.#read(this.#session.state, stop.signal).finally(() => {
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

  /** Has what is used of the plan read, once for each reading: for whoever shows it. */
  wantUsage(): void {
    const from = this.#usageFrom;
    this.#usageFrom = undefined;
    if (from !== undefined) void this.readUsage(from);
  }

  /**
   * Reads what is used of the plan: when that is shown, and after something was created. Not every service tells, and
   * nothing waits for it.
   */
  async readUsage({ account, client }: Connection): Promise<void> {
    const { reading } = this.#state;
    if (reading?.account.id !== account.id) return;
    this.#usage.abort();
    this.#usage = new AbortController();
    const outcome = await client.reads.getOrgLimits(this.#usage.signal);
    if (outcome.kind !== "ok" || !this.#amend(reading, { usage: outcome.value })) return;
    this.#changed.fire(this.#state);
  }

  dispose(): void {
    this.#following.dispose();
    this.#underWay?.stop.abort();
    this.#usage.abort();
    this.#changed.dispose();
  }

  async #read(session: SessionState, signal: AbortSignal): Promise<EntitlementsState> {
    if (session.kind === "signedOut") return this.#state;
    const connection = await this.#connect(session.account, signal);
    if ("reason" in connection) return this.#settle(session, { ...this.#last(), failure: connection });
    const outcome = await connection.client.getEntitlements(signal);
    switch (outcome.kind) {
      case "cancelled":
        return this.#state;
      case "failed":
        return this.#settle(session, { ...this.#last(), failure: outcome.error });
      case "ok": {
        const { account, baseUrl } = connection;
        const { raw, value } = outcome;
        const reading = { account, baseUrl, value, raw, readAt: new Date() };
        const state = this.#settle(session, { reading });
        if (state.reading === reading) {
          this.#comparing = this.#compare(reading);
          this.#usageFrom = connection;
        }
        return state;
      }
    }
  }

  async #compare(reading: Reading): Promise<void> {
    const { account, readAt, value } = reading;
    const before = await this.#snapshots.before(account.id);
    const now = rowValues(entitlementFacts(value, readAt));
    void this.#snapshots.keep(account.id, now);
    this.#amend(reading, { changes: changesSince(before, now) });
  }

  /** Adds to what is known of a reading; `false` where another one has taken its place. */
  #amend({ value }: Reading, more: Pick<Reading, "changes"> | Pick<Reading, "usage">): boolean {
    const { reading } = this.#state;
    if (reading?.value !== value) return false;
    this.#state = { ...this.#state, reading: { ...reading, ...more } };
    return true;
  }

  async #connect(
    account: Account,
    signal: AbortSignal,
  ): Promise<Connection | Extract<ReadingFailure, { kind: "sandboxFailed" }>> {
    try {
      return await this.#service.connect(account, signal);
    } catch (fault) {
      return { kind: "sandboxFailed", reason: fault instanceof Error ? fault.message : String(fault) };
    }
  }

  #last(): Pick<EntitlementsState, "reading"> {
    const { reading } = this.#state;
    return reading === undefined ? {} : { reading };
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
    this.#state = {};
    this.#changed.fire(this.#state);
  }
}
