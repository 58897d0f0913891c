import type { Entitlements } from "../../api/schemas.ts";
import { boundsHealthChecks, entitlementFacts } from "../../domain/entitlements/entitlements.ts";
import type { EntitlementFacts } from "../../domain/entitlements/entitlements.ts";
import { keptEntitlements } from "../../domain/entitlements/keptEntitlements.ts";
import type { RowValues } from "../catalogue/rowValues.ts";
import type { Snapshot } from "../catalogue/snapshots.ts";
import { boundShortLabel, boundText } from "./bounds.ts";
import { boundId, featureId, limitId, onlyBound, planId, planRows } from "./nodes.ts";
import type { EntitlementsNode } from "./nodes.ts";
import { featureState, planText } from "./words.ts";
import { labelled, series } from "../words/sentences.ts";

/**
 * What rows said before, where they say something else now. Both are put into words here and now, so that it is the
 * values that differ, whatever words or language an earlier window had.
 */
export function changesSince(before: Snapshot | undefined, now: Entitlements, at: Date): RowValues {
  // What is not kept of one of them cannot be compared with the other.
  const comparable = keptEntitlements(now);
  if (before === undefined || comparable === undefined) return new Map();
  const values = rowValues(entitlementFacts(comparable, at));
  const said = rowValues(entitlementFacts(before.value, at));
  return new Map([...said].filter(([id, value]) => values.has(id) && values.get(id) !== value));
}

/** What is said of each fact, by its id; the trial is left out, for it changes every day. */
export function rowValues({ features, limits, plan }: EntitlementFacts): RowValues {
  return new Map([
    ...planRows(plan)
      .filter(({ key }) => key !== "trial")
      .map((row) => [planId(row), planText(row)] as const),
    ...features.flatMap((feature) => [
      [featureId(feature), featureState(feature)] as const,
      ...feature.bounds.map((bound) => [boundId(feature, bound), boundText(bound)] as const),
    ]),
    ...limits.map((bound) => [limitId(bound), boundText(bound)] as const),
  ]);
}

/** What a row said when it was last looked at, if it says something else now. */
export function changeOf(node: EntitlementsNode, changes: RowValues): string | undefined {
  switch (node.kind) {
    case "plan":
      return first(planRows(node.plan).map(planId), changes);
    case "use":
      return changes.get(node.id);
    case "feature": {
      const only = onlyBound(node.feature);
      const ids = [featureId(node.feature), ...(only === undefined ? [] : [boundId(node.feature, only)])];
      return first(ids, changes);
    }
    case "checks": {
      const { feature } = node;
      const said = feature.bounds.filter(boundsHealthChecks).map((bound) => {
        const was = changes.get(boundId(feature, bound));
        return was === undefined ? undefined : labelled(boundShortLabel(bound), was);
      });
      const differing = said.filter((one) => one !== undefined);
      return differing.length === 0 ? undefined : series(differing);
    }
    case "bound":
      return changes.get(boundId(node.feature, node.bound));
    case "group":
    case "failure":
      return undefined;
  }
}

function first(ids: readonly string[], changes: RowValues): string | undefined {
  return ids.map((id) => changes.get(id)).find((was) => was !== undefined);
}
