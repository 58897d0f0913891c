// Names that attackers or mistakes can produce, for fields that take an ID or a name.
import fc from "fast-check";
import { encodePathSegment, type SegmentReason } from "../../../src/api/requestUrl.ts";

export type Encoder = (value: string) => ReturnType<typeof encodePathSegment>;

/** Names with their encoded form in a request line. */
export const encodedNames: readonly (readonly [name: string, encoded: string])[] = [
  ["...", "..."],
  ["....", "...."],
  ["..a", "..a"],
  [". .", ".%20."],
  ["%2e", "%252e"],
  ["%2E%2E", "%252E%252E"],
  [".%2e", ".%252e"],
  ["%2F", "%252F"],
  ["%", "%25"],
  ["%zz", "%25zz"],
  ["a/b", "a%2Fb"],
  ["a/../b", "a%2F..%2Fb"],
  ["../", "..%2F"],
  ["../../org/entitlements", "..%2F..%2Forg%2Fentitlements"],
  ["?", "%3F"],
  ["a?x=1", "a%3Fx%3D1"],
  ["#", "%23"],
  ["a#b", "a%23b"],
  ["\\", "%5C"],
  ["a\\..\\b", "a%5C..%5Cb"],
  [" ", "%20"],
  [" a ", "%20a%20"],
  ["a+b", "a%2Bb"],
  ["a;b=c:d@e,f&g$h", "a%3Bb%3Dc%3Ad%40e%2Cf%26g%24h"],
  ["!'()*", "%21%27%28%29%2A"],
  ['"<>`{}^[]|', "%22%3C%3E%60%7B%7D%5E%5B%5D%7C"],
  ["-._~", "-._~"],
  ["a HTTP/1.1X-Evil: 1", "a%20HTTP%2F1.1X-Evil%3A%201"],
  ["https://evil.example/", "https%3A%2F%2Fevil.example%2F"],
  ["__proto__", "__proto__"],
  ["\u00a0", "%C2%A0"],
  ["\u00e9", "%C3%A9"],
  ["e\u0301", "e%CC%81"],
  ["\u0085", "%C2%85"],
  ["\u2028", "%E2%80%A8"],
  ["\u202e", "%E2%80%AE"],
  ["\u200b", "%E2%80%8B"],
  ["\ufeff", "%EF%BB%BF"],
  ["\ufffd", "%EF%BF%BD"],
  ["\u{1f680}", "%F0%9F%9A%80"],
  ["\uff0e\uff0e", "%EF%BC%8E%EF%BC%8E"],
  ["\u2215", "%E2%88%95"],
  ["a".repeat(2048), "a".repeat(2048)],
];

/** Texts that can't be sent in a request line unchanged, with the reason. */
export const refusedNames: readonly (readonly [name: string, reason: SegmentReason])[] = [
  ["", "empty"],
  [".", "dots"],
  ["..", "dots"],
  ["\0", "control"],
  ["a\0b", "control"],
  ["a\r\nb", "control"],
  ["\t", "control"],
  ["a\tb", "control"],
  ["\x1b[31m", "control"],
  ["\x7f", "control"],
  ["a HTTP/1.1\r\nX-Evil: 1", "control"],
  ["\ud800", "surrogate"],
  ["a\udfff", "surrogate"],
  ["\udc00\ud800", "surrogate"],
  ["a".repeat(2049), "tooLong"],
  ["é".repeat(342), "tooLong"],
  ["a".repeat(70_000), "tooLong"],
];

const piece = fc.constantFrom(
  ...[
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
    "e\u0301",
    "\ud800",
    "a",
  ],
  ...["!", "'", "(", "*", "[", "^", "+", ":", "@", "//"],
);

/** Generates names from dangerous parts and from any characters. */
export const names = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);

/** Encoders with one defect each. `means` decides if an encoded name still means the name. */
export const mutants: Readonly<Record<string, { readonly encode: Encoder; readonly means: boolean }>> = {
  "without the rule for dots": { encode: (value) => allow(value, "dots", value), means: false },
  "without the rule for empty names": { encode: (value) => allow(value, "empty", ""), means: false },
  "without the rule for control characters": {
    encode: (value) => allow(value, "control", encodeURIComponent(value.toWellFormed())),
    means: true,
  },
  "without a length limit": {
    encode: (value) => allow(value, "tooLong", encodeURIComponent(value.toWellFormed())),
    means: true,
  },
  "that replaces lone surrogates": {
    encode: (value) => encodePathSegment(value.toWellFormed()),
    means: false,
  },
  "that trims": { encode: (value) => encodePathSegment(value.trim()), means: false },
  "that normalizes": { encode: (value) => encodePathSegment(value.normalize("NFC")), means: false },
  "that keeps the characters RFC 3986 allows in a path": {
    encode: (value) =>
      encodeAs(value, (text) =>
        encodeURIComponent(text).replaceAll(/%(24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent),
      ),
    means: false,
  },
  "that is encodeURIComponent": { encode: (value) => encodeAs(value, encodeURIComponent), means: false },
  "that is encodeURI": { encode: (value) => encodeAs(value, encodeURI), means: false },
  "that sends names raw": { encode: (value) => encodeAs(value, (text) => text), means: false },
};

/** The correct encoder without one of its rejections. */
function allow(value: string, reason: SegmentReason, encoded: string): ReturnType<Encoder> {
  const result = encodePathSegment(value);
  return result.ok || result.reason !== reason ? result : { ok: true, encoded };
}

/** The rejections of the correct encoder with a different encoding. */
function encodeAs(value: string, encode: (text: string) => string): ReturnType<Encoder> {
  const result = encodePathSegment(value);
  return result.ok ? { ok: true, encoded: encode(value) } : result;
}
