import { l10n } from "vscode";
import * as z from "zod/mini";
import { isGone } from "../../../domain/deletion/deletion.ts";
import { noConnectionCard } from "./card.ts";
import { command, type Commands } from "../../kit/command.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import type { Result } from "../../results/result.ts";
import { contextOf } from "../../results/showingContext.ts";
import { type ResultContext, serviceTime } from "../../results/cardParts.ts";
import { connectionPage, pageIdOf } from "./page.ts";
import { type ConnectionRead, readConnection } from "./read.ts";
import type { ConnectionsContext, KnowsLogin } from "../context/context.ts";

/** What people do with a connection that exists. */
export function shownCommands(parts: ConnectionsContext): Commands<"managedAuth.showConnection"> {
  const takes = z.strictObject({
    id: z.optional(z.string()),
    resultId: z.optional(z.uuid()),
    preserveFocus: z.optional(z.literal(true)),
    accountId: z.optional(z.string()),
  });
  return {
    "managedAuth.showConnection": command(takes, ({ accountId, ...told }) =>
      accountId === undefined
        ? showConnection(parts, told)
        : parts.start("managedAuth.showConnection", told, accountId),
    ),
  };
}

/**
 * Shows a connection: by id, or chosen from the list; in place of the result that is read again, if one is; and, where
 * the focus is to be preserved, without taking it from who chose it elsewhere.
 */
export async function showConnection(
  parts: ConnectionsContext,
  { id, preserveFocus, resultId }: CommandArguments["managedAuth.showConnection"] = {},
): Promise<void> {
  const read = await readConnection(parts, l10n.t("Show Connection"), id);
  if (read === undefined) return;
  const { access, outcome } = read;
  const accountId = access.account.id;
  const isMissing = outcome.kind === "failed" && isGone(outcome.error);
  const goneResult = isMissing ? await parts.panel.gone(accountId, read.id) : undefined;
  if (goneResult !== undefined) {
    await parts.panel.show(goneResult, { preserveFocus: preserveFocus === true });
    return;
  }
  const context = contextOf(access, resultId ?? pageIdOf(parts, accountId, read.id));
  if (outcome.kind === "ok") parts.connections.updateRow(access.account, outcome.value);
  await parts.panel.show(resultOf(context, read, parts.knowsLogin), {
    preserveFocus: preserveFocus === true,
  });
}

function resultOf(
  context: ResultContext,
  { access, id, outcome }: ConnectionRead,
  knowsLogin: KnowsLogin,
): Result {
  const accountId = access.account.id;
  if (outcome.kind === "failed")
    return { accountId, connectionId: id, card: noConnectionCard(context, id, outcome.error), about: id };
  const { answeredAt, raw, value } = outcome;
  const login = knowsLogin(accountId, value);
  return connectionPage({ ...context, ...serviceTime(answeredAt) }, value, { id, raw, login });
}
