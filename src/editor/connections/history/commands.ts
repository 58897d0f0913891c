import { l10n } from "vscode";
import * as z from "zod/mini";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { command, type Commands } from "../../kit/command.ts";
import { serviceTime } from "../../results/cardParts.ts";
import { connectionTab, type CommandResult } from "../../results/result.ts";
import { newResultContext } from "../../results/showingContext.ts";
import { labelWithValue } from "../../words/sentences.ts";
import { fetchForConnection } from "../shown/fetchConnection.ts";
import { fetchedName } from "../../catalogue/listModel.ts";
import { historyCard, noHistoryCard } from "./historyCard.ts";
import { fetchHistory, type HistoryRead } from "./fetchHistory.ts";
import { runGuarded } from "../../kit/notify.ts";
import type { LoginSnapshot } from "../../../domain/login/loginSnapshot.ts";
import type { ConnectionsContext } from "../context/context.ts";

/** Number of timeline entries to fetch at first. The service returns up to 100 entries per page. */
const initialEntries = 200;
/** Maximum number of timeline entries to fetch. */
const maxEntries = 3_200;

/** The connection's ID, the ID of the result to replace and the number of entries to fetch. */
const historyArguments = z.strictObject({
  id: z.optional(z.string()),
  resultId: z.optional(z.uuid()),
  most: z.optional(z.int().check(z.minimum(1), z.maximum(maxEntries))),
});

/**
 * Creates the command that shows the history of the connection with the given ID, or prompts for a connection.
 * `resultId` is the ID of an open page to replace. "Load More" starts from the newest entry again, because entries
 * that have arrived since the last fetch would shift the older pages.
 */
export function historyCommands(parts: ConnectionsContext): Commands<"managedAuth.showHistory"> {
  return {
    "managedAuth.showHistory": command(historyArguments, async ({ id, most = initialEntries, resultId }) => {
      const [title, reading] = [l10n.t("Show History"), l10n.t("Reading the history…")];
      const read = await fetchForConnection(parts, title, id, reading, (access, chosen, signal) =>
        fetchHistory(access, chosen, most, signal),
      );
      if (read === undefined) return;
      const { access, outcome } = read;
      if (outcome.kind === "ok") parts.connections.updateRow(access.account, outcome.connection);
      const name = fetchedName(parts, read.id);
      await parts.panel.show(historyResult(resultId ?? parts.results.newId(), read, most, name));
    }),
  };
}

function historyResult(
  resultId: string,
  { access, id, outcome }: HistoryRead,
  limit: number,
  name?: string,
): CommandResult {
  const context = newResultContext(access, resultId);
  const ids = { accountId: access.account.id, connectionId: id };
  const tab = connectionTab(outcome.kind === "ok" ? outcome.connection : { id });
  const named = { tab: { title: labelWithValue(l10n.t("History"), tab.title), icon: "history" } } as const;
  if (outcome.kind === "failed")
    return {
      ...ids,
      ...named,
      card: noHistoryCard({ ...context, named: [{ id, name }] }, id, limit, outcome.error),
      about: id,
    };
  const nextLimit = limit < maxEntries ? Math.min(2 * limit, maxEntries) : undefined;
  const { answeredAt, connection, timeline } = outcome;
  const content = { id, connection, timeline, limit, nextLimit };
  return {
    ...ids,
    ...named,
    card: historyCard({ ...context, ...serviceTime(answeredAt) }, content),
    about: connectionName(connection),
  };
}

/** Refreshes an open history page when a login of its connection ends, because the login is then the newest entry. */
export function followHistories(parts: ConnectionsContext): { readonly dispose: () => void } {
  const closing = new AbortController();
  const following = parts.connections.logins.onDidChange((login) => {
    if (login.end === undefined) return;
    void runGuarded(parts.log, "history", () => refreshHistory(parts, login, closing.signal));
  });
  return {
    dispose() {
      closing.abort();
      following.dispose();
    },
  };
}

async function refreshHistory(
  { panel, service, session }: ConnectionsContext,
  { accountId, connectionId }: LoginSnapshot,
  signal: AbortSignal,
): Promise<void> {
  const { state } = session;
  const press = panel.findHistory(accountId, connectionId)?.card.actions.refresh?.press;
  if (press?.does !== "run" || state.kind !== "signedIn" || state.account.id !== accountId) return;
  const { data: args } = historyArguments.safeParse(press.args);
  if (args?.resultId === undefined || args.most === undefined) return;
  const { most, resultId } = args;
  const access = await service.access(state.account, signal);
  const outcome = await fetchHistory(access, connectionId, most, signal);
  // If the request fails, the page keeps its last content and its Refresh button.
  if (outcome?.kind !== "ok") return;
  await panel.update(historyResult(resultId, { access, id: connectionId, outcome }, most));
}
