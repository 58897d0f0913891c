import { l10n } from "vscode";
import type { OrgLimits } from "../../api/neighbours.ts";
import { entitlementFacts } from "../../domain/entitlements.ts";
import type { Bound, EntitlementFacts, FeatureFacts } from "../../domain/entitlements.ts";
import type { Bar, Block, Scale, Tone } from "../../card/card.ts";
import type { Reading, ReadingFailure } from "../catalogue/entitlements.ts";
import type { RowValues } from "../catalogue/rowValues.ts";
import { rowWords } from "./rows.ts";
import { planRows } from "./nodes.ts";
import type { EntitlementsNode } from "./nodes.ts";
import {
  boundText,
  featureMeaning,
  featureState,
  planLabel,
  planText,
  featureLabel,
  limitFullLabel,
} from "./words.ts";
import { describeFailure } from "./failures.ts";
import { boundLabel, constraint, count, duration, moment } from "../words/numbers.ts";
import { button, copyDetailsButton, primary, signInAgainButton } from "../results/buttons.ts";
import { cardFrame, plain, rawReply, rows, serviceSays } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { run } from "../results/effect.ts";
import type { ResultButton, ResultCard } from "../results/effect.ts";
import { labelled, paragraph, sentence, withAside } from "../words/sentences.ts";

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
  const scale = intervalScale(facts);
  return {
    ...cardFrame(occasion),
    tone: failure === undefined ? "info" : "warning",
    title: l10n.t("Entitlements"),
    summary: [
      ...explanation(facts, explained),
      failure === undefined
        ? l10n.t("What the service lets this organization use. Trial and overrides are already counted in.")
        : l10n.t("{0}. Shown as of {1}.", describeFailure(failure).headline, moment(reading.readAt)),
    ],
    blocks: [
      rows(
        l10n.t("Plan"),
        ...planRows(facts).map((row) => ({
          label: planLabel(row),
          value: plain(planText(row)),
          ...changedSince(reading.changes, { kind: "plan", row }),
        })),
      ),
      ...usageBars(reading.usage),
      {
        kind: "tiles",
        title: l10n.t("Features"),
        tiles: facts.features.map((feature) => tile(feature, scale.length > 0, reading.changes)),
      },
      ...scale,
      rows(
        l10n.t("Limits"),
        ...facts.limits.map((limit) => ({
          label: limitFullLabel(limit.key),
          value: plain(constraint(limit.value, limit.unit)),
          ...changedSince(reading.changes, { kind: "limit", bound: limit }),
        })),
      ),
      rawReply(reading.raw),
    ],
    actions: [readButton(l10n.t("Refresh"), occasion), copyDetailsButton()],
  };
}

/** Says why there is nothing to report. */
export function noEntitlementsCard(occasion: Occasion, failure: ReadingFailure): ResultCard {
  const { advice, headline, remedies } = describeFailure(failure);
  return {
    ...cardFrame(occasion),
    tone: "error",
    title: l10n.t("Entitlements not read"),
    summary: [sentence(headline), ...advice],
    blocks: failure.kind === "sandboxFailed" ? [] : serviceSays(failure),
    actions: [
      primary(readButton(l10n.t("Try Again"), occasion)),
      ...(remedies.includes("signIn") ? [signInAgainButton(true)] : []),
    ],
  };
}

/** Reads the entitlements anew, in the place of this result. */
function readButton(label: string, { id: resultId }: Occasion): ResultButton {
  return button(label, run("managedAuth.showEntitlements", { fresh: true, resultId }));
}

/** A feature; bounds that the scale draws are not repeated. */
function tile(
  feature: FeatureFacts,
  scaleDrawn: boolean,
  changes: RowValues | undefined,
): Extract<Block, { kind: "tiles" }>["tiles"][number] {
  return {
    label: featureLabel(feature.key),
    state: { text: featureState(feature), tone: stateTone(feature.enabled) },
    ...changedSince(changes, { kind: "feature", feature }),
    notes: [
      ...[featureMeaning(feature.key)].filter((sentence) => sentence !== undefined),
      ...feature.bounds
        .filter(({ key }) => !scaleDrawn || !intervalBounds.some((name) => name === key))
        .map((bound) => boundNote(feature, bound, changes)),
      ...(feature.known ? [] : [l10n.t("Not known to this version")]),
    ],
  };
}

