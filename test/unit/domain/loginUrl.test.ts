import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { longestLoginUrl, readLoginUrl } from "../../../src/domain/loginUrl.ts";

describe("readLoginUrl", () => {
  for (const [typed, url] of [
    ["https://example.com/login", "https://example.com/login"],
    ["  https://example.com/login\n", "https://example.com/login"],
    // What is ASCII already is sent as it was typed.
    ["HTTPS://Example.com", "HTTPS://Example.com"],
    ["https://example.com/a%2Fb?next=%2F&x='1'#top", "https://example.com/a%2Fb?next=%2F&x='1'#top"],
    ["http://localhost:3000/", "http://localhost:3000/"],
    ["app-scheme:login", "app-scheme:login"],
    // A URI is ASCII; browsers write the rest like this.
    ["https://bücher.example/löschen?ä", "https://xn--bcher-kva.example/l%C3%B6schen?%C3%A4"],
    ["https://example.com/🔑", "https://example.com/%F0%9F%94%91"],
    ["https://example.com/\u202Etxt", "https://example.com/%E2%80%AEtxt"],
  ] as const) {
    it(`sends ${url}`, () => assert.equal(readLoginUrl(typed), url));
  }

  for (const [what, typed] of [
    ["nothing", ""],
    ["blanks", " \t "],
    ["a path", "/login"],
    ["a host", "example.com/login"],
    ["no host", "https://"],
    ["a space", "https://example.com/a b"],
    ["a line break", "https://example.com/a\nb"],
    ["a control character", "https://example.com/\u0007"],
    ["two addresses", "https://example.com https://example.org"],
    ["a bad port", "https://example.com:99999/"],
    ["more than a browser opens", `https://example.com/${"x".repeat(longestLoginUrl)}`],
  ] as const) {
    it(`takes ${what} for no address`, () => assert.equal(readLoginUrl(typed), undefined));
  }

  it("never throws, gives ASCII alone, and reads what it gave as the same", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.webUrl({ withFragments: true, withQueryParameters: true }),
          fc.string({ unit: "grapheme" }).map((path) => `https://example.com/${path}`),
        ),
        (typed) => {
          const url = readLoginUrl(typed);
          if (url === undefined) return;
          assert.match(url, /^[\x21-\x7e]+$/);
          assert.equal(readLoginUrl(url), url);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
