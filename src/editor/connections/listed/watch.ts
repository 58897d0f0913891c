import { commands, l10n } from "vscode";
import type { RequiresAccess } from "../../accounts/service.ts";
import { inform, mayNotify, mention } from "../../kit/notify.ts";
import { chosenConnections } from "../shown/pick.ts";
import type { ListedParts } from "./delete.ts";

/** "Watch This Connection": these, or one that is asked for; says what comes of it, and how to end it. */
export async function watchConnections(
  parts: ListedParts & RequiresAccess,
  ids?: readonly string[],
): Promise<void> {
  const chosen = await chosenConnections(parts, l10n.t("Watch This Connection"), ids);
  if (chosen === undefined) return;
  const accountId = chosen.access.account.id;
  await parts.watched.pin(accountId, chosen.ids);
  if (!mayNotify()) {
    void inform(l10n.t("Watched, but the settings leave notifications out."), {
      label: l10n.t("Open Settings"),
      run: () => commands.executeCommand("workbench.action.openSettings", "managedAuth.notices"),
    });
    return;
  }
  void inform(
    chosen.ids.length === 1
      ? l10n.t("You are told when this connection is logged out, while VS Code is open.")
      : l10n.t("You are told when one of them is logged out, while VS Code is open."),
    { label: l10n.t("Stop Watching"), run: () => parts.watched.stop(accountId, chosen.ids) },
  );
}

/** "Stop Watching": these, or one that is asked for. */
export async function stopWatching(
  parts: ListedParts & RequiresAccess,
  ids?: readonly string[],
): Promise<void> {
  const chosen = await chosenConnections(parts, l10n.t("Stop Watching"), ids);
  if (chosen === undefined) return;
  await parts.watched.stop(chosen.access.account.id, chosen.ids);
  mention(l10n.t("Not watched any more"));
}
