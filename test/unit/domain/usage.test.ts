import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OrgLimits } from "../../../src/api/resourceSchemas.ts";
import { Entitlements } from "../../../src/api/schemas.ts";
import { entitlementFacts, type PlanBound } from "../../../src/domain/entitlements/entitlements.ts";

const entitlements = Entitlements.parse({
  features: {
    managed_auth: { enabled: true, max_connections: 10 },
    browser_extensions: { enabled: true, max_stored_per_org: 5 },
    teleport: { enabled: true, max_connections: 3 },
  },
  limits: { max_concurrent_browsers: 4 },
});

function bounds(limits: unknown): readonly PlanBound[] {
  const usage = limits === undefined ? undefined : OrgLimits.parse(limits);
  const { features, limits: all } = entitlementFacts(entitlements, new Date(0), usage);
  return [...features.flatMap((feature) => feature.bounds), ...all];
}

describe("the usage reported for plan limits", () => {
  it("includes only connections and concurrent browsers", () => {
    const used = bounds({ auth_connections_used: 7, concurrent_sessions_used: 2 }).filter(
      (one) => "used" in one,
    );
    assert.deepEqual(used, [
      { key: "max_connections", value: 10, unit: "count", used: 7 },
      { key: "max_concurrent_browsers", value: 4, unit: "count", used: 2 },
    ]);
  });

  for (const [condition, limits] of [
    ["the limits weren't read", undefined],
    ["the service doesn't report it", {}],
    ["it is null", { auth_connections_used: null }],
    ["it isn't a whole number", { auth_connections_used: 1.5 }],
    ["it is negative", { auth_connections_used: -1 }],
    ["it is text", { auth_connections_used: "7" }],
  ] as const)
    it(`is omitted if ${condition}`, () => {
      const reported = bounds(limits).filter((one) => "used" in one);
      assert.deepEqual(reported, []);
    });

  it("isn't omitted if it is 0", () => {
    const [first] = bounds({ auth_connections_used: 0 }).filter((one) => "used" in one);
    assert.equal(first?.used, 0);
  });
});
