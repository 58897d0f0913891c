import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  createCredentialProvider,
  deleteCredentialProvider,
  testCredentialProvider,
  updateCredentialProvider,
} from "../../../src/api/operations.ts";
import { retryPolicies } from "../../../src/api/retryPolicy.ts";
import {
  CredentialProviderCreateRequest,
  CredentialProviderUpdateRequest,
} from "../../../src/api/resourceRequests.ts";

const path = "/org/credential_providers";
const fullRequest = { provider_type: "onepassword", name: "mine", token: "ops_1" };

describe("createCredentialProvider", () => {
  const isValid = (body: unknown) => CredentialProviderCreateRequest.safeParse(body).success;
  for (const [provider, body] of Object.entries({
    "a complete provider": fullRequest,
    "a name with surrounding white space": { ...fullRequest, name: " a " },
  }))
    it(`accepts ${provider}`, () => assert.equal(isValid(body), true));
  for (const [fault, body] of Object.entries({
    "a blank name": { ...fullRequest, name: " \t" },
    "a missing name": { ...fullRequest, name: undefined },
    "an unknown provider type": { ...fullRequest, provider_type: "vault" },
    "an empty token": { ...fullRequest, token: "" },
    "an unknown field": { ...fullRequest, enabled: true },
  }))
    it(`rejects a provider with ${fault}`, () => assert.equal(isValid(body), false));
  it("sends the request only once and never returns the token", () => {
    const { method, policy, raw, secrets, template } = createCredentialProvider;
    assert.deepEqual([method, template, policy], ["POST", path, retryPolicies.nonIdempotent]);
    assert.deepEqual([raw, secrets], ["secret", ["token"]]);
  });
});
describe("updateCredentialProvider", () => {
  const isValid = (body: unknown) => CredentialProviderUpdateRequest.safeParse(body).success;
  for (const [change, body] of Object.entries({
    "enabled alone": { enabled: false },
    "a negative priority": { priority: -1 },
    "a name and a token": { name: "a", token: "t" },
  }))
    it(`accepts a request with ${change}`, () => assert.equal(isValid(body), true));
  for (const [fault, body] of Object.entries({
    "no field": {},
    "an undefined name": { name: undefined },
    "an empty name": { name: "" },
    "an empty token": { token: "" },
    "a fractional priority": { priority: 0.5 },
    "null for enabled": { enabled: null },
    "a provider type": { provider_type: "onepassword" },
  }))
    it(`rejects a change with ${fault}`, () => assert.equal(isValid(body), false));
  it("sends the request only once and never returns the token", () => {
    const { method, policy, raw, secrets, template } = updateCredentialProvider;
    assert.deepEqual([method, template, policy], ["PATCH", `${path}/{id}`, retryPolicies.update]);
    assert.deepEqual([raw, secrets], ["secret", ["token"]]);
  });
});
describe("testCredentialProvider", () => {
  it("sends the request only once", () => {
    const { method, policy, raw, template } = testCredentialProvider;
    assert.deepEqual(
      [method, template, policy, raw],
      ["POST", `${path}/{id}/test`, retryPolicies.nonIdempotent, "secret"],
    );
  });
});

describe("deleteCredentialProvider", () => {
  it("is retried, because IDs are never reused", () => {
    const { method, policy, template } = deleteCredentialProvider;
    assert.deepEqual([method, template, policy], ["DELETE", `${path}/{id}`, retryPolicies.deleteById]);
  });
});
