import { l10n } from "vscode";
import type { PageParts } from "../results/showingParts.ts";
import { showThing } from "../things/read.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { destinations } from "./destinations.ts";

/** "Show Destination": one that is named or asked for; in place of the result that is read again, if one is. */
export async function showDestination(
  parts: PageParts,
  told: CommandArguments["managedAuth.showDestination"],
): Promise<void> {
  await showThing(destinations, parts, l10n.t("Show Destination"), told);
}
