import { allPages } from "../../api/listing.ts";
import { listDestinations } from "../../api/operations.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import type { Service } from "../accounts/service.ts";
import type { Session } from "../accounts/session.ts";
import { accessToRead } from "./reading.ts";
import type { ReadingFailure } from "./reading.ts";
import { ReadModel } from "./readModel.ts";

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

/** One reading of the telemetry destinations for the view. */
export class DestinationsModel extends ReadModel<DestinationsState> {
  readonly #service: Service;

  constructor(session: Session, service: Service) {
    super(session, {});
    this.#service = service;
  }

  /** Something to show: what is known, else what is read now. */
  async shown(): Promise<DestinationsState> {
    const { failure, reading } = this.state;
    if (reading === undefined && failure === undefined) await (this.underWay ?? this.refresh());
    return this.state;
  }

  protected async read(signal: AbortSignal): Promise<DestinationsState> {
    const session = this.session.state;
    if (session.kind === "signedOut") return this.state;
    const access = await accessToRead(this.#service, session.account, signal);
    if ("reason" in access) return this.#take({ ...this.state, failure: access }, signal);
    const listing = await allPages(
      (page, stop) => access.client.call(listDestinations, { query: { query: "", ...page } }, stop),
      {},
      signal,
    );
    const { more, rows, unreadable } = listing;
    if (listing.kind === "cancelled") return this.state;
    return listing.kind === "failed"
      ? this.#take({ ...this.state, failure: listing.error }, signal)
      : this.#take({ reading: { rows, more, unreadable, readAt: new Date() } }, signal);
  }

  #take(state: DestinationsState, signal: AbortSignal): DestinationsState {
    if (!signal.aborted) this.take(state);
    return this.state;
  }
}
