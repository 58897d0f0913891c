import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SubmitRequest } from "../../../../src/api/loginSchemas.ts";
import { ManagedAuth } from "../../../../src/api/schemas.ts";
import { loginForm, type LoginForm } from "../../../../src/domain/login/loginForm.ts";

const of = (fields: object): ReturnType<typeof loginForm> =>
  loginForm(ManagedAuth.parse({ id: "ma_1", interaction_id: "mai_1", ...fields }));
function formOf(fields: object): LoginForm {
  const form = of(fields);
  assert.ok(form);
  return form;
}

const labels = ({ entries }: LoginForm) => entries.map(({ key, label }) => [key, label]);
const submissions = ({ options }: LoginForm) => options.map(({ submission }) => submission);

const password = { id: "field_1", ref: "password", type: "password", label: "Password" };
const older = {
  discovered_fields: [{ name: "user", type: "text", label: "User" }],
  mfa_options: [{ type: "sms", label: "Text message", target: "•• 42" }],
  pending_sso_buttons: [
    { provider: "google", label: "Google", selector: "//button[1]" },
    { provider: "github", label: "GitHub" },
  ],
  sign_in_options: [{ id: "opt_1", label: "Other" }],
};

describe("loginForm", () => {
  it("ignores the deprecated lists if the canonical lists have entries", () => {
    const form = formOf({ ...older, fields: [{ ...password, reason: "rejected" }] });
    assert.deepEqual([...labels(form), form.entries[0]?.rejected], [["field_1", "Password"], true]);
    assert.deepEqual(form.options, []);
    const sent = form.submit(new Map([["field_1", "x"]]));
    assert.deepEqual(sent, { interaction_id: "mai_1", field_values: { field_1: "x" } });
    const choosing = formOf({ ...older, fields: [], choices: [{ id: "choice_1", label: "Push" }] });
    const chosen = { interaction_id: "mai_1", selected_choice_id: "choice_1" };
    assert.deepEqual(submissions(choosing), [chosen]);
    assert.deepEqual(choosing.entries, []);
  });

  it("uses the deprecated lists if the canonical lists are missing or empty", () => {
    for (const canonical of [{}, { fields: [], choices: [] }]) {
      const form = formOf({ ...older, ...canonical });
      assert.deepEqual(labels(form), [["user", "User"]]);
      const sent = [form.submit(new Map([["user", "u"]])), ...submissions(form)];
      assert.deepEqual(sent, [
        { fields: { user: "u" } },
        { mfa_option_id: "sms" },
        { sso_button_selector: "//button[1]" },
        { sso_provider: "github" },
        { sign_in_option_id: "opt_1" },
      ]);
      for (const request of sent) assert.deepEqual(SubmitRequest.parse(request), request);
    }
  });

  it("keeps the order of choices with equal labels", () => {
    const choices = ["a", "b", "c"].map((id) => ({ id, label: "Call" }));
    assert.deepEqual(
      submissions(formOf({ choices })),
      choices.map(({ id }) => ({ interaction_id: "mai_1", selected_choice_id: id })),
    );
  });

  for (const [problem, fields] of [
    ["more than 20 fields", { fields: Array.from({ length: 21 }, (_, at) => ({ id: `f${at}` })) }],
    ["a label of more than 500 characters", { fields: [{ id: "f", label: "x".repeat(501) }] }],
    ["a choice label of more than 500 characters", { choices: [{ id: "c", label: "x".repeat(501) }] }],
    ["a duplicate field ID", { fields: [password, { ...password, label: "Again" }] }],
    ["no interaction ID", { interaction_id: null, fields: [password] }],
    ["no input", {}],
    ["an unreadable second field", { fields: [password, { id: 7 }] }],
    ["an unreadable deprecated field", { discovered_fields: [{ name: "user" }, "?"] }],
    ["an unreadable choice", { choices: [{ id: "c" }, { label: "No id" }] }],
    ["an unreadable canonical list and a deprecated list", { ...older, fields: [{ id: 7 }] }],
    ["an object as canonical list and a deprecated list", { ...older, fields: { id: "f" } }],
    ["10,000 fields", { fields: Array.from({ length: 10_000 }, (_, at) => ({ id: `f${at}` })) }],
  ] as const)
    it(`returns undefined if there is ${problem}`, () => assert.equal(of(fields), undefined));

  it("accepts 20 fields with labels of 500 characters", () => {
    const fields = Array.from({ length: 20 }, (_, at) => ({ id: `f${at}`, label: "x".repeat(500) }));
    assert.equal(formOf({ fields }).entries.length, 20);
  });

  it("sends a field that is named __proto__", () => {
    const form = formOf({ fields: [{ id: "__proto__", label: "Odd" }] });
    assert.equal(
      JSON.stringify(form.submit(new Map([["__proto__", "v"]]))),
      '{"interaction_id":"mai_1","field_values":{"__proto__":"v"}}',
    );
  });
});
