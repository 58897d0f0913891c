import type { Disposable } from "vscode";
import { selectedDestination } from "../../domain/deletion/destinationUse.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";
import type { DestinationsModel } from "../catalogue/destinations.ts";
import { guarded } from "../kit/notify.ts";
import type { Log } from "../kit/log.ts";
import type { Logins } from "../logins/logins.ts";

/** What ties the rows of destinations to the logins that export to them. */
export interface FollowExportsParts {
  readonly connections: Pick<ConnectionsModel, "state">;
  readonly destinations: Pick<DestinationsModel, "changed">;
  readonly log: Log;
  readonly logins: Pick<Logins, "onDidChange">;
}

/** Reads the destinations anew when a login ends whose connection selects one: their rows say when they last exported. */
export function followExports({ connections, destinations, log, logins }: FollowExportsParts): Disposable {
  return logins.onDidChange(({ connection, connectionId, phase }) => {
    const known = connection ?? connections.state.reading?.rows.find(({ id }) => id === connectionId);
    if (phase !== "ended" || known === undefined || selectedDestination(known) === undefined) return;
    void guarded(log, "destinations", () => destinations.changed());
  });
}
