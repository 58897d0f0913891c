import { l10n } from "vscode";
import * as z from "zod/mini";
import { isResourceGone } from "../../../domain/resources/requestEnd.ts";
import { noConnectionCard } from "./connectionCard.ts";
import { command, type Commands } from "../../kit/command.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import { newResultContext } from "../../results/showingContext.ts";
import { serviceTime } from "../../results/cardParts.ts";
import { fetchedName, findNames } from "../../catalogue/listModel.ts";
import { connectionPage, pageResultId } from "./connectionPage.ts";
import { fetchChosenConnection } from "./fetchConnection.ts";
import type { ConnectionsContext } from "../context/context.ts";

export function shownCommands(parts: ConnectionsContext): Commands<"managedAuth.showConnection"> {
  const schema = z.strictObject({
    id: z.optional(z.string()),
    resultId: z.optional(z.uuid()),
    preserveFocus: z.optional(z.literal(true)),
    accountId: z.optional(z.string()),
  });
  return {
    "managedAuth.showConnection": command(schema, ({ accountId, ...args }) =>
      accountId === undefined
        ? showConnectionPage(parts, args)
        : parts.start("managedAuth.showConnection", args, accountId),
    ),
  };
}

/**
 * Shows the connection with the given ID, or prompts for a connection. `resultId` is the ID of an open page to
 * replace. `preserveFocus` keeps the focus in the tree or list in which the user selected the connection.
 */
export async function showConnectionPage(
  parts: ConnectionsContext,
  { id, preserveFocus, resultId }: CommandArguments["managedAuth.showConnection"] = {},
): Promise<void> {
  const read = await fetchChosenConnection(parts, l10n.t("Show Connection"), id);
  if (read === undefined) return;
  const { access, id: connectionId, outcome } = read;
  const accountId = access.account.id;
  const { panel } = parts;
  const focus = { preserveFocus: preserveFocus === true };
  const context = newResultContext(access, resultId ?? pageResultId(parts, accountId, connectionId));
  if (outcome.kind === "failed") {
    const { error } = outcome;
    const deletedPage = isResourceGone(error) ? await panel.markDeleted(accountId, connectionId) : undefined;
    const named = [{ id: connectionId, name: fetchedName(parts, connectionId) }];
    const card = noConnectionCard({ ...context, named }, connectionId, error);
    await panel.show(deletedPage ?? { accountId, connectionId, card, about: connectionId }, focus);
    return;
  }
  const { answeredAt, raw, value } = outcome;
  parts.connections.updateRow(access.account, value);
  const news = { id: connectionId, raw, login: parts.knowsLogin(accountId, value) };
  const named = await findNames(parts, value);
  await panel.show(connectionPage({ ...context, ...serviceTime(answeredAt), named }, value, news), focus);
}
