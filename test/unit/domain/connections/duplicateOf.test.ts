import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { toRequest } from "../../../../src/domain/draft/draft.ts";
import { duplicateOf } from "../../../../src/domain/draft/draft.ts";

const named = { domain: "bank.example", profile_name: "work" };
const requestOf = (fields: object) =>
  toRequest(duplicateOf(ManagedAuth.parse({ id: "ma_1", ...named, ...fields })).draft);

describe("the draft of a connection", () => {
  it("creates one with every setting again", () => {
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

  for (const [what, fields, request] of [
    ["a proxy by name", { browser: { proxy: { name: "eu" } } }, { browser: { proxy: { name: "eu" } } }],
    ["no proxy", { browser: { proxy: { mode: "direct" } } }, { browser: { proxy: { mode: "direct" } } }],
    ["the service's own proxy", { browser: { proxy: { mode: "default" } } }, {}],
    [
      "a proxy that only older clients read",
      { proxy_id: "proxy_1" },
      { browser: { proxy: { id: "proxy_1" } } },
    ],
    [
      "an item of a provider",
      { credential: { provider: "op", path: "V/I" } },
      { credential: { provider: "op", path: "V/I" } },
    ],
    [
      "a lookup at a provider",
      { credential: { provider: "op", auto: true } },
      { credential: { provider: "op", auto: true } },
    ],
    ["a provider without either", { credential: { provider: "op" } }, {}],
    ["no allowed domains", { allowed_domains: [] }, {}],
    ["an interval that nobody may send", { health_check_interval: 86_401 }, {}],
    ["a login page that is no address", { login_url: "javascript:alert(1)" }, {}],
    [
      "the default set of telemetry",
      { browser: { telemetry: { enabled: true } } },
      { browser: { telemetry: { enabled: true } } },
    ],
    [
      "telemetry that is exported",
      { browser: { telemetry: { enabled: true, export: { otlp: { destination: { id: "otlp_1" } } } } } },
      { browser: { telemetry: { enabled: true, export: { otlp: { destination: { id: "otlp_1" } } } } } },
    ],
    [
      "an export that is off",
      { browser: { telemetry: { export: { otlp: { enabled: false, destination: { name: "a" } } } } } },
      { browser: { telemetry: { enabled: true } } },
    ],
  ] as const) {
    it(`takes ${what} as it is`, () => {
      assert.deepEqual(requestOf(fields), { ...named, ...request });
    });
  }

  for (const [what, fields, request, lost] of [
    [
      "a login page without a slash",
      { login_url: "https://bank.example" },
      { login_url: "https://bank.example/" },
      [],
    ],
    [
      "a login page without a scheme",
      { login_url: "Bank.example/in" },
      { login_url: "https://bank.example/in" },
      [],
    ],
    [
      "domains that are spelled otherwise",
      {
        allowed_domains: [
          "https://A.example",
          "Accounts.Example.org",
          "*.Example.net",
          "HTTPS://*.d.example/",
        ],
      },
      { allowed_domains: ["a.example", "accounts.example.org", "*.example.net", "*.d.example"] },
      [],
    ],
    [
      "domains that are no plain hosts, word for word",
      { allowed_domains: ["a.example:8443", "https://A.example/path", "a*.example"] },
      { allowed_domains: ["a.example:8443", "https://A.example/path", "a*.example"] },
      [],
    ],
    [
      "an empty domain",
      { allowed_domains: ["", "a.example", "b example"] },
      { allowed_domains: ["a.example"] },
      ["allowed_domains"],
    ],
    ["nothing but an empty domain", { allowed_domains: [""] }, {}, ["allowed_domains"]],
    ["its own domain in capitals", { domain: "Bank.Example" }, {}, []],
    ["a login page that is no web page", { login_url: "javascript:alert(1)" }, {}, ["login_url"]],
    ["a login page with a password", { login_url: "https://me:x@bank.example/" }, {}, ["login_url"]],
    ["an interval that nobody may send", { health_check_interval: 86_401 }, {}, ["health_check_interval"]],
    ["a proxy that nobody knows", { browser: { proxy: { mode: "tunnel" } } }, {}, ["proxy"]],
    ["a provider without either", { credential: { provider: "op" } }, {}, ["credential"]],
    [
      "telemetry that this version does not know",
      { browser: { telemetry: { enabled: true, browser: { platform: { enabled: true } } } } },
      { browser: { telemetry: { enabled: true } } },
      ["telemetry"],
    ],
  ] as const) {
    it(`normalizes, keeps or names ${what}`, () => {
      assert.deepEqual(requestOf(fields), { ...named, ...request });
      const { notKept } = duplicateOf(ManagedAuth.parse({ id: "ma_1", ...named, ...fields }));
      assert.deepEqual(notKept, lost);
    });
  }

  it("says every category of telemetry, where they are not the default set", () => {
    const telemetry = requestOf({ browser: { telemetry: { browser: { page: { enabled: true } } } } })?.browser
      ?.telemetry;
    assert.deepEqual(telemetry?.enabled === true && telemetry.browser, {
      control: { enabled: true },
      connection: { enabled: true },
      system: { enabled: true },
      captcha: { enabled: true },
      console: { enabled: false },
      network: { enabled: false },
      page: { enabled: true },
      interaction: { enabled: false },
      screenshot: { enabled: false },
    });
  });

  it("captures nothing where every category is off", () => {
    const off = { enabled: false };
    const browser = { control: off, connection: off, system: off, captcha: off };
    assert.deepEqual(requestOf({ browser: { telemetry: { browser } } })?.browser?.telemetry, off);
  });

  it("asks for what the service does not report", () => {
    const { draft } = duplicateOf(ManagedAuth.parse({ id: "ma_1" }));
    assert.equal(draft.domain, undefined);
    assert.equal(toRequest(draft), undefined);
  });
});
