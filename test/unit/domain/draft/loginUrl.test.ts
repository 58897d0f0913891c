import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { holdsLogin, longestLoginUrl, readLoginUrl } from "../../../../src/domain/draft/loginUrl.ts";
import { withInput } from "../../../support/withInput.ts";

describe("readLoginUrl", () => {
  for (const [typed, url] of [
    ["https://example.com/login", "https://example.com/login"],
    ["  https://example.com/login\n", "https://example.com/login"],
    ["HTTPS://Example.com", "https://example.com/"],
    ["https://example.com/a%2Fb?next=%2F&x=1#top", "https://example.com/a%2Fb?next=%2F&x=1#top"],
    ["http://localhost:3000/", "http://localhost:3000/"],
    // A missing scheme is added.
    ["example.com/login", "https://example.com/login"],
    ["example.com", "https://example.com/"],
    ["sub.example.co.uk:8443?a=b:c", "https://sub.example.co.uk:8443/?a=b:c"],
    ["localhost:3000", "https://localhost:3000/"],
    ["192.0.2.1/in", "https://192.0.2.1/in"],
    ["[2001:db8::1]:8080/in", "https://[2001:db8::1]:8080/in"],
    ["bücher.example", "https://xn--bcher-kva.example/"],
    // URLs are normalized as the URL parser does.
    ["https:a.example", "https://a.example/"],
    ["https:///a/x", "https://a/x"],
    ["https:\\\\a.example\\x", "https://a.example/x"],
    ["https://a.example/<x>", "https://a.example/%3Cx%3E"],
    ["https://a.example/x/../y", "https://a.example/y"],
    ["https://bücher.example/löschen?ä", "https://xn--bcher-kva.example/l%C3%B6schen?%C3%A4"],
    ["https://example.com/🔑", "https://example.com/%F0%9F%94%91"],
    ["https://example.com/\u202Etxt", "https://example.com/%E2%80%AEtxt"],
  ] as const)
    it(`returns the normalized URL ${url}`, () => assert.equal(readLoginUrl(typed), url));

  for (const [input, typed] of [
    ["empty text", ""],
    ["white space", " \t "],
    ["a path", "/login"],
    ["a word", "login"],
    ["a javascript: address", "javascript:alert(1)"],
    ["an app's address", "app-scheme:login"],
    ["a mail address", "mailto:me@example.com"],
    ["a mail address without a scheme", "me@example.com"],
    ["a file", "file:///etc/passwd"],
    ["a data: address", "data:text/html,<x>"],
    ["a Windows path", "C:\\login.html"],
    ["a scheme-relative address", "//example.com/login"],
    ["an address that is too long when encoded", `https://example.com/${"ä".repeat(longestLoginUrl / 2)}`],
    ["an address without a host", "https://"],
    ["a space", "https://example.com/a b"],
    ["a line break", "https://example.com/a\nb"],
    ["a control character", "https://example.com/\u0007"],
    ["two addresses", "https://example.com https://example.org"],
    ["a user name", "https://me@example.com/login"],
    ["a password", "https://:secret@example.com/login"],
    ["a user name and password without a scheme", "me:secret@example.com/login"],
    ["a bad port", "https://example.com:99999/"],
    ["an address longer than the limit", `https://example.com/${"x".repeat(longestLoginUrl)}`],
  ] as const)
    it(`rejects ${input}`, () => assert.equal(readLoginUrl(typed), undefined));

  it("never throws, returns ASCII and is idempotent", () => {
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

describe("holdsLogin", () => {
  for (const [input, text, expected] of withInput([
    ["https://me:pw@a.example", true],
    [" https://me@a.example ", true],
    ["https://a.example/me@b", false],
    ["a.example/login", false],
    ["\n a.example", false],
    ["no address", false],
    ["", false],
  ] as const))
    it(`returns ${expected} for the text ${input}`, () => assert.equal(holdsLogin(text), expected));
});
