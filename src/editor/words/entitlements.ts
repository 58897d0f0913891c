import { l10n } from "vscode";
import { display } from "../../domain/display.ts";
import type { Bound, FeatureFacts } from "../../domain/entitlements.ts";
import type { PlanRow } from "../treeNodes.ts";
import { constraint, day, days } from "./numbers.ts";

/** Whether a feature can be used, in a word or two. */
export function featureState({ enabled, reported }: FeatureFacts): string {
  if (!reported) return l10n.t("Not reported");
  if (enabled === undefined) return l10n.t("Unknown");
  return enabled ? l10n.t("Enabled") : l10n.t("Not in your plan");
}

/** A bound's value in words; the usual health check interval names the plan's minimum with it. */
export function boundText(feature: FeatureFacts, bound: Bound): string {
  const text = constraint(bound.value, bound.unit);
  if (bound.key !== "health_check_interval_default_seconds") return text;
  const minimum = feature.bounds.find(({ key }) => key === "health_check_interval_min_seconds")?.value;
  return typeof minimum === "number"
    ? l10n.t("{0} (plan minimum {1})", text, constraint(minimum, "seconds"))
    : text;
}

/** A feature's state, with its bound where there is just one. */
export function featureSummary(feature: FeatureFacts): string {
  const [only, ...others] = feature.bounds;
  if (only === undefined || others.length > 0) return featureState(feature);
  return `${featureState(feature)} · ${shortBound(only)}`;
}

/** A bound without its name, for a narrow side bar; the tooltip says the rest. */
function shortBound(bound: Bound): string {
  const text = constraint(bound.value, bound.unit);
  return bound.key === "max_stored_per_org" && typeof bound.value === "number" && bound.value > 0
    ? l10n.t("at most {0}", text)
    : text;
}

/** What a fact of the plan is called. */
export function planLabel(row: PlanRow): string {
  switch (row.key) {
    case "id":
      return l10n.t("Plan");
    case "effective_id":
      return l10n.t("In effect");
    case "status":
      return l10n.t("Status");
    case "trial":
      return l10n.t("Trial");
  }
}

/** A fact of the plan in words; identifiers stay as the service writes them. */
export function planText(row: PlanRow): string {
  if (row.key !== "trial") return row.value === undefined ? l10n.t("Not reported") : display(row.value);
  const { daysLeft, endsAt } = row;
  if (daysLeft === undefined || endsAt === undefined) return l10n.t("Running");
  return daysLeft === 0 ? l10n.t("Ends today") : l10n.t("{0} left, ends {1}", days(daysLeft), day(endsAt));
}
