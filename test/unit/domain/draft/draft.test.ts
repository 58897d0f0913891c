import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Draft, idsIn, toRequest } from "../../../../src/domain/draft/draft.ts";
import type { CredentialAnswer, ProxyAnswer } from "../../../../src/domain/connections/settings.ts";
import { flags } from "../../../support/telemetry.ts";

const proxies = {
  default: { kind: "default" },
  direct: { kind: "direct" },
  id: { kind: "id", id: "proxy_1" },
  name: { kind: "name", name: "Berlin exit" },
} as const satisfies Record<string, ProxyAnswer>;

const credentials = {
  none: { kind: "none" },
  stored: { kind: "stored", name: "work login" },
  item: { kind: "item", provider: "vault", path: "Team/GitHub" },
  lookup: { kind: "lookup", provider: "vault" },
} as const satisfies Record<string, CredentialAnswer>;

/** §4.1 for every combination of answers. */
const requests: Record<keyof typeof proxies, Record<keyof typeof credentials, string>> = {
  default: {
    none: '{"domain":"example.com","profile_name":"work"}',
    stored: '{"domain":"example.com","profile_name":"work","credential":{"name":"work login"}}',
    item: '{"domain":"example.com","profile_name":"work","credential":{"provider":"vault","path":"Team/GitHub"}}',
    lookup: '{"domain":"example.com","profile_name":"work","credential":{"provider":"vault","auto":true}}',
  },
  direct: {
    none: '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"mode":"direct"}}}',
    stored:
      '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"mode":"direct"}},"credential":{"name":"work login"}}',
    item: '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"mode":"direct"}},"credential":{"provider":"vault","path":"Team/GitHub"}}',
    lookup:
      '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"mode":"direct"}},"credential":{"provider":"vault","auto":true}}',
  },
  id: {
    none: '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"id":"proxy_1"}}}',
    stored:
      '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"id":"proxy_1"}},"credential":{"name":"work login"}}',
    item: '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"id":"proxy_1"}},"credential":{"provider":"vault","path":"Team/GitHub"}}',
    lookup:
      '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"id":"proxy_1"}},"credential":{"provider":"vault","auto":true}}',
  },
  name: {
    none: '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"name":"Berlin exit"}}}',
    stored:
      '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"name":"Berlin exit"}},"credential":{"name":"work login"}}',
    item: '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"name":"Berlin exit"}},"credential":{"provider":"vault","path":"Team/GitHub"}}',
    lookup:
      '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"name":"Berlin exit"}},"credential":{"provider":"vault","auto":true}}',
  },
};

const answered: Draft = {
  domain: "example.com",
  profile_name: "work",
  proxy: proxies.default,
  credential: credentials.none,
};