function boundNote(feature: FeatureFacts, bound: Bound, changes: RowValues | undefined): string {
  const { changed } = changedSince(changes, { kind: "bound", feature, bound });
  const note = labelled(boundLabel(bound), boundText(feature, bound));
  return changed === undefined ? note : withAside(note, changed);
}

/** What a row said when it was last looked at, if it says something else now. */
function changedSince(changes: RowValues | undefined, node: EntitlementsNode): { changed?: string } {
  const was = changes?.get(rowWords(node).id);
  return was === undefined ? {} : { changed: l10n.t("was {0}", was) };
}

/** Answers what a refusal has to do with the plan. */
function explanation({ features }: EntitlementFacts, explained: string | undefined): readonly string[] {
  const feature = features.find(({ key }) => key === explained);
  if (feature === undefined) return [];
  const state = sentence(labelled(featureLabel(feature.key), featureState(feature)));
  const bounds = feature.bounds.map((bound) =>
    sentence(labelled(boundLabel(bound), boundText(feature, bound))),
  );
  return [paragraph([state, featureMeaning(feature.key), ...bounds].filter((part) => part !== undefined))];
}

/** Used of allowed, where the service tells both; what it does not tell is not shown. */
function usageBars(usage: OrgLimits | undefined): readonly Block[] {
  const bars = [
    bar(l10n.t("Auth connections"), usage?.auth_connections_used, usage?.max_auth_connections),
    bar(l10n.t("Concurrent sessions"), usage?.concurrent_sessions_used, usage?.max_concurrent_sessions),
  ].filter((one) => one !== undefined);
  return bars.length === 0 ? [] : [{ kind: "bars", title: l10n.t("In use"), bars }];
}

function bar(label: string, used: number | undefined, allowed: number | null | undefined): Bar | undefined {
  if (used === undefined || allowed === undefined || allowed === null || used < 0 || allowed < 0)
    return undefined;
  const text =
    used >= allowed
      ? l10n.t("{0} of {1} used: none left", count(used), count(allowed))
      : l10n.t("{0} of {1} used", count(used), count(allowed));
  return { label, text, used, allowed };
}

function stateTone(enabled: boolean | undefined): Tone {
  if (enabled === undefined) return "info";
  return enabled ? "success" : "neutral";
}

const intervalBounds = [
  "health_check_interval_min_seconds",
  "health_check_interval_default_seconds",
  "health_check_interval_max_seconds",
] as const;

/** The health check interval between the plan's bounds, drawn on a logarithmic line: 20 minutes to a day. */
function intervalScale(facts: EntitlementFacts): readonly Block[] {
  const bounds = facts.features.find(({ key }) => key === "managed_auth")?.bounds ?? [];
  const [minimum, usual, maximum] = intervalBounds.map(
    (name) => bounds.find(({ key }) => key === name)?.value,
  );
  if (typeof minimum !== "number" || typeof usual !== "number" || typeof maximum !== "number") return [];
  if (!(minimum > 0 && minimum < maximum && minimum <= usual && usual <= maximum)) return [];
  const scale: Scale = {
    label: l10n.t("Health check interval"),
    text: l10n.t(
      "{0} unless a connection sets another; your plan allows {1} to {2}",
      duration(usual),
      duration(minimum),
      duration(maximum),
    ),
    from: duration(minimum),
    to: duration(maximum),
    mark: {
      at: Math.log(usual / minimum) / Math.log(maximum / minimum),
      label: l10n.t("Default: {0}", duration(usual)),
    },
  };
  return [{ kind: "scales", title: l10n.t("Managed auth"), scales: [scale] }];
}
