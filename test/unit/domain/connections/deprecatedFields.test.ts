import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { deprecatedFields, withFallbacks } from "../../../../src/domain/connections/deprecatedFields.ts";

const read = (fields: object): ManagedAuth => ManagedAuth.parse({ id: "ma_1", ...fields });

describe("a deprecated field", () => {
  const browser_telemetry = { enabled: true, browser: { page: { enabled: true } } };
  const replaced = { telemetry: browser_telemetry };
  const newer = { telemetry: { enabled: false } };
  const [proxy_id, proxy] = ["p_1", { id: "p_1" }];
  const [last_auth_at, last_auth_check_at] = ["2026-01-01", "2026-02-02"];
  const unreadable = { mode: null, id: "", name: 7 };
  const direct = { proxy: { mode: "direct" } };
  for (const [example, fields, expected] of [
    ["proxy_id is used without browser", { proxy_id }, { proxy }],
    ["proxy_id is used if browser has no proxy", { proxy_id, browser: {} }, { proxy }],
    ["proxy_id is used if browser is null", { proxy_id, browser: null }, { proxy }],
    ["browser_telemetry is used without browser.telemetry", { browser_telemetry }, replaced],
    [
      "browser_telemetry is used if browser.telemetry is null",
      { browser_telemetry, browser: { telemetry: null } },
      replaced,
    ],
    [
      "browser_telemetry is ignored if browser.telemetry exists",
      { browser_telemetry, browser: newer },
      newer,
    ],
    ["last_auth_at is used without last_auth_check_at", { last_auth_at }, { check: last_auth_at }],
    [
      "last_auth_at is ignored if last_auth_check_at exists",
      { last_auth_at, last_auth_check_at },
      { check: last_auth_check_at },
    ],
    ["proxy_id is used if browser.proxy is empty", { proxy_id, browser: { proxy: {} } }, { proxy }],
    [
      "proxy_id is used if browser.proxy is unreadable",
      { proxy_id, browser: { proxy: unreadable } },
      { proxy },
    ],
    ["proxy_id is ignored if browser.proxy has a mode", { proxy_id, browser: direct }, direct],
    ["an empty proxy_id is ignored", { proxy_id: "", browser: {} }, {}],
    ["all fields are missing", {}, {}],
    [
      "a deprecated field of the wrong type is ignored",
      { proxy_id: 7, browser_telemetry: [], last_auth_at: {} },
      {},
    ],
    ["a null deprecated field is ignored", { proxy_id: null, browser_telemetry: null }, {}],
  ] as const)
    it(`is used only as a fallback: ${example}`, () => {
      const { browser, last_auth_check_at: check } = withFallbacks(read(fields));
      const actual = { proxy: browser?.proxy, telemetry: browser?.telemetry, check };
      assert.deepEqual(JSON.parse(JSON.stringify(actual)), expected);
    });

  it("is used as a fallback without changing other fields", () => {
    const browser = { stealth: false, region: "eu" };
    const all = { id: "ma_1", domain: "example.com", browser, proxy_id, shiny: [1] };
    const expected = { ...all, browser: { ...browser, proxy } };
    assert.deepEqual(JSON.parse(JSON.stringify(withFallbacks(read(all)))), expected);
  });

  it("is listed with the name of its replacement if it has a value", () => {
    assert.deepEqual(deprecatedFields(read({ proxy_id, browser_telemetry, last_auth_at })), [
      ["browser_telemetry", "browser.telemetry"],
      ["proxy_id", "browser.proxy"],
      ["last_auth_at", "last_auth_check_at"],
    ]);
    assert.deepEqual(deprecatedFields(read({ last_auth_at: "x", proxy_id: null })), [
      ["last_auth_at", "last_auth_check_at"],
    ]);
    assert.deepEqual(deprecatedFields(read({ last_auth_check_at: "x", browser: {} })), []);
  });
});
