import { l10n } from "vscode";
import { capitalize } from "../words/labels.ts";
import type { EntitlementsReading } from "../catalogue/entitlementsModel.ts";
import {
  entitlementFacts,
  type PlanBound,
  type EntitlementFacts,
  type FeatureFacts,
  type PlanFacts,
} from "../../domain/entitlements/entitlements.ts";
import type { CardBlock, GridCell, CardRow, CardValue } from "../../card/card.ts";
import type { ReadingFailure, RowValues } from "../catalogue/readModel.ts";
import {
  boundLabel,
  boundDetails,
  healthCheckRangeFull,
  healthCheckNote,
  explainFeature,
  healthChecksLabel,
  remainderText,
  boundUsageText,
} from "./bounds.ts";
import {
  boundId,
  nestedBounds,
  featureId,
  groupNodes,
  onlyBound,
  planId,
  planRows,
  limitNodes,
  type LimitNode,
} from "./nodes.ts";
import { previousValue } from "./entitlementsRow.ts";
import {
  featureLabel,
  featureDescription,
  featureStateLabel,
  planRowLabel,
  planNamesLine,
  planRowText,
} from "./labels.ts";
import { describeFailure } from "../catalogue/failures.ts";
import { formatDateTime } from "../words/formatting.ts";
import {
  commandButton,
  moreMenu,
  remedyButton,
  type ButtonAction,
  type ResultButton,
  type ResultCard,
} from "../results/buttons.ts";
import {
  adviceWithCountdown,
  cardFrame,
  plainValue,
  rawReplyBlock,
  rowsBlock,
  serviceMessageBlocks,
  verdictHead,
  type ResultContext,
} from "../results/cardParts.ts";
import { labelWithValue, withFullStop, joinWithCommas } from "../words/sentences.ts";
import { compact } from "../../domain/compact.ts";

/**
 * Builds the card of all entitlements (interface.md §2.8). If `failure` is given, the entitlements are marked as
 * outdated. `explained` is the feature that a refused request requires.
 */
export function entitlementsCard(
  context: ResultContext,
  reading: EntitlementsReading,
  failure: ReadingFailure | undefined,
  explained?: string,
): ResultCard {
  const facts = entitlementFacts(reading.value, context.at, reading.usage);
  const changes = reading.changes ?? new Map<string, string>();
  const uses = limitNodes(facts);
  const rowsOf = (isUsed: boolean): readonly CardRow[] => [
    ...uses
      .filter((use) => (use.kind === "use" && use.bound.used !== undefined) === isUsed)
      .map((use) => usageRow(use, changes)),
    ...facts.features.flatMap((feature) => boundCardRows(feature, isUsed, changes)),
  ];
  const blocks: readonly CardBlock<ButtonAction>[] = [
    rowsBlock(l10n.t("Usage"), ...rowsOf(true)),
    rowsBlock(l10n.t("Limits"), ...rowsOf(false)),
  ];
  const shownAt = formatDateTime(reading.readAt);
  return {
    ...cardFrame(context, planNamesLine(facts.plan)),
    head: { kind: "header", ...planState(facts.plan, failure) },
    title: l10n.t("Entitlements"),
    summary: compact(
      ...explainFeature(facts, explained),
      ...planRows(facts.plan).flatMap((row) => {
        const previous = changes.get(planId(row));
        if (previous === undefined) return [];
        return [withFullStop(labelWithValue(planRowLabel(row), l10n.t("was {0}", previous)))];
      }),
      failure !== undefined && l10n.t("{0}. Shown as of {1}.", describeFailure(failure).headline, shownAt),
    ),
    blocks: [
      ...blocks.filter((block) => block.kind !== "rows" || block.rows.length > 0),
      { kind: "grid", title: l10n.t("Features"), cells: featureCells(facts, changes) },
      rawReplyBlock(reading.raw),
    ],
    actions: { refresh: entitlementsButton(l10n.t("Refresh"), context), ...moreMenu() },
  };
}

