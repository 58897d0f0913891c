import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkToken } from "../../../src/api/token.ts";

describe("a token", () => {
  for (const [text, token] of [
    ["sk_abc", "sk_abc"],
    ["  sk_abc\r\n", "sk_abc"],
    ["\ufeffsk_abc\u00a0", "sk_abc"],
    ["!~{}\"'\\", "!~{}\"'\\"],
    ["a", "a"],
    ["a".repeat(4096), "a".repeat(4096)],
  ] as const) {
    it(`${JSON.stringify(text.slice(0, 20))} is taken`, () => {
      assert.deepEqual(checkToken(text), { ok: true, token });
      assert.ok(new Headers({ authorization: `Bearer ${token}` }));
    });
  }

  for (const [text, reason] of [
    ["", "empty"],
    [" \t\n\u00a0", "empty"],
    ["sk abc", "whitespace"],
    ["sk\nabc", "whitespace"],
    ["sk\tabc", "whitespace"],
    ["sk\u2028abc", "whitespace"],
    ["Bearer sk_abc", "whitespace"],
    ["sk\0abc", "control"],
    ["sk\x1babc", "control"],
    ["sk\x7fabc", "control"],
    ["sk\u0080abc", "nonAscii"],
    ["sk_äbc", "nonAscii"],
    ["sk\u200babc", "nonAscii"],
    ["\u{1f511}", "nonAscii"],
    ["a".repeat(4097), "tooLong"],
  ] as const) {
    it(`${JSON.stringify(text.slice(0, 20))} is refused: ${reason}`, () => {
      assert.deepEqual(checkToken(text), { ok: false, reason });
    });
  }
});
