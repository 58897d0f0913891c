import { l10n } from "vscode";
import * as z from "zod/mini";
import { capitalize } from "../words/labels.ts";
import { entitlementsViewId, type CommandArguments } from "../words/contributions.ts";
import type {
  EntitlementsModel,
  EntitlementsState,
  EntitlementsReading,
} from "../catalogue/entitlementsModel.ts";
import { refreshView, type RefreshParts } from "../catalogue/refreshView.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { CommandResult, ResultTab } from "../results/result.ts";
import type { ResultStore } from "../results/resultStore.ts";
import type { WindowSession } from "../accounts/session.ts";
import type { Log } from "../kit/log.ts";
import { command, plainCommand, type Commands } from "../kit/command.ts";
import type { AccountAccess, RequiresAccess } from "../accounts/clientFactory.ts";
import {
  entitlementFacts,
  type Bound,
  type EntitlementFacts,
  type FeatureFacts,
  type PlanFacts,
} from "../../domain/entitlements/entitlements.ts";
import type { Block, GridCell, CardRow, Value } from "../../card/card.ts";
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

interface ShowEntitlementsParts extends RequiresAccess, RefreshParts {
  readonly session: WindowSession;
  readonly entitlements: EntitlementsModel;
  readonly results: ResultStore;
  readonly panel: Pick<ResultPanel, "show" | "update">;
  readonly log: Log;
}

/** The commands that show and refresh the entitlements. */
export function entitlementsCommands(parts: ShowEntitlementsParts) {
  const args = z.strictObject({
    fresh: z.optional(z.literal(true)),
    feature: z.optional(z.string()),
    resultId: z.optional(z.uuid()),
  });
  return {
    "managedAuth.showEntitlements": command(args, (given) => showEntitlements(parts, given)),
    "managedAuth.refreshEntitlements": plainCommand(() =>
      refreshView(parts, entitlementsViewId, () => parts.entitlements.refresh()),
    ),
  } satisfies Partial<Commands>;
}

/**
 * Shows the entitlements. They are at most a minute old, or fetched now if `fresh`. `feature` is explained at the
 * top. `resultId` is the page to replace.
 */
export async function showEntitlements(
  parts: ShowEntitlementsParts,
  { feature, fresh, resultId }: CommandArguments["managedAuth.showEntitlements"] = {},
): Promise<void> {
  const title = l10n.t("Entitlements");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const { entitlements } = parts;
  const state = await whileLoading({ title, back: false }, l10n.t("Reading the entitlements…"), async () => {
    const read = await (fresh === true ? entitlements.refresh() : entitlements.recentState());
    return read.reading === undefined ? read : entitlements.comparedState();
  });
  if (state !== undefined) await showEntitlementsPage(parts, access, state, feature, resultId);
}

async function showEntitlementsPage(
  parts: ShowEntitlementsParts,
  access: AccountAccess,
  { failure, reading }: EntitlementsState,
  explained: string | undefined,
  resultId: string | undefined,
): Promise<void> {
  const { account, baseUrl } = reading ?? access;
  const id = resultId ?? parts.results.newId();
  const context = { id, account, baseUrl, at: reading?.readAt ?? new Date() };
  const accountId = account.id;
  const tab: ResultTab = { title: l10n.t("Entitlements"), icon: "checklist" };
  if (reading !== undefined) {
    const report = (of: EntitlementsReading): CommandResult => ({
      card: entitlementsCard(context, of, failure, explained),
      accountId,
      tab,
      ...(of.value.plan.id !== undefined && { about: of.value.plan.id }),
    });
    await parts.panel.show(report(reading));
    void parts.log.logFailure("usage", addUsage(parts, reading, report));
  } else if (failure !== undefined && isCurrent(parts, access)) {
    await parts.panel.show({ card: noEntitlementsCard(context, failure), accountId, tab });
  }
}

/** Updates the usage on the page once the service has responded. */
async function addUsage(
  { entitlements, panel }: ShowEntitlementsParts,
  { usage, value }: EntitlementsReading,
  report: (of: EntitlementsReading) => CommandResult,
): Promise<void> {
  await entitlements.loadUsage();
  const { reading } = entitlements.state;
  // A newer reading is shown on a page of its own.
  if (reading?.value === value && reading.usage !== usage) await panel.update(report(reading));
}

/** True if the window still uses this account. A failure doesn't record its account. */
function isCurrent({ session }: ShowEntitlementsParts, { account }: AccountAccess): boolean {
  const { state } = session;
  return state.kind === "signedIn" && state.account.id === account.id;
}

/**
 * Builds the card of all entitlements (interface.md §2.8). With a failure, the reading is marked as outdated.
 * `explained` is the feature that caused a refused request.
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
  const blocks: readonly Block<ButtonAction>[] = [
    rowsBlock(l10n.t("Usage"), ...rowsOf(true)),
    rowsBlock(l10n.t("Limits"), ...rowsOf(false)),
  ];
  const shownAt = formatDateTime(reading.readAt);
  return {
    ...cardFrame(context, planNamesLine(facts.plan)),
    head: { kind: "header", ...planState(facts.plan, failure) },
    title: l10n.t("Entitlements"),
    summary: [
      ...explainFeature(facts, explained),
      ...planRows(facts.plan).flatMap((row) => {
        const was = changes.get(planId(row));
        return was === undefined
          ? []
          : [withFullStop(labelWithValue(planRowLabel(row), l10n.t("was {0}", was)))];
      }),
      ...(failure === undefined
        ? []
        : [l10n.t("{0}. Shown as of {1}.", describeFailure(failure).headline, shownAt)]),
    ],
    blocks: [
      ...blocks.filter((block) => block.kind !== "rows" || block.rows.length > 0),
      { kind: "grid", title: l10n.t("Features"), cells: featureCells(facts, changes) },
      rawReplyBlock(reading.raw),
    ],
    actions: { refresh: entitlementsButton(l10n.t("Refresh"), context), ...moreMenu() },
  };
}

/** Builds the card of entitlements that couldn't be fetched. */
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
  const left = remainderText(use.bound);
  const value: Value =
    left === undefined ? plainValue(text) : { text: joinWithCommas([text, left]), tone: "warning" };
  return {
    label: boundLabel(use.bound),
    value,
    ...boundDetails(use.bound),
    ...changed,
  };
}

/** Capitalizes the text of a bound. Text from the service stays unchanged. */
function capitalizeOwnText({ value }: Bound, words: string): string {
  return typeof value === "object" && typeof value?.said === "string" ? words : capitalize(words);
}

function planState(plan: PlanFacts, failure: ReadingFailure | undefined): { readonly state?: Value } {
  if (failure !== undefined) return { state: { text: l10n.t("Not up to date"), tone: "warning" } };
  const trial = planRows(plan).find(({ key }) => key === "trial");
  return trial === undefined
    ? {}
    : { state: { text: labelWithValue(planRowLabel(trial), planRowText(trial)), tone: "info" } };
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
    .flatMap((node) => (node.kind === "feature" ? [node.feature] : []))
    .map((feature) => {
      const [words, was] = [capitalize(featureStateLabel(feature)), changes.get(featureId(feature))];
      return {
        label: featureLabel(feature.key),
        on: feature.enabled,
        state: was === undefined ? words : l10n.t("{0} (was {1})", words, was),
        note: (feature.known ? featureDescription(feature.key) : l10n.t("Unknown to this version")) ?? "",
      };
    });
}

function previousValueField(was: string | undefined): { changed?: string } {
  return was === undefined ? {} : { changed: l10n.t("was {0}", was) };
}
