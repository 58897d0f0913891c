// Formats the limits of a feature or the organization.
import { l10n } from "vscode";
import { compact } from "../../domain/compact.ts";
import { display } from "../../domain/text/display.ts";
import type {
  PlanBound,
  EntitlementFacts,
  HealthCheckBounds,
} from "../../domain/entitlements/entitlements.ts";
import { ownProperty, humanizeKey } from "../words/labels.ts";
import { formatCount, formatDays, formatDuration } from "../words/formatting.ts";
import { joinSentences, labelWithValue, withFullStop, withParentheses } from "../words/sentences.ts";
import { featureLabel, featureDescription, featureStateLabel } from "./labels.ts";

/** If at least this share of a limit is used, rows show the remaining amount instead of the used amount. */
const nearlyUsedShare = 0.9;

/**
 * Formats a bound, such as "up to 10". Null means unlimited only for bounds that interface.md §2.8 defines. Only these
 * bounds have a unit. A value that can't be a limit is shown as the service returns it.
 */
export function boundText({ key, unit, value }: PlanBound): string {
  if (value === undefined || (value === null && unit === undefined)) return l10n.t("not reported");
  if (value === null) return l10n.t("no limit");
  if (value === "unreadable") return l10n.t("unreadable");
  if (typeof value === "object") return unknownValueText(value.raw);
  switch (unit) {
    case "seconds":
      return formatDuration(value);
    case "days":
      if (key === "retention_days") return l10n.t("kept for {0}", formatDays(value));
      return formatDays(value);
    case "count":
      return value === 0 ? l10n.t("none") : l10n.t("up to {0}", formatCount(value));
    case undefined:
      return formatCount(value);
  }
}

/** Formats a bound with its usage, such as "3 of 10", if the service reports the usage. */
export function boundUsageText(bound: PlanBound): string {
  const { used, value } = bound;
  if (used === undefined) return boundText(bound);
  if (typeof value === "number") return l10n.t("{0} of {1}", formatCount(used), formatCount(value));
  if (value === null) return l10n.t("{0}, no limit", formatCount(used));
  return l10n.t("{0}, limit {1}", formatCount(used), boundText(bound));
}

/** Formats the remainder of a nearly exhausted bound, such as "2 left". Returns undefined if enough remains. */
export function remainderText({ used, value }: PlanBound): string | undefined {
  if (used === undefined || typeof value !== "number" || used < nearlyUsedShare * value) return undefined;
  if (used >= value) return l10n.t("none left");
  return l10n.t("{0} left", formatCount(value - used));
}

export function healthChecksLabel(): string {
  return l10n.t("Health checks");
}

/** Formats the allowed health check intervals in a short form, because the side bar is narrow. */
export function healthCheckRange({ maximum, minimum }: HealthCheckBounds): string {
  if (minimum === maximum) return l10n.t("every {0}", formatDuration(minimum, "short"));
  return l10n.t("{0} – {1}", formatDuration(minimum, "short"), formatDuration(maximum, "short"));
}

export function healthCheckRangeFull({ maximum, minimum, usual }: HealthCheckBounds): string {
  const usually = l10n.t("{0} by default", formatDuration(usual));
  if (minimum === maximum) return l10n.t("every {0}", formatDuration(minimum));
  return withParentheses(
    l10n.t("every {0} to {1}", formatDuration(minimum), formatDuration(maximum)),
    usually,
  );
}

/** Explains a limit if its name isn't self-explanatory (interface.md §2.8). */
export function boundNote(key: string): string | undefined {
  const words = {
    max_concurrent_browsers: l10n.t("Browser sessions that run at the same time."),
    max_concurrent_invocations: l10n.t("Invocations of all apps that run at the same time."),
    default_max_concurrent_invocations_per_app: l10n.t(
      "Invocations of one app at the same time, by default.",
    ),
    max_stored_per_org: l10n.t("Extensions stored for the organization."),
  };
  return ownProperty(words, key);
}

export function boundDetails({ key, used, value }: PlanBound): {
  readonly note?: string;
  readonly share?: number;
} {
  const note = boundNote(key);
  const hasShare = used !== undefined && typeof value === "number" && value > 0;
  return {
    ...(note !== undefined && { note }),
    ...(hasShare && { share: Math.min(1, used / value) }),
  };
}

export function healthCheckNote(): string {
  return l10n.t("You can choose an interval in this range for each connection.");
}

function unknownValueText(value: string | number | boolean): string {
  if (typeof value === "string") return display(value);
  if (typeof value === "number") return formatCount(value);
  if (value) return l10n.t("yes");
  return l10n.t("no");
}

/** Returns the short name of a bound for its row below the feature, because the side bar is narrow. */
export function boundShortLabel({ key }: PlanBound): string {
  const words = {
    health_check_interval_default_seconds: l10n.t("Default interval"),
    health_check_interval_min_seconds: l10n.t("Shortest interval"),
    health_check_interval_max_seconds: l10n.t("Longest interval"),
  };
  return ownProperty(words, key) ?? boundLabel({ key });
}

/** Returns the display name of a bound or limit that interface.md §2.8 defines. Splits an unknown key into words. */
export function boundLabel({ key }: { readonly key: string }): string {
  const words = {
    max_connections: l10n.t("Connections"),
    health_check_interval_default_seconds: l10n.t("Health check interval"),
    health_check_interval_min_seconds: l10n.t("Shortest health check interval"),
    health_check_interval_max_seconds: l10n.t("Longest health check interval"),
    retention_days: l10n.t("Retention"),
    max_stored_per_org: l10n.t("Stored extensions"),
    max_vaults: l10n.t("Vaults"),
    max_concurrent_browsers: l10n.t("Concurrent browsers"),
    max_concurrent_invocations: l10n.t("Concurrent invocations"),
    default_max_concurrent_invocations_per_app: l10n.t("Concurrent per app"),
  };
  return ownProperty(words, key) ?? humanizeKey(key);
}

/** Describes the feature that a refused request required, including the feature's limits. */
export function explainFeature({ features }: EntitlementFacts, key: string | undefined): readonly string[] {
  const feature = features.find((candidate) => candidate.key === key);
  if (feature === undefined) return [];
  const state = withFullStop(labelWithValue(featureLabel(feature.key), featureStateLabel(feature)));
  const bounds = feature.bounds.map((bound) =>
    withFullStop(labelWithValue(boundLabel(bound), boundUsageText(bound))),
  );
  return [joinSentences(compact(state, featureDescription(feature.key), ...bounds))];
}
