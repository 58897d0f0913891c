import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { deleteConnection, updateConnection } from "../../../src/api/operations.ts";
import { retryPolicies } from "../../../src/api/retryPolicy.ts";
import { ManagedAuthUpdateRequest } from "../../../src/api/updateRequest.ts";

const isSent = (request: object): boolean => ManagedAuthUpdateRequest.safeParse(request).success;

describe("ManagedAuthUpdateRequest", () => {
  for (const [field, values] of Object.entries({
    allowed_domains: [["sso.example"], []],
    auto_reauth: [true, false],
    browser: [{ proxy: { mode: "default" } }, { stealth: false }, { telemetry: { enabled: false } }],
    credential: [{ name: "github-bot" }, { provider: "onepassword", path: "Vault/Item" }],
    health_check_interval: [300, 86_400],
    health_checks: [false],
    login_url: ["https://a.example/login", ""],
    record_session: [true],
    save_credentials: [false],
  }))
    it(`accepts a value for ${field} alone, but not null`, () => {
      for (const value of values) {
        const request = { [field]: value };
        assert.deepEqual(ManagedAuthUpdateRequest.parse(request), request);
      }
      assert.equal(isSent({ [field]: null }), false);
    });

  for (const [content, request] of Object.entries({
    "no fields": {},
    "only undefined fields": { login_url: undefined, health_checks: undefined },
    "an empty browser": { browser: {} },
    "a browser with only undefined fields": { browser: { stealth: undefined } },
    "the domain": { domain: "b.example" },
    "the profile": { profile_name: "q" },
    "the deprecated proxy": { proxy: { id: "p_1" } },
    "the deprecated telemetry": { browser_telemetry: { enabled: true } },
    "an unknown field": { color: "red" },
    "an unknown browser field": { browser: { stealth: true, headless: true } },
    "an empty credential": { credential: {} },
    "a proxy without a name": { browser: { proxy: { name: "" } } },
    "a proxy without an ID": { browser: { proxy: { id: "" } } },
    "telemetry as null": { browser: { telemetry: null } },
    "an interval below 300 seconds": { health_check_interval: 299 },
    "an interval above 86400 seconds": { health_check_interval: 86_401 },
    "a fractional interval": { health_check_interval: 300.5 },
    "an empty allowed domain": { allowed_domains: [""] },
    "an invalid login URL": { login_url: "a.example/login" },
  }))
    it(`rejects a request with ${content}`, () => assert.equal(isSent(request), false));
});

describe("BrowserTelemetryUpdate", () => {
  const destination = { destination: { id: "d" } };
  for (const [state, config] of Object.entries({
    "captured by default": { enabled: true },
    "captured by category": { enabled: true, browser: { network: { enabled: true } } },
    exported: { enabled: true, export: { otlp: destination } },
    "no longer exported": { enabled: true, export: { otlp: { enabled: false } } },
    off: { enabled: false },
    "changed by category": { browser: { network: { enabled: false } } },
    "exported to another destination": {
      browser: { control: { enabled: true } },
      export: { otlp: destination },
    },
  }))
    it(`accepts telemetry that is ${state}`, () => {
      const request = { browser: { telemetry: config } };
      assert.deepEqual(ManagedAuthUpdateRequest.parse(request), request);
    });

  for (const [problem, config] of Object.entries({
    "is empty": {},
    "lists no category": { browser: {} },
    "has a category that interface.md §2.6 doesn't list": { browser: { platform: { enabled: true } } },
    "has only a destination": { export: { otlp: destination } },
    "is off with categories": { enabled: false, browser: { network: { enabled: true } } },
    "is off with a destination": { enabled: false, export: { otlp: destination } },
    "has a destination for a disabled export": {
      enabled: true,
      export: { otlp: { ...destination, enabled: false } },
    },
    "has an empty export": { enabled: true, export: { otlp: {} } },
  }))
    it(`rejects telemetry that ${problem}`, () =>
      assert.equal(isSent({ browser: { telemetry: config } }), false));
});

describe("updateConnection and deleteConnection", () => {
  it("send an update only once", () => {
    const { method, policy, template } = updateConnection;
    assert.deepEqual([method, template, policy], ["PATCH", "/auth/connections/{id}", retryPolicies.update]);
  });

  it("retry a deletion with the policy for deletions by ID", () => {
    const { method, policy, template } = deleteConnection;
    assert.deepEqual(
      [method, template, policy],
      ["DELETE", "/auth/connections/{id}", retryPolicies.deleteById],
    );
  });
});
