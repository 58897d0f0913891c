import { l10n } from "vscode";
import type { Target } from "../domain/deletion.ts";
import { connected } from "./accountCommands.ts";
import { deleteDestinations, deleteTargets } from "./deleteDestinations.ts";
import type { Parts } from "./parts.ts";
import type { Result } from "./results.ts";
import type { Connection } from "./service.ts";
import { untilUnselected } from "./watchDestinations.ts";

/** "Delete Telemetry Destinations…". */
export async function deleteCommand(parts: Parts): Promise<void> {
  await withResult(parts, (connection) => deleteDestinations(parts, connection));
}

/** Tries the destinations of an earlier result again, after a new confirmation. */
export async function retryDeletion(parts: Parts, targets: readonly Target[]): Promise<void> {
  await withResult(parts, (connection) => deleteTargets(parts, connection, targets));
}

/** Waits until nothing selects the destinations of an earlier result, then asks and deletes them by id. */
export async function watchDeletion(parts: Parts, targets: readonly Target[]): Promise<void> {
  await withResult(parts, async (connection) => {
    const free = await untilUnselected(connection, targets);
    return free === undefined ? undefined : deleteTargets(parts, connection, free);
  });
}

async function withResult(
  parts: Parts,
  work: (connection: Connection) => Promise<Result | undefined>,
): Promise<void> {
  const connection = await connected(parts, l10n.t("Delete Telemetry Destinations"));
  const result = connection && (await work(connection));
  if (result !== undefined) await parts.panel.show(result);
}
