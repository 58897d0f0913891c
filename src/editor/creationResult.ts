import { l10n } from "vscode";
import type { Entitlements } from "../api/schemas.ts";
import type { Draft } from "../domain/draft.ts";
import { refusedFeature } from "../domain/refusal.ts";
import { createdCard } from "./cards/created.ts";
import { conflictCard, mostLikelyCreatedCard, refusedCard, unknownCard } from "./cards/notCreated.ts";
import type { Result, Results } from "./results.ts";
import type { Attempt } from "./sendCreation.ts";
import type { Connection } from "./service.ts";
import { secretsOf } from "./showConnection.ts";

/** What the result of a creation is made of; the draft is missing where it is no longer kept. */
export interface CreationContext {
  readonly results: Results;
  readonly connection: Connection;
  readonly draft?: Draft;
  readonly entitlements: Entitlements | undefined;
}

/** The result to show for an attempt; `undefined` where nothing was sent. */
export function creationResult(
  { connection: { account, baseUrl }, draft, entitlements, results }: CreationContext,
  { pending, verdict }: Attempt,
): Result | undefined {
  const occasion = { id: results.newId(), account, baseUrl, at: new Date() };
  const { request } = pending;
  const context = { accountId: account.id, ...(draft !== undefined && { draft }) };
  const known = (id: string | undefined): Result["context"] =>
    id === undefined ? context : { ...context, copyId: id, connectionId: id };
  switch (verdict.kind) {
    case "created":
      return {
        card: createdCard(occasion, request, verdict.value, verdict.raw),
        context: known(verdict.value.id),
        secrets: secretsOf(verdict.value),
      };
    case "exists":
      return {
        card:
          verdict.ours && verdict.id !== undefined
            ? mostLikelyCreatedCard(occasion, request, verdict.id, new Date(pending.startedAt))
            : conflictCard(occasion, request, verdict.error, verdict.id),
        context: known(verdict.id),
      };
    case "refused":
      return {
        card: refusedCard(occasion, request, verdict.error),
        context: {
          ...context,
          ...(verdict.error.kind === "forbidden" && { feature: refusedFeature(request, entitlements) }),
        },
      };
    case "notSent":
      return undefined;
    case "unknown":
      return {
        card: unknownCard(
          occasion,
          request,
          verdict.error,
          l10n.t("You cancelled while the request was under way."),
        ),
        context: { ...context, pendingId: pending.id },
      };
  }
}
