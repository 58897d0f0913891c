import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { toRequest, toDuplicateDraft } from "../../../../src/domain/draft/draft.ts";
import { enabledFlags } from "../../../support/telemetry.ts";

const named = { domain: "bank.example", profile_name: "work" };
const requestOf = (fields: object) =>
  toRequest(toDuplicateDraft(ManagedAuth.parse({ id: "ma_1", ...named, ...fields })).draft);

describe("toDuplicateDraft", () => {
  it("copies every setting to a draft", () => {
    const settings = {
      allowed_domains: ["id.bank.example"],
      auto_reauth: false,
      credential: { name: "bank" },
      health_check_interval: 7200,
      health_checks: true,
      login_url: "https://bank.example/login",
      record_session: true,
      save_credentials: false,
      browser: { proxy: { id: "proxy_1" }, stealth: false, telemetry: { enabled: false } },
    };
    assert.deepEqual(requestOf(settings), { ...named, ...settings });
  });

  const exported = { enabled: true, export: { otlp: { destination: { id: "otlp_1" } } } };
  const unknown = { enabled: true, browser: { platform: { enabled: true } } };
  const odd = ["a.example:8443", "https://A.example/path", "a*.example"];
  for (const [setting, fields, request = fields, lost = []] of [
    ["a proxy by name", { browser: { proxy: { name: "eu" } } }],
    ["no proxy", { browser: { proxy: { mode: "direct" } } }],
    ["the service's own proxy", { browser: { proxy: { mode: "default" } } }, {}],
    ["a proxy in the deprecated field", { proxy_id: "p_1" }, { browser: { proxy: { id: "p_1" } } }],
    ["an unknown proxy mode", { browser: { proxy: { mode: "tunnel" } } }, {}, ["proxy"]],
    ["an item of a provider", { credential: { provider: "op", path: "V/I" } }],
    ["a lookup at a provider", { credential: { provider: "op", auto: true } }],
    ["a provider without an item or lookup", { credential: { provider: "op" } }, {}, ["credential"]],
    ["no allowed domains", { allowed_domains: [] }, {}],
    [
      "domains in another spelling",
      {
        allowed_domains: [
          "https://A.example",
          "Accounts.Example.org",
          "*.Example.net",
          "HTTPS://*.d.example/",
        ],
      },
      { allowed_domains: ["a.example", "accounts.example.org", "*.example.net", "*.d.example"] },
    ],
    ["domains that aren't plain hosts", { allowed_domains: odd }],
    [
      "an empty domain",
      { allowed_domains: ["", "a.example", "b example"] },
      { allowed_domains: ["a.example"] },
      ["allowed_domains"],
    ],
    ["a list with only an empty domain", { allowed_domains: [""] }, {}, ["allowed_domains"]],
    ["its own domain in capitals", { domain: "Bank.Example" }, {}],
    [
      "a login page without a slash",
      { login_url: "https://bank.example" },
      { login_url: "https://bank.example/" },
    ],
    [
      "a login page without a scheme",
      { login_url: "Bank.example/in" },
      { login_url: "https://bank.example/in" },
    ],
    ["a login page with another scheme", { login_url: "javascript:alert(1)" }, {}, ["login_url"]],
    ["a login page with a password", { login_url: "https://me:x@bank.example/" }, {}, ["login_url"]],
    ["an interval above the maximum", { health_check_interval: 86_401 }, {}, ["health_check_interval"]],
    ["the default set of telemetry", { browser: { telemetry: { enabled: true } } }],
    ["telemetry that is exported", { browser: { telemetry: exported } }],
    [
      "a disabled export",
      { browser: { telemetry: { export: { otlp: { enabled: false, destination: { name: "a" } } } } } },
      { browser: { telemetry: { enabled: true } } },
    ],
    [
      "unknown telemetry",
      { browser: { telemetry: unknown } },
      { browser: { telemetry: { enabled: true } } },
      ["telemetry"],
    ],
    [
      "telemetry with unknown options",
      { browser: { telemetry: { enabled: true, browser: { control: { enabled: true, cdp: {} } } } } },
      { browser: { telemetry: { enabled: true } } },
      ["telemetry"],
    ],
  ] satisfies readonly (readonly [string, object, object?, (readonly string[])?])[])
    it(`copies ${setting} or reports it as not copied`, () => {
      assert.deepEqual(requestOf(fields), { ...named, ...request });
      const { notKept } = toDuplicateDraft(ManagedAuth.parse({ id: "ma_1", ...named, ...fields }));
      assert.deepEqual(notKept, lost);
    });

  it("lists every enabled telemetry category if the selection isn't the default", () => {
    const browser = { page: { enabled: true } };
    const telemetry = requestOf({ browser: { telemetry: { browser } } })?.browser?.telemetry;
    const usual = ["control", "connection", "system", "captcha"] as const;
    assert.deepEqual(telemetry?.enabled === true && telemetry.browser, enabledFlags(...usual, "page"));
  });

  it("turns telemetry off if every category is off", () => {
    const off = { enabled: false };
    const browser = { control: off, connection: off, system: off, captcha: off };
    assert.deepEqual(requestOf({ browser: { telemetry: { browser } } })?.browser?.telemetry, off);
  });

  it("leaves the domain empty if the service doesn't report it", () => {
    const { draft } = toDuplicateDraft(ManagedAuth.parse({ id: "ma_1" }));
    assert.equal(draft.domain, undefined);
    assert.equal(toRequest(draft), undefined);
  });
});
