import { l10n } from "vscode";
import type { Access } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { destinationRow } from "../catalogue/rows.ts";
import { typedName } from "../catalogue/typedName.ts";
import { eachListed, pickLive } from "../kit/inputs/livePick.ts";

/** Asks for a destination, from the list or by its ID or name; resolves to that, or `undefined` when the user left. */
export async function pickDestination(access: Access, title: string): Promise<string | undefined> {
  const answer = await pickLive({
    frame: { title, back: false },
    placeholder: l10n.t("Choose a destination, or type its ID or name"),
    load: new Lists(access.client).destinations,
    rows: eachListed((used) => destinationRow(used, used.item.id)),
    typed: typedName(l10n.t("The ID or name"), (text) => text),
    value: "",
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}
