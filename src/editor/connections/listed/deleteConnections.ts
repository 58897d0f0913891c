import { commands, l10n } from "vscode";
import { deleteConnection, getConnection } from "../../../api/operations.ts";
import type { Entitlements, ManagedAuth } from "../../../api/schemas.ts";
import { breaksVaultItems } from "../../../domain/connections/vaultItems.ts";
import { draftFromConnection } from "../../../domain/draft/draft.ts";
import { fetchedEntitlements } from "../../catalogue/entitlementsModel.ts";
import { vaultItemWarning } from "../settings/settingWords.ts";
import { type DeletionOutcome, mayStillExist } from "../../../domain/resources/deletionOutcome.ts";
import { display } from "../../../domain/text/display.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { accountLabel } from "../../accounts/accountLabels.ts";
import { domainAndProfileLines, connectionName } from "../../catalogue/connectionLabels.ts";
import { deleteAll } from "../../kit/deleteAll.ts";
import { confirm, bulletLines, showStatusOrInform } from "../../kit/notify.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { newResultContext } from "../../results/showingContext.ts";
import { connectionsViewId } from "../../words/contributions.ts";
import { withParentheses } from "../../words/sentences.ts";
import { chooseConnections } from "../shown/fetchConnection.ts";
import { commandButton, moreMenu, type ResultCard } from "../../results/buttons.ts";
import { cardFrame, type ResultContext, verdictHead } from "../../results/cardParts.ts";
import {
  deletionCountTitle,
  deletionBlocks,
  deletionRemedy,
  deletionNotes,
  deletionTone,
  deletionResultTitle,
} from "../../results/deletions.ts";
import type { ConnectionsContext } from "../context/context.ts";

/**
 * Runs "Delete Connection…" for the given connections, or prompts for a connection. Asks for confirmation, deletes
 * the connections and shows the outcome.
 */
export async function deleteConnections(
  parts: ConnectionsContext,
  ids: readonly string[] | undefined,
): Promise<void> {
  const title = l10n.t("Delete Connection");
  const chosen = await chooseConnections(parts, title, ids);
  if (chosen === undefined) return;
  const { access } = chosen;
  const reading = l10n.t("Reading the connection…");
  const read = await whileLoading({ title, back: false }, reading, (signal) =>
    Promise.all([
      Promise.all(chosen.ids.map((id) => findOrFetch(parts, access, id, signal))),
      fetchedEntitlements(parts.entitlements, access, signal),
    ]),
  );
  if (read === undefined) return;
  const [connections, plan] = read;
  const { account } = access;
  if (!(await confirmConnectionDeletion(connections, accountLabel(account), plan))) return;
  const all = await deleteConfirmedConnections(parts, access, connections);
  if (all.every(({ deletion }) => deletion.kind === "cancelled")) return;
  const names = all.map(({ connection }) => display(connectionName(connection)));
  if (all.length === 1 && countDeleted(all) === 1) {
    // After a single deletion, show only a message, because the row disappears anyway.
    showStatusOrInform(l10n.t("Deleted {0}", names.join()), {
      label: l10n.t("Show Connections"),
      run: () => commands.executeCommand(`${connectionsViewId}.focus`),
    });
    return;
  }
  const card = deletedConnectionsCard(newResultContext(access, parts.results.newId()), all);
  const tab = { icon: "trash", title: deletionCountTitle(countDeleted(all), all.length) } as const;
  const result = { card, accountId: account.id, tab, about: names.join(", ") };
  await parts.panel.show(result, { awayMessage: card.title });
}

/**
 * Deletes connections after the user has confirmed, and updates the rows, the usage and the watched connections.
 * Returns the outcomes in the order of `connections`. Aborting `also` cancels the deletion, like the Cancel button.
 */
export async function deleteConfirmedConnections(
  { connections: model, entitlements, watched }: ConnectionsContext,
  access: AccountAccess,
  connections: readonly ManagedAuth[],
  also?: AbortSignal,
): Promise<readonly DeletedConnection[]> {
  const unmark = model.markDeleting(connections.map(({ id }) => id));
  const all = await deleteAll(
    l10n.t("Deleting connections"),
    connections,
    ({ id }, signal) =>
      access.client.call(deleteConnection, { path: { id } }, signal, { failOnRateLimit: true }),
    (deletions) =>
      connections.map((connection, index): DeletedConnection => ({
        connection,
        deletion: deletions[index] ?? { kind: "notTried" },
      })),
    also,
  ).finally(() => void model.refreshIfLoaded().finally(unmark));
  if (all.every(({ deletion }) => deletion.kind === "cancelled")) return all;
  void entitlements.fetchUsage(access);
  const deletedIds = all.filter((entry) => !mayStillExist(entry)).map(({ connection: { id } }) => id);
  await watched.unwatch(access.account.id, deletedIds);
  return all;
}

/**
 * Shows one confirmation for all connections. The dialog lists what is lost, the data that remains, the connections
 * and the account. If an agent requests the deletion, `asker` contains the lines at the top that name the agent.
 */
