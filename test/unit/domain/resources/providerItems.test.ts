import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CredentialProviderItem } from "../../../../src/api/resourceSchemas.ts";
import { byVault, isAmbiguousPath } from "../../../../src/domain/resources/providerItems.ts";

const item = (path: string, ...urls: string[]): CredentialProviderItem => {
  const [vault_name = "", title = ""] = path.split("/");
  return { path, title, vault_name, urls };
};
const paths = (items: readonly CredentialProviderItem[]): readonly string[] => items.map(({ path }) => path);

describe("a provider's items", () => {
  it("are listed without duplicates: matching items first, then the rest by vault", () => {
    const { matching, vaults } = byVault(
      [
        item("B/one"),
        item("A/two", "https://bank.example/login"),
        item("A/three"),
        item("B/one", "https://bank.example"),
        { path: "loose", title: undefined, vault_name: undefined, urls: undefined },
        item("B/four"),
      ],
      "bank.example",
    );
    assert.deepEqual(paths(matching), ["A/two"]);
    assert.deepEqual(
      vaults.map(({ items, name }) => [name, paths(items)]),
      [
        ["A", ["A/three"]],
        ["B", ["B/one", "B/four"]],
        [undefined, ["loose"]],
      ],
    );
  });

  for (const [url, domain, fits] of [
    ["https://bank.example/login?a#b", "bank.example", true],
    ["bank.example", "bank.example", true],
    ["HTTPS://BANK.example.", "bank.example", true],
    ["https://login.bank.example", "bank.example", true],
    ["https://bank.example", "login.bank.example", true],
    ["https://mybank.example", "bank.example", false],
    ["https://bank.example.evil", "bank.example", false],
    ["https://example", "bank.example", false],
    ["not an address", "bank.example", false],
    ["https://bank.example", undefined, false],
  ] as const)
    it(`${fits ? "match" : "don't match"} ${domain ?? "no domain"} if their URL is ${url}`, () => {
      const { matching } = byVault([item("V/one", "https://other.example", url)], domain);
      assert.equal(matching.length === 1, fits);
    });

  for (const [path, expected] of [
    [item("Vault/Item"), false],
    [{ ...item("Vault/A"), title: "A/B" }, true],
    [{ ...item("Vault/A"), vault_name: "V/W" }, true],
    [{ ...item("a"), path: "a/b/c", title: undefined, vault_name: undefined }, true],
    [{ ...item("a"), path: "a" }, false],
  ] as const)
    it(`${expected ? "have" : "don't have"} an ambiguous path: ${path.path}, ${path.title ?? "?"} in ${path.vault_name ?? "?"}`, () =>
      assert.equal(isAmbiguousPath(path), expected));
});
