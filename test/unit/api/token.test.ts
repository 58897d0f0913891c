import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { checkToken, maskFor, maskForFields } from "../../../src/api/token.ts";
import { withInput } from "../../support/withInput.ts";

describe("checkToken", () => {
  for (const [input, text, token] of withInput([
    ["sk_abc", "sk_abc"],
    ["  sk_abc\r\n", "sk_abc"],
    ["\ufeffsk_abc\u00a0", "sk_abc"],
    ["!~{}\"'\\", "!~{}\"'\\"],
    ["a", "a"],
    ["a".repeat(4096), "a".repeat(4096)],
  ] as const))
    it(`accepts the token ${input}`, () => {
      assert.deepEqual(checkToken(text), { ok: true, token });
      assert.ok(new Headers({ authorization: `Bearer ${token}` }));
    });

  for (const [input, text, reason] of withInput([
    ["", "empty"],
    [" \t\n\u00a0", "empty"],
    ["sk abc", "whitespace"],
    ["sk\nabc", "whitespace"],
    ["sk\tabc", "whitespace"],
    ["sk\u2028abc", "whitespace"],
    ["Bearer sk_abc", "named"],
    ["Authorization: Bearer sk_abc", "named"],
    ["KERNEL_API_KEY=sk_abc", "named"],
    ["export KERNEL_API_KEY = sk_abc", "named"],
    ["$env:KERNEL_API_KEY='sk_abc'", "named"],
    ['"sk_abc"', "quoted"],
    ["'sk_abc'", "quoted"],
    ["“sk_abc”", "quoted"],
    ["sk_abc,", "quoted"],
    ["sk\0abc", "control"],
    ["sk\x1babc", "control"],
    ["sk\x7fabc", "control"],
    ["sk\u0080abc", "nonAscii"],
    ["sk_äbc", "nonAscii"],
    ["sk\u200babc", "nonAscii"],
    ["\u{1f511}", "nonAscii"],
    ["a".repeat(4097), "tooLong"],
  ] as const))
    it(`rejects the token ${input} with the reason ${reason}`, () =>
      assert.deepEqual(checkToken(text), { ok: false, reason }));
});

const anyUnit = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
/** Characters of most tokens, which need fewer encodings, and a similar character that needs more. */
const plainUnit = fc.mixedCase(fc.constantFrom("a", "b", "y", "z", "0", "9", "_", ".", "-", "~"));
const tokens = fc.oneof(
  ...[anyUnit, plainUnit].map((unit) => fc.string({ unit, minLength: 8, maxLength: 60 })),
);
const surroundingText = fc.string({ unit: "grapheme-ascii", maxLength: 10 });

const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

