import { l10n } from "vscode";
import type { Entitlements, ManagedAuth, ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { compact } from "../../../domain/compact.ts";
import { type ConnectionDraft, draftFromRequest } from "../../../domain/draft/draft.ts";
import { likelyMissingFeature } from "../../../domain/entitlements/entitlements.ts";
import { conflictCard, foundCard, refusedCreationCard, unknownCreationCard } from "./notCreatedCards.ts";
import { connectionTab, type CommandResult, type ResultTab } from "../../results/result.ts";
import { newResultContext } from "../../results/showingContext.ts";
import type { NamedResource } from "../../../domain/text/names.ts";
import type { ResultStore } from "../../results/resultStore.ts";
import type { CreationAttempt } from "./sendCreation.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { serviceTime } from "../../results/cardParts.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { connectionPage } from "../shown/connectionPage.ts";
import { labelWithValue } from "../../words/sentences.ts";

/** Input for rendering the result of a creation. If `draft` is missing, the answers are derived from the request. */
export interface CreationContext {
  readonly results: Pick<ResultStore, "newId">;
  readonly access: AccountAccess;
  readonly draft?: ConnectionDraft;
  readonly entitlements: Entitlements | undefined;
  /** Names and other details of the resources that the answers reference only by ID. */
  readonly named?: readonly NamedResource[];
  /** ID of an open result that the new result replaces. */
  readonly resultId?: string | undefined;
}

/** Returns the result to show for an attempt, or undefined if nothing was sent. */
export function creationResult(
  context: CreationContext,
  attempt: CreationAttempt,
): CommandResult | undefined {
  const { verdict } = attempt;
  if (verdict.kind === "created") return createdConnectionPage(context, attempt.pending.request, verdict);
  const result = notCreatedResult(context, attempt.pending, verdict);
  const { domain, profile_name } = attempt.pending.request;
  return (
    result && {
      ...result,
      accountId: context.access.account.id,
      about: connectionName({ id: "", domain, profile_name }),
      tab: creationTab({ domain, profile_name }),
    }
  );
}

/**
 * Returns the tab for the result of a creation. The title starts with "Creation" to distinguish this tab from the
 * connection's own page.
 */
export function creationTab(request: ManagedAuthCreateRequest): ResultTab {
  const { icon, title } = connectionTab(request);
  return { icon, title: labelWithValue(l10n.t("Creation"), title) };
}

function notCreatedResult(
  { access, draft, entitlements, named = [], resultId, results }: CreationContext,
  pending: CreationAttempt["pending"],
  verdict: Exclude<CreationAttempt["verdict"], { readonly kind: "created" }>,
): Pick<CommandResult, "card" | "pendingId"> | undefined {
  const resultContext = newResultContext(access, resultId ?? results.newId());
  const { request } = pending;
  const answers = draft ?? draftFromRequest(request);
  switch (verdict.kind) {
    case "exists":
      return {
        card: verdict.isOurs
          ? foundCard(resultContext, request, verdict.id, new Date(pending.startedAt))
          : conflictCard(resultContext, request, verdict.error, verdict.id, answers),
      };
    case "refused":
      return {
        card: refusedCreationCard(resultContext, request, verdict.error, {
          draft: answers,
          named,
          earlier: verdict.earlier,
          feature:
            verdict.error.kind === "forbidden" ? likelyMissingFeature(request, entitlements) : undefined,
        }),
      };
    case "cancelled":
      return undefined;
    case "unknown":
      return {
        card: unknownCreationCard(resultContext, request, verdict.error, {
          draft: answers,
          named,
          pendingId: pending.id,
        }),
        pendingId: pending.id,
      };
  }
}

/** Returns the live page of a connection that was just created (interface.md §4.1, response 201). */
function createdConnectionPage(
  { access, named = [], resultId, results }: CreationContext,
  request: ManagedAuthCreateRequest,
  { answeredAt, raw, value }: Extract<CreationAttempt["verdict"], { readonly kind: "created" }>,
): CommandResult {
  const resultContext = {
    ...newResultContext(access, resultId ?? results.newId()),
    ...serviceTime(answeredAt),
    named,
  };
  const login = { notes: describeServiceChanges(request, value), opened: false, following: "no" } as const;
  return connectionPage(resultContext, value, { raw, login, done: l10n.t("Created") });
}

/** Describes a domain or profile that the service stored differently from the request. */
function describeServiceChanges(
  request: ManagedAuthCreateRequest,
  connection: ManagedAuth,
): readonly string[] {
  const { domain, profile_name: profile } = connection;
  return compact(
    domain !== undefined &&
      domain !== request.domain &&
      l10n.t("The service changed the domain from {0} to {1}.", request.domain, domain),
    profile !== undefined &&
      profile !== request.profile_name &&
      l10n.t("The service changed the profile from {0} to {1}.", request.profile_name, profile),
  );
}
