import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { foreignCredentialSite } from "../../../../src/domain/connections/credentialSite.ts";

interface Case {
  readonly stored?: string | undefined;
  readonly domain?: string | undefined;
  readonly allowed_domains?: string[];
  readonly sso_provider?: string;
}

/** Returns the reported site for a connection of `domain` and a credential that is stored for `stored`. */
function siteFor({ domain, stored, sso_provider, ...draft }: Case): string | undefined {
  return foreignCredentialSite({ ...draft, domain, credential: { kind: "stored", name: "bot" } }, [
    { name: "other", domain: "other.example", sso_provider: undefined },
    { name: "bot", domain: stored, sso_provider },
  ]);
}

describe("foreignCredentialSite", () => {
  for (const [relation, input] of [
    ["another domain", { stored: "github.example", domain: "news.example" }],
    ["a domain with the same ending", { stored: "github.example", domain: "evilgithub.example" }],
    ["a sibling of the site", { stored: "one.github.example", domain: "two.github.example" }],
    ["a top-level domain", { stored: "example", domain: "news.example" }],
    ["text that is no domain", { stored: "My GitHub", domain: "news.example" }],
    [
      "an allowed subdomain of the credential's domain",
      { stored: "github.example", domain: "a.example", allowed_domains: ["x.github.example"] },
    ],
  ] satisfies readonly (readonly [string, Case])[])
    it(`returns the credential's site if it doesn't match the connection: ${relation}`, () =>
      assert.equal(siteFor(input), input.stored.toLowerCase()));

  it("returns the site's host without www or a path", () =>
    assert.equal(
      siteFor({ stored: "https://www.GitHub.example/login", domain: "news.example" }),
      "github.example",
    ));

  for (const [relation, input] of [
    ["the same domain", { stored: "GitHub.example", domain: "github.example" }],
    ["a subdomain", { stored: "gist.github.example", domain: "github.example" }],
    ["the parent domain", { stored: "github.example", domain: "gist.github.example" }],
    ["www", { stored: "www.github.example", domain: "gist.github.example" }],
    [
      "an allowed domain",
      { stored: "sso.example", domain: "a.example", allowed_domains: ["b.example", "SSO.example"] },
    ],
    [
      "a subdomain of an allowed domain",
      { stored: "x.sso.example", domain: "a.example", allowed_domains: ["*.sso.example"] },
    ],
    ["an SSO provider", { stored: "google.example", domain: "a.example", sso_provider: "google" }],
    ["a credential without a domain", { stored: undefined, domain: "a.example" }],
    ["a connection without a domain", { stored: "a.example", domain: undefined }],
  ] satisfies readonly (readonly [string, Case])[])
    it(`returns undefined if the credential isn't for a foreign site: ${relation}`, () =>
      assert.equal(siteFor(input), undefined));

  it("returns undefined for a missing, unknown or provider-supplied credential", () => {
    const credentials = [{ name: "bot", domain: "github.example", sso_provider: undefined }];
    for (const credential of [
      undefined,
      { kind: "none" } as const,
      { kind: "stored", name: "new" } as const,
      { kind: "item", provider: "bot", path: "a/b" } as const,
    ])
      assert.equal(foreignCredentialSite({ domain: "news.example", credential }, credentials), undefined);
  });
});
