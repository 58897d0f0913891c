import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Draft, toRequest } from "../../../src/domain/draft.ts";
import type { CredentialAnswer, ProxyAnswer } from "../../../src/domain/draft.ts";

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

  const { domain, profile_name, proxy, credential } = answered;
  for (const [what, draft] of [
    ["the domain", { profile_name, proxy, credential }],
    ["the profile", { domain, proxy, credential }],
    ["the proxy", { domain, profile_name, credential }],
    ["the credential", { domain, profile_name, proxy }],
    ["the proxy's id", { ...answered, proxy: { kind: "id" } }],
    ["the proxy's name", { ...answered, proxy: { kind: "name" } }],
    ["the credential's name", { ...answered, credential: { kind: "stored" } }],
    ["the item's provider", { ...answered, credential: { kind: "item", path: "Team/GitHub" } }],
    ["the item's path", { ...answered, credential: { kind: "item", provider: "vault" } }],
    ["the lookup's provider", { ...answered, credential: { kind: "lookup" } }],
    ["everything", {}],
  ] as const) {
    it(`is not complete without ${what}`, () => {
      assert.equal(toRequest(Draft.parse(JSON.parse(JSON.stringify(draft)))), undefined);
    });
  }
});

describe("a kept draft", () => {
  for (const [what, kept] of [
    ["a field of another version", { ...answered, stealth: true }],
    ["a value of the wrong type", { ...answered, domain: 5 }],
    ["an unknown proxy", { ...answered, proxy: { kind: "tor" } }],
    ["two forms of a proxy", { ...answered, proxy: { kind: "id", id: "a", name: "b" } }],
    ["a list", []],
  ] as const) {
    it(`is not taken up with ${what}`, () => assert.equal(Draft.safeParse(kept).success, false));
  }
});
