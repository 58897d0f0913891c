import type { Entitlements } from "../../api/schemas.ts";
import { entitlementFacts } from "../../domain/entitlements.ts";
import type { EntitlementFacts } from "../../domain/entitlements.ts";
import { keptEntitlements } from "../../domain/keptEntitlements.ts";
import type { RowValues } from "../catalogue/rowValues.ts";
import type { Snapshot } from "../catalogue/snapshots.ts";
import { rowWords } from "./rows.ts";
import { childrenOf, groupsOf } from "./nodes.ts";
import type { EntitlementsNode } from "./nodes.ts";

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

/** What each row below the groups says, by its id; the trial is left out, for it changes every day. */
export function rowValues(facts: EntitlementFacts): RowValues {
  const values = new Map<string, string>();
  const visit = (node: EntitlementsNode): void => {
    const { id, value } = rowWords(node);
    if (value !== undefined && !(node.kind === "plan" && node.row.key === "trial")) values.set(id, value);
    for (const child of childrenOf(node)) visit(child);
  };
  for (const group of groupsOf(facts)) visit(group);
  return values;
}
