import { allPages } from "../../api/listing.ts";
import { listDestinations } from "../../api/operations.ts";
import type { OtlpDestination } from "../../api/otherResources.ts";
import type { Access } from "../accounts/service.ts";
import type { SessionState } from "../accounts/session.ts";
import { ReadModel } from "./readModel.ts";
import type { ReadState } from "./readModel.ts";

interface DestinationsReading {
  readonly rows: readonly OtlpDestination[];
  readonly more: boolean;
  /** How many beside these could not be read. */
  readonly unreadable: number;
  readonly readAt: Date;
}

/** What the window knows of the active account's telemetry destinations. */
export type DestinationsState = ReadState<DestinationsReading>;

/** One reading of the telemetry destinations for the view. */
export class DestinationsModel extends ReadModel<DestinationsReading> {
  /** Something to show: what is known, else what is read now. */
  async shown(): Promise<DestinationsState> {
    const { failure, reading } = this.state;
    if (reading === undefined && failure === undefined) await (this.underWay ?? this.refresh());
    return this.state;
  }

  protected async readAs({ client }: Access, session: SessionState, signal: AbortSignal): Promise<void> {
    const listing = await allPages(
      (page, stop) => client.call(listDestinations, { query: { query: "", ...page } }, stop),
      {},
      signal,
    );
    const { more, rows, unreadable } = listing;
    if (listing.kind === "cancelled" || signal.aborted) return;
    if (listing.kind === "failed") await this.fail(session, listing.error, signal);
    else this.take({ reading: { rows, more, unreadable, readAt: new Date() } });
  }
}
