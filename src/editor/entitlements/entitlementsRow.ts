import { l10n, ThemeColor, ThemeIcon } from "vscode";
import {
  type FeatureFacts,
  isIntervalBound,
  entitlementFacts,
  type EntitlementFacts,
  storableEntitlements,
} from "../../domain/entitlements/entitlements.ts";
import { rowId, type TreeRow } from "../kit/row.ts";
import type { RowValues } from "../catalogue/readModel.ts";
import {
  boundLabel,
  boundNote,
  boundShortLabel,
  boundText,
  healthCheckRangeFull,
  healthCheckNote,
  healthCheckRange,
  healthChecksLabel,
  remainderText,
  boundUsageText,
} from "./bounds.ts";
import {
  boundId,
  entitlementsChildren,
  featureId,
  onlyBound,
  planRows,
  type EntitlementsNode,
  type GroupId,
  limitId,
  planId,
} from "./nodes.ts";
import {
  featureLabel,
  featureDescription,
  featureStateLabel,
  featureGroupLabel,
  planIdentifiers,
  planRowLabel,
  planLine,
  planRowText,
  identifierText,
} from "./labels.ts";
import { failureRow } from "../catalogue/failures.ts";
import { formatCount } from "../words/formatting.ts";
import { labelWithValue, joinWithCommas } from "../words/sentences.ts";
import type { Entitlements } from "../../api/schemas.ts";
import type { EntitlementsSnapshot } from "../catalogue/entitlementsCache.ts";
import { compact } from "../../domain/compact.ts";

interface RowText extends Partial<TreeRow> {
  readonly id: string;
  readonly label: string;
  readonly tooltip: string;
}

/** Builds a row of the Entitlements view. `changes` contains the previous values of changed rows. */
export function entitlementsRow(node: EntitlementsNode, changes: RowValues): TreeRow {
  const words = nodeText(node);
  const previous = previousValue(node, changes);
  return {
    contextValue: "value",
    ...words,
    children: expansionState(node),
    ...(previous !== undefined && {
      description: withPreviousValue(words.description ?? words.value ?? "", previous),
    }),
  };
}

function nodeText(node: EntitlementsNode): RowText {
  switch (node.kind) {
    case "group":
      return groupText(node.group, node.rows.length);
    case "plan":
      return {
        id: "plan",
        label: l10n.t("Plan"),
        value: planIdentifiers(node.plan),
        description: planLine(node.plan),
        tooltip: joinLines(
          ...planRows(node.plan).map((row) =>
            labelWithValue(
              planRowLabel(row),
              row.key === "trial" ? planRowText(row) : identifierText(row.value),
            ),
          ),
        ),
        icon: new ThemeIcon("credit-card"),
      };
    case "use": {
      const { bound, id } = node;
      const text = boundUsageText(bound);
      const remaining = remainderText(bound);
      const value = joinWithCommas(compact(text, remaining));
      return {
        id,
        label: boundShortLabel(bound),
        value,
        description: remaining ?? text,
        tooltip: joinLines(labelWithValue(boundLabel(bound), value), boundNote(bound.key)),
        ...(remaining !== undefined && { accessibilityLabel: labelWithValue(boundShortLabel(bound), value) }),
      };
    }
    case "feature":
      return featureText(node.feature);
    case "checks": {
      const label = healthChecksLabel();
      const value = healthCheckRangeFull(node.checks);
      return {
        // This ID has one more level than the row IDs of bounds, so that the IDs can't collide.
        id: rowId("features", node.feature.key, "health_checks", "interval"),
        label,
        value,
        description: healthCheckRange(node.checks),
        tooltip: joinLines(labelWithValue(label, value), healthCheckNote()),
        accessibilityLabel: labelWithValue(label, value),
      };
    }
    case "bound": {
      const value = boundUsageText(node.bound);
      return {
        id: boundId(node.feature, node.bound),
        label: boundShortLabel(node.bound),
        value,
        tooltip: labelWithValue(boundLabel(node.bound), value),
      };
    }
    case "failure":
      return failureRow("failure", node.failure, "managedAuth.refreshEntitlements");
  }
}

function groupText(id: GroupId, rows: number): RowText {
  const label = featureGroupLabel(id);
  return {
    id,
    label,
    tooltip: label,
    contextValue: "group",
    ...(id !== "limits" && { description: formatCount(rows) }),
  };
}

