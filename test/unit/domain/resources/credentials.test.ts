// Tests how changes of a credential's values are sent, depending on the values that replies report.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Credential } from "../../../../src/api/resourceSchemas.ts";
import { updateRequest } from "../../../../src/domain/resources/fieldRequests.ts";
import { credentialModel } from "../../../../src/domain/resources/credentials.ts";

const credential: Credential = { id: "c1", name: "bank", domain: "bank.example" };

describe("the values of a credential", () => {
  const cases: readonly [string, Partial<Credential>, removed?: string[]][] = [
    ["reported keys", { value_keys: ["user"] }, ["user"]],
    ["no values", { has_values: false }],
    ["unreported values", {}, ["user", "gone"]],
    ["existing values without keys", { has_values: true }, ["user", "gone"]],
  ];
  for (const [reply, reported, removed] of cases)
    it(`are removed only if they may exist according to a reply with ${reply}`, () => {
      const values = new Map(["user", "gone"].map((key) => [key, null]));
      assert.deepEqual(
        updateRequest(credentialModel, { ...credential, ...reported }, { values }),
        removed && { remove_value_keys: removed },
      );
    });

  it("are set and removed in one request", () => {
    const values = new Map(Object.entries({ user: "u", gone: null }));
    assert.deepEqual(
      updateRequest(credentialModel, { ...credential, value_keys: ["user", "gone"] }, { values }),
      { values: { user: "u" }, remove_value_keys: ["gone"] },
    );
  });
});
