import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as z from "zod/mini";
import { parseItems } from "../../../../src/api/lenient.ts";
import {
  Credential,
  CredentialProvider,
  CredentialProviderItem,
  OtlpDestination,
  Profile,
  ProxyResource,
} from "../../../../src/api/resourceSchemas.ts";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import type { Choice } from "../../../../src/editor/kit/inputs/ask.ts";
import {
  connectionPick,
  credentialPick,
  destinationPick,
  providerItemPick,
  profileToConnectPick,
  providerPick,
  proxyPick,
} from "../../../../src/editor/catalogue/picks.ts";
import { connectionName } from "../../../../src/editor/catalogue/connectionLabels.ts";

/** Each list with its parser, its rows and the field that becomes the row's value. */
const lists: Readonly<
  Record<
    string,
    { readonly chosen: string; readonly rows: (raw: readonly unknown[]) => readonly Choice<string>[] }
  >
> = {
  profiles: {
    chosen: "name",
    rows: (raw) =>
      parseItems(Profile, raw).flatMap((item) => {
        const row = profileToConnectPick(item);
        return row === undefined ? [] : [row];
      }),
  },
  proxies: {
    chosen: "id",
    rows: (raw) => parseItems(ProxyResource, raw).map((item) => proxyPick(item, item.id)),
  },
  credentials: {
    chosen: "name",
    rows: (raw) => parseItems(Credential, raw).map((item) => credentialPick(item, item.name)),
  },
  providers: {
    chosen: "name",
    rows: (raw) => parseItems(CredentialProvider, raw).map((item) => providerPick(item, item.name)),
  },
  items: {
    chosen: "path",
    rows: (raw) => parseItems(CredentialProviderItem, raw).map((item) => providerItemPick(item, item.path)),
  },
  destinations: {
    chosen: "id",
    rows: (raw) => parseItems(OtlpDestination, raw).map((item) => destinationPick(item, item.id)),
  },
  connections: { chosen: "id", rows: (raw) => parseItems(ManagedAuth, raw).map(connectionPick) },
};

/** A raw row with the same text in each field. */
const filled = (text: unknown): object =>
  Object.fromEntries(
    [
      "id",
      "name",
      "path",
      "title",
      "type",
      "status",
      "domain",
      "profile_name",
      "sso_provider",
      "provider_type",
      "vault_name",
      "endpoint",
    ].map((field) => [field, text]),
  );

const pickText = ({ description, detail, label }: Choice<string>): string =>
  [label, description, detail].filter((part) => part !== undefined).join("\n");

