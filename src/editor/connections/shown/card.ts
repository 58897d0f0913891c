import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { display } from "../../../domain/display.ts";
import type { Tone } from "../../../card/card.ts";
import { statusWords } from "../../catalogue/connectionWords.ts";
import { describeError } from "../../words/errors.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import {
  button,
  copyDetailsButton,
  copyIdButton,
  primary,
  signInAgainButton,
} from "../../results/buttons.ts";
import { cardFrame, code, rows, serviceSays } from "../../results/cardParts.ts";
import { run } from "../../results/effect.ts";
import type { ResultButton, ResultCard } from "../../results/effect.ts";
import type { Occasion } from "../../results/cardParts.ts";
import { connectionBlocks, rawConnection } from "./blocks.ts";
import { sentence } from "../../words/sentences.ts";

/** An existing connection. */
export function connectionCard(
  occasion: Occasion,
  id: string,
  connection: ManagedAuth,
  raw: unknown,
): ResultCard {
  return {
    ...cardFrame(occasion),
    tone: toneOf(connection.status),
    title: display(connectionName(connection)),
    summary: [l10n.t("{0}, as read at the time above.", statusWords(connection.status))],
    blocks: [
      ...connectionBlocks(connection, occasion.serviceTime ?? occasion.at),
      rawConnection(connection, raw),
    ],
    actions: [readButton(l10n.t("Refresh"), id, occasion), copyIdButton(id), copyDetailsButton()],
  };
}

/** A connection that could not be read. */
export function noConnectionCard(occasion: Occasion, id: string, error: ApiError): ResultCard {
  const { advice, headline, remedies } = describeError(error);
  return {
    ...cardFrame(occasion),
    tone: "error",
    title: l10n.t("Connection not read"),
    summary: [sentence(headline), ...advice],
    blocks: [rows(l10n.t("Connection"), { label: l10n.t("ID"), value: code(id) }), ...serviceSays(error)],
    actions: [
      primary(readButton(l10n.t("Try Again"), id, occasion)),
      ...(remedies.includes("signIn") ? [signInAgainButton()] : []),
    ],
  };
}

/** Reads the connection again, in the place of this result. */
function readButton(label: string, id: string, { id: resultId }: Occasion): ResultButton {
  return button(label, run("managedAuth.showConnection", { id, resultId }));
}

/** What a status asks of the reader: nothing, a login, or nobody knows. */
export function toneOf(status: string | undefined): Tone {
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
