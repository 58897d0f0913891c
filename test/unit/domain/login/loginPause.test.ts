import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { isAnswered, waitsForSameAnswer } from "../../../../src/domain/login/loginPause.ts";

const connection = (fields: object): ManagedAuth =>
  ManagedAuth.parse({ id: "ma_1", flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT", ...fields });

/** The fields that distinguish two waiting logins. `otherLists` has different values. */
const lists = {
  fields: [{ id: "f" }],
  choices: [{ id: "c" }],
  discovered_fields: [{ name: "d" }],
  mfa_options: [{ type: "sms" }],
  pending_sso_buttons: [{ provider: "google" }],
  sign_in_options: [{ id: "o" }],
  website_error: "Wrong password",
};
const otherLists: typeof lists = {
  fields: [{ id: "g" }],
  choices: [{ id: "x" }],
  discovered_fields: [{ name: "e" }],
  mfa_options: [{ type: "call" }],
  pending_sso_buttons: [{ provider: "github" }],
  sign_in_options: [{ id: "p" }],
  website_error: "Wrong code",
};

describe("a login's request for input", () => {
  it("is identified by its interaction ID or, without an ID, by its inputs", () => {
    for (const [field, value] of Object.entries(lists)) {
      const same = connection({ interaction_id: "i", [field]: value });
      assert.equal(waitsForSameAnswer(connection({ interaction_id: "i" }), same), true, field);
      assert.equal(waitsForSameAnswer(connection({}), connection({ [field]: value })), false, field);
    }
    for (const [field, value] of Object.entries(lists)) {
      const other = Object.fromEntries(Object.entries(otherLists).filter(([name]) => name === field));
      assert.equal(waitsForSameAnswer(connection({ [field]: value }), connection(other)), false, field);
    }
    const ended = connection({ interaction_id: "i", flow_status: "FAILED" });
    assert.equal(waitsForSameAnswer(connection({ interaction_id: "i" }), ended), false);
    for (const other of [{ interaction_id: "j" }, {}, { interaction_id: "i", flow_step: "SUBMITTING" }])
      assert.equal(waitsForSameAnswer(connection({ interaction_id: "i" }), connection(other)), false);
    assert.equal(waitsForSameAnswer(connection({}), connection({ interaction_id: "i" })), false);
    assert.equal(waitsForSameAnswer(connection({}), connection({})), true);
  });

  it("counts as unchanged if only labels differ and it has no interaction ID", () => {
    const canonical = { fields: [{ id: "f", type: "text" }], choices: [{ id: "c" }] };
    const labelled = { fields: [{ id: "f", type: "text", label: "L" }], choices: [{ id: "c", label: "C" }] };
    const older = { discovered_fields: [{ name: "d", type: "text" }], mfa_options: [{ type: "sms" }] };
    const same = (a: object, b: object): boolean => waitsForSameAnswer(connection(a), connection(b));
    assert.equal(same({ ...canonical, ...older }, labelled), true);
    assert.equal(same({ ...older, fields: [], choices: [] }, older), true);
    assert.equal(same(canonical, { ...canonical, fields: [{ id: "f", type: "password" }] }), false);
    assert.equal(same(older, { ...older, mfa_options: [{ type: "sms" }, { type: "call" }] }), false);
  });

  it("is answered until its ID changes or, without an ID, until the check ends", () => {
    for (const [id, checked, answered] of [
      ["i", false, true],
      ["i", true, true],
      [undefined, false, true],
      [undefined, true, false],
    ] as const) {
      const pause = connection({ interaction_id: id, fields: [{ id: "f" }] });
      assert.equal(isAnswered({ pause, checked }, pause), answered);
      assert.equal(isAnswered({ pause, checked }, connection({ interaction_id: "j" })), false);
    }
  });
});
