// Converts connections to the answers that would create them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { draftFromConnection, toRequest } from "../../../../src/domain/draft/draft.ts";
import { flags } from "../../../support/telemetry.ts";

/** Returns the answers of a connection with these fields. */
const answers = (fields: object): object => draftFromConnection(ManagedAuth.parse({ id: "ma_1", ...fields }));
const none = { proxy: { kind: "default" }, credential: { kind: "none" } };
const on = { enabled: true };
const off = { enabled: false };

describe("draftFromConnection", () => {
  const captured = (telemetry: object) => ({ browser: { telemetry } });
  const byDefault = { telemetry: { kind: "default", export: { kind: "none" } } };
  const nothing = { control: off, connection: off, system: off, captcha: off };
  for (const [what, fields, expected] of [
    ["nothing that is reported", {}, {}],
    [
      "domain and profile",
      { domain: "a.example", profile_name: "p" },
      { domain: "a.example", profile_name: "p" },
    ],
    ["a login page", { login_url: "mailto:x" }, { login_url: "mailto:x" }],
    ["an empty login page", { login_url: "" }, {}],
    ["no allowed domains", { allowed_domains: [] }, {}],
    ["allowed domains", { allowed_domains: ["b.example"] }, { allowed_domains: ["b.example"] }],
    [
      "switches, whichever way they are",
      { health_checks: false, auto_reauth: true, record_session: false, save_credentials: true },
      { health_checks: false, auto_reauth: true, record_session: false, save_credentials: true },
    ],
    ["an interval", { health_check_interval: 300 }, { health_check_interval: 300 }],
    ["an interval that is null", { health_check_interval: null }, {}],
    ["stealth", { browser: { stealth: false } }, { stealth: false }],
    ["the default proxy", { browser: { proxy: { mode: "default" } } }, { proxy: { kind: "default" } }],
    ["no proxy", { browser: { proxy: { mode: "direct" } } }, { proxy: { kind: "direct" } }],
    ["a proxy by id", { browser: { proxy: { id: "p_1" } } }, { proxy: { kind: "id", id: "p_1" } }],
    ["a proxy by name", { browser: { proxy: { name: "n" } } }, { proxy: { kind: "name", name: "n" } }],
    ["a proxy in its deprecated place", { proxy_id: "p_1" }, { proxy: { kind: "id", id: "p_1" } }],
    ["a mode that nobody knows", { browser: { proxy: { mode: "tunnel" } } }, { proxy: undefined }],
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
    ["a provider alone, which is no form", { credential: { provider: "v" } }, { credential: undefined }],
    ["a path alone, which is no form", { credential: { path: "a/b" } }, { credential: undefined }],
    ["telemetry that is off", captured(off), { telemetry: { kind: "off" } }],
    ["the default set", captured(on), byDefault],
    [
      "the default set, said category by category",
      { browser_telemetry: { browser: { control: on, network: off } } },
      byDefault,
    ],
    [
      "the default set, where every category is told",
      captured({ ...on, browser: flags("control", "connection", "system", "captcha") }),
      byDefault,
    ],
    [
      "categories that are layered onto the default set",
      captured({ ...on, browser: { captcha: off, page: on } }),
      {
        telemetry: {
          kind: "categories",
          categories: ["control", "connection", "system", "page"],
          export: { kind: "none" },
        },
      },
    ],
    ["categories of which none is on", captured({ browser: nothing }), { telemetry: { kind: "off" } }],
    [
      "categories that nobody knows, beside the default set",
      captured({ ...on, browser: { platform: on, other: off } }),
      { telemetry: { ...byDefault.telemetry, unknown: ["platform"] } },
    ],
    [
      "a category that nobody knows, alone",
      captured({ browser: { ...nothing, platform: on } }),
      { telemetry: { kind: "categories", categories: [], export: { kind: "none" }, unknown: ["platform"] } },
    ],
    [
      "a destination by id",
      captured({ ...on, export: { otlp: { destination: { id: "d" } } } }),
      { telemetry: { kind: "default", export: { kind: "id", destination: "d" } } },
    ],
    [
      "a destination by name",
      captured({ ...on, export: { otlp: { destination: { name: "d" } } } }),
      { telemetry: { kind: "default", export: { kind: "name", destination: "d" } } },
    ],
    [
      "an export that is off",
      captured({ ...on, export: { otlp: { ...off, destination: { id: "d" } } } }),
      byDefault,
    ],
  ] as const)
    it(`converts ${what}`, () => {
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
