import { commands, l10n, window } from "vscode";
import { deleteConnection, getConnection } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { isLeft } from "../../../domain/deletion/deletion.ts";
import { display } from "../../../domain/text/display.ts";
import type { Access } from "../../accounts/service.ts";
import { accountLabel } from "../../accounts/words.ts";
import type { ConnectionsModel } from "../../catalogue/connections.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import type { EntitlementsModel } from "../../catalogue/entitlements.ts";
import { deleteAll } from "../../kit/deleteAll.ts";
import { inform, mayNotify, mention } from "../../kit/notify.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { occasionOf } from "../../results/showingParts.ts";
import type { PageParts } from "../../results/showingParts.ts";
import { connectionsViewId } from "../../words/contributions.ts";
import type { Watched } from "../../watching/watched.ts";
import { chosenConnections } from "../shown/pick.ts";
import { confirmDeletion } from "./confirmDeletion.ts";
import { deletedCard, deletedTab, isPlainSuccess } from "./deletedCard.ts";
import type { DeletedConnection } from "./deletedCard.ts";

/** What is done about listed connections with. */
export interface ListedParts {
  readonly connections: Pick<ConnectionsModel, "state" | "changed" | "leave">;
  readonly entitlements: Pick<EntitlementsModel, "readUsage">;
  readonly watched: Pick<Watched, "pin" | "stop">;
}

/** "Delete Connection…": these, or one that is asked for; confirms, deletes, and shows what became of them. */
export async function deleteConnections(
  parts: ListedParts & PageParts,
  ids: readonly string[] | undefined,
): Promise<void> {
  const title = l10n.t("Delete Connection");
  const chosen = await chosenConnections(parts, title, ids);
  if (chosen === undefined) return;
  const { access } = chosen;
  const connections = await whileLoading(
    { title, back: false },
    l10n.t("Reading the connection…"),
    (signal) => Promise.all(chosen.ids.map((id) => told(parts, access, id, signal))),
  );
  if (connections === undefined) return;
  const { account } = access;
  if (!(await confirmDeletion(connections, accountLabel(account)))) return;
  const all = await deleteAgreed(parts, access, connections);
  if (all.every(({ deletion }) => deletion.kind === "skipped")) return;
  const names = all.map(({ connection }) => display(connectionName(connection)));
  if (all.length === 1 && isPlainSuccess(all)) {
    // The row goes, and that is all there is to see.
    const said = l10n.t("Deleted {0}", names.join());
    if (window.state.focused || !mayNotify()) mention(said);
    else
      void inform(said, {
        label: l10n.t("Show Connections"),
        run: () => commands.executeCommand(`${connectionsViewId}.focus`),
      });
    return;
  }
  const card = deletedCard(occasionOf(access, parts.results.newId()), all);
  await parts.panel.show(
    { card, accountId: account.id, tab: deletedTab(all), about: names.join(", ") },
    { toAway: card.title },
  );
}

/**
 * Deletes connections, once somebody has agreed to that; their rows, what is used and what is watched follow. Gives what
 * became of each, in their order. `also` calls it off, as Cancel does.
 */
export async function deleteAgreed(
  { connections: model, entitlements, watched }: ListedParts,
  access: Access,
  connections: readonly ManagedAuth[],
  also?: AbortSignal,
): Promise<readonly DeletedConnection[]> {
  const stay = model.leave(connections.map(({ id }) => id));
  const all = await deleteAll(
    l10n.t("Deleting connections"),
    connections,
    ({ id }, signal) => access.client.call(deleteConnection, { path: { id } }, signal, { callerWaits: true }),
    (deletions) =>
      connections.map((connection, index): DeletedConnection => ({
        connection,
        deletion: deletions[index] ?? { kind: "notTried" },
      })),
    also,
  ).finally(() => void model.changed().finally(stay));
  if (all.every(({ deletion }) => deletion.kind === "skipped")) return all;
  void entitlements.readUsage(access);
  const gone = all.filter((one) => !isLeft(one)).map(({ connection: { id } }) => id);
  await watched.stop(access.account.id, gone);
  return all;
}

/** What is known of a connection, so that the question can name it: as listed, else read now, else its ID alone. */
async function told(
  { connections }: ListedParts,
  access: Access,
  id: string,
  signal: AbortSignal,
): Promise<ManagedAuth> {
  const listed = connections.state.reading?.rows.find((row) => row.id === id);
  if (listed !== undefined) return listed;
  const outcome = await access.client.call(getConnection, { path: { id } }, signal);
  return outcome.kind === "ok" ? outcome.value : { id };
}
