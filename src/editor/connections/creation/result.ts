import { l10n } from "vscode";
import type { Entitlements, ManagedAuth, ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { type Draft, draftOf } from "../../../domain/draft/draft.ts";
import { refusedFeature } from "../../../domain/entitlements/entitlements.ts";
import { conflictCard, foundCard, refusedCard, unknownCard } from "./notCreatedCards.ts";
import { connectionTab, type Result, type Tab } from "../../results/result.ts";
import { contextOf } from "../../results/showingContext.ts";
import type { Named } from "../../../domain/text/names.ts";
import type { Results } from "../../results/store.ts";
import type { Attempt } from "./send.ts";
import type { Access } from "../../accounts/service.ts";
import { serviceTime } from "../../results/cardParts.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { connectionPage } from "../shown/page.ts";
import { labelled } from "../../words/sentences.ts";

/** What the result of a creation is made of; without the draft, the request tells what was answered. */
export interface CreationContext {
  readonly results: Pick<Results, "newId">;
  readonly access: Access;
  readonly draft?: Draft;
  readonly entitlements: Entitlements | undefined;
  /** What is known of what the answers have by ID alone. */
  readonly named?: readonly Named[];
  /** The result whose place it takes. */
  readonly resultId?: string | undefined;
}

/** The result to show for an attempt; `undefined` where nothing was sent. */
export function creationResult(context: CreationContext, attempt: Attempt): Result | undefined {
  const { verdict } = attempt;
  if (verdict.kind === "created") return createdPage(context, attempt.pending.request, verdict);
  const result = resultOf(context, attempt.pending, verdict);
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

/** The tab of an attempt. The connection has a page of its own, with another title. */
export function creationTab(request: Pick<ManagedAuthCreateRequest, "domain" | "profile_name">): Tab {
  const { icon, title } = connectionTab(request);
  return { icon, title: labelled(l10n.t("Creation"), title) };
}

function resultOf(
  { access, draft, entitlements, named = [], resultId, results }: CreationContext,
  pending: Attempt["pending"],
  verdict: Exclude<Attempt["verdict"], { readonly kind: "created" }>,
): Pick<Result, "card" | "pendingId"> | undefined {
  const resultContext = contextOf(access, resultId ?? results.newId());
  const { request } = pending;
  const answers = draft ?? draftOf(request);
  switch (verdict.kind) {
    case "exists":
      return {
        card: verdict.ours
          ? foundCard(resultContext, request, verdict.id, new Date(pending.startedAt))
          : conflictCard(resultContext, request, verdict.error, verdict.id, answers),
      };
    case "refused":
      return {
        card: refusedCard(resultContext, request, verdict.error, {
          draft: answers,
          named,
          earlier: verdict.earlier,
          feature: verdict.error.kind === "forbidden" ? refusedFeature(request, entitlements) : undefined,
        }),
      };
    case "notSent":
      return undefined;
    case "unknown":
      return {
        card: unknownCard(resultContext, request, verdict.error, {
          draft: answers,
          named,
          pendingId: pending.id,
        }),
        pendingId: pending.id,
      };
  }
}

/** The live page of a connection that was just created (§4.1, 201). */
function createdPage(
  { access, named = [], resultId, results }: CreationContext,
  request: ManagedAuthCreateRequest,
  { answeredAt, raw, value }: Extract<Attempt["verdict"], { readonly kind: "created" }>,
): Result {
  const resultContext = {
    ...contextOf(access, resultId ?? results.newId()),
    ...serviceTime(answeredAt),
    named,
  };
  const login = { notes: echoChanges(request, value), opened: false, following: "no" } as const;
  return connectionPage(resultContext, value, { raw, login, done: l10n.t("Created") });
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
