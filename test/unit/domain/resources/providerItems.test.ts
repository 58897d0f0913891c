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
  it("are listed without duplicates: matching items first, then other items by vault", () => {
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

  for (const [url, domain, group] of [
    ["https://bank.example/login?a#b", "bank.example", "matching"],
    ["bank.example", "bank.example", "matching"],
    ["HTTPS://BANK.example.", "bank.example", "matching"],
    ["https://login.bank.example", "bank.example", "matching"],
    ["https://bank.example", "login.bank.example", "matching"],
    ["https://mybank.example", "bank.example", "other"],
    ["https://bank.example.evil", "bank.example", "other"],
    ["https://example", "bank.example", "other"],
    ["not an address", "bank.example", "other"],
    ["https://bank.example", undefined, "other"],
  ] as const)
    it(`are listed as ${group} for the domain ${domain} if their URL is ${url}`, () => {
      const { matching } = byVault([item("V/one", "https://other.example", url)], domain);
      assert.equal(matching.length === 1, group === "matching");
    });
});
describe("isAmbiguousPath", () => {
  for (const [content, path, expected] of [
    ["a vault and a title", item("Vault/Item"), false],
    ["a title with a slash", { ...item("Vault/A"), title: "A/B" }, true],
    ["a vault with a slash", { ...item("Vault/A"), vault_name: "V/W" }, true],
    ["two slashes", { ...item("a"), path: "a/b/c", title: undefined, vault_name: undefined }, true],
    ["no slash", { ...item("a"), path: "a" }, false],
  ] as const)
    it(`returns ${expected} for a path with ${content}`, () => assert.equal(isAmbiguousPath(path), expected));
});
