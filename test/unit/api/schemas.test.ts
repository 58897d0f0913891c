import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CredentialReference, ManagedAuthCreateRequest } from "../../../src/api/schemas.ts";

describe("CredentialReference (interface.md §2.5)", () => {
  for (const [fields, form] of Object.entries({
    "a name": { name: "github-bot" },
    "a provider and a path": { provider: "onepassword", path: "Vault/Item" },
    "a provider and auto": { provider: "onepassword", auto: true },
  }))
    it(`accepts ${fields}, but no additional field`, () => {
      const request = { domain: "a.example", profile_name: "p", credential: form };
      assert.deepEqual(ManagedAuthCreateRequest.parse(request), request);
      for (const more of [{ password: "x" }, { id: "cred_1" }, { name: "n", provider: "p" }]) {
        const credential = { ...form, ...more };
        assert.equal(CredentialReference.safeParse(credential).success, false, JSON.stringify(credential));
      }
    });
});

const creating = (more: object): object => ({ domain: "a.example", profile_name: "p", ...more });
const telemetry = (config: object): object => creating({ browser: { telemetry: config } });
const exporting = (otlp: object): object => telemetry({ enabled: true, export: { otlp } });
const isSent = (request: object): boolean => ManagedAuthCreateRequest.safeParse(request).success;

describe("ManagedAuthCreateRequest (interface.md §4.1)", () => {
  for (const [field, value] of Object.entries({
    allowed_domains: ["sso.example"],
    auto_reauth: false,
    browser: { proxy: { mode: "direct" }, stealth: false, telemetry: { enabled: false } },
    credential: { name: "github-bot" },
    health_check_interval: 300,
    health_checks: false,
    login_url: "https://a.example/login",
    record_session: true,
    save_credentials: false,
  }))
    it(`accepts a value for ${field}, but not null`, () => {
      const request = creating({ [field]: value });
      assert.deepEqual(ManagedAuthCreateRequest.parse(request), request);
      assert.equal(isSent(creating({ [field]: null })), false);
    });

  for (const field of ["domain", "profile_name"])
    it(`requires ${field}`, () => assert.equal(isSent({ ...creating({}), [field]: undefined }), false));

  it("rejects deprecated and unknown properties", () => {
    for (const more of [{ browser_telemetry: { enabled: true } }, { proxy: { id: "p_1" } }, { color: "red" }])
      assert.equal(isSent(creating(more)), false, JSON.stringify(more));
  });

  it("accepts health check intervals from 300 to 86400 seconds", () => {
    const sent = [299, 300, 86_400, 86_401, 300.5].map((seconds) =>
      isSent(creating({ health_check_interval: seconds })),
    );
    assert.deepEqual(sent, [false, true, true, false, false]);
  });
});

describe("BrowserTelemetryRequestConfig (interface.md §2.6)", () => {
  for (const category of [
    ...["control", "connection", "system", "captcha", "console"],
    ...["network", "page", "interaction", "screenshot"],
  ])
    it(`accepts the category ${category}`, () => {
      const request = telemetry({ enabled: true, browser: { [category]: { enabled: false } } });
      assert.deepEqual(ManagedAuthCreateRequest.parse(request), request);
    });

  for (const key of ["id", "name"])
    it(`accepts an export destination referenced by ${key}`, () => {
      const request = exporting({ destination: { [key]: "d" } });
      assert.deepEqual(ManagedAuthCreateRequest.parse(request), request);
    });

  it("rejects forbidden combinations of telemetry settings", () => {
    for (const request of [
      telemetry({ enabled: false, browser: { control: { enabled: true } } }),
      telemetry({ enabled: false, export: { otlp: { destination: { id: "d" } } } }),
      telemetry({ enabled: true, browser: { keyboard: { enabled: true } } }),
      exporting({ destination: {} }),
      exporting({ destination: { id: "d", name: "n" } }),
      exporting({ destination: { id: "d" }, enabled: false }),
    ])
      assert.equal(isSent(request), false, JSON.stringify(request));
  });
});
