import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { accountIdOf, covers, partsOfScope, scopeId } from "../../../src/storage/scope.ts";

const account = "7f0c8f8a-6a0f-4a57-9d0c-7c1f9c0b8a11";

describe("the id of a scope", () => {
  it("is the account's own where there is no project", () => {
    assert.equal(scopeId(account, undefined), account);
    assert.deepEqual(partsOfScope(account), { accountId: account });
  });

  it("tells what it was made of, and is the name of a file wherever case is lost", () => {
    const ascii = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(ascii, (projectId) => {
        const id = scopeId(account, projectId);
        assert.deepEqual(partsOfScope(id), { accountId: account, projectId });
        assert.equal(accountIdOf(id), account);
        assert.match(id, /^[0-9a-f~-]+$/);
      }),
      { numRuns: 300 },
    );
    assert.ok(scopeId(account, "p".repeat(80)).length + ".json".length < 255);
  });

  it("is covered by the account's and by its own, and by no other's", () => {
    const id = scopeId(account, "proj_a");
    for (const [scope, is] of [
      [account, true],
      [id, true],
      [scopeId(account, "proj_"), false],
      [scopeId(account, "proj_ab"), false],
      [account.slice(0, -1), false],
      ["", false],
    ] as const)
      assert.equal(covers({ accountId: scope }, id), is, scope);
    assert.equal(covers({ accountId: id }, account), false);
  });
});
