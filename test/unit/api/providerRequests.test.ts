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
  for (const [description, body, isSent] of [
    ["a complete provider", fullRequest, true],
    ["a name with surrounding white space", { ...fullRequest, name: " a " }, true],
    ["a blank name", { ...fullRequest, name: " \t" }, false],
    ["a provider without a name", { ...fullRequest, name: undefined }, false],
    ["an unknown provider type", { ...fullRequest, provider_type: "vault" }, false],
    ["an empty token", { ...fullRequest, token: "" }, false],
    ["an unknown field", { ...fullRequest, enabled: true }, false],
  ] as const)
    it(`${isSent ? "sends" : "doesn't send"} a request with ${description}`, () =>
      assert.equal(CredentialProviderCreateRequest.safeParse(body).success, isSent));

  it("sends its request once and never returns the token", () => {
    const { method, policy, raw, secrets, template } = createCredentialProvider;
    assert.deepEqual([method, template, policy], ["POST", path, retryPolicies.nonIdempotent]);
    assert.deepEqual([raw, secrets], ["secret", ["token"]]);
  });
});

describe("updateCredentialProvider", () => {
  for (const [body, isSent] of [
    [{ enabled: false }, true],
    [{ priority: -1 }, true],
    [{ name: "a", token: "t" }, true],
    [{}, false],
    [{ name: undefined }, false],
    [{ name: "" }, false],
    [{ token: "" }, false],
    [{ priority: 0.5 }, false],
    [{ enabled: null }, false],
    [{ provider_type: "onepassword" }, false],
  ] as const)
    it(`${isSent ? "sends" : "doesn't send"} the body ${JSON.stringify(body)}`, () =>
      assert.equal(CredentialProviderUpdateRequest.safeParse(body).success, isSent));

  it("sends its request once and never returns the token", () => {
    const { method, policy, raw, secrets, template } = updateCredentialProvider;
    assert.deepEqual([method, template, policy], ["PATCH", `${path}/{id}`, retryPolicies.update]);
    assert.deepEqual([raw, secrets], ["secret", ["token"]]);
  });
});

describe("testCredentialProvider", () => {
  it("sends its request once", () => {
    const { method, policy, raw, template } = testCredentialProvider;
    assert.deepEqual(
      [method, template, policy, raw],
      ["POST", `${path}/{id}/test`, retryPolicies.nonIdempotent, "secret"],
    );
  });
});

describe("deleteCredentialProvider", () => {
  it("allows retries, because IDs are never reused", () => {
    const { method, policy, template } = deleteCredentialProvider;
    assert.deepEqual([method, template, policy], ["DELETE", `${path}/{id}`, retryPolicies.deleteById]);
  });
});
