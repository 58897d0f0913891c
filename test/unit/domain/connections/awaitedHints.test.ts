// Tests the hints below the label of an input in a login form.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  awaitedChoice,
  awaitedMfaOption,
  awaitedSsoButton,
} from "../../../../src/domain/connections/awaitedInputs.ts";

describe("hints for a choice in a login form", () => {
  it("omit text that repeats the label", () => {
    const choice = awaitedChoice(
      { id: "c", type: "mfa_method", display_text: "Text me", label: "Text me" },
      "i",
    );
    assert.deepEqual([choice.label, choice.hints], ["Text me", []]);
    const other = awaitedChoice({ id: "c", type: "mfa_method", display_text: "Text me", label: "SMS" }, "i");
    assert.deepEqual(other.hints, ["SMS"]);
    assert.deepEqual(awaitedSsoButton({ provider: "google", selector: "x", label: "google" }).hints, []);
    assert.deepEqual(awaitedMfaOption({ type: "sms", label: "SMS", description: "SMS" }).hints, []);
  });
});
