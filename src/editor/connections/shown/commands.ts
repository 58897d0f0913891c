import { l10n } from "vscode";
import type { Outcome } from "../../../api/errors.ts";
import { getConnection } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { connected } from "../../accounts/signIn/commands.ts";
import { connectionCard, noConnectionCard } from "./card.ts";
import { pickLive } from "../../kit/livePick.ts";
import { Lists } from "../../catalogue/lists.ts";
import type { Parts } from "../../app/parts.ts";
import { whileLoading } from "../../kit/whileLoading.ts";
import type { Result } from "../../results/store.ts";
import type { Connection } from "../../accounts/service.ts";
import { serviceTime } from "../../results/cardParts.ts";
import { typedName } from "../../catalogue/typedName.ts";
import { statusWords } from "./words/connection.ts";
import { connectionRow } from "../../catalogue/rows.ts";

/** "Show Connection…": by id, or chosen from the list; in place of the result that is read again, if one is. */
export async function showConnectionCommand(parts: Parts, id?: string, again?: Result): Promise<void> {
  const title = l10n.t("Show Connection");
  const connection = await connected(parts, title);
  if (connection === undefined) return;
  const chosen = id ?? (await pickConnection(connection, title));
  if (chosen === undefined) return;
  const outcome = await whileLoading({ title, back: false }, l10n.t("Reading the connection…"), (signal) =>
    connection.client.call(getConnection, { path: { id: chosen } }, signal),
  );
  if (outcome === undefined) return;
  const result = resultOf(again?.card.id ?? parts.results.newId(), connection, chosen, outcome);
  if (result !== undefined) await parts.panel.show(result);
}

async function pickConnection(connection: Connection, title: string): Promise<string | undefined> {
  const answer = await pickLive({
    frame: { title, back: false },
    placeholder: l10n.t("Choose a connection or type its ID"),
    load: new Lists(connection.client).connections,
    row: connectionRow,
    typed: typedName(l10n.t("The connection ID"), l10n.t("Show This ID")),
    value: "",
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}

function resultOf(
  resultId: string,
  { account, baseUrl }: Connection,
  id: string,
  outcome: Outcome<ManagedAuth>,
): Result | undefined {
  const occasion = { id: resultId, account, baseUrl, at: new Date() };
  const context = { accountId: account.id, connectionId: id, copyId: id };
  switch (outcome.kind) {
    case "cancelled":
      return undefined;
    case "failed":
      return { card: noConnectionCard(occasion, id, outcome.error), context, about: id };
    case "ok":
      return {
        card: connectionCard(
          {
            ...occasion,
            ...serviceTime(outcome.answeredAt),
          },
          outcome.value,
          outcome.raw,
        ),
        context,
        about: statusWords(outcome.value.status),
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
