import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { type AwaitedInput, requestedInputKind } from "../../../../src/domain/connections/awaitedInputs.ts";
import { connectionView, type FlowFacts } from "../../../../src/domain/connections/connectionView.ts";

const noon = new Date("2026-11-20T12:00:00Z");
const running = { flow_type: "LOGIN", flow_step: "AWAITING_INPUT", flow_status: "IN_PROGRESS" };

function flow(fields: object): FlowFacts | undefined {
  return connectionView(ManagedAuth.parse(JSON.parse(JSON.stringify({ id: "ma_1", ...fields }))), noon).flow;
}

describe("the flow of a connection", () => {
  for (const [condition, fields] of [
    ["all of its fields are missing", {}],
    [
      "all of its fields are null, as after a creation",
      { flow_status: null, flow_step: null, flow_type: null },
    ],
    ["all of its fields are empty", { flow_status: "", flow_step: "", flow_type: "" }],
    ["only its expiry is present", { flow_expires_at: "2026-11-20T12:10:00Z" }],
    ["only its inputs are present", { fields: [{ id: "f", ref: "user", type: "text" }] }],
  ] as const)
    it(`is undefined if ${condition}`, () => assert.equal(flow(fields), undefined));

  for (const [field, value, facts] of [
    ["flow_status", "SUCCESS", { status: "SUCCESS", step: undefined, type: undefined }],
    ["flow_step", "DISCOVERING", { status: undefined, step: "DISCOVERING", type: undefined }],
    ["flow_type", "REAUTH", { status: undefined, step: undefined, type: "REAUTH" }],
    ["flow_status", "PAUSED", { status: "PAUSED", step: undefined, type: undefined }],
  ] as const)
    it(`contains only the reported field: ${field} is ${value}`, () => {
      const { status, step, type } = flow({ [field]: value }) ?? assert.fail();
      assert.deepEqual({ status, step, type }, facts);
    });

  for (const [expires, status, expiresAt] of [
    ["2026-11-20T12:10:00Z", "IN_PROGRESS", "2026-11-20T12:10:00.000Z"],
    ["2026-11-20T12:00:00.001Z", "IN_PROGRESS", "2026-11-20T12:00:00.001Z"],
    ["2026-11-20T12:00:00Z", "EXPIRED", "2026-11-20T12:00:00.000Z"],
    ["2026-11-20T11:59:59Z", "EXPIRED", "2026-11-20T11:59:59.000Z"],
    ["2026-11-20T13:10:00+01:00", "IN_PROGRESS", "2026-11-20T12:10:00.000Z"],
    ["soon", "IN_PROGRESS", undefined],
    [null, "IN_PROGRESS", undefined],
    [7, "IN_PROGRESS", undefined],
  ] as const)
    it(`has the status ${status} if flow_expires_at is ${expires}`, () => {
      const facts = flow({ ...running, flow_expires_at: expires });
      assert.deepEqual([facts?.status, facts?.expiresAt?.toISOString()], [status, expiresAt]);
    });

  for (const status of ["SUCCESS", "FAILED", "CANCELED", "EXPIRED", "PAUSED", null])
    it(`has no inputs if flow_status is ${status}`, () => {
      const facts = flow({
        ...running,
        flow_status: status,
        flow_expires_at: "2026-11-20T11:00:00Z",
        choices: [{ id: "c", type: "other", label: "C" }],
      });
      assert.deepEqual([facts?.status, facts?.awaited], [status ?? undefined, []]);
    });

  it("has no inputs after it expires", () => {
    const expired = { flow_expires_at: "2026-11-20T11:00:00Z", fields: [field] };
    assert.deepEqual(flow({ ...running, ...expired })?.awaited, []);
  });
});

const field = {
  id: "f_1",
  ref: "username",
  type: "identifier",
  label: "Email",
  hint: "Your work address",
  observed_selector: "#user",
  replace_existing: true,
  required: false,
};
const discovered = {
  name: "user",
  type: "email",
  label: "Old email",
  selector: "#user",
  hint: "Old hint",
  placeholder: "you@example.com",
  required: true,
  linked_mfa_type: "sms",
};
const choice = {
  id: "c_1",
  type: "mfa_method",
  label: "Text me",
  context: "At the bottom",
  description: "We send a code",
  display_text: "Text",
  masked_destination: "•••12",
  mfa_type: "sms",
  observed_selector: "#sms",
};
const mfa = { type: "call", label: "Call me", description: "We call", target: "•••34" };
const button = { selector: "//button", provider: "google", label: "Continue with Google" };
const option = { id: "o_1", label: "Acme", description: "Your organization" };

const awaited = (fields: object): readonly AwaitedInput[] =>
  flow({ ...running, ...fields })?.awaited ?? assert.fail();
const words = (all: readonly AwaitedInput[]): readonly string[] =>
  all.map(({ kind, label, type = "-" }) => `${kind} ${label} ${type}`);

