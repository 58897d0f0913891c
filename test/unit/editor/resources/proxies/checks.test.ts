import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  asnOf,
  bundleFault,
  checkAsn,
  checkBypass,
  checkCity,
  checkHost,
  checkPassword,
  checkPort,
  checkProxyName,
  checkSite,
  checkState,
  checkZip,
  hostsOf,
  siteUrl,
} from "../../../../../src/editor/resources/proxies/checks.ts";
import { certificate } from "../../../../support/certificate.ts";
import type { InputCheck } from "../../../../../src/editor/words/inputChecks.ts";

const hosts = (count: number): string =>
  Array.from({ length: count }, (_, index) => `h${index}.example`).join(", ");
const host = (length: number): string => `${`${"h".repeat(63)}.`.repeat(3)}${"a".repeat(length - 192)}`;

/** Name of the input, its check, and the expected verdict for each text. */
const rules: readonly (readonly [
  string,
  (text: string) => InputCheck | undefined,
  readonly (readonly [string, "error" | "warning" | "fine"])[],
])[] = [
  [
    "a name",
    (text) => checkProxyName(text, ["paris"], false),
    [
      ["", "fine"],
      [" ", "fine"],
      ["a", "fine"],
      ["paris", "warning"],
      [" paris ", "warning"],
      ["n".repeat(255), "fine"],
      ["n".repeat(256), "error"],
      ["a\tb", "error"],
      ["\ud800", "error"],
      ["東京", "fine"],
    ],
  ],
  [
    "a required name",
    (text) => checkProxyName(text, [], true),
    [
      ["", "error"],
      ["  ", "error"],
    ],
  ],
  [
    "a host",
    checkHost,
    [
      ["", "error"],
      ["proxy.example.com", "fine"],
      ["proxy", "fine"],
      ["http://proxy.example.com", "error"],
      ["proxy.example.com:80", "error"],
      ["proxy.example.com/", "error"],
      ["user@proxy.example.com", "error"],
      ["8.8.8.8", "fine"],
      ["256.1.1.1", "error"],
      ["8.8.8", "error"],
      ["2001:db8::1", "fine"],
      ["[2001:db8::1]", "error"],
      ["10.0.0.1", "warning"],
      ["localhost", "warning"],
      ["::1", "warning"],
      [host(253), "fine"],
      [host(254), "error"],
    ],
  ],
  [
    "a port",
    checkPort,
    [
      ["0", "error"],
      ["1", "fine"],
      ["65535", "fine"],
      ["65536", "error"],
      ["", "error"],
      ["-1", "error"],
      ["1.5", "error"],
      ["1e3", "error"],
      ["000080", "error"],
    ],
  ],
  [
    "a password",
    checkPassword,
    [
      ["", "fine"],
      ["1234", "error"],
      ["12345", "fine"],
      [" 12345", "warning"],
    ],
  ],
  [
    "a state",
    checkState,
    [
      ["CA", "fine"],
      ["ca", "fine"],
      ["C", "error"],
      ["CAL", "error"],
      ["1A", "error"],
    ],
  ],
  [
    "a city",
    checkCity,
    [
      ["", "error"],
      ["oakland", "fine"],
      ["los_angeles", "fine"],
      ["san francisco", "error"],
    ],
  ],
  [
    "a ZIP code",
    checkZip,
    [
      ["94103", "fine"],
      ["9410", "error"],
      ["941030", "error"],
      ["94103-1", "error"],
    ],
  ],
  [
    "a network number",
    checkAsn,
    [
      ["AS15169", "fine"],
      ["15169", "fine"],
      ["as15169", "fine"],
      ["AS0", "error"],
      ["4294967295", "fine"],
      ["4294967296", "error"],
      ["Google", "error"],
      ["", "error"],
    ],
  ],
  [
    "a list of bypassed hosts",
    checkBypass,
    [
      ["", "fine"],
      ["intranet.example", "fine"],
      ["*.example", "fine"],
      ["a.example,b.example;c.example d.example", "fine"],
      ["*", "error"],
      ["a.*", "error"],
      ["192.0.2.1", "error"],
      ["2001:db8::1", "error"],
      ["a.example:80", "error"],
      ["a.example/b", "error"],
      ["https://a.example", "error"],
      [hosts(100), "fine"],
      [hosts(101), "error"],
      [host(253), "fine"],
      [host(254), "error"],
    ],
  ],
  [
    "a website",
    checkSite,
    [
      ["example.com", "fine"],
      ["https://example.com/login?a=b", "fine"],
      ["http://example.com", "fine"],
      ["", "error"],
      ["ftp://example.com", "error"],
      ["localhost", "error"],
      ["127.0.0.1", "error"],
      ["https://user@example.com", "error"],
      ["a b", "error"],
    ],
  ],
];

