import { l10n } from "vscode";
import type { Target } from "../../domain/deletion.ts";
import { display } from "../../domain/display.ts";
import { connected } from "../accounts/signIn/commands.ts";
import { deleteDestinations, deleteTargets } from "./delete.ts";
import { inform } from "../kit/notify.ts";
import type { Parts } from "../app/parts.ts";
import type { Result } from "../results/store.ts";
import type { Connection } from "../accounts/service.ts";
import { untilUnselected } from "./watch.ts";

/** "Delete Telemetry Destinations…". */
export async function deleteCommand(parts: Parts): Promise<void> {
  await withResult(parts, (connection) => deleteDestinations(parts, connection));
}

/** Tries the destinations of an earlier result again, after a new confirmation. */
export async function retryDeletion(parts: Parts, targets: readonly Target[]): Promise<void> {
  await withResult(parts, (connection) => deleteTargets(parts, connection, targets));
}

/**
 * Waits until nothing selects the destinations of an earlier result, then offers to delete them by id, as the account
 * that waited. When that is, is left to chance: a dialog would take the Enter of whoever is typing then.
 */
export async function watchDeletion(parts: Parts, targets: readonly Target[]): Promise<void> {
  const connection = await connected(parts, title());
  const free = connection && (await untilUnselected(connection, targets));
  if (free === undefined) return;
  await inform(noLongerSelected(free), {
    label: l10n.t("Delete…"),
    run: () => show(parts, connection, (one) => deleteTargets(parts, one, free)),
  });
}

function noLongerSelected([first, ...others]: readonly Target[]): string {
  return others.length === 0
    ? l10n.t("No connection selects {0} any more.", display(first?.name ?? first?.idOrName ?? ""))
    : l10n.t("No connection selects any of the destinations any more.");
}

function title(): string {
  return l10n.t("Delete Telemetry Destinations");
}

async function withResult(parts: Parts, work: Work): Promise<void> {
  await show(parts, await connected(parts, title()), work);
}

type Work = (connection: Connection) => Promise<Result | undefined>;

async function show(parts: Parts, connection: Connection | undefined, work: Work): Promise<void> {
  const result = connection && (await work(connection));
  if (result !== undefined) await parts.panel.show(result);
}
