import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CredentialReference, ManagedAuthCreateRequest } from "../../../src/api/schemas.ts";

describe("the forms of a credential (§2.5)", () => {
  for (const form of [
    { name: "github-bot" },
    { provider: "onepassword", path: "Vault/Item" },
    { provider: "onepassword", auto: true },
  ]) {
    it(`${Object.keys(form).join(" and ")} goes out as it is, and with nothing beside it`, () => {
      const request = { domain: "a.example", profile_name: "p", credential: form };
      assert.deepEqual(ManagedAuthCreateRequest.parse(request), request);
      for (const more of [{ password: "x" }, { id: "cred_1" }, { name: "n", provider: "p" }]) {
        const credential = { ...form, ...more };
        assert.equal(CredentialReference.safeParse(credential).success, false, JSON.stringify(credential));
      }
    });
  }
});
