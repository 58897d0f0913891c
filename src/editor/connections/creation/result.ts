import { l10n } from "vscode";
import type { Entitlements } from "../../../api/schemas.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import { draftOf } from "../../../domain/draft/draftOf.ts";
import { refusedFeature } from "../../../domain/entitlements/refusedFeature.ts";
import { createdCard } from "./createdCard.ts";
import { conflictCard, mostLikelyCreatedCard, refusedCard, unknownCard } from "./notCreatedCards.ts";
import type { Result } from "../../results/result.ts";
import type { ShowingParts } from "../../results/showingParts.ts";
import type { Attempt } from "./send.ts";
import type { Access } from "../../accounts/service.ts";
import { secretsOf } from "../shown/commands.ts";
import { occasionOf } from "../../results/showingParts.ts";
import { serviceTime } from "../../results/cardParts.ts";
import { connectionName } from "../../catalogue/connectionWords.ts";
import { connectionTab } from "../../results/connectionTab.ts";
import { labelled } from "../../words/sentences.ts";

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
