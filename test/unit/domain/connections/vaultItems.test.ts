import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { breaksVaultItems } from "../../../../src/domain/connections/vaultItems.ts";

describe("breaksVaultItems", () => {
  const stored = { kind: "stored", name: "bank" } as const;
  const plan = (enabled: boolean) => ({ features: { vaults: { enabled } }, limits: {}, plan: {} });

  it("returns true if a stored credential is removed on a plan with vaults", () => {
    assert.equal(breaksVaultItems(plan(true), stored), true);
    assert.equal(breaksVaultItems(plan(true), stored, { kind: "lookup", provider: "vault" }), true);
    assert.equal(breaksVaultItems(plan(true), stored, { kind: "stored", name: "other" }), false);
    assert.equal(breaksVaultItems(plan(true), { kind: "none" }), false);
    assert.equal(breaksVaultItems(plan(false), stored), false);
    assert.equal(breaksVaultItems(undefined, stored), false);
  });
});
