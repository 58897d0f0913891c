import { l10n } from "vscode";
import { entitlementFacts } from "../../domain/entitlements.ts";
import type { EntitlementFacts, FeatureFacts } from "../../domain/entitlements.ts";
import type { Block, Card, Scale, Tone } from "../../page/protocol.ts";
import type { Reading, ReadingFailure } from "../entitlementsModel.ts";
import { planRows } from "../treeNodes.ts";
import { boundText, featureState, planLabel, planText } from "../words/entitlements.ts";
import { describeFailure } from "../words/failures.ts";
import { featureLabel, limitFullLabel } from "../words/labels.ts";
import { boundLabel, constraint, duration, moment } from "../words/numbers.ts";
import { action, cardFrame, plain, rawReply, rows, serviceSays } from "./common.ts";
import type { Occasion } from "./common.ts";

/** The whole of the entitlements (§2.8) as a report; a failure beside the reading marks it as old. */
export function entitlementsCard(
  occasion: Occasion,
  reading: Reading,
  failure: ReadingFailure | undefined,
): Card {
  const facts = entitlementFacts(reading.value, occasion.at);
  const scale = intervalScale(facts);
  return {
    ...cardFrame(occasion),
    tone: failure === undefined ? "info" : "warning",
    title: l10n.t("Entitlements"),
    summary: [
      failure === undefined
        ? l10n.t("What the service lets this organization use. Trial and overrides are already counted in.")
        : l10n.t("{0}. Shown as of {1}.", describeFailure(failure).headline, moment(reading.readAt)),
    ],
    blocks: [
      rows(
        l10n.t("Plan"),
        ...planRows(facts).map((row) => ({ label: planLabel(row), value: plain(planText(row)) })),
      ),
      {
        kind: "tiles",
        title: l10n.t("Features"),
        tiles: facts.features.map((feature) => tile(feature, scale.length > 0)),
      },
      ...scale,
      rows(
        l10n.t("Limits"),
        ...facts.limits.map((limit) => ({
          label: limitFullLabel(limit.key),
          value: plain(constraint(limit.value, limit.unit)),
        })),
      ),
      rawReply(reading.raw),
    ],
    actions: [action("refresh", true), action("copyDetails")],
  };
}

/** Says why there is nothing to report. */
export function noEntitlementsCard(occasion: Occasion, failure: ReadingFailure): Card {
  const { actions, advice, headline } = describeFailure(failure);
  return {
    ...cardFrame(occasion),
    tone: "error",
    title: l10n.t("Entitlements Not Read"),
    summary: [`${headline}.`, ...advice],
    blocks: failure.kind === "sandboxFailed" ? [] : serviceSays(failure),
    actions: [action("retry", true), ...actions.filter((id) => id === "signInAgain").map((id) => action(id))],
  };
}

/** A feature; bounds that the scale draws are not repeated. */
function tile(
  feature: FeatureFacts,
  scaleDrawn: boolean,
): Extract<Block, { kind: "tiles" }>["tiles"][number] {
  return {
    label: featureLabel(feature.key),
    state: { text: featureState(feature), tone: stateTone(feature.enabled) },
    notes: [
      ...feature.bounds
        .filter(({ key }) => !scaleDrawn || !intervalBounds.some((name) => name === key))
        .map((bound) => `${boundLabel(bound)}: ${boundText(feature, bound)}`),
      ...(feature.known ? [] : [l10n.t("Not known to this version")]),
    ],
  };
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
  const at = (seconds: number): number => Math.log(seconds / minimum) / Math.log(maximum / minimum);
  const scale: Scale = {
    label: l10n.t("Health check interval"),
    text: l10n.t(
      "{0} unless a connection sets another; your plan allows {1} to {2}",
      duration(usual),
      duration(minimum),
      duration(maximum),
    ),
    from: { at: 0, label: duration(minimum) },
    to: { at: 1, label: duration(maximum) },
    marks: [{ at: at(usual), label: l10n.t("Default: {0}", duration(usual)) }],
  };
  return [{ kind: "scales", title: l10n.t("Managed auth"), scales: [scale] }];
}
