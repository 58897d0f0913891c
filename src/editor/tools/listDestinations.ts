import { l10n } from "vscode";
import { maskedAddress } from "../../domain/text/secrets.ts";
import { Lists } from "../catalogue/lists.ts";
import { failed } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { leftOut } from "./leftOut.ts";
import type { Call } from "./tool.ts";

const mostTold = 50;
/** Of the connections that use one. */
const mostUsers = 10;

/** Lists telemetry destinations, each with the connections that export to it. */
export async function listDestinations({ access, signal }: Call): Promise<Answer> {
  const lists = new Lists(access.client);
  const listing = await lists.destinations("", () => undefined, signal);
  if (listing.kind === "failed") return failed(listing.error);
  const users = await lists.connections("", () => undefined, signal);
  const told = listing.rows.slice(0, mostTold);
  return {
    done: true,
    says: [
      l10n.t("Telemetry destinations: {0}.", listing.rows.length),
      ...leftOut(listing, listing.rows.length - told.length, undefined),
      ...(users.kind === "complete"
        ? []
        : [l10n.t("Not every connection could be read: there may be more that use one.")]),
      l10n.t("One that a connection uses cannot be deleted before that connection exports elsewhere."),
    ],
    told: {
      destinations: told.map(({ item: { consecutive_failures, endpoint, id, name }, usedBy }) => ({
        id,
        name,
        endpoint: endpoint === undefined ? undefined : maskedAddress(endpoint),
        consecutive_failures,
        used_by_count: usedBy.length,
        used_by: usedBy
          .slice(0, mostUsers)
          .map(({ domain, id: connection, profile_name }) => ({ id: connection, domain, profile_name })),
      })),
    },
  };
}
