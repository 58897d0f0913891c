import {
  isIntervalBound,
  healthCheckBounds,
  type PlanBound,
  type EntitlementFacts,
  type FeatureFacts,
  type HealthCheckBounds,
  type PlanFacts,
  type TrialFacts,
} from "../../domain/entitlements/entitlements.ts";
import type { ReadingFailure } from "../catalogue/readModel.ts";
import { rowId } from "../kit/row.ts";
import { compact } from "../../domain/compact.ts";

/** Groups of rows: one group for the limits, and one group for the features of each state. */
export type GroupId = "limits" | "included" | "unknown" | "notIncluded";

/** A fact of the plan, named as in interface.md §2.8. */
export type PlanRow =
  | { readonly key: "id" | "effective_id" | "status"; readonly value: string | undefined }
  | ({ readonly key: "trial" } & TrialFacts);

/** A limit, with its usage if reported, or the allowed intervals of health checks. */
export type LimitNode =
  | { readonly kind: "use"; readonly id: string; readonly bound: PlanBound }
  | { readonly kind: "checks"; readonly feature: FeatureFacts; readonly checks: HealthCheckBounds };

interface GroupNode {
  readonly kind: "group";
  readonly group: GroupId;
  readonly rows: readonly EntitlementsNode[];
}

export type EntitlementsNode =
  | { readonly kind: "plan"; readonly plan: PlanFacts }
  | GroupNode
  | LimitNode
  | { readonly kind: "feature"; readonly feature: FeatureFacts }
  | { readonly kind: "bound"; readonly feature: FeatureFacts; readonly bound: PlanBound }
  | { readonly kind: "failure"; readonly failure: ReadingFailure };

export function entitlementsChildren(node: EntitlementsNode): readonly EntitlementsNode[] {
  if (node.kind === "group") return node.rows;
  if (node.kind === "feature") return boundNodes(node.feature);
  return [];
}

/** Returns the groups that have rows. Features that the plan doesn't include come last. */
export function groupNodes(facts: EntitlementFacts): readonly GroupNode[] {
  const groups = [
    { group: "limits", rows: limitNodes(facts) },
    { group: "included", rows: featuresWithState(facts, true) },
    { group: "unknown", rows: featuresWithState(facts, undefined) },
    { group: "notIncluded", rows: featuresWithState(facts, false) },
  ] as const;
  return groups.filter(({ rows }) => rows.length > 0).map((group) => ({ kind: "group", ...group }));
}

function featuresWithState(
  { features }: EntitlementFacts,
  state: boolean | undefined,
): readonly EntitlementsNode[] {
  return features.filter(({ enabled }) => enabled === state).map((feature) => ({ kind: "feature", feature }));
}

/** Returns the limits for connections and their health checks, followed by the organization's limits. */
export function limitNodes({ features, limits }: EntitlementFacts): readonly LimitNode[] {
  return [
    ...features.flatMap(featureLimitNodes),
    ...limits.map((bound) => ({ kind: "use", id: limitId(bound), bound }) as const),
  ];
}

function featureLimitNodes(feature: FeatureFacts): readonly LimitNode[] {
  const checks = healthCheckBounds(feature);
  const bounds = feature.bounds
    .filter((bound) => isAmongLimits(feature, bound) && (checks === undefined || !isIntervalBound(bound)))
    .map((bound) => ({ kind: "use", id: boundId(feature, bound), bound }) as const);
  if (checks === undefined) return bounds;
  return [...bounds, { kind: "checks", feature, checks }];
}

function isAmongLimits({ key }: FeatureFacts, { unit }: PlanBound): boolean {
  return key === "managed_auth" && unit !== undefined;
}

/**
 * Returns a feature's bound if the feature has only one. A single bound is shown next to the feature's name. If there
 * are several bounds, each has a row of its own.
 */
export function onlyBound(feature: FeatureFacts): PlanBound | undefined {
  const [only, ...others] = nestedBounds(feature);
  // A bound that interface.md §2.8 doesn't define needs a row of its own, which shows the bound's name.
  if (feature.enabled === undefined || others.length > 0 || only?.unit === undefined) return undefined;
  return only;
}

/** Returns a feature's bounds, except for bounds that are listed in the group of limits. */
export function nestedBounds(feature: FeatureFacts): readonly PlanBound[] {
  return feature.bounds.filter((bound) => !isAmongLimits(feature, bound));
}

function boundNodes(feature: FeatureFacts): readonly EntitlementsNode[] {
  if (onlyBound(feature) !== undefined) return [];
  return nestedBounds(feature).map((bound) => ({ kind: "bound", feature, bound }));
}

/** Returns the facts about the plan in display order. Includes the trial only while it is running. */
export function planRows({ effective_id, id, status, trial }: PlanFacts): readonly PlanRow[] {
  return compact(
    { key: "id", value: id },
    effective_id !== undefined && ({ key: "effective_id", value: effective_id } as const),
    { key: "status", value: status },
    trial !== undefined && ({ key: "trial", ...trial } as const),
  );
}

/** The ID of a fact of the plan. IDs of facts don't depend on the row that shows the fact. */
export const planId = ({ key }: PlanRow): string => `plan/${key}`;
export const featureId = ({ key }: FeatureFacts): string => rowId("features", key);
export const boundId = (feature: FeatureFacts, { key }: PlanBound): string =>
  rowId("features", feature.key, key);
export const limitId = ({ key }: PlanBound): string => rowId("limits", key);