for (const [name, { chosen, rows }] of Object.entries(lists))
  describe(`a row in the ${name} list`, () => {
    for (const [kind, text, label] of [
      ["an icon", "$(trash) x", "$⟨U+0028⟩trash) x"],
      ["a link", "[x](command:y)", "[x] (command:y)"],
      ["HTML", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
      ["line breaks", "a\r\nb\u2028c", "a\uFFFD\uFFFDb\uFFFDc"],
      ["control characters", "\u0000\u001b[31m", "\uFFFD\uFFFD[31m"],
      ["a direction override", "\u202Etxt\u2066", "⟨U+202E⟩txt⟨U+2066⟩"],
      ["a lone surrogate", "\ud83d!", "\uFFFD!"],
      ["10,000 characters", "x".repeat(10_000), `${"x".repeat(200)}…`],
    ] as const)
      it(`shows ${kind} as plain text and keeps the original text as its value`, () => {
        const [row, ...others] = rows([filled(text)]);
        assert.ok(row);
        assert.deepEqual(others, []);
        assert.ok(row.label.includes(label), row.label);
        assert.equal(row.value, text);
        for (const part of [row.label, row.description ?? "", row.detail ?? ""]) {
          assert.doesNotMatch(part, /\$\(|\]\(|\p{Cc}|[\u2028\u202E\u2066]/u);
          assert.ok(part.length <= 250, part);
        }
      });

    for (const [kind, value] of [
      ["null", null],
      ["a number", 7],
      ["a list", ["x"]],
      ["an object", { x: 1 }],
      ["true", true],
    ] as const) {
      it(`is shown even if all fields except the identifying one are ${kind}`, () => {
        const [row] = rows([
          { ...filled(value), name: "n", id: "i", [chosen]: "chosen", config: value, urls: value },
        ]);
        assert.equal(row?.value, "chosen");
        assert.doesNotMatch(pickText(row), /undefined|null|\[object|NaN/);
      });

      it(`is omitted if its identifying field is ${kind}`, () => {
        assert.deepEqual(rows([{ ...filled("x"), [chosen]: value }]), []);
      });
    }

    it("is omitted if its identifying field is empty", () => {
      assert.deepEqual(rows([{ ...filled("x"), [chosen]: "" }, null, 7, "x", []]), []);
    });

    it("has a distinct value among ten thousand rows", () => {
      const many = Array.from({ length: 10_000 }, (_, index) => ({ ...filled("x"), [chosen]: `c ${index}` }));
      assert.equal(new Set(rows(many).map(({ value }) => value)).size, 10_000);
    });
  });

describe("the description of a picker row", () => {
  const of = (list: string, raw: object): string => (lists[list]?.rows([raw]) ?? []).map(pickText).join("\n");
  const config = { city: "paris", state: "75", country: "FR", host: "proxy.corp.example" };
  const [inState, nowhere] = [
    { state: "CA", country: "us" },
    { city: "paris", country: "Atlantis" },
  ];
  for (const [list, field, raw, words] of [
    ["proxies", "city", { id: "proxy_1", config }, "Paris, France, proxy"],
    ["proxies", "state", { id: "proxy_1", config: inState }, "CA, United States"],
    ["proxies", "country", { id: "proxy_1", config: nowhere }, "Paris, Atlantis"],
    ["proxies", "host", { id: "proxy_1", config }, "proxy.corp.example"],
    [
      "credentials",
      "has_totp_secret",
      { id: "cred_1", name: "bot", has_totp_secret: true },
      "with one-time codes",
    ],
    ["providers", "provider_type", { id: "p_1", name: "ours", provider_type: "onepassword" }, "1Password"],
    ["items", "vault_name", { path: "Team/Wiki", vault_name: "Everybody" }, "Everybody"],
    ["items", "path", { path: "Team/Wiki", title: "The wiki" }, "Team/Wiki"],
    ["items", "title", { path: "Team/Wiki", title: "The wiki" }, "The wiki"],
    ["items", "urls", { path: "Team/Wiki", urls: ["https://wiki.example/"] }, "https://wiki.example/"],
    ["destinations", "endpoint", { id: "otlp_1", endpoint: "https://c.example/" }, "https://c.example/"],
    ["destinations", "consecutive_failures", { id: "otlp_1", consecutive_failures: 1 }, "exports fail"],
  ] as const)
    it(`includes the value of the field ${field}`, () => assert.match(of(list, raw), new RegExp(words)));
});

describe("the Credential schema", () => {
  it("drops one-time codes, secrets and stored values when parsing a response", () => {
    const read = parseItems(Credential, [
      { id: "c", name: "n", totp_code: "123456", totp_secret: "S", values: { p: "x" } },
    ]);
    assert.deepEqual(read, [{ id: "c", name: "n" }]);
    assert.ok(Credential instanceof z.ZodMiniObject);
  });
});

describe("connectionName", () => {
  const name = (fields: object): string => connectionName(ManagedAuth.parse({ id: "ma_1", ...fields }));
  it("returns profile and domain, or the ID if either is missing", () => {
    assert.equal(name({ profile_name: "work", domain: "example.com" }), "work on example.com");
    assert.equal(name({ profile_name: "work" }), "ma_1");
    assert.equal(name({ domain: "example.com" }), "ma_1");
  });
});

describe("a URL in a picker row", () => {
  it("is shown with its query and fragment masked", () => {
    const endpoint = "https://collector.example/v1?key=SECRET";
    const destination = OtlpDestination.parse({ id: "otlp_1", name: "logs", endpoint });
    assert.deepEqual(destinationPick(destination, "logs"), {
      label: "logs",
      detail: "https://collector.example/v1?••••••••",
      id: "otlp_1",
      icon: "broadcast",
      value: "logs",
    });
    const item = CredentialProviderItem.parse({ path: "Team/Wiki", urls: ["https://wiki.example/#SECRET"] });
    assert.equal(providerItemPick(item, item.path).description, "https://wiki.example/#••••••••");
  });
});
