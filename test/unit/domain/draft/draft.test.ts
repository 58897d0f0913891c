import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConnectionDraft, idsIn, toRequest } from "../../../../src/domain/draft/draft.ts";
import type { CredentialAnswer, ProxyAnswer } from "../../../../src/domain/connections/settings.ts";

/** Each answer with the part of the request (interface.md §4.1) that it produces. */
const proxies = {
  default: [{ kind: "default" }, {}],
  direct: [{ kind: "direct" }, { browser: { proxy: { mode: "direct" } } }],
  id: [{ kind: "id", id: "proxy_1" }, { browser: { proxy: { id: "proxy_1" } } }],
  name: [{ kind: "name", name: "Berlin exit" }, { browser: { proxy: { name: "Berlin exit" } } }],
} as const satisfies Record<string, readonly [ProxyAnswer, object]>;
const credentials = {
  none: [{ kind: "none" }, {}],
  stored: [{ kind: "stored", name: "work login" }, { credential: { name: "work login" } }],
  item: [
    { kind: "item", provider: "vault", path: "Team/GitHub" },
    { credential: { provider: "vault", path: "Team/GitHub" } },
  ],
  lookup: [{ kind: "lookup", provider: "vault" }, { credential: { provider: "vault", auto: true } }],
} as const satisfies Record<string, readonly [CredentialAnswer, object]>;

const named = { domain: "example.com", profile_name: "work" };
const answered: ConnectionDraft = { ...named, proxy: { kind: "default" }, credential: { kind: "none" } };

describe("toRequest", () => {
  for (const [proxyChoice, [proxy, sentProxy]] of Object.entries(proxies))
    for (const [credentialChoice, [credential, sentCredential]] of Object.entries(credentials))
      it(`sends the proxy choice "${proxyChoice}" and the credential choice "${credentialChoice}"`, () => {
        const draft = ConnectionDraft.parse({ ...named, proxy, credential });
        // Strict, so that a leftover field with the value undefined fails.
        assert.deepStrictEqual(toRequest(draft), { ...named, ...sentProxy, ...sentCredential });
      });

  const { domain, profile_name, proxy, credential } = answered;
  for (const [missingAnswer, draft] of [
    ["the domain", { profile_name, proxy, credential }],
    ["the profile", { domain, proxy, credential }],
    ["the proxy", { domain, profile_name, credential }],
    ["the credential", { domain, profile_name, proxy }],
    ["any answer", {}],
  ] as const)
    it(`returns undefined without ${missingAnswer}`, () =>
      assert.equal(toRequest(ConnectionDraft.parse(JSON.parse(JSON.stringify(draft)))), undefined));
});

describe("a stored draft", () => {
  for (const [invalidValue, stored] of [
    ["a field of another version", { ...answered, region: "eu-west" }],
    ["a value of the wrong type", { ...answered, domain: 5 }],
    ["a proxy without its id", { ...answered, proxy: { kind: "id" } }],
    ["a proxy without its name", { ...answered, proxy: { kind: "name" } }],
    ["a credential without its name", { ...answered, credential: { kind: "stored" } }],
    ["an item without its provider", { ...answered, credential: { kind: "item", path: "Team/GitHub" } }],
    ["an item without its path", { ...answered, credential: { kind: "item", provider: "vault" } }],
    ["a lookup without its provider", { ...answered, credential: { kind: "lookup" } }],
    ["an unknown proxy", { ...answered, proxy: { kind: "tor" } }],
    ["a proxy in two forms", { ...answered, proxy: { kind: "id", id: "a", name: "b" } }],
    ["an empty list of allowed domains", { ...answered, allowed_domains: [] }],
    ["a list instead of an object", []],
  ] as const)
    it(`is rejected if it contains ${invalidValue}`, () =>
      assert.equal(ConnectionDraft.safeParse(stored).success, false));
});

describe("idsIn", () => {
  const exported = (kind: "id" | "name", destination?: string) =>
    ({ kind: "default", export: { kind, destination } }) as const;
  for (const [answers, draft, ids] of [
    ["no answers", {}, {}],
    ["a proxy by its ID", { proxy: { kind: "id", id: "p_1" } }, { proxy: "p_1" }],
    ["a proxy by its name", { proxy: { kind: "name", name: "p" } }, {}],
    ["the default proxy", { proxy: { kind: "default" } }, {}],
    ["a destination by its ID", { telemetry: exported("id", "d_1") }, { destination: "d_1" }],
    ["a destination by its name", { telemetry: exported("name", "d") }, {}],
    ["a destination that is not chosen yet", { telemetry: exported("id") }, {}],
    ["capture without export", { telemetry: { kind: "default" } }, {}],
    ["no capture", { telemetry: { kind: "off" } }, {}],
    [
      "a proxy and a destination by ID",
      { proxy: { kind: "id", id: "p_1" }, telemetry: exported("id", "d_1") },
      { proxy: "p_1", destination: "d_1" },
    ],
  ] as const)
    it(`returns the IDs of a draft with ${answers}`, () =>
      assert.deepEqual(idsIn(draft), { proxy: undefined, destination: undefined, ...ids }));
});