export function noEntitlementsCard(context: ResultContext, failure: ReadingFailure): ResultCard {
  const { headline, remedies, ...words } = describeFailure(failure);
  const { advice, ...waits } =
    failure.kind === "sandboxFailed" ? words : adviceWithCountdown(failure, words.advice, context.at);
  const other = remedyButton(remedies, true);
  return {
    ...cardFrame(context),
    head: verdictHead("error"),
    title: l10n.t("Couldn't read the entitlements"),
    summary: [withFullStop(headline), ...advice],
    ...waits,
    blocks: failure.kind === "sandboxFailed" ? [] : serviceMessageBlocks(failure),
    actions: {
      next: entitlementsButton(l10n.t("Try Again"), context),
      ...(other && { other }),
      ...moreMenu(),
    },
  };
}

function entitlementsButton(label: string, { id: resultId }: ResultContext): ResultButton {
  return commandButton(label, "managedAuth.showEntitlements", { fresh: true, resultId });
}

/** Builds the row of a limit with its reported usage. A nearly exhausted limit is highlighted. */
function usageRow(use: LimitNode, changes: RowValues): CardRow {
  const changed = previousValueField(previousValue(use, changes));
  if (use.kind === "checks")
    return {
      label: healthChecksLabel(),
      value: plainValue(capitalize(healthCheckRangeFull(use.checks))),
      note: healthCheckNote(),
      ...changed,
    };
  const text = capitalizeOwnText(use.bound, boundUsageText(use.bound));
  const remaining = remainderText(use.bound);
  const value: CardValue =
    remaining === undefined ? plainValue(text) : { text: joinWithCommas([text, remaining]), tone: "warning" };
  return {
    label: boundLabel(use.bound),
    value,
    ...boundDetails(use.bound),
    ...changed,
  };
}

/** Capitalizes the text of a bound. Text from the service stays unchanged. */
function capitalizeOwnText({ value }: PlanBound, words: string): string {
  if (typeof value === "object" && typeof value?.raw === "string") return words;
  return capitalize(words);
}

function planState(plan: PlanFacts, failure: ReadingFailure | undefined): { readonly state?: CardValue } {
  if (failure !== undefined) return { state: { text: l10n.t("Not up to date"), tone: "warning" } };
  const trial = planRows(plan).find(({ key }) => key === "trial");
  if (trial === undefined) return {};
  return { state: { text: labelWithValue(planRowLabel(trial), planRowText(trial)), tone: "info" } };
}

function boundCardRows(feature: FeatureFacts, isUsed: boolean, changes: RowValues): readonly CardRow[] {
  const only = onlyBound(feature);
  return nestedBounds(feature)
    .filter(({ used }) => (used !== undefined) === isUsed)
    .map((bound) => ({
      label:
        bound === only
          ? featureLabel(feature.key)
          : labelWithValue(featureLabel(feature.key), boundLabel(bound)),
      value: plainValue(capitalizeOwnText(bound, boundUsageText(bound))),
      ...boundDetails(bound),
      ...previousValueField(changes.get(boundId(feature, bound))),
    }));
}

function featureCells(facts: EntitlementFacts, changes: RowValues): readonly GridCell[] {
  return groupNodes(facts)
    .flatMap(({ rows: nodes }) => nodes)
    .filter((node) => node.kind === "feature")
    .map((node) => node.feature)
    .map((feature) => {
      const [words, previous] = [capitalize(featureStateLabel(feature)), changes.get(featureId(feature))];
      return {
        label: featureLabel(feature.key),
        on: feature.enabled,
        state: previous === undefined ? words : l10n.t("{0} (was {1})", words, previous),
        note: (feature.known ? featureDescription(feature.key) : l10n.t("Unknown to this version")) ?? "",
      };
    });
}

function previousValueField(previous: string | undefined): { changed?: string } {
  return { ...(previous !== undefined && { changed: l10n.t("was {0}", previous) }) };
}
