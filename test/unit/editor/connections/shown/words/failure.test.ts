import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  failureSentence,
  loginFailureLabel,
  shortestFailureWords,
} from "../../../../../../src/editor/connections/shown/words/failureWords.ts";
import { documentedErrorCodes } from "../../../../../support/documentedErrorCodes.ts";

describe("messages for a failed login", () => {
  it("exist in a long and a short form for each known code", () => {
    for (const code of documentedErrorCodes) {
      assert.match(failureSentence(code) ?? "", /^[A-Z].*\.$/, code);
      assert.notEqual(loginFailureLabel(code), loginFailureLabel(undefined), code);
    }
  });

  it("include advice for the user", () => {
    assert.equal(
      failureSentence("account_locked"),
      "The website locked this account. Unlock the account on the website first.",
    );
  });

  it("use the shortest available text for a narrow row", () => {
    assert.equal(shortestFailureWords("account_locked"), "locked");
    assert.equal(shortestFailureWords("rate_limited"), "rate limited");
  });

  it("contain only a general label for an unknown code", () => {
    for (const code of [undefined, "moon_phase", ""]) {
      assert.equal(failureSentence(code), undefined);
      assert.equal(loginFailureLabel(code), "login failed");
    }
  });
});