describe("validation of proxy inputs", () => {
  for (const [field, check, texts] of rules)
    for (const [text, verdict] of texts) {
      const value = text.length > 40 ? `${text.slice(0, 10)}… (${text.length})` : JSON.stringify(text);
      it(`returns the severity "${verdict}" for ${field}: ${value}`, () => {
        assert.equal(check(text)?.severity ?? "fine", verdict);
      });
    }

  it("never includes a password in a message", () => {
    assert.doesNotMatch(checkPassword("pw12")?.message ?? "", /pw12/);
  });

  it("adds the AS prefix to a network number", () => {
    assert.deepEqual([asnOf("15169"), asnOf(" as1 "), asnOf("AS2")], ["AS15169", "AS1", "AS2"]);
  });

  it("removes duplicate bypassed hosts", () => {
    assert.deepEqual(hostsOf(" a.example,, b.example a.example"), ["a.example", "b.example"]);
  });

  it("adds https to a website without a scheme", () => {
    assert.deepEqual(
      [siteUrl("example.com"), siteUrl(" http://a.example ")],
      ["https://example.com", "http://a.example"],
    );
  });
});

describe("a certificate file", () => {
  const key = "-----BEGIN EC PRIVATE KEY-----\nAA==\n-----END EC PRIVATE KEY-----\n";
  for (const [title, text, fault] of [
    ["is valid with one certificate", certificate, undefined],
    ["is valid with two certificates", certificate + certificate, undefined],
    ["is valid with text before the certificate", `Our CA\n${certificate}`, undefined],
    ["is valid with Windows line breaks", certificate.replaceAll("\n", "\r\n"), undefined],
    ["is rejected if it contains a private key", certificate + key, /private key/],
    [
      "is rejected if it contains a certificate request",
      certificate.replaceAll("CERTIFICATE", "CERTIFICATE REQUEST"),
      /must contain PEM certificates/,
    ],
    [
      "is rejected if a CRL follows the certificate",
      `${certificate}-----BEGIN X509 CRL-----\nAA==\n-----END X509 CRL-----\n`,
      /must contain PEM certificates/,
    ],
    [
      "is rejected if the second certificate is broken",
      certificate + certificate.replace("MII", "MIJ"),
      /can't be read/,
    ],
    ["is rejected if its certificate is broken", certificate.replace("MII", "MIJ"), /can't be read/],
    [
      "is rejected if its last certificate is truncated",
      `${certificate}-----BEGIN CERTIFICATE-----\nMII`,
      /can't be read/,
    ],
    ["is rejected if it is blank", " \n", /empty/],
    ["is valid with 500,000 characters", certificate + "\n".repeat(500_000 - certificate.length), undefined],
    [
      "is rejected with 500,001 characters",
      certificate + "\n".repeat(500_001 - certificate.length),
      /more than 500,000/,
    ],
  ] as const)
    it(title, () => {
      const message = bundleFault(text);
      if (fault === undefined) assert.equal(message, undefined);
      else assert.match(message ?? "", fault);
    });
});
