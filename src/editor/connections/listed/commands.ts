import * as z from "zod/mini";
import { commands, l10n } from "vscode";
import { command, type CommandGroup } from "../../kit/command.ts";
import { deleteConnections } from "./deleteConnections.ts";
import type { RequiresAccess } from "../../accounts/clientFactory.ts";
import { copyLines, inform, mayNotify, showStatus } from "../../kit/notify.ts";
import { chooseConnections } from "../shown/fetchConnection.ts";
import type { ConnectionsContext } from "../context/context.ts";

export function listedCommands(parts: ConnectionsContext) {
  const Listed = z.strictObject({ ids: z.optional(z.array(z.string())) });
  return {
    "managedAuth.copyConnectionId": command(Listed, ({ ids }) => copyConnectionIds(parts, ids)),
    "managedAuth.deleteConnection": command(Listed, ({ ids }) => deleteConnections(parts, ids)),
    "managedAuth.watchConnection": command(Listed, ({ ids }) => watchConnections(parts, ids)),
    "managedAuth.stopWatching": command(Listed, ({ ids }) => stopWatchingConnections(parts, ids)),
  } satisfies CommandGroup;
}

/** Copies the IDs of connections, one per line. Prompts for a connection if none is given. */
export async function copyConnectionIds(parts: RequiresAccess, ids: readonly string[] = []): Promise<void> {
  const named = ids.length > 0 ? ids : (await chooseConnections(parts, l10n.t("Copy Connection ID")))?.ids;
  if (named !== undefined && (await copyLines(named)))
    void inform(named.length === 1 ? l10n.t("ID copied") : l10n.t("IDs copied"));
}

/**
 * Runs "Watch This Connection" for the given connections, or prompts for a connection. Shows a confirmation message
 * with a button that stops watching.
 */
export async function watchConnections(parts: ConnectionsContext, ids?: readonly string[]): Promise<void> {
  const chosen = await chooseConnections(parts, l10n.t("Watch This Connection"), ids);
  if (chosen === undefined) return;
  const accountId = chosen.access.account.id;
  await parts.watched.pin(accountId, chosen.ids);
  if (!mayNotify()) {
    void inform(l10n.t("Watched, but notifications are off in the settings."), {
      label: l10n.t("Open Settings"),
      run: () => commands.executeCommand("workbench.action.openSettings", "managedAuth.notices"),
    });
    return;
  }
  void inform(
    chosen.ids.length === 1
      ? l10n.t("VS Code notifies you when this connection logs out.")
      : l10n.t("VS Code notifies you when a watched connection logs out."),
    { label: l10n.t("Stop Watching"), run: () => parts.watched.unwatch(accountId, chosen.ids) },
  );
}

/** Runs "Stop Watching" for the given connections, or prompts for a connection. */
export async function stopWatchingConnections(
  parts: ConnectionsContext,
  ids?: readonly string[],
): Promise<void> {
  const chosen = await chooseConnections(parts, l10n.t("Stop Watching"), ids);
  if (chosen === undefined) return;
  await parts.watched.unwatch(chosen.access.account.id, chosen.ids);
  showStatus(l10n.t("No longer watched"));
}