describe("toRequest", () => {
  for (const [proxy, byCredential] of Object.entries(requests)) {
    for (const [credential, json] of Object.entries(byCredential)) {
      it(`sends proxy ${proxy} and credential ${credential}`, () => {
        const draft = Draft.parse({
          domain: "example.com",
          profile_name: "work",
          proxy: Object.entries(proxies).find(([key]) => key === proxy)?.[1],
          credential: Object.entries(credentials).find(([key]) => key === credential)?.[1],
        });
        // Strict: a leftover field that is undefined would count.
        assert.deepStrictEqual(toRequest(draft), JSON.parse(json));
      });
    }
  }

  for (const [what, options, fields] of [
    ["a login page", { login_url: "https://example.com/login" }, { login_url: "https://example.com/login" }],
    ["allowed domains", { allowed_domains: ["a.example"] }, { allowed_domains: ["a.example"] }],
    ["recording", { record_session: false }, { record_session: false }],
    ["saving credentials", { save_credentials: true }, { save_credentials: true }],
    ["health checks", { health_checks: false }, { health_checks: false }],
    ["an interval", { health_check_interval: 3600 }, { health_check_interval: 3600 }],
    ["re-authentication", { auto_reauth: true }, { auto_reauth: true }],
    ["stealth", { stealth: true }, { browser: { stealth: true } }],
    ["telemetry off", { telemetry: { kind: "off" } }, { browser: { telemetry: { enabled: false } } }],
    [
      "the default telemetry",
      { telemetry: { kind: "default", export: { kind: "none" } } },
      { browser: { telemetry: { enabled: true } } },
    ],
    [
      "telemetry by category, exported by id",
      {
        telemetry: {
          kind: "categories",
          categories: ["console", "page"],
          export: { kind: "id", destination: "d_1" },
        },
      },
      {
        browser: {
          telemetry: {
            enabled: true,
            browser: flags("console", "page"),
            export: { otlp: { destination: { id: "d_1" } } },
          },
        },
      },
    ],
    [
      "telemetry exported by name",
      { stealth: false, telemetry: { kind: "default", export: { kind: "name", destination: "honeycomb" } } },
      {
        browser: {
          stealth: false,
          telemetry: { enabled: true, export: { otlp: { destination: { name: "honeycomb" } } } },
        },
      },
    ],
  ] as const) {
    it(`sends ${what} where it was chosen, and only then`, () => {
      const draft = Draft.parse({ ...answered, ...options });
      assert.deepStrictEqual(toRequest(draft), { domain: "example.com", profile_name: "work", ...fields });
    });
  }

  const { domain, profile_name, proxy, credential } = answered;
  for (const [what, draft] of [
    ["the domain", { profile_name, proxy, credential }],
    ["the profile", { domain, proxy, credential }],
    ["the proxy", { domain, profile_name, credential }],
    ["the credential", { domain, profile_name, proxy }],
    [
      "the telemetry's categories",
      { ...answered, telemetry: { kind: "categories", export: { kind: "none" } } },
    ],
    ["the telemetry's export", { ...answered, telemetry: { kind: "default" } }],
    ["the destination", { ...answered, telemetry: { kind: "default", export: { kind: "id" } } }],
    ["everything", {}],
  ] as const) {
    it(`is not complete without ${what}`, () => {
      assert.equal(toRequest(Draft.parse(JSON.parse(JSON.stringify(draft)))), undefined);
    });
  }
});

describe("a kept draft", () => {
  for (const [what, kept] of [
    ["a field of another version", { ...answered, region: "eu-west" }],
    ["a value of the wrong type", { ...answered, domain: 5 }],
    ["a proxy without its id", { ...answered, proxy: { kind: "id" } }],
    ["a proxy without its name", { ...answered, proxy: { kind: "name" } }],
    ["a credential without its name", { ...answered, credential: { kind: "stored" } }],
    ["an item without its provider", { ...answered, credential: { kind: "item", path: "Team/GitHub" } }],
    ["an item without its path", { ...answered, credential: { kind: "item", provider: "vault" } }],
    ["a lookup without its provider", { ...answered, credential: { kind: "lookup" } }],
    ["an unknown proxy", { ...answered, proxy: { kind: "tor" } }],
    ["two forms of a proxy", { ...answered, proxy: { kind: "id", id: "a", name: "b" } }],
    [
      "telemetry that is off and exported",
      { ...answered, telemetry: { kind: "off", export: { kind: "none" } } },
    ],
    ["no category at all", { ...answered, telemetry: { kind: "categories", categories: [] } }],
    ["a category that does not exist", { ...answered, telemetry: { kind: "categories", categories: ["x"] } }],
    ["no allowed domain", { ...answered, allowed_domains: [] }],
    ["a list", []],
  ] as const) {
    it(`is not taken up with ${what}`, () => assert.equal(Draft.safeParse(kept).success, false));
  }
});

describe("the IDs in a draft", () => {
  const exported = (kind: "id" | "name", destination?: string) =>
    ({ kind: "default", export: { kind, destination } }) as const;
  for (const [what, draft, ids] of [
    ["nothing", {}, {}],
    ["a proxy by its ID", { proxy: { kind: "id", id: "p_1" } }, { proxy: "p_1" }],
    ["a proxy by its name", { proxy: { kind: "name", name: "p" } }, {}],
    ["the default proxy", { proxy: { kind: "default" } }, {}],
    ["a destination by its ID", { telemetry: exported("id", "d_1") }, { destination: "d_1" }],
    ["a destination by its name", { telemetry: exported("name", "d") }, {}],
    ["a destination that is not chosen yet", { telemetry: exported("id") }, {}],
    ["capture without export", { telemetry: { kind: "default" } }, {}],
    ["no capture", { telemetry: { kind: "off" } }, {}],
    [
      "both",
      { proxy: { kind: "id", id: "p_1" }, telemetry: exported("id", "d_1") },
      { proxy: "p_1", destination: "d_1" },
    ],
  ] as const) {
    it(`with ${what}`, () => assert.deepEqual(idsIn(draft), ids));
  }
});
