import { l10n } from "vscode";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { flowFacts } from "../../../domain/connections/flow.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import { button, copyIdButton, more } from "../../results/buttons.ts";
import { cardFrame, verdict } from "../../results/cardParts.ts";
import type { Occasion } from "../../results/cardParts.ts";
import type { ResultCard } from "../../results/buttonEffect.ts";
import { connectionBlocks, rawConnection, statusTone } from "../shown/blocks.ts";
import { flowSummary } from "../shown/progress.ts";
import { logInButton, showConnectionButton } from "../shown/actions.ts";
import { progressOf } from "../shown/card.ts";
import { requestBlocks } from "./requestBlocks.ts";

/** A connection that was just created (§4.1, 201). */
export function createdCard(
  occasion: Occasion,
  request: ManagedAuthCreateRequest,
  connection: ManagedAuth,
  raw: unknown,
  draft: Draft,
): ResultCard {
  const login = flowFacts(connection, occasion.serviceTime ?? occasion.at);
  const logIn = logInButton(connection, login);
  return {
    ...cardFrame(occasion),
    head: verdict(statusTone(connection.status) ?? "info"),
    title: l10n.t("Connection created"),
    summary: [
      nextStep(connection),
      ...(login === undefined ? [] : flowSummary(login, connection.error_code)),
      ...echoChanges(request, connection),
    ],
    ...progressOf(login),
    blocks: [
      ...connectionBlocks(connection, login),
      ...requestBlocks(request, occasion),
      rawConnection(connection, raw),
    ],
    actions: {
      ...(logIn && { next: logIn }),
      other: showConnectionButton(connection.id),
      ...more(
        button(l10n.t("Duplicate…"), "managedAuth.createConnection", { draft, start: "domain" }),
        copyIdButton(connection.id),
      ),
    },
  };
}

function nextStep({ status }: ManagedAuth): string {
  return status === "AUTHENTICATED"
    ? l10n.t("The profile is logged in.")
    : l10n.t("Agents can use this profile there once it is logged in.");
}

/** The service may store something else than was asked for; say so rather than show what was typed. */
function echoChanges(request: ManagedAuthCreateRequest, connection: ManagedAuth): readonly string[] {
  return [
    connection.domain !== undefined && connection.domain !== request.domain
      ? l10n.t("The service changed the domain from {0} to {1}.", request.domain, connection.domain)
      : undefined,
    connection.profile_name !== undefined && connection.profile_name !== request.profile_name
      ? l10n.t(
          "The service changed the profile from {0} to {1}.",
          request.profile_name,
          connection.profile_name,
        )
      : undefined,
  ].filter((sentence) => sentence !== undefined);
}
