// Tests interface.md §4.1: a request contains exactly the fields that were set, even fields with the default value,
// and never null.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { ConnectionDraft, toRequest, withDefault } from "../../../src/domain/draft/draft.ts";
import { fieldIds, connectionFields } from "../../../src/domain/connections/settings.ts";
import { CreateConnection } from "../../../src/sandbox/resources/connections/connectionRequests.ts";

const answered = {
  domain: "example.com",
  profile_name: "work",
  proxy: { kind: "default" },
  credential: { kind: "none" },
} as const;

/*** Every option with each of its values and the JSON that interface.md §4.1 specifies for the value. */
const options = [
  ["login_url", "https://example.com/login", '"login_url":"https://example.com/login"'],
  ["login_url", "http://example.com/login", '"login_url":"http://example.com/login"'],
  ["allowed_domains", ["sso.example.com"], '"allowed_domains":["sso.example.com"]'],
  ["allowed_domains", ["b.example", "a.example"], '"allowed_domains":["b.example","a.example"]'],
  ["stealth", true, '"browser":{"stealth":true}'],
  ["stealth", false, '"browser":{"stealth":false}'],
  ["health_check_interval", 3600, '"health_check_interval":3600'],
  ["health_check_interval", 300, '"health_check_interval":300'],
  ["health_check_interval", 86_400, '"health_check_interval":86400'],
  ["telemetry", { kind: "off" }, '"browser":{"telemetry":{"enabled":false}}'],
  ["telemetry", { kind: "default", export: { kind: "none" } }, '"browser":{"telemetry":{"enabled":true}}'],
] as const;

/** The boolean settings, whose names in the request are their field names. */
const flags = fieldIds
  .filter((field) => field !== "stealth" && typeof connectionFields[field].byDefault === "boolean")
  .flatMap((field) => [true, false].map((value) => [field, value, `"${field}":${String(value)}`] as const));

describe("toRequest", () => {
  for (const [field, value, sent] of [...options, ...flags]) {
    it(`sends ${field} as ${sent}`, () => {
      // Strict, so that a leftover field with the value undefined fails.
      assert.deepStrictEqual(
        toRequest(ConnectionDraft.parse({ ...answered, [field]: value })),
        JSON.parse(`{"domain":"example.com","profile_name":"work",${sent}}`),
      );
    });
    it(`omits ${field} after a reset from ${sent} to the default`, () => {
      const draft = ConnectionDraft.parse({ ...answered, [field]: value });
      const request = toRequest(withDefault(draft, field));
      assert.deepStrictEqual(request, { domain: "example.com", profile_name: "work" });
    });
  }

  it("has a test case for each optional field", () =>
    assert.deepEqual(
      new Set([...options, ...flags].map(([field]) => field)),
      new Set(fieldIds.filter((field) => connectionFields[field].isRequired !== true)),
    ));

  it("sends all browser settings in one object", () => {
    const draft = ConnectionDraft.parse({
      ...answered,
      proxy: { kind: "name", name: "exit" },
      stealth: false,
      telemetry: { kind: "off" },
    });
    assert.equal(
      JSON.stringify(toRequest(draft)),
      '{"domain":"example.com","profile_name":"work","browser":{"proxy":{"name":"exit"},"stealth":false,"telemetry":{"enabled":false}}}',
    );
  });
});

