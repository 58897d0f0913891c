import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { display } from "../../../domain/display.ts";
import type { Card, Tone } from "../../../card/protocol.ts";
import { statusWords } from "./words/connection.ts";
import { describeError } from "../../words/errors.ts";
import { connectionName } from "../../catalogue/rows.ts";
import { action, cardFrame, code, rows, serviceSays } from "../../results/cardParts.ts";
import type { Occasion } from "../../results/cardParts.ts";
import { connectionBlocks, rawConnection } from "./blocks.ts";
import { sentence } from "../../words/sentences.ts";

/** An existing connection. */
export function connectionCard(occasion: Occasion, connection: ManagedAuth, raw: unknown): Card {
  return {
    ...cardFrame(occasion),
    tone: toneOf(connection.status),
    title: display(connectionName(connection)),
    summary: [l10n.t("{0}, as read at the time above.", statusWords(connection.status))],
    blocks: [
      ...connectionBlocks(connection, occasion.serviceTime ?? occasion.at),
      rawConnection(connection, raw),
    ],
    actions: [action("refresh", true), action("copyId"), action("copyDetails")],
  };
}

/** A connection that could not be read. */
export function noConnectionCard(occasion: Occasion, id: string, error: ApiError): Card {
  const { actions, advice, headline } = describeError(error);
  return {
    ...cardFrame(occasion),
    tone: "error",
    title: l10n.t("Connection Not Read"),
    summary: [sentence(headline), ...advice],
    blocks: [rows(l10n.t("Connection"), { label: l10n.t("ID"), value: code(id) }), ...serviceSays(error)],
    actions: [
      action("refresh", true),
      ...actions.filter((one) => one === "signInAgain").map((one) => action(one)),
    ],
  };
}

function toneOf(status: string | undefined): Tone {
  switch (status) {
    case "AUTHENTICATED":
      return "success";
    case "NEEDS_AUTH":
      return "warning";
    case undefined:
    default:
      return "info";
  }
}
