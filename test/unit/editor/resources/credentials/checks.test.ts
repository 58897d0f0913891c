import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  checkCredentialName,
  checkKey,
  checkProvider,
  checkSecret,
  checkValue,
} from "../../../../../src/editor/resources/credentials/checks.ts";
import type { Check } from "../../../../../src/editor/words/names.ts";

const verdict = (check: Check | undefined): string => check?.severity ?? "fine";

describe("what is said of a part of a credential", () => {
  for (const [what, check, expected] of [
    ["no name", checkCredentialName("", []), "error"],
    ["a blank name", checkCredentialName(" ", []), "error"],
    ["a name", checkCredentialName("a", []), "fine"],
    ["a name of 1,024 characters", checkCredentialName("n".repeat(1_024), []), "fine"],
    ["a name of 1,025 characters", checkCredentialName("n".repeat(1_025), []), "error"],
    ["a name that is taken", checkCredentialName("bot", ["bot"]), "error"],
    ["a name that differs in capitals", checkCredentialName("Bot", ["bot"]), "warning"],
    ["half a character in a name", checkCredentialName("\ud83d", []), "error"],
    ["no key", checkKey("", []), "error"],
    ["a key", checkKey("pin", ["username"]), "fine"],
    ["a key that is there", checkKey("pin", ["pin"]), "error"],
    ["a key in other capitals", checkKey("PIN", ["pin"]), "fine"],
    ["no value", checkValue(""), "error"],
    ["a value", checkValue("p"), "fine"],
    ["a value that ends with a space", checkValue("p "), "warning"],
    ["half a character in a value", checkValue("\udc00"), "error"],
    ["no secret where it may lack", checkSecret("", true), "fine"],
    ["no secret where it must not lack", checkSecret("", false), "error"],
    ["a secret of 16 letters", checkSecret("GEZDGNBVGY3TQOJQ", true), "fine"],
    ["a secret in small letters, with spaces", checkSecret("gezd gnbv gy3t qojq", true), "fine"],
    ["a padded secret", checkSecret("GEZDGNBVGY3TQOJQGE======", true), "fine"],
    ["a secret of 15 letters", checkSecret("GEZDGNBVGY3TQOJ", true), "warning"],
    ["a secret of 17 letters, which no whole bytes make", checkSecret("GEZDGNBVGY3TQOJQA", true), "warning"],
    ["a secret with a 1", checkSecret("GEZDGNBVGY3TQOJ1", true), "error"],
    ["a secret with an 8", checkSecret("GEZDGNBVGY3TQOJ8", true), "error"],
    ["spaces alone", checkSecret("  ", true), "error"],
    ["a link for an app", checkSecret("otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ", true), "error"],
    ["no provider", checkProvider(""), "error"],
    ["a provider", checkProvider("okta"), "fine"],
  ] as const) {
    it(`${what}: ${expected}`, () => {
      assert.equal(verdict(check), expected);
    });
  }

  it("never repeats a value or a secret", () => {
    const said = [checkValue("s3cret "), checkSecret("s3cret1", true), checkSecret("otpauth://s3cret", true)];
    assert.doesNotMatch(JSON.stringify(said), /s3cret/);
  });
});
