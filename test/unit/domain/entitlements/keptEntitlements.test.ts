// Stored entitlements. To protect privacy, the code lists the fields that may be stored.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Entitlements } from "../../../../src/api/schemas.ts";
import { entitlementFacts, storableEntitlements } from "../../../../src/domain/entitlements/entitlements.ts";

const now = new Date("2026-11-20T12:00:00Z");
const reading = (fields: object): Entitlements =>
  Entitlements.parse({ features: {}, limits: {}, plan: { id: "FREE" }, ...fields });

describe("storableEntitlements", () => {
  it("keeps all features and limits", () => {
    const full = reading({
      features: {
        managed_auth: { enabled: true, max_connections: null, health_check_interval_min_seconds: 1200 },
        browser_replays: { enabled: true, retention_days: "14 days" },
        gpu: { enabled: false },
        credentials: {},
        vaults: { enabled: true, kept: 2 },
      },
      limits: { max_concurrent_browsers: 150, max_concurrent_invocations: [7], of_browsers: null },
      plan: {
        id: "FREE",
        effective_id: "START_UP",
        status: "ACTIVE",
        is_trialing: true,
        trial_ends_at: "2026-11-30T12:00:00Z",
      },
    });
    const storable = storableEntitlements(full);
    assert.ok(storable);
    assert.deepEqual(entitlementFacts(storable, now), entitlementFacts(full, now));
    const stored = Entitlements.parse(JSON.parse(JSON.stringify(storable)));
    assert.deepEqual(entitlementFacts(stored, now), entitlementFacts(full, now), "and so once it is stored");
  });

  it("drops URLs, messages and unknown fields", () => {
    const canary = "https://flow.example/?code=canary";
    const storable = storableEntitlements(
      reading({
        features: {
          gpu: {
            enabled: true,
            hosted_url: canary,
            message: "A canary.",
            isCanary: true,
            deep: { url: canary },
          },
          [canary]: { enabled: true, [canary]: 7 },
        },
        limits: { max_concurrent_browsers: 5, max_canary: canary, [canary]: 7 },
        plan: { id: "FREE", note: canary, is_trialing: true, trial_ends_at: canary },
        flow: { hosted_url: canary },
      }),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(storable)), {
      features: { gpu: { enabled: true } },
      limits: { max_concurrent_browsers: 5 },
      plan: { id: "FREE", is_trialing: true },
    });
  });

  for (const key of ["id", "effective_id", "status"])
    it(`keeps nothing if the plan's ${key} isn't an identifier`, () =>
      assert.equal(
        storableEntitlements(reading({ plan: { id: "a", [key]: "https://plan.example/?k=1" } })),
        undefined,
      ));
});
