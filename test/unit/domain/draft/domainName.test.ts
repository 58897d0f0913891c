import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseAllowedDomain, parseDomain } from "../../../../src/domain/draft/domainName.ts";
import { withInput } from "../../../support/withInput.ts";

const label63 = "a".repeat(63);
/** 63 + 1 + 63 + 1 + 63 + 1 + 61 = 253 characters. */
const name253 = [label63, label63, label63, "a".repeat(61)].join(".");

const validDomains: readonly (readonly [typed: string, domain: string])[] = [
  ["example.com", "example.com"],
  ["  example.com\n", "example.com"],
  ["Example.COM", "example.com"],
  ["example.com.", "example.com"],
  ["localhost", "localhost"],
  ["a_b.example.com", "a_b.example.com"],
  ["xn--bcher-kva.example", "xn--bcher-kva.example"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["日本.example", "xn--wgv71a.example"],
  ["i❤.example", "xn--i-7iq.example"],
  ["example。com", "example.com"],
  ["https://example.com", "example.com"],
  ["HTTP://example.com", "example.com"],
  ["https://www.example.com/login?next=%2F#top", "www.example.com"],
  ["example.com/login", "example.com"],
  ["example.com?x=1", "example.com"],
  ["example.com#top", "example.com"],
  ["example.com:8443", "example.com"],
  ["//example.com/a", "example.com"],
  ["https://user:secret@example.com/", "example.com"],
  ["user@example.com", "example.com"],
  ["https://good.example\\@evil.example/", "good.example"],
  ["127.0.0.1", "127.0.0.1"],
  ["192.168.1.10:3000", "192.168.1.10"],
  ["2130706433", "127.0.0.1"],
  ["0x7f.1", "127.0.0.1"],
  [label63, label63],
  [name253, name253],
];

const refused: readonly (readonly [typed: string, reason: string])[] = [
  ["", "empty"],
  [" \t\n", "empty"],
  ["\u00a0", "empty"],
  ["exam ple.com", "space"],
  ["example.com, example.org", "space"],
  ["a\nb", "space"],
  ["a\u00a0b", "space"],
  ["ftp://example.com", "scheme"],
  ["file:///etc/passwd", "scheme"],
  ["javascript://example.com/%0Aalert(1)", "scheme"],
  ["chrome://settings", "scheme"],
  ["javascript:alert(1)", "notADomain"],
  ["data:text/html,x", "notADomain"],
  ["https://", "notADomain"],
  ["https:example.com", "notADomain"],
  [".", "notADomain"],
  ["..", "notADomain"],
  [".com", "notADomain"],
  ["a..b", "notADomain"],
  ["example.com..", "notADomain"],
  ["-a.example", "notADomain"],
  ["a-.example", "notADomain"],
  ["*.example.com", "notADomain"],
  ["exa'mple.com", "notADomain"],
  ["example.com:99999", "notADomain"],
  ["1.2.3.4.5", "notADomain"],
  ["999.1.1.1", "notADomain"],
  ["[::1]", "notADomain"],
  ["%", "notADomain"],
  ["a\u0000b", "notADomain"],
  [`${label63}a.example`, "tooLong"],
  [`${name253}a`, "tooLong"],
];

describe("parseDomain", () => {
  for (const [input, typed, domain] of withInput(validDomains))
    it(`accepts the text ${input}`, () =>
      assert.deepEqual(parseDomain(typed), { ok: true, domain, reduced: domain !== typed.trim() }));

  for (const [input, typed, reason] of withInput(refused))
    it(`rejects the text ${input} with the reason ${reason}`, () =>
      assert.deepEqual(parseDomain(typed), { ok: false, reason }));

  it("never throws and is idempotent", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.domain(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const read = parseDomain(text);
        if (!read.ok) return;
        assert.match(read.domain, /^[a-z0-9_.-]{1,253}$/);
        assert.deepEqual(parseDomain(read.domain), { ok: true, domain: read.domain, reduced: false });
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("parseAllowedDomain", () => {
  for (const [typed, domain, reduced] of [
    ["*.a.example", "*.a.example", false],
    [" *.a.example ", "*.a.example", false],
    ["*.A.example", "*.a.example", true],
    ["https://*.a.example/x", "*.a.example", true],
    ["a.example", "a.example", false],
  ] as const)
    it(`parses the text "${typed}" as ${domain}`, () =>
      assert.deepEqual(parseAllowedDomain(typed), { ok: true, domain, reduced }));
});
