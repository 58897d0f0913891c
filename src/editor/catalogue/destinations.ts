import { EventEmitter } from "vscode";
import type { Disposable } from "vscode";
import { allPages } from "../../api/listing.ts";
import { listDestinations } from "../../api/operations.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import type { Service } from "../accounts/service.ts";
import type { Session } from "../accounts/session.ts";
import { accessToRead, freshMs } from "./reading.ts";
import type { ReadingFailure } from "./reading.ts";

/** What the window knows of the active account's telemetry destinations. */
export interface DestinationsState {
  readonly reading?: {
    readonly rows: readonly OtlpDestination[];
    /** Whether the service has more of them. */
    readonly more: boolean;
    /** How many beside these could not be read. */
    readonly unreadable: number;
    readonly readAt: Date;
  };
  /** The last attempt failed; a reading beside it is the last good one. */
  readonly failure?: ReadingFailure;
}

/** One reading of the telemetry destinations for the view; at most one is under way. */
export class DestinationsModel implements Disposable {
  readonly #session: Session;
  readonly #service: Service;
  readonly #changed = new EventEmitter<DestinationsState>();
  readonly #following: Disposable;
  #state: DestinationsState = {};
  #underWay: { readonly done: Promise<void>; readonly stop: AbortController } | undefined;
  /** When a reading was begun, in milliseconds. */
  #triedAt: number | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(session: Session, service: Service) {
    this.#session = session;
    this.#service = service;
    this.#following = session.onDidChange(() => this.#forget());
  }

  get state(): DestinationsState {
    return this.#state;
  }

  /** Something to show: what is known, else what is read now. */
  async shown(): Promise<DestinationsState> {
    const { failure, reading } = this.#state;
    if (reading === undefined && failure === undefined) await (this.#underWay?.done ?? this.refresh());
    return this.#state;
  }

  /** Reads anew what was read, or tried, more than a minute ago: for whoever comes back to it. */
  async renew(): Promise<void> {
    if (this.#triedAt !== undefined && Date.now() - this.#triedAt >= freshMs) await this.refresh();
  }

  /** Reads anew what somebody has looked at: destinations were created, changed or deleted. */
  async changed(): Promise<void> {
    if (this.#triedAt !== undefined) await this.refresh();
  }

  /** Reads anew, also what is being read: something has changed since that began. Rows stay until then. */
  async refresh(): Promise<void> {
    this.#underWay?.stop.abort();
    this.#triedAt = Date.now();
    const stop = new AbortController();
    const done = this.#read(stop.signal).finally(() => {
      if (this.#underWay?.stop === stop) this.#underWay = undefined;
    });
    this.#underWay = { done, stop };
    await done;
    // One that took its place has the answer that was asked for.
    if (stop.signal.aborted) await this.#newest();
  }

  async #newest(): Promise<void> {
    await this.#underWay?.done;
  }

  dispose(): void {
    this.#following.dispose();
    this.#underWay?.stop.abort();
    this.#changed.dispose();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const session = this.#session.state;
    if (session.kind === "signedOut") return;
    const access = await accessToRead(this.#service, session.account, signal);
    if ("reason" in access) {
      this.#take({ ...this.#state, failure: access }, signal);
      return;
    }
    const listing = await allPages(
      (page, stop) => access.client.call(listDestinations, { query: { query: "", ...page } }, stop),
      {},
      signal,
    );
    const { more, rows, unreadable } = listing;
    if (listing.kind === "failed") this.#take({ ...this.#state, failure: listing.error }, signal);
    else if (listing.kind !== "cancelled")
      this.#take({ reading: { rows, more, unreadable, readAt: new Date() } }, signal);
  }

  #take(state: DestinationsState, signal: AbortSignal): void {
    // Whoever left the account has ended its readings.
    if (signal.aborted) return;
    this.#state = state;
    this.#changed.fire(state);
  }

  #forget(): void {
    this.#underWay?.stop.abort();
    this.#underWay = undefined;
    this.#triedAt = undefined;
    this.#state = {};
    this.#changed.fire(this.#state);
  }
}