const echoes: Readonly<Record<string, (before: string, token: string, after: string) => string>> = {
  unencoded: (...parts) => parts.join(""),
  JSON: (...parts) => JSON.stringify(parts.join("")),
  "percent-encoded": (...parts) => encodeURIComponent(parts.join("")),
  "lower-case percent-encoded": (...parts) =>
    encodeURIComponent(parts.join("")).replaceAll(/%../g, (code) => code.toLowerCase()),
  "form-encoded": (...parts) => new URLSearchParams({ "": parts.join("") }).toString().slice(1),
  HTML: (...parts) => parts.join("").replaceAll(/[&<>"']/g, (sign) => named[sign] ?? ""),
  "decimally escaped HTML": (...parts) =>
    parts.join("").replaceAll(/[^\w.-]/gu, (sign) => `&#${sign.codePointAt(0)};`),
  "hexadecimally escaped HTML": (...parts) =>
    parts.join("").replaceAll(/[^\w.-]/gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
  "ASCII-only JSON": (...parts) =>
    JSON.stringify(parts.join("")).replaceAll(
      /[\u007f-\uffff]/g,
      (half) => `\\u${half.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  base64: (...parts) => Buffer.from(parts.join("")).toString("base64"),
  base64url: (...parts) => Buffer.from(parts.join("")).toString("base64url"),
};

describe("maskFor with a token", () => {
  for (const [encoding, echo] of Object.entries(echoes))
    it(`masks the token in ${encoding} text`, () => {
      fc.assert(
        fc.property(surroundingText, tokens, surroundingText, (before, token, after) => {
          const text = echo(before, token, after);
          const secret = maskFor(token);
          assert.ok(secret.matches(text));
          const masked = secret.mask(text);
          assert.ok(masked.includes("[token]"));
          // The placeholder may complete a token that looks like the placeholder's end.
          if (!"[token]".includes(token.slice(-1))) assert.ok(!secret.matches(masked), masked);
        }),
        { numRuns: 500 },
      );
    });

  it("doesn't mask other text or very short tokens", () => {
    for (const text of ["", "sk_123456", "SK_1234567", "c2tfMTIzNA", "an ordinary sentence of a service"])
      assert.equal(maskFor("sk_1234567").matches(text), false, text);
    assert.equal(maskFor("short").matches("a short sentence"), false);
  });
});

const sentUnit = fc.oneof(
  fc.constantFrom(
    " ",
    "&",
    "ä",
    "ß",
    "é",
    "%",
    "+",
    "\\",
    '"',
    "'",
    "<",
    "/",
    "=",
    "?",
    "é",
    "漢",
    "🔑",
    "•",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
);
const sentTexts = fc
  .string({ unit: sentUnit, minLength: 8, maxLength: 40 })
  .filter((text) => text.isWellFormed() && text.trim().length >= 8);

describe("maskFor with other secrets", () => {
  for (const [encoding, echo] of Object.entries(echoes))
    it(`masks a secret in ${encoding} text`, () => {
      fc.assert(
        fc.property(surroundingText, sentTexts, surroundingText, (before, sent, after) => {
          const secret = maskFor("sk_canary_1", [sent]);
          const text = echo(before, sent, after);
          assert.ok(secret.matches(text), text);
          assert.ok(secret.mask(text).includes("•••"));
        }),
        { numRuns: 500 },
      );
    });

  it("masks an encoded password with a space, an umlaut and &", () => {
    const password = "Grüße & mehr/1";
    for (const form of [
      "Gr%C3%BC%C3%9Fe%20%26%20mehr%2F1",
      "Gr%c3%bc%c3%9fe+%26+mehr%2f1",
      "Gr%C3%BC%C3%9Fe%20&%20mehr/1",
      "Gr&uuml;&szlig;e &amp; mehr/1",
      "Gr&#252;&#xDF;e &#38; mehr&#x2F;1",
      "Gr\\u00fc\\u00DFe \\u0026 mehr\\/1",
      Buffer.from(password).toString("base64"),
      Buffer.from(`alice:${password}`).toString("base64url"),
    ])
      assert.match(maskFor("sk_canary_1", [password]).mask(`<${form}>`), /^<\w{0,8}•••[\w=]{0,4}>$/, form);
  });

  it("masks a short secret only if it is a whole word", () => {
    const secret = maskFor("sk_canary_1", ["a&b c"]);
    assert.equal(
      secret.mask("a&b c, a%26b%20c, a%26b+c, a&amp;b c, YSZiIGM=; xa&b c, a&b cd, xYSZiIGM="),
      "•••, •••, •••, •••, •••=; xa&b c, a&b cd, xYSZiIGM=",
    );
  });

  it("masks the rest of a text after the beginning of an overlong secret", () => {
    const long = "ü".repeat(100_000);
    const secret = maskFor("sk_canary_1", [long, "second & last"]);
    assert.equal(secret.mask(`second & last: ${long.slice(0, 50_000)}`), "•••: •••");
    assert.equal(secret.mask("ü".repeat(999)), "ü".repeat(999));
    const keys = `a${"🔑".repeat(50_000)}`;
    assert.equal(maskFor("", [keys]).mask(`It was ${keys}.`), "It was •••");
  });

  it("masks the token and a secret that contains it with different placeholders", () => {
    const secret = maskFor("sk_canary_1", ["sk_canary_1&more", "••••"]);
    assert.equal(
      secret.mask("sk_canary_1, sk_canary_1%26more, ••••, ••• ••••"),
      "[token], •••, •••, ••• •••",
    );
  });
});

describe("maskForFields", () => {
  const sent = JSON.stringify({ name: "vault-of-ours", token: "ops_canary_1", more: 1 });

  it("masks only the given fields and the token", () => {
    const secret = maskForFields(sent, ["token"], "sk_canary_2");
    const echo = "ops_canary_1 for vault-of-ours by sk_canary_2";
    assert.equal(secret.mask(echo), "••• for vault-of-ours by [token]");
    assert.ok(secret.matches("a ops_canary_1") && secret.matchesHost("OPS_canary_1.example"));
    assert.ok(!secret.matches("vault-of-ours"));
  });

  it("masks only the token if the field is missing or too short", () => {
    for (const body of ["{}", `{"token":null}`, `{"token":"ü ü ü ü ü ü"}`, "[]", "1"])
      assert.equal(
        maskForFields(body, ["token"], "sk_canary_2").mask("ü ü null sk_canary_2"),
        "ü ü null [token]",
      );
  });
});
