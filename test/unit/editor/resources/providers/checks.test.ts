import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  checkPriority,
  checkProviderName,
  checkProviderToken,
  priorityOf,
} from "../../../../../src/editor/resources/providers/checks.ts";

describe("a provider's name", () => {
  for (const [name, words] of [
    ["", /^error: The provider name is required/],
    [" \t ", /^error: The provider name is required/],
    ["vault", /^error: Another provider has this name/],
    [" vault ", /^error: Another provider has this name/],
    ["a/b", /^error: Leave out \//],
    ["a\u0000b", /^error: .*control character/],
    ["a\u200bb", /^warning: .*invisible/],
    ["Vault", undefined],
    [" mine ", undefined],
    ["a.b c-Ü", undefined],
  ] as const)
    it(`is ${words === undefined ? "accepted" : "rejected"}: ${JSON.stringify(name)}`, () => {
      const check = checkProviderName(name, ["vault"]);
      const message = check && `${check.severity}: ${check.message}`;
      if (words === undefined) assert.equal(message, undefined);
      else assert.match(message ?? "", words);
    });
});

describe("a provider's token", () => {
  for (const [token, isFine] of [
    ["", false],
    [" ", false],
    ["a b", false],
    ["ü", false],
    ["a\u0007", false],
    ["a".repeat(4097), false],
    ["a", true],
    [" ops_x= ", true],
    ["a".repeat(4096), true],
  ] as const)
    it(`is ${isFine ? "accepted" : "rejected"} and never shown: ${JSON.stringify(token.slice(0, 12))}`, () => {
      const check = checkProviderToken(token);
      assert.equal(check === undefined, isFine);
      if (token.length > 3) assert.doesNotMatch(check?.message ?? "", /aaa|ops_/);
    });
});

describe("a provider's priority", () => {
  for (const [text, number] of [
    ["0", 0],
    [" 10 ", 10],
    ["-1", -1],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["9007199254740992", undefined],
    ["", undefined],
    ["1.5", undefined],
    ["1e3", undefined],
    ["first", undefined],
  ] as const)
    it(`is parsed as ${number ?? "invalid"} from ${JSON.stringify(text)}`, () => {
      assert.equal(priorityOf(text), number);
      assert.equal(checkPriority(text)?.severity, number === undefined ? "error" : undefined);
    });
});
