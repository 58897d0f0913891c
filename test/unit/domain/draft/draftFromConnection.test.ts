// Tests the conversion of connections to the answers that would create them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { draftFromConnection, toRequest } from "../../../../src/domain/draft/draft.ts";
import { enabledFlags } from "../../../support/telemetry.ts";

/** Returns the answers of a connection with these fields. */
const answers = (fields: object): object => draftFromConnection(ManagedAuth.parse({ id: "ma_1", ...fields }));
const none = { proxy: { kind: "default" }, credential: { kind: "none" } };
const on = { enabled: true };
const off = { enabled: false };

describe("draftFromConnection", () => {
  const captured = (telemetry: object) => ({ browser: { telemetry } });
  const exported = (destination: object) => captured({ ...on, export: { otlp: { destination } } });
  const defaultTo = (target: object) => ({ telemetry: { kind: "default", export: target } });
  const byDefault = defaultTo({ kind: "none" });
  const allOff = { control: off, connection: off, system: off, captcha: off };
  for (const [settings, fields, expected = fields] of [
    ["no reported settings", {}, {}],
    ["domain and profile", { domain: "a.example", profile_name: "p" }],
    ["a login page", { login_url: "mailto:x" }],
    ["an empty login page", { login_url: "" }, {}],
    ["no allowed domains", { allowed_domains: [] }, {}],
    ["allowed domains", { allowed_domains: ["b.example"] }],
    [
      "switches in either state",
      { health_checks: false, auto_reauth: true, record_session: false, save_credentials: true },
    ],
    ["an interval", { health_check_interval: 300 }],
    ["a null interval", { health_check_interval: null }, {}],
    ["stealth", { browser: { stealth: false } }, { stealth: false }],
    ["the default proxy", { browser: { proxy: { mode: "default" } } }, { proxy: { kind: "default" } }],
    ["no proxy", { browser: { proxy: { mode: "direct" } } }, { proxy: { kind: "direct" } }],
    ["a proxy by id", { browser: { proxy: { id: "p_1" } } }, { proxy: { kind: "id", id: "p_1" } }],
    ["a proxy by name", { browser: { proxy: { name: "n" } } }, { proxy: { kind: "name", name: "n" } }],
    ["a proxy in the deprecated field", { proxy_id: "p_1" }, { proxy: { kind: "id", id: "p_1" } }],
    ["an unknown proxy mode", { browser: { proxy: { mode: "tunnel" } } }, { proxy: undefined }],
    ["a stored credential", { credential: { name: "c" } }, { credential: { kind: "stored", name: "c" } }],
    [
      "an item of a provider",
      { credential: { provider: "v", path: "a/b" } },
      { credential: { kind: "item", provider: "v", path: "a/b" } },
    ],
    [
      "a lookup at a provider",
      { credential: { provider: "v", auto: true } },
      { credential: { kind: "lookup", provider: "v" } },
    ],
    [
      "an incomplete credential with only a provider",
      { credential: { provider: "v" } },
      { credential: undefined },
    ],
    ["an incomplete credential with only a path", { credential: { path: "a/b" } }, { credential: undefined }],
    ["telemetry that is off", captured(off), { telemetry: { kind: "off" } }],
    ["the default set", captured(on), byDefault],
    [
      "the default set as categories in the deprecated field",
      { browser_telemetry: { browser: { control: on, network: off } } },
      byDefault,
    ],
    [
      "the default set with its categories reported",
      captured({ ...on, browser: enabledFlags("control", "connection", "system", "captcha") }),
      byDefault,
    ],
    [
      "categories that modify the default set",
      captured({ ...on, browser: { captcha: off, page: on } }),
      {
        telemetry: {
          kind: "categories",
          categories: ["control", "connection", "system", "page"],
          export: { kind: "none" },
        },
      },
    ],
    ["categories that are all off", captured({ browser: allOff }), { telemetry: { kind: "off" } }],
    [
      "unknown categories in addition to the default set",
      captured({ ...on, browser: { platform: on, other: off } }),
      { telemetry: { ...byDefault.telemetry, unknown: ["platform"] } },
    ],
    [
      "an unknown category alone",
      captured({ browser: { ...allOff, platform: on } }),
      { telemetry: { kind: "categories", categories: [], export: { kind: "none" }, unknown: ["platform"] } },
    ],
    ["a destination by id", exported({ id: "d" }), defaultTo({ kind: "id", destination: "d" })],
    ["a destination by name", exported({ name: "d" }), defaultTo({ kind: "name", destination: "d" })],
    [
      "a disabled export",
      captured({ ...on, export: { otlp: { ...off, destination: { id: "d" } } } }),
      byDefault,
    ],
  ] satisfies readonly (readonly [string, object, object?])[])
    it(`returns the wizard's answers for a connection with ${settings}`, () => {
      const all = Object.entries({ ...none, ...expected }).filter(([, answer]) => answer !== undefined);
      assert.deepEqual(answers(fields), Object.fromEntries(all));
    });

  it("returns answers that create the same connection again", () => {
    const request = {
      domain: "a.example",
      profile_name: "p",
      allowed_domains: ["b.example"],
      auto_reauth: false,
      browser: { proxy: { id: "p_1" }, stealth: false, telemetry: { enabled: false } },
      credential: { provider: "v", auto: true },
      health_check_interval: 300,
      health_checks: true,
      login_url: "https://a.example/login",
      record_session: true,
      save_credentials: false,
    };
    assert.deepEqual(toRequest(draftFromConnection(ManagedAuth.parse({ id: "ma_1", ...request }))), request);
  });
});
