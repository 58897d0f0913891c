import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import type { ApiError } from "../api/errors.ts";
import type { Entitlements } from "../api/schemas.ts";
import type { Account } from "./accounts.ts";
import type { Connection, Service } from "./service.ts";
import type { Session, SessionState } from "./session.ts";

/** A reading of the entitlements, and whose they are. */
export interface Reading {
  readonly account: Account;
  readonly baseUrl: string;
  readonly value: Entitlements;
  /** The body as received. */
  readonly raw: unknown;
  readonly readAt: Date;
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
  readonly #changed = new EventEmitter<EntitlementsState>();
  readonly #following: Disposable;
  #state: EntitlementsState = {};
  #underWay: { readonly done: Promise<EntitlementsState>; readonly stop: AbortController } | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(session: Session, service: Service) {
    this.#session = session;
    this.#service = service;
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

  dispose(): void {
    this.#following.dispose();
    this.#underWay?.stop.abort();
    this.#changed.dispose();
  }

  async #read(session: SessionState, signal: AbortSignal): Promise<EntitlementsState> {
    if (session.kind === "signedOut") return this.#state;
    const connection = await this.#connect(session.account, signal);
    if ("reason" in connection) return this.#settle(session, { ...this.#last(), failure: connection });
    const outcome = await connection.client.getEntitlements(signal);
    await this.#service.note(connection, outcome);
    switch (outcome.kind) {
      case "cancelled":
        return this.#state;
      case "failed":
        return this.#settle(session, { ...this.#last(), failure: outcome.error });
      case "ok": {
        const { account, baseUrl } = connection;
        const { raw, value } = outcome;
        return this.#settle(session, { reading: { account, baseUrl, value, raw, readAt: new Date() } });
      }
    }
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
    this.#underWay = undefined;
    this.#state = {};
    this.#changed.fire(this.#state);
  }
}
