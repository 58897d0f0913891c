import { l10n } from "vscode";
import type { Entitlements, ManagedAuth, ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { compact } from "../../../domain/compact.ts";
import { type ConnectionDraft, draftFromRequest } from "../../../domain/draft/draft.ts";
import { likelyMissingFeature } from "../../../domain/entitlements/entitlements.ts";
import { conflictCard, foundCard, refusedCreationCard, unknownCreationCard } from "./notCreatedCards.ts";
import { connectionTab, type CommandResult } from "../../results/result.ts";
import { newResultContext } from "../../results/showingContext.ts";
import type { NamedResource } from "../../../domain/text/names.ts";
import type { ResultStore } from "../../results/resultStore.ts";
import type { CreationAttempt } from "./sendCreation.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { serviceTime } from "../../results/cardParts.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { connectionPage } from "../shown/connectionPage.ts";
import { labelWithValue } from "../../words/sentences.ts";

/** Data for rendering the result of a creation. If `draft` is missing, the answers are derived from the request. */
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
  { access, draft, entitlements, named = [], resultId, results }: CreationContext,
  { pending, verdict }: CreationAttempt,
): CommandResult | undefined {
  const { request } = pending;
  const context = newResultContext(access, resultId ?? results.newId());
  const about = aboutCreation(access, request);
  const answers = { draft: draft ?? draftFromRequest(request), named };
  switch (verdict.kind) {
    case "created": {
      // Show the live page of the new connection (interface.md §4.1, response 201).
      const { answeredAt, raw, value } = verdict;
      const notes = describeServiceChanges(request, value);
      const login = { notes, opened: false, following: "no" } as const;
      const content = { raw, login, done: l10n.t("Created") };
      return connectionPage({ ...context, ...serviceTime(answeredAt), named }, value, content);
    }
    case "exists": {
      const { error, id, isOurs } = verdict;
      const card = isOurs
        ? foundCard(context, request, id, new Date(pending.startedAt))
        : conflictCard(context, request, error, id, answers.draft);
      return { ...about, card };
    }
    case "refused": {
      const { earlier, error } = verdict;
      const feature = error.kind === "forbidden" ? likelyMissingFeature(request, entitlements) : undefined;
      const card = refusedCreationCard(context, request, error, { ...answers, earlier, feature });
      return { ...about, card };
    }
    case "cancelled":
      return undefined;
    case "unknown": {
      const { id: pendingId } = pending;
      const card = unknownCreationCard(context, request, verdict.error, { ...answers, pendingId });
      return { ...about, card, pendingId };
    }
  }
}

/**
 * Returns the parts of a creation's result other than the card. The tab's title starts with "Creation" to distinguish
 * the tab from the connection's own page.
 */
export function aboutCreation(
  { account }: AccountAccess,
  { domain, profile_name }: ManagedAuthCreateRequest,
): Omit<CommandResult, "card"> {
  const requested = { id: "", domain, profile_name };
  const { icon, title } = connectionTab(requested);
  return {
    accountId: account.id,
    about: connectionName(requested),
    tab: { icon, title: labelWithValue(l10n.t("Creation"), title) },
  };
}

/** Describes how the domain or profile of the created connection differs from the request. */
function describeServiceChanges(request: ManagedAuthCreateRequest, created: ManagedAuth): readonly string[] {
  const { domain, profile_name: profile } = created;
  return compact(
    domain !== undefined &&
      domain !== request.domain &&
      l10n.t("The service changed the domain from {0} to {1}.", request.domain, domain),
    profile !== undefined &&
      profile !== request.profile_name &&
      l10n.t("The service changed the profile from {0} to {1}.", request.profile_name, profile),
  );
}