describe("a stored draft", () => {
  for (const [violation, stored] of [
    ["§2.3, a proxy without a form", { proxy: {} }],
    ["§2.3, a proxy with an ID and a name", { proxy: { kind: "name", name: "exit", id: "p_1" } }],
    ["§2.3, a proxy with a mode and an ID", { proxy: { kind: "direct", id: "p_1" } }],
    ["§2.3, a proxy with an empty ID", { proxy: { kind: "id", id: "" } }],
    ["§2.3, a proxy with an empty name", { proxy: { kind: "name", name: "" } }],
    ["§2.3, a null proxy", { proxy: null }],
    [
      "§2.5, a credential with a name and a provider",
      { credential: { kind: "stored", name: "a", provider: "b" } },
    ],
    [
      "§2.5, a credential with a path and a lookup",
      { credential: { kind: "lookup", provider: "a", path: "b" } },
    ],
    ["§2.5, an empty name", { credential: { kind: "stored", name: "" } }],
    ["§2.5, an empty provider", { credential: { kind: "lookup", provider: "" } }],
    ["§2.5, an empty path", { credential: { kind: "item", provider: "a", path: "" } }],
    ["§2.5, a lookup that is off", { credential: { kind: "lookup", provider: "a", auto: false } }],
    ["§2.6, disabled telemetry with categories", { telemetry: { kind: "off", categories: ["page"] } }],
    ["§4.1, an interval below its bounds", { health_check_interval: 299 }],
    ["§4.1, an interval above its bounds", { health_check_interval: 86_401 }],
    ["§4.1, a fractional interval", { health_check_interval: 300.5 }],
    ["§4.1, an interval that is text", { health_check_interval: "3600" }],
    ["§4.1, an empty domain", { domain: "" }],
    ["§4.1, a domain with a path", { domain: "example.com/login" }],
    ["§4.1, a domain with surrounding whitespace", { domain: "\ta.example" }],
    ["§4.1, an empty profile", { profile_name: "" }],
    ["§4.1, an invalid allowed domain", { allowed_domains: ["a b"] }],
    ["§4.1, an empty allowed domain", { allowed_domains: [""] }],
    ["§4.1, a login page with another scheme", { login_url: "app-scheme:login" }],
    ["§4.1, a login page without a scheme", { login_url: "example.com" }],
    ["§4.1, a login page that is not ASCII", { login_url: "https://example.com/ä" }],
    ["§4.1, null for a setting that isn't nullable", { stealth: null }],
    ["§4.1, a deprecated field", { browser_telemetry: { enabled: false } }],
  ] as const)
    it(`is rejected if it violates interface.md: ${violation}`, () =>
      assert.equal(ConnectionDraft.safeParse({ ...answered, ...stored }).success, false));

  /** Random stored drafts with mostly valid values. */
  const invalid = fc.oneof(fc.string({ unit: "binary", maxLength: 6 }), fc.constantFrom(null, "", 7, {}));
  const mostly = <T>(valid: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 30, arbitrary: valid }, { weight: 1, arbitrary: invalid });
  const flag = mostly(fc.boolean());
  const name = mostly(fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }));
  const stored = fc.record(
    {
      domain: mostly(fc.domain()),
      profile_name: name,
      proxy: fc.oneof(
        fc.record({ kind: fc.constantFrom("default", "direct") }),
        fc.record({ kind: fc.constant("id"), id: name }),
        fc.record({ kind: fc.constant("name"), name }),
      ),
      credential: fc.oneof(
        fc.record({ kind: fc.constant("none") }),
        fc.record({ kind: fc.constant("stored"), name }),
        fc.record({ kind: fc.constant("item"), provider: name, path: name }),
        fc.record({ kind: fc.constant("lookup"), provider: name }),
      ),
      // Only host names, because other text is sent as the service reported it: the service may accept it.
      allowed_domains: fc.array(
        mostly(fc.domain()).filter(
          (one) => typeof one !== "string" || /^[a-z][a-z\d-]*(?:\.[a-z][a-z\d-]*)+$/i.test(one),
        ),
        { maxLength: 4 },
      ),
      login_url: mostly(fc.webUrl().map((url) => new URL(url).href)),
      stealth: flag,
      record_session: flag,
      telemetry: fc.oneof(
        fc.record({ kind: fc.constant("off") }),
        fc.record({ kind: fc.constant("default"), export: fc.constant({ kind: "none" }) }),
        fc.record({
          kind: fc.constant("categories"),
          categories: fc.array(fc.constantFrom("control", "page", "network"), { maxLength: 2 }),
          export: fc.record({ kind: fc.constantFrom("id", "name"), destination: name }),
        }),
      ),
      save_credentials: flag,
      health_checks: flag,
      health_check_interval: mostly(fc.integer({ min: 0, max: 90_000 })),
      auto_reauth: flag,
    },
    { requiredKeys: ["domain", "profile_name", "proxy", "credential"] },
  );

  it("produces only requests that interface.md §4.1 allows", () => {
    let sent = 0;
    fc.assert(
      fc.property(stored, (file) => {
        const draft = ConnectionDraft.safeParse(JSON.parse(JSON.stringify(file)));
        const request = draft.success ? toRequest(draft.data) : undefined;
        if (request === undefined) return;
        sent += 1;
        const body = JSON.stringify(request);
        assert.doesNotMatch(body, /:null|:\{\}|:""|:\[\]/);
        const read = CreateConnection.safeParse(JSON.parse(body));
        assert.ok(read.success, `${body}: ${JSON.stringify(read.error?.issues)}`);
      }),
      { numRuns: 1_000 },
    );
    assert.ok(sent > 200, `only ${sent} drafts were sent`);
  });
});
