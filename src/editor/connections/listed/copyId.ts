import { l10n } from "vscode";
import type { RequiresAccess } from "../../accounts/service.ts";
import { copyLines } from "../../kit/clipboard.ts";
import { inform } from "../../kit/notify.ts";
import { chosenConnections } from "../shown/pick.ts";

/** Copies the IDs of connections, a line each; of the one that the user chooses where none is named. */
export async function copyConnectionIds(parts: RequiresAccess, ids: readonly string[] = []): Promise<void> {
  const named = ids.length > 0 ? ids : (await chosenConnections(parts, l10n.t("Copy Connection ID")))?.ids;
  if (named !== undefined && (await copyLines(named)))
    void inform(named.length === 1 ? l10n.t("ID copied") : l10n.t("IDs copied"));
}