export async function confirmConnectionDeletion(
  connections: readonly ManagedAuth[],
  account: string,
  entitlements: Entitlements | undefined,
  asker: readonly string[] = [],
): Promise<boolean> {
  const [first] = connections;
  if (first === undefined) return false;
  // If an agent requests the deletion, show the connection's domain and profile on separate lines. The agent may have
  // chosen these names to change the meaning of a surrounding sentence.
  const isAgent = asker.length > 0;
  const lines = [...asker];
  if (isAgent) lines.push("", ...domainAndProfileLines(first), "");
  lines.push(
    ...describeDeletionLoss(connections, entitlements),
    l10n.t(
      "A running login ends. The profile, its cookies and a stored credential stay. You can't undo this.",
    ),
    "",
  );
  const { length } = connections;
  if (length > 1) {
    lines.push(...bulletLines(connections.map(nameWithStatus)), "", account);
    const question = l10n.t("Delete {0} connections?", length);
    return confirm(question, lines.join("\n"), l10n.t("Delete Connections ({0})", length));
  }
  lines.push(l10n.t("{0} · {1}", display(first.id), account));
  const question = isAgent
    ? l10n.t("Delete a connection?")
    : l10n.t('Delete connection "{0}"?', display(connectionName(first)));
  return confirm(question, lines.join("\n"), l10n.t("Delete"));
}

/** Returns sentences about the logins and vault items that are lost if the connections are deleted. */
export function describeDeletionLoss(
  connections: readonly ManagedAuth[],
  entitlements: Entitlements | undefined,
): readonly string[] {
  const sentences: string[] = [];
  const loggedIn = connections.filter(({ status }) => status === "AUTHENTICATED").length;
  if (loggedIn > 1)
    sentences.push(l10n.t("{0} connections are logged in and won't be kept logged in.", loggedIn));
  else if (loggedIn === 1)
    sentences.push(
      connections.length === 1
        ? l10n.t("This connection is logged in and won't be kept logged in.")
        : l10n.t("1 connection is logged in and won't be kept logged in."),
    );
  const credentials = connections.map((connection) => draftFromConnection(connection).credential);
  if (credentials.some((credential) => breaksVaultItems(entitlements, credential)))
    sentences.push(vaultItemWarning());
  return sentences;
}

/** Returns the name of a connection, with the addition "(logged in)" if the connection is logged in. */
export function nameWithStatus(connection: ManagedAuth): string {
  const name = display(connectionName(connection));
  return connection.status === "AUTHENTICATED" ? withParentheses(name, l10n.t("logged in")) : name;
}

/**
 * Returns a connection from the list, or fetches the connection if it isn't listed. The confirmation needs the
 * connection's name. If the request fails, the result contains only the ID.
 */
async function findOrFetch(
  { connections }: ConnectionsContext,
  access: AccountAccess,
  id: string,
  signal: AbortSignal,
): Promise<ManagedAuth> {
  const listed = connections.state.reading?.rows.find((row) => row.id === id);
  if (listed !== undefined) return listed;
  const outcome = await access.client.call(getConnection, { path: { id } }, signal);
  return outcome.value ?? { id };
}

interface DeletedConnection {
  readonly connection: ManagedAuth;
  readonly deletion: DeletionOutcome;
}

function deletedConnectionsCard(context: ResultContext, all: readonly DeletedConnection[]): ResultCard {
  const [first, ...rest] = all;
  const remaining = all.filter(mayStillExist).map(({ connection: { id } }) => id);
  const deletions = all.map(({ deletion }) => deletion);
  const remedy = deletionRemedy(deletions);
  const retry = commandButton(l10n.t("Try Again"), "managedAuth.deleteConnection", { ids: remaining });
  const next = remedy ?? (remaining.length > 0 ? retry : undefined);
  return {
    ...cardFrame(context),
    head: verdictHead(deletionTone(deletions)),
    title:
      first === undefined || rest.length > 0
        ? deletionCountTitle(countDeleted(all), all.length)
        : deletionResultTitle(display(connectionName(first.connection)), first.deletion),
    summary: [l10n.t("Their profiles, cookies and stored credentials stay.")],
    blocks: deletionBlocks(
      l10n.t("Connections"),
      all.map(({ connection, deletion }) => ({
        id: connection.id,
        name: display(connectionName(connection)),
        deletion,
        notes: deletionNotes(deletion, { missing: l10n.t("Already deleted.") }),
        actions:
          rest.length > 0 && mayStillExist({ deletion })
            ? [commandButton(l10n.t("Try Again"), "managedAuth.deleteConnection", { ids: [connection.id] })]
            : [],
      })),
    ),
    actions: {
      ...(next !== undefined && { next }),
      ...(remedy !== undefined && remaining.length > 0 ? { other: retry } : {}),
      ...moreMenu(),
    },
  };
}

function countDeleted(all: readonly DeletedConnection[]): number {
  return all.filter(({ deletion: { kind } }) => kind === "deleted" || kind === "gone").length;
}
