import { l10n } from "vscode";
import * as z from "zod/mini";
import { entitlementsViewId, type CommandArguments } from "../words/contributions.ts";
import type { EntitlementsModel, EntitlementsState, Reading } from "../catalogue/entitlements.ts";
import { refreshView, type RefreshParts } from "../catalogue/refresh.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { Result, Tab } from "../results/result.ts";
import type { Results } from "../results/store.ts";
import type { Session } from "../accounts/session.ts";
import type { Log } from "../kit/log.ts";
import { command, plainCommand, type Commands } from "../kit/command.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import {
  entitlementFacts,
  type Bound,
  type EntitlementFacts,
  type FeatureFacts,
} from "../../domain/entitlements/entitlements.ts";
import type { Block, Row, Value } from "../../card/card.ts";
import type { ReadingFailure } from "../catalogue/reading.ts";
import type { RowValues } from "../catalogue/rowValues.ts";
import { boundLabel, boundText, checksFullText, healthChecksLabel, leftText, useText } from "./bounds.ts";
import {
  boundId,
  boundsBelow,
  featureId,
  groupsOf,
  onlyBound,
  planId,
  planRows,
  usesOf,
  type Use,
} from "./nodes.ts";
import { changeOf } from "./rows.ts";
import { featureLabel, featureMeaning, featureState, groupLabel, planLabel, planText } from "./words.ts";
import { describeFailure } from "../catalogue/failures.ts";
import { moment } from "../words/numbers.ts";
import { button, more, remedyButton } from "../results/buttons.ts";
import {
  adviceOn,
  cardFrame,
  plain,
  rawReply,
  rows,
  serviceSays,
  verdict,
  type Occasion,
} from "../results/cardParts.ts";
import type { ResultButton, ResultCard } from "../results/buttonEffect.ts";
import { labelled, paragraph, sentence, series } from "../words/sentences.ts";

interface ShowEntitlementsParts extends RequiresAccess, RefreshParts {
  readonly session: Session;
  readonly entitlements: EntitlementsModel;
  readonly results: Results;
  readonly panel: Pick<ResultPanel, "show" | "update">;
  readonly log: Log;
}

/** What people do about the plan. */
export function entitlementsCommands(parts: ShowEntitlementsParts) {
  const takes = z.strictObject({
    fresh: z.optional(z.literal(true)),
    feature: z.optional(z.string()),
    resultId: z.optional(z.uuid()),
  });
  return {
    "managedAuth.showEntitlements": command(takes, (told) => showEntitlements(parts, told)),
    "managedAuth.refreshEntitlements": plainCommand(() =>
      refreshView(parts, entitlementsViewId, () => parts.entitlements.refresh()),
    ),
  } satisfies Partial<Commands>;
}

/**
 * Shows the whole report, of a reading that is not older than a minute; read anew if `fresh`, with a word on one
 * feature if one is asked about, and in place of the result that is read again, if one is.
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
    const read = await (fresh === true ? entitlements.refresh() : entitlements.recent());
    return read.reading === undefined ? read : entitlements.compared();
  });
  if (state !== undefined) await show(parts, access, state, feature, resultId);
}

async function show(
  parts: ShowEntitlementsParts,
  access: Access,
  { failure, reading }: EntitlementsState,
  explained: string | undefined,
  resultId: string | undefined,
): Promise<void> {
  const { account, baseUrl } = reading ?? access;
  const id = resultId ?? parts.results.newId();
  const occasion = { id, account, baseUrl, at: reading?.readAt ?? new Date() };
  const accountId = account.id;
  const tab: Tab = { title: l10n.t("Entitlements"), icon: "checklist" };
  if (reading !== undefined) {
    const report = (of: Reading): Result => ({
      card: entitlementsCard(occasion, of, failure, explained),
      accountId,
      tab,
      ...(of.value.plan.id !== undefined && { about: of.value.plan.id }),
    });
    await parts.panel.show(report(reading));
    void parts.log.tidied("usage", addUsage(parts, reading, report));
  } else if (failure !== undefined && isStill(parts, access)) {
    await parts.panel.show({ card: noEntitlementsCard(occasion, failure), accountId, tab });
  }
}

/** Updates what is used in a report, once the service has answered. */
async function addUsage(
  { entitlements, panel }: ShowEntitlementsParts,
  { usage, value }: Reading,
  report: (of: Reading) => Result,
): Promise<void> {
  await entitlements.wantUsage();
  const { reading } = entitlements.state;
  // Another reading has a report of its own.
  if (reading?.value === value && reading.usage !== usage) await panel.update(report(reading));
}

/** Whether the window still works as this account: a failure does not say whose it is. */
function isStill({ session }: ShowEntitlementsParts, { account }: Access): boolean {
  const { state } = session;
  return state.kind === "signedIn" && state.account.id === account.id;
}

/**
 * The whole of the entitlements (§2.8) as a report; a failure beside the reading marks it as old. `explained` is the
 * feature that a refusal was about.
 */
