import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { encodeSegment } from "../../../src/api/encodeSegment.ts";
import { serviceUrl } from "../../../src/api/serviceUrl.ts";

type Encoder = (value: string) => ReturnType<typeof encodeSegment>;

const prefix = "/v1/telemetry/destinations/";

const encodedCases: [string, string][] = [
  ["...", "..."],
  ["%2e", "%252e"],
  ["%2E%2E", "%252E%252E"],
  [".%2e", ".%252e"],
  ["%2F", "%252F"],
  ["%", "%25"],
  ["%zz", "%25zz"],
  ["a/b", "a%2Fb"],
  ["a/../b", "a%2F..%2Fb"],
  ["../../org/entitlements", "..%2F..%2Forg%2Fentitlements"],
  ["?", "%3F"],
  ["a?x=1", "a%3Fx%3D1"],
  ["#", "%23"],
  ["\\", "%5C"],
  ["a\\..\\b", "a%5C..%5Cb"],
  [" a ", "%20a%20"],
  ["a+b", "a%2Bb"],
  ["!'()*", "%21%27%28%29%2A"],
  ['"<>`{}^[]', "%22%3C%3E%60%7B%7D%5E%5B%5D"],
  ["-._~", "-._~"],
  ["\u00e9", "%C3%A9"],
  ["e\u0301", "e%CC%81"],
  ["\u{1f680}", "%F0%9F%9A%80"],
  ["\uff0e\uff0e", "%EF%BC%8E%EF%BC%8E"],
  ["\u2215", "%E2%88%95"],
  ["a".repeat(2048), "a".repeat(2048)],
];

const refusedCases: [string, string][] = [
  ["", "empty"],
  [".", "dots"],
  ["..", "dots"],
  ["\0", "control"],
  ["a\r\nb", "control"],
  ["\t", "control"],
  ["\x7f", "control"],
  ["a HTTP/1.1\r\nX-Evil: 1", "control"],
  ["\ud800", "surrogate"],
  ["a\udfff", "surrogate"],
  ["a".repeat(2049), "tooLong"],
  ["é".repeat(342), "tooLong"],
  ["a".repeat(70_000), "tooLong"],
];

/** Names as attackers and accidents write them. */
const piece = fc.constantFrom(
  ".",
  "..",
  "/",
  "\\",
  "%",
  "%2e",
  "%2F",
  "?",
  "#",
  "\n",
  "\t",
  "\0",
  " ",
  "é",
  "\ud800",
  "a",
  "!",
  "'",
  "(",
  "*",
  "[",
  "^",
  "+",
  ":",
  "@",
  "//",
);
const names = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);

/** Whatever is encoded stays one segment that means exactly the name, for every URL parser. */
function staysOneSegment(encoder: Encoder): void {
  fc.assert(
    fc.property(names, (name) => {
      const result = encoder(name);
      if (!result.ok) return;
      assert.match(result.encoded, /^[A-Za-z0-9%._~-]+$/);
      const url = new URL(`https://api.example.test${prefix}${result.encoded}`);
      assert.equal(url.pathname, prefix + result.encoded);
      assert.equal(url.search + url.hash, "");
      assert.equal(url.pathname.split("/").length, 5);
      assert.equal(decodeURIComponent(result.encoded), name);
      assert.equal(serviceUrl("https://api.example.test/v1", url.pathname.slice(3))?.href, url.href);
    }),
    { numRuns: 20_000, seed: 20261120 },
  );
}

describe("a path segment", () => {
  for (const [name, encoded] of encodedCases) {
    it(`${JSON.stringify(name.slice(0, 30))} is sent as ${encoded.slice(0, 30)}`, () => {
      assert.deepEqual(encodeSegment(name), { ok: true, encoded });
    });
  }

  for (const [name, reason] of refusedCases) {
    it(`${JSON.stringify(name.slice(0, 30))} is refused: ${reason}`, () => {
      assert.deepEqual(encodeSegment(name), { ok: false, reason });
    });
  }

  it("means its name and nothing else", () => {
    staysOneSegment(encodeSegment);
  });

  const mutants: Record<string, Encoder> = {
    "without the rule for dots": (value) => {
      const result = encodeSegment(value);
      return result.ok || result.reason !== "dots" ? result : { ok: true, encoded: value };
    },
    "with the characters RFC 3986 leaves alone": (value) => ({
      ok: true,
      encoded: encodeURIComponent(value.toWellFormed()).replaceAll(
        /%(21|24|26|27|28|29|2A|2B|2C|3A|3B|3D|40)/g,
        decodeURIComponent,
      ),
    }),
    encodeURI: (value) => ({ ok: true, encoded: encodeURI(value.toWellFormed()) }),
    raw: (value) => ({ ok: true, encoded: value }),
    "that trims": (value) => encodeSegment(value.trim()),
    "that normalizes": (value) => encodeSegment(value.toWellFormed().normalize()),
  };
  for (const [name, mutant] of Object.entries(mutants)) {
    it(`is not encoded by an encoder ${name}`, () => {
      assert.throws(() => {
        staysOneSegment(mutant);
      });
    });
  }
});

describe("a service URL", () => {
  for (const path of [
    "/..",
    "/a/../b",
    "/%2e%2e",
    "/a?b",
    "/a#b",
    "/a\\b",
    "/a\nb",
    "@evil.example/",
    ".evil.example/",
    ":8/x",
  ]) {
    it(`is not built from ${JSON.stringify(path)}`, () => {
      assert.equal(serviceUrl("https://api.example.test", path), undefined);
    });
  }

  it("keeps the path of its base", () => {
    assert.equal(
      serviceUrl("https://api.example.test/a/b", "/org/x")?.href,
      "https://api.example.test/a/b/org/x",
    );
    assert.equal(serviceUrl("http://[::1]:80/", "/org/x")?.href, "http://[::1]/org/x");
  });
});
