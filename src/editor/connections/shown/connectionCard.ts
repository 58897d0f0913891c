import { l10n } from "vscode";
import type { ApiError } from "../../../api/errors.ts";
import { display } from "../../../domain/text/display.ts";
import type { ConnectionView } from "../../../domain/connections/connectionView.ts";
import { cardFrame, type ResultContext, identityBlock, failedFetchCard } from "../../results/cardParts.ts";
import type { ResultButton, ResultCard } from "../../results/buttons.ts";
import { refreshConnectionButton } from "./connectionActions.ts";
import { statePill } from "./words/stateWords.ts";

export function connectionFrame(
  context: ResultContext,
  view: ConnectionView,
): ReturnType<typeof cardFrame> & Pick<ResultCard, "head" | "title"> {
  const { domain, id, profile_name } = view.connection;
  const head = { kind: "header", state: statePill(view) } as const;
  if (domain === undefined || profile_name === undefined)
    return { ...cardFrame(context), head, title: display(id) };
  return { ...cardFrame(context, profile_name), head, title: display(domain) };
}

export function noConnectionCard(context: ResultContext, id: string, error: ApiError): ResultCard {
  const retry = refreshConnectionButton(l10n.t("Try Again"), id, context);
  return connectionNotReadCard(context, id, error, { title: l10n.t("Couldn't read the connection"), retry });
}

/** Builds the card for a failed fetch of a connection or of its history, with a button to retry. */
export function connectionNotReadCard(
  context: ResultContext,
  id: string,
  error: ApiError,
  words: { readonly title: string; readonly retry: ResultButton },
): ResultCard {
  return failedFetchCard(context, error, {
    ...words,
    identity: identityBlock(context, l10n.t("Connection"), l10n.t("ID"), id),
    id,
  });
}
