import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  failureSentence,
  loginFailureLabel,
  isLoginHopeless,
  suggestedFix,
} from "../../../../../../src/editor/connections/shown/words/failure.ts";

/** The error codes of interface.md §3. */
const codes =
  "credentials_invalid totp_code_rejected totp_required sms_code_required email_code_required mfa_required " +
  "account_choice_required customer_input_required external_action_required external_action_timeout " +
  "awaiting_input_timeout session_expired no_active_flow account_locked rate_limited unsupported_auth_method " +
  "bot_detected captcha_blocked domain_not_allowed login_form_not_found element_not_found navigation_confused " +
  "stuck_in_loop max_attempts_reached max_steps_exceeded website_error network_error browser_error internal_error flow_failed";

describe("the description of a failed login", () => {
  it("has a sentence and a short form for each known code", () => {
    for (const code of codes.split(" ")) {
      assert.match(failureSentence(code) ?? "", /^[A-Z].*\.$/, code);
      assert.notEqual(loginFailureLabel(code), loginFailureLabel(undefined), code);
    }
  });

  it("is missing for an unknown code, which suggests another login", () => {
    for (const code of [undefined, "moon_phase", ""]) {
      assert.equal(failureSentence(code), undefined);
      assert.equal(suggestedFix({}, code), "logIn");
    }
  });

  it("rules out another login only for locked and rate-limited accounts", () => {
    assert.deepEqual(
      codes.split(" ").filter((code) => isLoginHopeless(code)),
      ["account_locked", "rate_limited"],
    );
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
    it(`suggests the fix for ${code}`, () => assert.equal(suggestedFix({}, code), fix));

  it("suggests changing a rejected password where it is stored", () => {
    const fixOf = (credential?: Record<string, string>): string =>
      suggestedFix({ credential }, "credentials_invalid");
    assert.deepEqual(
      [fixOf(), fixOf({ name: "login" }), fixOf({ provider: "vault", path: "a/b" })],
      ["logIn", "replaceCredential", "openProvider"],
    );
  });
});
