import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  checkCredentialName,
  checkKey,
  checkProvider,
  checkValue,
} from "../../../../../src/editor/resources/credentials/checks.ts";
import {
  checkTotpSecret,
  parseTotpSecret,
  totpReplacementRefusal,
} from "../../../../../src/editor/words/authenticatorSecrets.ts";
import type { InputCheck } from "../../../../../src/editor/words/inputChecks.ts";

const verdict = (check: InputCheck | undefined): string => check?.severity ?? "fine";

describe("validation of credential inputs", () => {
  for (const [description, check, expected] of [
    ["no name", checkCredentialName("", []), "error"],
    ["a blank name", checkCredentialName(" ", []), "error"],
    ["a name", checkCredentialName("a", []), "fine"],
    ["a name of 1,024 characters", checkCredentialName("n".repeat(1_024), []), "fine"],
    ["a name of 1,025 characters", checkCredentialName("n".repeat(1_025), []), "error"],
    ["a name that is taken", checkCredentialName("bot", ["bot"]), "error"],
    ["a name that differs in capitals", checkCredentialName("Bot", ["bot"]), "warning"],
    ["a lone surrogate in a name", checkCredentialName("\ud83d", []), "error"],
    ["no key", checkKey("", []), "error"],
    ["a key", checkKey("pin", ["username"]), "fine"],
    ["a key that already exists", checkKey("pin", ["pin"]), "error"],
    ["a key in other capitals", checkKey("PIN", ["pin"]), "fine"],
    ["no value", checkValue("", "password"), "error"],
    ["a value", checkValue("p", "password"), "fine"],
    ["a password that ends with a space", checkValue("p ", "password"), "fine"],
    ["a user name that ends with a space", checkValue("ana ", "username"), "info"],
    ["a user name that consists of spaces", checkValue("  ", "Email"), "error"],
    ["a lone surrogate in a value", checkValue("\udc00", "password"), "error"],
    ["an optional secret that is missing", checkTotpSecret("", true), "fine"],
    ["a required secret that is missing", checkTotpSecret("", false), "error"],
    ["a secret of 16 letters", checkTotpSecret("GEZDGNBVGY3TQOJQ", true), "fine"],
    ["a secret in lower case with spaces", checkTotpSecret("gezd gnbv gy3t qojq", true), "fine"],
    ["a padded secret", checkTotpSecret("GEZDGNBVGY3TQOJQGE======", true), "fine"],
    ["a secret of 15 letters", checkTotpSecret("GEZDGNBVGY3TQOJ", true), "warning"],
    [
      "a secret of 17 letters, which doesn't encode whole bytes",
      checkTotpSecret("GEZDGNBVGY3TQOJQA", true),
      "warning",
    ],
    ["a secret with a 1", checkTotpSecret("GEZDGNBVGY3TQOJ1", true), "error"],
    ["a secret with an 8", checkTotpSecret("GEZDGNBVGY3TQOJ8", true), "error"],
    ["a secret that consists of spaces", checkTotpSecret("  ", true), "error"],
    [
      "an otpauth URL with a short secret",
      checkTotpSecret("otpauth://totp/a?secret=GEZDGNBV", true),
      "warning",
    ],
    ["an otpauth URL", checkTotpSecret("otpauth://totp/a?secret=GEZDGNBVGY3TQOJQ", true), "info"],
    ["no provider", checkProvider(""), "error"],
    ["a provider", checkProvider("okta"), "fine"],
  ] as const)
    it(`returns the severity "${expected}" for ${description}`, () => {
      assert.equal(verdict(check), expected);
    });

  it("never includes a value or a secret in a message", () => {
    const checks = [
      checkValue("s3cret ", "username"),
      checkTotpSecret("s3cret1", true),
      checkTotpSecret("otpauth://s3cret", true),
    ];
    assert.doesNotMatch(JSON.stringify(checks), /s3cret/);
  });
});

describe("checkTotpSecret", () => {
  const address = "otpauth://totp/Corp:ana?secret=GEZDGNBVGY3TQOJQ";
  for (const [input, text, message] of [
    [
      "SHA256 codes",
      `${address}&algorithm=SHA256`,
      /^These codes have SHA256, 6 digits, 30 seconds\. VS Code can store only/,
    ],
    ["8-digit codes", `${address}&digits=8&period=60`, /^These codes have SHA1, 8 digits, 60 seconds\./],
    ["counter-based codes", "otpauth://hotp/a?secret=GEZDGNBVGY3TQOJQ&counter=1", /counter-based codes/],
    ["exported accounts", "otpauth-migration://offline?data=CjEK", /^This is an export of an app\./],
    ["no secret", "otpauth://totp/a?issuer=Corp", /^This address has no usable secret\./],
  ] as const)
    it(`rejects an otpauth URL with ${input} and explains why`, () => {
      const check = checkTotpSecret(text, true);
      assert.equal(verdict(check), "error");
      assert.match(check?.message ?? "", message);
      assert.equal(parseTotpSecret(text), "");
    });

  it("extracts the secret from an otpauth URL with default settings", () => {
    assert.equal(parseTotpSecret(`${address}&algorithm=SHA1&digits=6&period=30`), "GEZDGNBVGY3TQOJQ");
  });
});

describe("totpReplacementRefusal", () => {
  it("returns a reason only for a secret with non-default TOTP settings", () => {
    assert.equal(totpReplacementRefusal({}), undefined);
    assert.equal(totpReplacementRefusal({ algorithm: "sha1", digits: 6, period: 30 }), undefined);
    assert.match(totpReplacementRefusal({ period: 60 }) ?? "", /makes codes with SHA1, 6 digits, 60 seconds/);
    assert.match(totpReplacementRefusal({ algorithm: "SHA512" }) ?? "", /can't be replaced here/);
  });
});
