import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  canPersonResolve,
  harmfulRetryCodes,
  isAccountLocked,
  isLoginHopeless,
  isPasswordRefused,
  loginErrorCodes,
  suggestedFix,
  suggestedVariation,
} from "../../../../src/domain/login/errorCodes.ts";
import { documentedErrorCodes } from "../../../support/documentedErrorCodes.ts";

describe("login error codes", () => {
  it("match the documentation", () =>
    assert.deepEqual([...loginErrorCodes].sort(), [...documentedErrorCodes].sort()));

  for (const [conclusion, applies, expected] of [
    [
      "another login would be harmful",
      (code: string) => harmfulRetryCodes.includes(code),
      ["credentials_invalid", "totp_code_rejected", "account_locked", "rate_limited"],
    ],
    ["no login would help", isLoginHopeless, ["account_locked", "rate_limited"]],
    [
      "no person can help",
      (code: string) => !canPersonResolve(code),
      [
        ...["account_locked", "rate_limited", "website_error"],
        ...["network_error", "browser_error", "internal_error", "flow_failed"],
      ],
    ],
    ["the account is locked", isAccountLocked, ["account_locked"]],
    ["the password was refused", isPasswordRefused, ["credentials_invalid"]],
  ] as const)
    it(`include exactly the expected codes that mean that ${conclusion}`, () =>
      assert.deepEqual(documentedErrorCodes.filter(applies), expected));

  it("are treated as failures that the user can resolve if they are unknown", () => {
    for (const code of [undefined, "moon_phase", "", "constructor"]) {
      assert.equal(suggestedFix({}, code), "logIn");
      assert.equal(suggestedVariation(code), "recording");
      assert.equal(canPersonResolve(code), true);
      assert.equal(isLoginHopeless(code), false);
    }
  });

  for (const [code, fix] of [
    ["bot_detected", "chooseProxy"],
    ["captcha_blocked", "chooseProxy"],
    ["login_form_not_found", "setLoginPage"],
    ["stuck_in_loop", "setLoginPage"],
    ["domain_not_allowed", "allowDomains"],
    ["account_locked", "openWebsite"],
    ["unsupported_auth_method", "openWebsite"],
    ["rate_limited", "wait"],
    ["mfa_required", "logIn"],
  ] as const)
    it(`suggest the fix ${fix} if the code is ${code}`, () => assert.equal(suggestedFix({}, code), fix));

  for (const [variation, codes] of [
    ["otherProxy", ["bot_detected", "captcha_blocked"]],
    [
      "recording",
      [
        ...["login_form_not_found", "navigation_confused", "stuck_in_loop", "max_attempts_reached"],
        ...["network_error", "element_not_found", "flow_failed", "max_steps_exceeded"],
        ...["browser_error", "internal_error"],
      ],
    ],
  ] as const)
    it(`suggest the variation ${variation} in exactly the expected cases`, () => {
      const actual = documentedErrorCodes.filter((code) => suggestedVariation(code) === variation);
      assert.deepEqual(actual.sort(), [...codes].sort());
    });

  it("suggest a fix for a refused password depending on where it is stored", () => {
    const fixOf = (credential?: Record<string, string>): string =>
      suggestedFix({ credential }, "credentials_invalid");
    assert.deepEqual(
      [fixOf(), fixOf({ name: "login" }), fixOf({ provider: "vault", path: "a/b" })],
      ["logIn", "replaceCredential", "openProvider"],
    );
  });
});
