import { l10n } from "vscode";
import * as z from "zod/mini";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { connectionCard, noConnectionCard } from "./card.ts";
import type { ConnectionsModel } from "../../catalogue/connections.ts";
import { command } from "../../kit/command.ts";
import type { Commands } from "../../kit/command.ts";
import type { CommandArguments } from "../../words/contributions.ts";
import type { ResultPanel } from "../../results/panel.ts";
import type { Result } from "../../results/result.ts";
import type { Results } from "../../results/store.ts";
import type { RequiresAccess } from "../../accounts/service.ts";
import { serviceTime } from "../../results/cardParts.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { connectionTab } from "../../results/tabs.ts";
import type { KnowsLogin } from "./known.ts";
import { readConnection } from "./read.ts";
import type { ConnectionRead } from "./read.ts";

/** What showing a connection works with. */
export interface ShowConnectionParts extends RequiresAccess {
  readonly results: Results;
  readonly panel: Pick<ResultPanel, "show">;
  readonly connections: Pick<ConnectionsModel, "saw">;
  readonly knowsLogin: KnowsLogin;
}

/** What people do with a connection that exists. */
export function shownCommands(parts: ShowConnectionParts): Commands<"managedAuth.showConnection"> {
  const takes = z.strictObject({
    id: z.optional(z.string()),
    resultId: z.optional(z.uuid()),
    preserveFocus: z.optional(z.literal(true)),
  });
  return {
    "managedAuth.showConnection": command(takes, (told) => showConnection(parts, told)),
  };
}

/**
 * Shows a connection: by id, or chosen from the list; in place of the result that is read again, if one is; and, where
 * the focus is to be preserved, without taking it from who chose it elsewhere.
 */
export async function showConnection(
  parts: ShowConnectionParts,
  { id, preserveFocus, resultId }: CommandArguments["managedAuth.showConnection"] = {},
): Promise<void> {
  const read = await readConnection(parts, l10n.t("Show Connection"), id);
  if (read === undefined) return;
  const { access, outcome } = read;
  const result = resultOf(resultId ?? parts.results.newId(), read, parts.knowsLogin);
  if (outcome.kind === "ok") parts.connections.saw(access.account, outcome.value);
  await parts.panel.show(result, { preserveFocus: preserveFocus === true });
}

function resultOf(
  resultId: string,
  { access: { account, baseUrl }, id, outcome }: ConnectionRead,
  knowsLogin: KnowsLogin,
): Result {
  const occasion = { id: resultId, account, baseUrl, at: new Date() };
  const accountId = account.id;
  switch (outcome.kind) {
    case "failed":
      return { card: noConnectionCard(occasion, id, outcome.error), accountId, about: id, connectionId: id };
    case "ok":
      return {
        card: connectionCard(
          {
            ...occasion,
            ...serviceTime(outcome.answeredAt),
          },
          id,
          outcome.value,
          outcome.raw,
          knowsLogin(accountId, outcome.value),
        ),
        accountId,
        about: connectionName(outcome.value),
        connectionId: id,
        tab: connectionTab(outcome.value),
        secrets: secretsOf(outcome.value),
      };
  }
}

/** The addresses of a running flow, kept out of the card. */
export function secretsOf({ hosted_url, live_view_url }: ManagedAuth): NonNullable<Result["secrets"]> {
  return {
    ...(hosted_url !== undefined && { hosted_url }),
    ...(live_view_url !== undefined && { live_view_url }),
  };
}
