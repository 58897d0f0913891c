import { l10n } from "vscode";
import type { Entitlements, ManagedAuth, ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import { draftOf } from "../../../domain/draft/draft.ts";
import { refusedFeature } from "../../../domain/entitlements/refusedFeature.ts";
import { conflictCard, mostLikelyCreatedCard, refusedCard, unknownCard } from "./notCreatedCards.ts";
import type { Result } from "../../results/result.ts";
import type { ShowingParts } from "../../results/showingParts.ts";
import type { Attempt } from "./send.ts";
import type { Access } from "../../accounts/service.ts";
import { secretsOf } from "../shown/commands.ts";
import { occasionOf } from "../../results/showingParts.ts";
import { cardFrame, serviceTime, verdict } from "../../results/cardParts.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { connectionTab } from "../../results/connectionTab.ts";
import { labelled } from "../../words/sentences.ts";
import { flowFacts } from "../../../domain/connections/flow.ts";
import { button, copyIdButton, more } from "../../results/buttons.ts";
import type { Occasion } from "../../results/cardParts.ts";
import type { ResultCard } from "../../results/buttonEffect.ts";
import { connectionBlocks, rawConnection, statusTone } from "../shown/blocks.ts";
import { flowSummary } from "../shown/progress.ts";
import { logInButton, showConnectionButton } from "../shown/actions.ts";
import { progressOf } from "../shown/card.ts";
import { requestBlocks } from "./requestCode.ts";

/** What the result of a creation is made of; without the draft, the request tells what was answered. */
export interface CreationContext {
  readonly results: ShowingParts["results"];
  readonly access: Access;
  readonly draft?: Draft;
  readonly entitlements: Entitlements | undefined;
  /** The result whose place it takes. */
  readonly resultId?: string | undefined;
}

/** The result to show for an attempt; `undefined` where nothing was sent. */
export function creationResult(context: CreationContext, attempt: Attempt): Result | undefined {
  const result = resultOf(context, attempt);
  const { domain, profile_name } = attempt.pending.request;
  const { icon, title } = connectionTab({ domain, profile_name });
  return (
    result && {
      ...result,
      accountId: context.access.account.id,
      about: connectionName({ id: "", domain, profile_name }),
      // The connection has a page of its own.
      tab: { icon, title: labelled(l10n.t("Creation"), title) },
    }
  );
}

function resultOf(
  { access, draft, entitlements, resultId, results }: CreationContext,
  { pending, verdict }: Attempt,
): Pick<Result, "card" | "pendingId" | "secrets"> | undefined {
  const occasion = occasionOf(access, resultId ?? results.newId());
  const { request } = pending;
  const answers = draft ?? draftOf(request);
  switch (verdict.kind) {
    case "created":
      return {
        card: createdCard(
          { ...occasion, ...serviceTime(verdict.answeredAt) },
          request,
          verdict.value,
          verdict.raw,
          answers,
        ),
        secrets: secretsOf(verdict.value),
      };
    case "exists":
      return {
        card: verdict.ours
          ? mostLikelyCreatedCard(occasion, request, verdict.id, new Date(pending.startedAt))
          : conflictCard(occasion, request, verdict.error, verdict.id, answers),
      };
    case "refused":
      return {
        card: refusedCard(occasion, request, verdict.error, {
          draft: answers,
          earlier: verdict.earlier,
          feature: verdict.error.kind === "forbidden" ? refusedFeature(request, entitlements) : undefined,
        }),
      };
    case "notSent":
      return undefined;
    case "unknown":
      return {
        card: unknownCard(occasion, request, verdict.error, { draft: answers, pendingId: pending.id }),
        pendingId: pending.id,
      };
  }
}

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
    : l10n.t("Log in once, and agents can use this profile.");
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
