import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Entitlements, type ManagedAuthCreateRequest } from "../../../../src/api/schemas.ts";
import { likelyMissingFeature } from "../../../../src/domain/entitlements/entitlements.ts";

const without = (...keys: readonly string[]): Entitlements =>
  Entitlements.parse({
    features: Object.fromEntries(
      ["managed_auth", "custom_proxies", "managed_proxies", "credentials", "credential_providers"].map(
        (key) => [key, { enabled: !keys.includes(key) }],
      ),
    ),
  });

describe("likelyMissingFeature", () => {
  const proxies = ["custom_proxies", "managed_proxies"];
  const providers = ["credential_providers"];
  const stored = { credential: { name: "c" } };
  const lookup = { credential: { provider: "v", auto: true } } as const;
  for (const [settings, fields, lacking, feature] of [
    ["a connection if every feature is included", {}, [], "managed_auth"],
    ["a connection without managed auth", {}, ["managed_auth", "credentials"], "managed_auth"],
    ["a proxy by id", { browser: { proxy: { id: "p" } } }, ["custom_proxies"], "custom_proxies"],
    ["a proxy by name", { browser: { proxy: { name: "p" } } }, ["managed_proxies"], "managed_proxies"],
    [
      "a proxy by ID without any proxy feature",
      { browser: { proxy: { id: "p" } } },
      proxies,
      "custom_proxies",
    ],
    ["a direct connection", { browser: { proxy: { mode: "direct" } } }, proxies, "managed_auth"],
    ["stealth alone", { browser: { stealth: true } }, proxies, "managed_auth"],
    ["a stored credential", stored, ["credentials"], "credentials"],
    ["a stored credential without managed auth", stored, ["managed_auth", "credentials"], "managed_auth"],
    ["a stored credential if only provider features are missing", stored, providers, "managed_auth"],
    ["a provider item", { credential: { provider: "v", path: "p" } }, providers, "credential_providers"],
    ["a provider lookup", lookup, providers, "credential_providers"],
    ["a lookup if only stored credentials are missing", lookup, ["credentials"], "managed_auth"],
    [
      "a proxy and a credential",
      { browser: { proxy: { id: "p" } }, credential: { name: "c" } },
      ["credentials"],
      "credentials",
    ],
  ] as const satisfies readonly (readonly [
    string,
    Partial<ManagedAuthCreateRequest>,
    readonly string[],
    string,
  ])[])
    it(`returns ${feature} for ${settings}`, () => {
      const request = { domain: "example.com", profile_name: "work", ...fields };
      assert.equal(likelyMissingFeature(request, without(...lacking)), feature);
    });

  it("returns managed auth if the plan is unknown", () => {
    const request = { domain: "example.com", profile_name: "work", ...stored };
    assert.equal(likelyMissingFeature(request, undefined), "managed_auth");
    assert.equal(likelyMissingFeature(request, Entitlements.parse({ features: {} })), "managed_auth");
  });
});