export function entitlementsCard(
  occasion: Occasion,
  reading: Reading,
  failure: ReadingFailure | undefined,
  explained?: string,
): ResultCard {
  const facts = entitlementFacts(reading.value, occasion.at, reading.usage);
  const changes = reading.changes ?? new Map<string, string>();
  return {
    ...cardFrame(occasion),
    head: {
      kind: "header",
      ...(failure !== undefined && { state: { text: l10n.t("Not up to date"), tone: "warning" } }),
    },
    title: l10n.t("Entitlements"),
    summary: [
      ...explanation(facts, explained),
      ...(failure === undefined
        ? []
        : [l10n.t("{0}. Shown as of {1}.", describeFailure(failure).headline, moment(reading.readAt))]),
    ],
    blocks: [
      rows(
        l10n.t("Plan"),
        ...planRows(facts.plan).map((row) => ({
          label: planLabel(row),
          value: plain(planText(row)),
          ...changedSince(changes.get(planId(row))),
        })),
      ),
      rows(groupLabel("inUse"), ...usesOf(facts).map((use) => useRow(use, changes))),
      ...groupsOf(facts)
        .filter(({ group }) => group !== "inUse")
        .map(({ group, rows: nodes }) => {
          const features = nodes.flatMap((node) => (node.kind === "feature" ? [node.feature] : []));
          return featureTable(groupLabel(group), features, changes);
        }),
      rawReply(reading.raw),
    ],
    actions: { refresh: readButton(l10n.t("Refresh"), occasion), ...more() },
  };
}

/** Says why there is nothing to report. */
export function noEntitlementsCard(occasion: Occasion, failure: ReadingFailure): ResultCard {
  const { headline, remedies, ...words } = describeFailure(failure);
  const { advice, ...waits } =
    failure.kind === "sandboxFailed" ? words : adviceOn(failure, words.advice, occasion.at);
  const other = remedyButton(remedies, true);
  return {
    ...cardFrame(occasion),
    head: verdict("error"),
    title: l10n.t("Entitlements not read"),
    summary: [sentence(headline), ...advice],
    ...waits,
    blocks: failure.kind === "sandboxFailed" ? [] : serviceSays(failure),
    actions: {
      next: readButton(l10n.t("Try Again"), occasion),
      ...(other && { other }),
      ...more(),
    },
  };
}

function readButton(label: string, { id: resultId }: Occasion): ResultButton {
  return button(label, "managedAuth.showEntitlements", { fresh: true, resultId });
}

/** How much of a limit is used, where that is told; little that is left stands out. */
function useRow(use: Use, changes: RowValues): Row {
  const changed = changedSince(changeOf(use, changes));
  if (use.kind === "checks")
    return { label: healthChecksLabel(), value: plain(checksFullText(use.checks)), ...changed };
  const text = useText(use.bound);
  const left = leftText(use.bound);
  const value: Value = left === undefined ? plain(text) : { text: series([text, left]), tone: "warning" };
  return { label: boundLabel(use.bound), value, ...shareOf(use.bound), ...changed };
}

/** From this share of a bound on, a bar tells more than the numbers do. */
const worthABar = 0.5;

function shareOf({ used = 0, value }: Bound): Pick<Row, "share"> {
  if (typeof value !== "number" || value <= 0 || used < worthABar * value) return {};
  return { share: Math.min(1, used / value) };
}

/** Features with what bounds them, where anything does, and what they give. */
function featureTable(title: string, features: readonly FeatureFacts[], changes: RowValues): Block {
  const limits = features.map((feature) => limitsOf(feature, changes));
  const limited = limits.some((words) => words !== "");
  return {
    kind: "table",
    title,
    columns: [l10n.t("Feature"), ...(limited ? [l10n.t("Limit")] : []), l10n.t("What it gives")],
    rows: features.map((feature, index) => {
      const label = marked(featureLabel(feature.key), changes.get(featureId(feature)));
      const meaning = feature.known ? featureMeaning(feature.key) : l10n.t("Not known to this version");
      const cells = [label, ...(limited ? [limits[index]] : []), meaning];
      return { cells: cells.map((words = "") => plain(words === "" ? "–" : words)), notes: [] };
    }),
  };
}

/** What bounds a feature, but for what is used of it; and its state, where the title does not say it. */
function limitsOf(feature: FeatureFacts, changes: RowValues): string {
  const state = feature.enabled === undefined ? [featureState(feature)] : [];
  const only = onlyBound(feature);
  const bounds = boundsBelow(feature).map((bound) => {
    const text = marked(boundText(bound), changes.get(boundId(feature, bound)));
    return bound === only ? text : labelled(boundLabel(bound), text);
  });
  return series([...state, ...bounds]);
}

/** Words with what they were when they were last looked at, where that is something else. */
function marked(words: string, was: string | undefined): string {
  return was === undefined ? words : l10n.t("{0} (was {1})", words, was);
}

/** Answers what a refusal has to do with the plan. */
function explanation({ features }: EntitlementFacts, explained: string | undefined): readonly string[] {
  const feature = features.find(({ key }) => key === explained);
  if (feature === undefined) return [];
  const state = sentence(labelled(featureLabel(feature.key), featureState(feature)));
  const bounds = feature.bounds.map((bound) => sentence(labelled(boundLabel(bound), useText(bound))));
  return [paragraph([state, featureMeaning(feature.key), ...bounds].filter((part) => part !== undefined))];
}

/** What the row of a plan said when it was last looked at, if it says something else now. */
function changedSince(was: string | undefined): { changed?: string } {
  return was === undefined ? {} : { changed: l10n.t("was {0}", was) };
}
