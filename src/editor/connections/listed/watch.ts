import { commands, l10n } from "vscode";
import type { RequiresAccess } from "../../accounts/service.ts";
import { inform, mayNotify, mention } from "../../kit/notify.ts";
import type { Watched } from "../../watching/watched.ts";
import { chosenIds } from "./chosenIds.ts";

/** What watching connections works with. */
export interface WatchParts extends RequiresAccess {
  readonly watched: Pick<Watched, "pin" | "stop">;
}

/** "Watch This Connection": these, or one that is asked for; says what comes of it, and how to end it. */
export async function watchConnections(parts: WatchParts, ids: readonly string[] = []): Promise<void> {
  const title = l10n.t("Watch This Connection");
  const access = await parts.requireAccess(title);
  const chosen = access && (await chosenIds(access, title, ids));
  if (access === undefined || chosen === undefined) return;
  await parts.watched.pin(access.account.id, chosen);
  if (!mayNotify()) {
    void inform(l10n.t("Watched, but the settings leave notifications out."), {
      label: l10n.t("Open Settings"),
      run: () => commands.executeCommand("workbench.action.openSettings", "managedAuth.notices"),
    });
    return;
  }
  void inform(
    chosen.length === 1
      ? l10n.t("You are told when this connection is logged out, while VS Code is open.")
      : l10n.t("You are told when one of them is logged out, while VS Code is open."),
    { label: l10n.t("Stop Watching"), run: () => parts.watched.stop(access.account.id, chosen) },
  );
}

/** "Stop Watching": these, or one that is asked for. */
export async function stopWatching(parts: WatchParts, ids: readonly string[] = []): Promise<void> {
  const title = l10n.t("Stop Watching");
  const access = await parts.requireAccess(title);
  const chosen = access && (await chosenIds(access, title, ids));
  if (access === undefined || chosen === undefined) return;
  await parts.watched.stop(access.account.id, chosen);
  mention(l10n.t("Not watched any more"));
}
