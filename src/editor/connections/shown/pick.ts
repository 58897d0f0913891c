import { l10n } from "vscode";
import type { Access, RequiresAccess } from "../../accounts/service.ts";
import { Lists } from "../../catalogue/lists.ts";
import { connectionRow } from "../../catalogue/rows.ts";
import { typedName } from "../../catalogue/typedName.ts";
import { eachListed, pickLive } from "../../kit/inputs/livePick.ts";

/** Asks for a connection, from the list or by its ID; resolves to the ID, or `undefined` when the user left. */
export async function pickConnection(access: Access, title: string): Promise<string | undefined> {
  const answer = await pickLive({
    frame: { title, back: false },
    placeholder: l10n.t("Choose or type a connection ID"),
    load: new Lists(access.client).connections,
    rows: eachListed(connectionRow),
    typed: typedName(l10n.t("The connection ID"), (id) => id),
    value: "",
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

/**
 * The connections that are meant, and the account that they are of: those that are named, else the one that the user
 * chooses; `undefined` where they left.
 */
export async function chosenConnections(
  { requireAccess }: RequiresAccess,
  title: string,
  named: readonly string[] = [],
): Promise<{ readonly access: Access; readonly ids: readonly string[] } | undefined> {
  const access = await requireAccess(title);
  if (access === undefined || named.length > 0) return access && { access, ids: named };
  const id = await pickConnection(access, title);
  return id === undefined ? undefined : { access, ids: [id] };
}