/**
 * Builds the text of a feature's row. The icon and the group show whether the plan includes the feature. The
 * accessibility label repeats this information for screen readers.
 */
function featureText(feature: FeatureFacts): RowText {
  const label = featureLabel(feature.key);
  const state = featureStateLabel(feature);
  const only = onlyBound(feature);
  const bound = only && boundUsageText(only);
  const value = joinWithCommas(compact(state, bound));
  return {
    id: featureId(feature),
    label,
    value,
    description: bound ?? (feature.enabled === undefined ? state : ""),
    tooltip: joinLines(
      labelWithValue(label, state),
      featureDescription(feature.key),
      ...feature.bounds.map((planBound) => labelWithValue(boundLabel(planBound), boundUsageText(planBound))),
      feature.known ? undefined : l10n.t("Unknown to this version"),
    ),
    accessibilityLabel: labelWithValue(label, value),
    icon: featureIcon(feature),
  };
}

function featureIcon({ enabled }: FeatureFacts): ThemeIcon {
  if (enabled === undefined) return new ThemeIcon("circle-outline");
  if (enabled) return new ThemeIcon("check", new ThemeColor("charts.green"));
  return new ThemeIcon("circle-slash");
}

function withPreviousValue(description: string, previous: string): string {
  if (description === "") return l10n.t("was {0}", previous);
  return l10n.t("{0} (was {1})", description, previous);
}

function expansionState(node: EntitlementsNode): TreeRow["children"] {
  const { length } = entitlementsChildren(node);
  if (node.kind === "group" || length === 1) return "open";
  if (length > 1) return "closed";
  return "nothing";
}

function joinLines(...lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined).join("\n");
}

/**
 * Returns the previous values of changed rows. Both the old and the new value are formatted now, so that a new
 * extension version or display language isn't mistaken for a change.
 */
export function changesSince(
  snapshot: EntitlementsSnapshot | undefined,
  now: Entitlements,
  at: Date,
): RowValues {
  // Compare only the parts that can be stored, because the earlier value was read from storage.
  const comparable = storableEntitlements(now);
  if (snapshot === undefined || comparable === undefined) return new Map();
  const values = rowValues(entitlementFacts(comparable, at));
  const previous = rowValues(entitlementFacts(snapshot.value, at));
  return new Map([...previous].filter(([id, value]) => values.has(id) && values.get(id) !== value));
}

/** Returns the text of each fact, keyed by the fact's ID. Omits the trial, because its text changes every day. */
export function rowValues({ features, limits, plan }: EntitlementFacts): RowValues {
  return new Map([
    ...planRows(plan)
      .filter(({ key }) => key !== "trial")
      .map((row) => [planId(row), planRowText(row)] as const),
    ...features.flatMap((feature) => [
      [featureId(feature), featureStateLabel(feature)] as const,
      ...feature.bounds.map((bound) => [boundId(feature, bound), boundText(bound)] as const),
    ]),
    ...limits.map((bound) => [limitId(bound), boundText(bound)] as const),
  ]);
}

/** Returns the previous value of a row, or undefined if the row hasn't changed. */
export function previousValue(node: EntitlementsNode, changes: RowValues): string | undefined {
  switch (node.kind) {
    case "plan":
      return firstChange(planRows(node.plan).map(planId), changes);
    case "use":
      return changes.get(node.id);
    case "feature": {
      const only = onlyBound(node.feature);
      const ids = compact(featureId(node.feature), only !== undefined && boundId(node.feature, only));
      return firstChange(ids, changes);
    }
    case "checks": {
      const { feature } = node;
      const previous = feature.bounds.filter(isIntervalBound).map((bound) => {
        const value = changes.get(boundId(feature, bound));
        if (value === undefined) return undefined;
        return labelWithValue(boundShortLabel(bound), value);
      });
      const differing = previous.filter((value) => value !== undefined);
      return differing.length === 0 ? undefined : joinWithCommas(differing);
    }
    case "bound":
      return changes.get(boundId(node.feature, node.bound));
    case "group":
    case "failure":
      return undefined;
  }
}

function firstChange(ids: readonly string[], changes: RowValues): string | undefined {
  return ids.map((id) => changes.get(id)).find((value) => value !== undefined);
}
