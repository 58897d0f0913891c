import { l10n } from "vscode";
import * as z from "zod/mini";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { connectionCard, noConnectionCard } from "./card.ts";
import type { ConnectionsModel } from "../../catalogue/connections.ts";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import type { Result } from "../../results/result.ts";
import { occasionOf } from "../../results/showingParts.ts";
import type { ShowingParts } from "../../results/showingParts.ts";
import { serviceTime } from "../../results/cardParts.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { connectionTab } from "../../results/connectionTab.ts";
import type { KnowsLogin } from "./known.ts";
import { readConnection } from "./read.ts";
import type { ConnectionRead, ReadParts } from "./read.ts";

/** What is shown of a connection with. */
export interface ShownParts extends ShowingParts, ReadParts {
  readonly connections: Pick<ConnectionsModel, "saw">;
  readonly knowsLogin: KnowsLogin;
}

/** What people do with a connection that exists. */
export function shownCommands(parts: ShownParts): Commands<"managedAuth.showConnection"> {
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
  parts: ShownParts,
  { id, preserveFocus, resultId }: CommandArguments["managedAuth.showConnection"] = {},
): Promise<void> {
  const read = await readConnection(parts, l10n.t("Show Connection"), id);
  if (read === undefined) return;
  const { access, outcome } = read;
  const result = resultOf(resultId ?? parts.results.newId(), read, parts.knowsLogin);
  if (outcome.kind === "ok") parts.connections.saw(access.account, outcome.value);
  await parts.panel.show(result, { preserveFocus: preserveFocus === true });
}

function resultOf(resultId: string, { access, id, outcome }: ConnectionRead, knowsLogin: KnowsLogin): Result {
  const occasion = occasionOf(access, resultId);
  const of = { accountId: access.account.id, connectionId: id };
  if (outcome.kind === "failed")
    return { ...of, card: noConnectionCard(occasion, id, outcome.error), about: id };
  const { answeredAt, raw, value } = outcome;
  const login = knowsLogin(of.accountId, value);
  return {
    ...of,
    card: connectionCard({ ...occasion, ...serviceTime(answeredAt) }, id, value, raw, login),
    about: connectionName(value),
    tab: connectionTab(value),
    secrets: secretsOf(value),
  };
}

/** The addresses of a running flow, kept out of the card. */
export function secretsOf({ hosted_url, live_view_url }: ManagedAuth): NonNullable<Result["secrets"]> {
  return {
    ...(hosted_url !== undefined && { hosted_url }),
    ...(live_view_url !== undefined && { live_view_url }),
  };
}
