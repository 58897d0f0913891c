import type { EntitlementFacts, FeatureFacts, Bound, TrialFacts } from "../../domain/entitlements.ts";
import type { ReadingFailure } from "../catalogue/entitlements.ts";

export type GroupId = "plan" | "features" | "limits";

/** A row of the plan: which fact, in the terms of §2.8. */
export type PlanRow =
  | { readonly key: "id" | "effective_id" | "status"; readonly value: string | undefined }
  | ({ readonly key: "trial" } & TrialFacts);

/** A row of the entitlements, as plain data. */
export type EntitlementsNode =
  | { readonly kind: "group"; readonly group: GroupId; readonly facts: EntitlementFacts }
  | { readonly kind: "plan"; readonly row: PlanRow }
  | { readonly kind: "feature"; readonly feature: FeatureFacts }
  | { readonly kind: "bound"; readonly feature: FeatureFacts; readonly bound: Bound }
  | { readonly kind: "limit"; readonly bound: Bound }
  | { readonly kind: "failure"; readonly failure: ReadingFailure };

/** The rows below a node; `undefined` facts have none. */
export function childrenOf(node: EntitlementsNode): readonly EntitlementsNode[] {
  switch (node.kind) {
    case "group":
      return groupRows(node.group, node.facts);
    case "feature":
      return boundRows(node.feature).map((bound) => ({ kind: "bound", feature: node.feature, bound }));
    case "plan":
    case "bound":
    case "limit":
    case "failure":
      return [];
  }
}

/** The three groups. */
export function groupsOf(facts: EntitlementFacts): readonly EntitlementsNode[] {
  return (["plan", "features", "limits"] as const).map((group) => ({ kind: "group", group, facts }));
}

function groupRows(group: GroupId, facts: EntitlementFacts): readonly EntitlementsNode[] {
  switch (group) {
    case "plan":
      return planRows(facts).map((row) => ({ kind: "plan", row }));
    case "features":
      return facts.features.map((feature) => ({ kind: "feature", feature }));
    case "limits":
      return facts.limits.map((bound) => ({ kind: "limit", bound }));
  }
}

/** A feature's bounds as rows of their own; a single one stands beside the feature's state instead. */
function boundRows({ bounds }: FeatureFacts): readonly Bound[] {
  return bounds.length > 1 ? bounds : [];
}

/** The plan's facts in order; a trial only while one runs. */
export function planRows({ plan }: EntitlementFacts): readonly PlanRow[] {
  return [
    { key: "id", value: plan.id },
    ...(plan.effective_id === undefined ? [] : [{ key: "effective_id", value: plan.effective_id } as const]),
    { key: "status", value: plan.status },
    ...(plan.trial === undefined ? [] : [{ key: "trial", ...plan.trial } as const]),
  ];
}
