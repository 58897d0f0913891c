import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { questionOf, waitsForSame } from "../../../../src/domain/login/login.ts";

const connection = (fields: object): ManagedAuth =>
  ManagedAuth.parse({ id: "ma_1", flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT", ...fields });

/** What tells two pauses apart, each with another value. */
const lists = {
  fields: [{ id: "f" }],
  choices: [{ id: "c" }],
  discovered_fields: [{ name: "d" }],
  mfa_options: [{ type: "sms" }],
  pending_sso_buttons: [{ provider: "google" }],
  sign_in_options: [{ id: "o" }],
  website_error: "Wrong password",
};

describe("what a login asks", () => {
  it("is another question where anything of it is another", () => {
    const before = connection({ interaction_id: "i" });
    for (const [field, value] of Object.entries({ ...lists, interaction_id: "j", flow_step: "SUBMITTING" }))
      assert.notEqual(
        questionOf(connection({ interaction_id: "i", [field]: value })),
        questionOf(before),
        field,
      );
    assert.equal(
      questionOf(connection({ interaction_id: "i", hosted_url: "https://h" })),
      questionOf(before),
    );
  });

  it("is waited for still while the pause has the same id, and without one while nothing of it is another", () => {
    for (const [field, value] of Object.entries(lists)) {
      const same = connection({ interaction_id: "i", [field]: value });
      assert.equal(waitsForSame(connection({ interaction_id: "i" }), same), true, field);
      assert.equal(waitsForSame(connection({}), connection({ [field]: value })), false, field);
    }
    for (const other of [{ interaction_id: "j" }, {}, { interaction_id: "i", flow_step: "SUBMITTING" }])
      assert.equal(waitsForSame(connection({ interaction_id: "i" }), connection(other)), false);
    assert.equal(waitsForSame(connection({}), connection({ interaction_id: "i" })), false);
    assert.equal(waitsForSame(connection({}), connection({})), true);
  });
});
