import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  checkPriority,
  checkProviderName,
  checkProviderToken,
  priorityOf,
} from "../../../../../src/editor/resources/providers/checks.ts";

describe("checkProviderName", () => {
  for (const [input, name, words] of [
    ["an empty name", "", /^error: The provider name is required/],
    ["a blank name", " \t ", /^error: The provider name is required/],
    ["a taken name", "vault", /^error: Another provider has this name/],
    ["a taken name between spaces", " vault ", /^error: Another provider has this name/],
    ["a name with a slash", "a/b", /^error: Leave out \//],
    ["a name with a control character", "a\u0000b", /^error: .*control character/],
    ["a name with an invisible character", "a\u200bb", /^warning: .*invisible/],
  ] as const)
    it(`returns an error or a warning for ${input}`, () => {
      const check = checkProviderName(name, ["vault"]);
      assert.match(check ? `${check.severity}: ${check.message}` : "", words);
    });

  it("accepts spaces, dots, umlauts and an existing name in different case", () => {
    for (const name of ["Vault", " mine ", "a.b c-Ü"])
      assert.equal(checkProviderName(name, ["vault"]), undefined, name);
  });
});

describe("checkProviderToken", () => {
  for (const [input, token] of [
    ["an empty token", ""],
    ["a blank token", " "],
    ["a token with a space", "a b"],
    ["a token with a letter outside ASCII", "ü"],
    ["a token with a control character", "a\u0007"],
    ["a token of 4097 characters", "a".repeat(4097)],
  ] as const)
    it(`rejects ${input} without quoting the token`, () => {
      const message = checkProviderToken(token)?.message;
      assert.doesNotMatch(message ?? "aaa", /aaa/);
    });

  it("accepts tokens of up to 4096 characters and surrounding spaces", () => {
    for (const token of ["a", " ops_x= ", "a".repeat(4096)])
      assert.equal(checkProviderToken(token), undefined);
  });
});

describe("a provider's priority", () => {
  for (const [text, number] of [
    ["0", 0],
    [" 10 ", 10],
    ["-1", -1],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ] as const)
    it(`is parsed as ${number} from the input "${text}"`, () => {
      assert.deepEqual([priorityOf(text), checkPriority(text)], [number, undefined]);
    });

  for (const text of ["9007199254740992", "", "1.5", "1e3", "first"])
    it(`is rejected with an error for the input "${text}"`, () => {
      assert.deepEqual([priorityOf(text), checkPriority(text)?.severity], [undefined, "error"]);
    });
});
