import { l10n } from "vscode";
import { groupOf } from "../../domain/connections/connectionState.ts";
import { Lists } from "../catalogue/lists.ts";
import { failed } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { connectionLine, secretsOf } from "./connectionAnswer.ts";
import { leftOut } from "./leftOut.ts";
import type { ToolInput } from "./inputs.ts";
import type { Call } from "./tool.ts";

/** How many connections a model is told at once. */
const mostTold = 50;

/** Lists connections (§2.1), those of a domain, of a profile, or those that need a person. */
export async function listConnections(
  { access, signal }: Call,
  { domain, needs_person, profile_name }: ToolInput<"managed_auth_list_connections">,
): Promise<Answer> {
  const load = new Lists(access.client).connections;
  const listing = await load(domain ?? profile_name ?? "", () => undefined, signal);
  if (listing.kind === "failed") return failed(listing.error);
  const found = listing.rows.filter(
    (row) =>
      (domain === undefined || holds(row.domain, domain)) &&
      (profile_name === undefined || holds(row.profile_name, profile_name)) &&
      (needs_person === undefined || (groupOf(row) === "needsYou") === needs_person),
  );
  const told = found.slice(0, mostTold);
  const needing = found.filter((row) => groupOf(row) === "needsYou").length;
  const now = new Date();
  return {
    done: true,
    says: [
      l10n.t("Connections found: {0}. Of these need a login by a person: {1}.", found.length, needing),
      ...leftOut(
        listing,
        found.length - told.length,
        l10n.t("Call this again with a domain or a profile_name that fewer of them have."),
      ),
      found.length === 0
        ? l10n.t("Next: list without a filter, or create it with managed_auth_create_connection.")
        : l10n.t("Next: look at one with managed_auth_show_connection and its id."),
    ],
    told: { connections: told.map((row) => connectionLine(row, now)) },
    secrets: told.flatMap(secretsOf),
  };
}

/** As the service searches: somewhere in it, whatever the case. */
function holds(text: string | undefined, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) === true;
}