describe("the inputs that a flow is waiting for", () => {
  it("contain a field's label, type, hints and required flag", (t) => {
    t.assert.snapshot(awaited({ fields: [field] }));
    t.assert.snapshot(awaited({ discovered_fields: [discovered] }));
  });

  it("include each choice with all its properties", (t) => {
    t.assert.snapshot(awaited({ interaction_id: "mai_1", choices: [choice] }));
    t.assert.snapshot(
      awaited({ mfa_options: [mfa], pending_sso_buttons: [button], sign_in_options: [option] }),
    );
  });

  const email = "field Email identifier";
  const oldEmail = "field Old email email";
  const text = "choice Text sms";
  for (const [lists, fields, expected] of [
    ["fields before discovered_fields", { fields: [field], discovered_fields: [discovered] }, [email]],
    ["discovered_fields if fields is null", { fields: null, discovered_fields: [discovered] }, [oldEmail]],
    [
      "discovered_fields if fields and choices are empty",
      { fields: [], choices: [], discovered_fields: [discovered] },
      [oldEmail],
    ],
    [
      "fields, not discovered_fields, even if every field is unreadable",
      { fields: [{ ref: "no id" }, null], discovered_fields: [discovered] },
      [],
    ],
    [
      "choices, not mfa_options, even if every choice is unreadable",
      { fields: [], choices: [{ id: "" }], mfa_options: [mfa] },
      [],
    ],
    [
      "only choices if fields is empty, despite deprecated lists",
      { fields: [], choices: [choice], discovered_fields: [discovered], mfa_options: [mfa] },
      [text],
    ],
    [
      "only fields if choices is empty, despite deprecated lists",
      { fields: [field], choices: [], discovered_fields: [discovered], sign_in_options: [option] },
      [email],
    ],
    [
      "the readable entries if one is unreadable",
      { fields: [field, {}], discovered_fields: [discovered] },
      [email],
    ],
    [
      "choices before the three deprecated lists",
      { choices: [choice], mfa_options: [mfa], pending_sso_buttons: [button], sign_in_options: [option] },
      [text],
    ],
    ["mfa_options alone", { mfa_options: [mfa] }, ["choice Call me call"]],
    [
      "pending_sso_buttons alone",
      { pending_sso_buttons: [button] },
      ["choice Continue with Google sso_provider"],
    ],
    ["sign_in_options alone", { sign_in_options: [option] }, ["choice Acme -"]],
    ["fields and choices together, fields first", { choices: [choice], fields: [field] }, [email, text]],
    ["no list if every list is null", { fields: null, discovered_fields: null, choices: null }, []],
    ["no list if the values aren't lists", { choices: {}, mfa_options: "sms" }, []],
  ] as const)
    it(`are read from ${lists}`, () => assert.deepEqual(words(awaited(fields)), expected));

  for (const [input, fields, expected] of [
    [
      "a text without a label by its ref",
      { fields: [{ ...field, type: "text", label: undefined }] },
      "field username text",
    ],
    [
      "an identifier field without a label",
      { fields: [{ ...field, label: " " }] },
      "field undefined identifier",
    ],
    ["a field without a ref by its id", { fields: [{ id: "f_1" }] }, "field f_1 -"],
    ["a discovered field by its name", { discovered_fields: [{ name: "user" }] }, "field user -"],
    ["a choice by its display text", { choices: [{ ...choice, label: undefined }] }, "choice Text sms"],
    [
      "a choice by its id, with its own type",
      { choices: [{ id: "c", type: "account" }] },
      "choice c account",
    ],
    ["an MFA option by its type", { mfa_options: [{ type: "totp" }] }, "choice totp totp"],
    ["a button by its provider", { pending_sso_buttons: [{ provider: "okta" }] }, "choice okta sso_provider"],
    ["an option by its id", { sign_in_options: [{ id: "o" }] }, "choice o -"],
    ["an unknown type", { choices: [{ id: "c", type: "retina", label: "Look" }] }, "choice Look retina"],
  ] as const)
    it(`take their label and type from the available properties: ${input}`, () =>
      assert.deepEqual(words(awaited(fields)), [expected]));

  it("are required unless the service reports otherwise", () => {
    const required = (lists: object) => awaited(lists).map((one) => one.required);
    const fields = [{ id: "a" }, { id: "b", required: null }, { id: "c", required: false }];
    assert.deepEqual(required({ fields }), [true, true, false]);
    const older = [{ name: "a" }, { name: "b", required: false }];
    assert.deepEqual(required({ discovered_fields: older }), [true, false]);
  });

  it("omit invalid entries and keep valid entries", () => {
    const all = awaited({ choices: [null, 7, {}, { id: "" }, { id: 5, label: "x" }, choice, []] });
    assert.deepEqual(words(all), ["choice Text sms"]);
  });

  it("include all entries of a list of ten thousand", () => {
    const choices = Array.from({ length: 10_000 }, (_, index) => ({ ...choice, id: `c_${index}` }));
    assert.equal(awaited({ choices }).length, 10_000);
  });
});

describe("requestedInputKind", () => {
  const field = (type: string) => ({ id: type, ref: type, type });
  const push = { id: "c", type: "mfa_method", label: "Push" };
  for (const [kind, inputs, fields, choices] of [
    ["password", "a password", [field("password")], []],
    ["code", "a code", [field("code")], []],
    ["code", "a TOTP code", [field("totp")], []],
    ["code", "two codes", [field("totp_code"), field("code")], []],
    ["userName", "an identifier", [field("identifier")], []],
    ["userName", "an email address", [field("email")], []],
    ["input", "an identifier and a password", [field("identifier"), field("password")], []],
    ["input", "a phone number", [field("tel")], []],
    ["input", "an unknown type", [field("seed_phrase")], []],
    ["input", "no input", [], []],
    ["code", "a code or a choice", [field("code")], [push]],
    [
      "code",
      "a code besides an optional field",
      [field("code"), { ...field("tel"), required: false }],
      [push],
    ],
    ["userName", "an optional email address", [{ ...field("email"), required: false }], []],
    ["choice", "a choice", [], [push]],
  ] as const)
    it(`returns "${kind}" if a login requests ${inputs}`, () => {
      const { awaited } = flow({ ...running, fields, choices }) ?? assert.fail();
      assert.equal(requestedInputKind(awaited), kind);
    });
});
