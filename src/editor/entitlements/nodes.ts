import { boundsHealthChecks, healthChecks } from "../../domain/entitlements/entitlements.ts";
import type {
  Bound,
  EntitlementFacts,
  FeatureFacts,
  HealthChecks,
  PlanFacts,
  TrialFacts,
} from "../../domain/entitlements/entitlements.ts";
import type { ReadingFailure } from "../catalogue/readModel.ts";
import { rowId } from "../kit/row.ts";

/** Limits, and features: included, of unknown state, and not included. */
export type GroupId = "limits" | "included" | "unknown" | "notIncluded";

/** A fact of the plan, in the terms of §2.8. */
export type PlanRow =
  | { readonly key: "id" | "effective_id" | "status"; readonly value: string | undefined }
  | ({ readonly key: "trial" } & TrialFacts);

/** A limit, perhaps with its usage; or how often health checks run. */
export type Use =
  | { readonly kind: "use"; readonly id: string; readonly bound: Bound }
  | { readonly kind: "checks"; readonly feature: FeatureFacts; readonly checks: HealthChecks };

/** A row of the entitlements, as plain data. */
export type EntitlementsNode =
  | { readonly kind: "plan"; readonly plan: PlanFacts }
  | { readonly kind: "group"; readonly group: GroupId; readonly rows: readonly EntitlementsNode[] }
  | Use
  | { readonly kind: "feature"; readonly feature: FeatureFacts }
  | { readonly kind: "bound"; readonly feature: FeatureFacts; readonly bound: Bound }
  | { readonly kind: "failure"; readonly failure: ReadingFailure };

/** The rows below a node. */
export function childrenOf(node: EntitlementsNode): readonly EntitlementsNode[] {
  if (node.kind === "group") return node.rows;
  return node.kind === "feature" ? boundRows(node.feature) : [];
}

/** The groups that have rows; features that are not in the plan come last. */
export function groupsOf(facts: EntitlementFacts): readonly Extract<EntitlementsNode, { kind: "group" }>[] {
  const groups = [
    { group: "limits", rows: usesOf(facts) },
    { group: "included", rows: withState(facts, true) },
    { group: "unknown", rows: withState(facts, undefined) },
    { group: "notIncluded", rows: withState(facts, false) },
  ] as const;
  return groups.filter(({ rows }) => rows.length > 0).map((group) => ({ kind: "group", ...group }));
}

function withState({ features }: EntitlementFacts, state: boolean | undefined): readonly EntitlementsNode[] {
  return features.filter(({ enabled }) => enabled === state).map((feature) => ({ kind: "feature", feature }));
}

/** Limits: of connections and their health checks, then of the organization. */
export function usesOf({ features, limits }: EntitlementFacts): readonly Use[] {
  return [
    ...features.flatMap(usesOfFeature),
    ...limits.map((bound) => ({ kind: "use", id: limitId(bound), bound }) as const),
  ];
}

function usesOfFeature(feature: FeatureFacts): readonly Use[] {
  const checks = healthChecks(feature);
  const bounds = feature.bounds
    .filter((bound) => isUse(feature, bound) && (checks === undefined || !boundsHealthChecks(bound)))
    .map((bound) => ({ kind: "use", id: boundId(feature, bound), bound }) as const);
  return checks === undefined ? bounds : [...bounds, { kind: "checks", feature, checks }];
}

/** Whether a bound of a feature is a limit, which has its row among the limits. */
function isUse({ key }: FeatureFacts, { unit }: Bound): boolean {
  return key === "managed_auth" && unit !== undefined;
}

/** The only bound of a feature, shown beside its name; several have rows of their own. */
export function onlyBound(feature: FeatureFacts): Bound | undefined {
  const [only, ...others] = boundsBelow(feature);
  // A bound that §2.8 does not have means little without its own name.
  return feature.enabled === undefined || others.length > 0 || only?.unit === undefined ? undefined : only;
}

/** The bounds of a feature that are not among the limits. */
export function boundsBelow(feature: FeatureFacts): readonly Bound[] {
  return feature.bounds.filter((bound) => !isUse(feature, bound));
}

function boundRows(feature: FeatureFacts): readonly EntitlementsNode[] {
  return onlyBound(feature) === undefined
    ? boundsBelow(feature).map((bound) => ({ kind: "bound", feature, bound }))
    : [];
}

/** The plan's facts in order; a trial only while one runs. */
export function planRows({ effective_id, id, status, trial }: PlanFacts): readonly PlanRow[] {
  return [
    { key: "id", value: id },
    ...(effective_id === undefined ? [] : [{ key: "effective_id", value: effective_id } as const]),
    { key: "status", value: status },
    ...(trial === undefined ? [] : [{ key: "trial", ...trial } as const]),
  ];
}

/** The ids of facts, whatever row shows them. */
export const planId = ({ key }: PlanRow): string => `plan/${key}`;
export const featureId = ({ key }: FeatureFacts): string => rowId("features", key);
export const boundId = (feature: FeatureFacts, { key }: Bound): string => rowId("features", feature.key, key);
export const limitId = ({ key }: Bound): string => rowId("limits", key);
