// Characters of label and description that fit a side bar of 300 pixels, measured in VS Code.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OrgLimits } from "../../../../src/api/resourceSchemas.ts";
import { Entitlements } from "../../../../src/api/schemas.ts";
import { entitlementFacts } from "../../../../src/domain/entitlements/entitlements.ts";
import { entitlementsChildren, groupNodes } from "../../../../src/editor/entitlements/nodes.ts";
import type { EntitlementsNode } from "../../../../src/editor/entitlements/nodes.ts";
import { entitlementsRow } from "../../../../src/editor/entitlements/entitlementsRow.ts";
import { resolveEntitlements, PlanId } from "../../../../src/sandbox/resources/plans.ts";

const characters = 34;
const now = new Date("2026-11-20T12:00:00Z");
const trialEndsAt = "2026-12-28T12:00:00Z";

const withChildren = (node: EntitlementsNode): readonly EntitlementsNode[] => [
  node,
  ...entitlementsChildren(node).flatMap(withChildren),
];

/** Returns the text of every row of a plan, with this share of its limits in use. */
function rowsOf(plan: PlanId, isTrialing: boolean, share: number): readonly string[] {
  const resolved = resolveEntitlements({ plan, isTrialing, trialEndsAt }, now.getTime());
  const used: OrgLimits = {
    auth_connections_used: Math.ceil(share * (resolved.features.managed_auth.max_connections ?? 1_000)),
    concurrent_sessions_used: Math.ceil(share * resolved.limits.max_concurrent_browsers),
  };
  const facts = entitlementFacts(Entitlements.parse(JSON.parse(JSON.stringify(resolved))), now, used);
  const nodes: readonly EntitlementsNode[] = [{ kind: "plan", plan: facts.plan }, ...groupNodes(facts)];
  return nodes.flatMap(withChildren).map((node) => {
    const { description, label, value } = entitlementsRow(node, new Map());
    return `${label}${description ?? value ?? ""}`;
  });
}

describe("the rows of the Entitlements view", () => {
  for (const plan of PlanId.options)
    for (const [trial, isTrialing] of Object.entries({ "no trial": false, "a trial": true }))
      it(`fit the side bar for the plan ${plan} with ${trial} at any usage`, () => {
        for (const share of [0, 0.5, 0.9, 1]) {
          const tooWide = rowsOf(plan, isTrialing, share).filter((row) => row.length > characters);
          assert.deepEqual(tooWide, []);
        }
      });
});
