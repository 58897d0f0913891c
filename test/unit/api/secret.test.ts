import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { secretOf } from "../../../src/api/secret.ts";

const anyUnit = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
/** What most tokens are made of, which are searched in fewer forms, and a sign that is only nearly so. */
const plainUnit = fc.mixedCase(fc.constantFrom("a", "b", "y", "z", "0", "9", "_", ".", "-", "~"));
const tokens = fc.oneof(
  ...[anyUnit, plainUnit].map((unit) => fc.string({ unit, minLength: 8, maxLength: 60 })),
);
const around = fc.string({ unit: "grapheme-ascii", maxLength: 10 });

const echoes: Readonly<Record<string, (before: string, token: string, behind: string) => string>> = {
  "as it is": (...parts) => parts.join(""),
  "as JSON": (...parts) => JSON.stringify(parts.join("")),
  "percent-encoded": (...parts) => encodeURIComponent(parts.join("")),
  "percent-encoded in lower case": (...parts) =>
    encodeURIComponent(parts.join("")).replaceAll(/%../g, (code) => code.toLowerCase()),
  "in base64": (...parts) => Buffer.from(parts.join("")).toString("base64"),
  "in base64 for addresses": (...parts) => Buffer.from(parts.join("")).toString("base64url"),
};

describe("a token that is echoed", () => {
  for (const [how, echo] of Object.entries(echoes)) {
    it(`is found and taken out ${how}, whatever stands around it`, () => {
      fc.assert(
        fc.property(around, tokens, around, (before, token, behind) => {
          const text = echo(before, token, behind);
          const secret = secretOf(token);
          assert.ok(secret.isIn(text));
          const rest = secret.removeFrom(text);
          assert.ok(rest.includes("[token]"));
          // A placeholder may complete a token that looks like its end.
          if (!"[token]".includes(token.slice(-1))) assert.ok(!secret.isIn(rest), rest);
        }),
        { numRuns: 500 },
      );
    });
  }

  it("is not found where it is not, nor where it is too short to mean anything", () => {
    const secret = secretOf("sk_1234567");
    for (const text of ["", "sk_123456", "SK_1234567", "c2tfMTIzNA", "an ordinary sentence of a service"])
      assert.equal(secret.isIn(text), false, text);
    assert.equal(secretOf("short").isIn("a short sentence"), false);
  });
});
