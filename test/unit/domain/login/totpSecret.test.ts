import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDefaultTotp, parseAuthenticatorSecret } from "../../../../src/domain/login/totpSecret.ts";
import { withInput } from "../../../support/withInput.ts";

const secret = "JBSWY3DPEHPK3PXP";

describe("parseAuthenticatorSecret", () => {
  for (const [input, text] of withInput([
    [secret],
    ["jbsw y3dp ehpk 3pxp"],
    ["JBSW-Y3DP\u2013EHPK-3PXP"],
    ["\u200bJBSWY3DPEHPK3PXP====\n"],
    [`otpauth://totp/x?secret=${secret}`],
    [` OTPAUTH://TOTP/Corp:ana?issuer=Corp&Secret=jbsw%20y3dp+ehpk-3pxp%3D%3D `],
    [`otpauth://totp/Corp%231:ana@corp.example?secret=${secret}&algorithm=sha1&digits=6&period=30`],
    [`otpauth://totp/Corp #1?secret=${secret}&algorithm=HmacSHA1&digits=&period=`],
    [`otpauth://totp/x?secret=${secret}&amp;issuer=Corp&amp;digits=6`],
    [`otpauth:totp/x?secret=${secret}`],
  ]))
    it(`finds the secret in ${input}`, () => {
      const read = parseAuthenticatorSecret(text);
      assert.equal(read.kind === "secret" ? read.secret : read.kind, secret);
    });

  for (const [parameters, settings] of [
    ["&algorithm=SHA256", { algorithm: "SHA256", digits: 6, period: 30 }],
    ["&digits=8", { algorithm: "SHA1", digits: "8", period: 30 }],
    ["&amp;digits=8", { algorithm: "SHA1", digits: "8", period: 30 }],
    ["&PERIOD=60", { algorithm: "SHA1", digits: 6, period: "60" }],
    ["&digits=6&digits=8", { algorithm: "SHA1", digits: "6, 8", period: 30 }],
    ["&digits=six", { algorithm: "SHA1", digits: "six", period: 30 }],
    ["&encoder=steam", { algorithm: "steam", digits: 6, period: 30 }],
  ] as const)
    it(`rejects a secret with the non-default parameters ${parameters}`, () =>
      assert.deepEqual(parseAuthenticatorSecret(`otpauth://totp/x?secret=${secret}${parameters}`), {
        kind: "unusual",
        settings,
      }));

  for (const [input, text, kind] of withInput([
    [`otpauth://hotp/x?secret=${secret}&counter=0`, "counter"],
    ["otpauth-migration://offline?data=CjEK", "export"],
    ["otpauth://totp/x?issuer=Corp", "noSecret"],
    ["otpauth://totp/x?secret=", "noSecret"],
    ["otpauth://totp/x?secret=JBSW0189", "noSecret"],
    [`otpauth://totp/x?secret=${secret}&secret=${secret}A`, "noSecret"],
    [`otpauth://motp/x?secret=${secret}`, "noSecret"],
    ["otpauth://", "noSecret"],
    ["https://example.com/?secret=JBSWY3DPEHPK3PXP", "invalid"],
    ["JBSW0189", "invalid"],
    ["", "invalid"],
  ] as const))
    it(`classifies the text ${input} as ${kind}`, () =>
      assert.equal(parseAuthenticatorSecret(text).kind, kind));
});

describe("isDefaultTotp", () => {
  it("treats missing settings as the defaults", () => {
    assert.ok(isDefaultTotp({}));
    assert.ok(isDefaultTotp({ algorithm: "SHA-1", digits: 6, period: 30 }));
    for (const unusual of [{ algorithm: "SHA512" }, { digits: 7 }, { period: 15 }])
      assert.ok(!isDefaultTotp(unusual));
  });
});
