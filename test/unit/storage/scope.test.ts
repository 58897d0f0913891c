import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { accountIdOf, scopeCovers, parseScopeId, scopeId } from "../../../src/storage/scope.ts";

const account = "7f0c8f8a-6a0f-4a57-9d0c-7c1f9c0b8a11";

describe("scopeId", () => {
  it("equals the account ID if there is no project", () => {
    assert.equal(scopeId(account, undefined), account);
    assert.deepEqual(parseScopeId(account), { accountId: account });
  });

  it("can be parsed back and is a valid file name on case-insensitive file systems", () => {
    const ascii = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(ascii, (projectId) => {
        const id = scopeId(account, projectId);
        assert.deepEqual(parseScopeId(id), { accountId: account, projectId });
        assert.equal(accountIdOf(id), account);
        assert.match(id, /^[0-9a-f~-]+$/);
      }),
      { numRuns: 300 },
    );
    assert.ok(scopeId(account, "p".repeat(80)).length + ".json".length < 255);
  });

  it("returns an ID that belongs to its account and to no other project", () => {
    const id = scopeId(account, "proj_a");
    for (const [scope, isCovered] of [
      [account, true],
      [id, true],
      [scopeId(account, "proj_"), false],
      [scopeId(account, "proj_ab"), false],
      [account.slice(0, -1), false],
      ["", false],
    ] as const)
      assert.equal(scopeCovers({ accountId: scope }, id), isCovered, scope);
    assert.equal(scopeCovers({ accountId: id }, account), false);
  });
});
