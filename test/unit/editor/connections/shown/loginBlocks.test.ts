import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { flowDetails, loginTask } from "../../../../../src/editor/connections/shown/loginBlocks.ts";
import { loginForm } from "../../../../../src/domain/login/loginForm.ts";
import { connectionView, type FlowFacts } from "../../../../../src/domain/connections/connectionView.ts";
import {
  answerCountdown,
  flowProgress,
  flowSummary,
} from "../../../../../src/editor/connections/shown/loginProgress.ts";
import { statePill } from "../../../../../src/editor/connections/shown/words/stateWords.ts";
import { formatShortDateTime } from "../../../../../src/editor/words/formatting.ts";
import type { CardBlock, CardRow, CardValue } from "../../../../../src/card/card.ts";
import { service } from "../../../../support/cards.ts";
import { column, labelsOf } from "../../../../support/rows.ts";
import type { ButtonAction } from "../../../../../src/editor/results/buttons.ts";

const noon = new Date("2026-11-20T12:00:00Z");
const running = { flow_type: "LOGIN", flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT" };

const connection = (fields: object): ManagedAuth =>
  ManagedAuth.parse(JSON.parse(JSON.stringify({ id: "ma_1", ...fields })));
const details = (fields: object): readonly CardRow<ButtonAction>[] =>
  flowDetails(connection(fields), facts(fields), answerCountdown(viewOf(fields)) !== undefined).rows;
const task = (fields: object, opened = false): Extract<CardBlock<ButtonAction>, { kind: "task" }> => {
  const block = loginTask({ ...service, at: noon }, connection(fields), facts(fields), opened);
  return block.kind === "task" ? block : assert.fail();
};
const viewOf = (fields: object) => connectionView(connection(fields), noon);
const state = (fields: object): CardValue => statePill(viewOf(fields));
const facts = (fields: object): FlowFacts => viewOf(fields).flow ?? assert.fail();

const marks = { done: "✓", current: "●", failed: "✗", ahead: "○" } as const;
/** Returns the progress steps as one line of text. */
const line = (fields: object): string =>
  flowProgress(facts(fields))
    .steps.map(({ label, mark }) => `${marks[mark]} ${label}`)
    .join(" ── ");

describe("flowProgress", () => {
  for (const [step, drawn] of [
    ["DISCOVERING", "● Find form ── ○ Answer ── ○ Submit ── ○ Logged in"],
    ["AWAITING_INPUT", "✓ Find form ── ● Answer ── ○ Submit ── ○ Logged in"],
    ["AWAITING_EXTERNAL_ACTION", "✓ Find form ── ● Answer ── ○ Submit ── ○ Logged in"],
    ["SUBMITTING", "✓ Find form ── ✓ Answer ── ● Submit ── ○ Logged in"],
    ["COMPLETED", "✓ Find form ── ✓ Answer ── ✓ Submit ── ● Logged in"],
    ["DREAMING", "● DREAMING (unknown to this version) ── ○ Logged in"],
    ["constructor", "● constructor (unknown to this version) ── ○ Logged in"],
  ] as const)
    it(`marks the current step for ${step}`, () =>
      assert.equal(line({ ...running, flow_step: step }), drawn));

  it("uses the same step labels for every kind of requested input", () => {
    const code = { id: "f", ref: "otp", type: "code", label: "Code" };
    assert.match(line({ ...running, fields: [code] }), /^✓ Find form ── ● Answer/);
  });

  for (const status of ["FAILED", "EXPIRED", "CANCELED"])
    it(`marks the current step as failed after ${status}`, () => {
      const ended = "✓ Find form ── ✗ Answer ── ○ Submit ── ○ Logged in";
      assert.equal(line({ ...running, flow_status: status }), ended);
    });

  for (const status of ["FAILED", "EXPIRED", "CANCELED"])
    it(`marks no step as done if the flow ended as ${status} at COMPLETED`, () => {
      const ended = "○ Find form ── ○ Answer ── ○ Submit ── ✗ Logged in";
      assert.equal(line({ ...running, flow_status: status, flow_step: "COMPLETED" }), ended);
    });

  it("marks every step as done after SUCCESS", () => {
    const expected = "✓ Find form ── ✓ Answer ── ✓ Submit ── ✓ Logged in";
    assert.equal(line({ flow_status: "SUCCESS" }), expected);
    assert.equal(line({ ...running, flow_status: "SUCCESS" }), expected);
  });

  it("marks no step if the service reports no step", () => {
    assert.equal(line({ flow_status: "IN_PROGRESS" }), "○ Find form ── ○ Answer ── ○ Submit ── ○ Logged in");
  });

  for (const [fields, words] of [
    [{ flow_status: "SUCCESS" }, "Login: Succeeded"],
    [
      { flow_type: "AUDIT", flow_status: "PAUSED", flow_step: "DREAMING" },
      "AUDIT (unknown to this version): PAUSED (unknown to this version): DREAMING (unknown to this version)",
    ],
  ] as const)
    it(`describes the flow as "${words}"`, () => assert.equal(flowProgress(facts(fields)).text, words));
});

describe("the text for a login's status and step", () => {
  for (const [field, value, text] of [
    ["flow_status", "IN_PROGRESS", "In progress: Waiting for input"],
    ["flow_status", "SUCCESS", "Succeeded: Waiting for input"],
    ["flow_status", "FAILED", "Failed: Waiting for input"],
    ["flow_status", "EXPIRED", "Expired: Waiting for input"],
    ["flow_status", "CANCELED", "Canceled: Waiting for input"],
    ["flow_step", "DISCOVERING", "In progress: Looking for the login form"],
    ["flow_step", "AWAITING_EXTERNAL_ACTION", "In progress: Waiting for a step outside the browser"],
    ["flow_step", "SUBMITTING", "In progress: Submitting"],
    ["flow_step", "COMPLETED", "In progress: Completed"],
  ] as const)
    it(`reads "${text}" for ${value}`, () =>
      assert.equal(flowProgress(facts({ ...running, [field]: value })).text, `Login: ${text}`));

  it("is the first row of the login details", () => {
    const firstRow = (fields: object): unknown => {
      const [first] = details({ ...running, ...fields });
      return [first?.label, first?.value.text];
    };
    assert.deepEqual(firstRow({ flow_status: "FAILED" }), ["Login", "Failed: Waiting for input"]);
    assert.deepEqual(firstRow({ flow_type: "REAUTH" }), [
      "Automatic login",
      "In progress: Waiting for input",
    ]);
    assert.equal(
      state({ ...running, flow_type: "REAUTH", flow_step: "DISCOVERING" }).text,
      "Logging in automatically",
    );
  });
});

describe("flowSummary", () => {
  it("describes what the website asks for, or how the login ended", (t) => {
    const choices = [{ id: "c", label: "Push" }];
    const fields = [
      { id: "f", label: "Code" },
      { id: "g", label: "Name", required: false },
    ];
    const cases = [
      {},
      { fields: [{ id: "f", ref: "p", type: "password", label: "Password" }] },
      { fields, choices },
      { choices },
      { flow_step: "AWAITING_EXTERNAL_ACTION" },
      { flow_step: "AWAITING_EXTERNAL_ACTION", choices },
      { flow_step: "SUBMITTING" },
      ...["FAILED", "EXPIRED", "CANCELED", "SUCCESS"].map((flow_status) => ({ flow_status })),
    ];
    t.assert.snapshot(cases.map((more) => flowSummary(viewOf({ ...running, ...more }))));
  });

  it("explains the last failure if its code is known", () => {
    const failed = (error_code: string) =>
      flowSummary(viewOf({ ...running, flow_status: "FAILED", error_code }));
    assert.deepEqual(failed("account_locked"), [
      "The website locked this account. Unlock the account on the website first.",
    ]);
    assert.deepEqual(failed("moon_phase"), ["The last login failed."]);
  });

  for (const [expires, until] of [
    ["2026-11-20T12:10:00Z", "2026-11-20T12:10:00Z"],
    ["2026-11-20T12:09:31Z", "2026-11-20T12:09:00Z"],
    ["2026-11-20T12:00:01Z", "2026-11-20T12:00:00Z"],
    ["2026-11-20T13:00:00+00:30", "2026-11-20T12:30:00Z"],
    ["soon", undefined],
    [null, undefined],
  ] as const)
    it(`returns the deadline ${until} for the expiry ${expires}`, (context) => {
      context.mock.timers.enable({ apis: ["Date"], now: noon });
      const deadline = until && ` The login is open until ${formatShortDateTime(new Date(until))}.`;
      assert.deepEqual(flowSummary(viewOf({ ...running, flow_expires_at: expires })), [
        `The website is waiting for input.${deadline ?? ""}`,
      ]);
    });

  it("converts the deadline to the local clock", (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: noon.getTime() + 7 * 60_000 });
    const [summary] = flowSummary(viewOf({ ...running, flow_expires_at: "2026-11-20T12:10:00Z" }));
    const deadline = formatShortDateTime(new Date("2026-11-20T12:17:00Z"));
    assert.equal(summary, `The website is waiting for input. The login is open until ${deadline}.`);
  });

  it("reports an expired login as timed out and omits its fields", () => {
    const late = {
      ...running,
      flow_expires_at: "2026-11-20T11:59:00Z",
      fields: [{ id: "f", ref: "user", type: "text", label: "User" }],
    };
    assert.deepEqual(flowSummary(viewOf(late)), ["The last login timed out."]);
    assert.equal(state({ ...late, status: "NEEDS_AUTH" }).text, "Login timed out");
    assert.equal(flowProgress(facts(late)).text, "Login: Expired: Waiting for input");
    assert.ok(!details(late).some(({ label }) => label === "User"));
  });
});

describe("answerCountdown", () => {
  const open = { ...running, flow_expires_at: "2026-11-20T12:10:00Z" };
  for (const [situation, fields, before] of [
    ["input", {}, "Answer within {0}."],
    ["an external action", { flow_step: "AWAITING_EXTERNAL_ACTION" }, "Approve within {0}."],
    ["a search for the form", { flow_step: "DISCOVERING" }, undefined],
    ["a submission", { flow_step: "SUBMITTING" }, undefined],
    ["an expired login", { flow_status: "EXPIRED" }, undefined],
    ["a past deadline", { flow_expires_at: "2026-11-20T12:00:00Z" }, undefined],
    ["no deadline", { flow_expires_at: null }, undefined],
  ] as const)
    it(`counts down only while a person must act: ${situation}`, (context) => {
      // This computer's clock is 7 minutes fast.
      context.mock.timers.enable({ apis: ["Date"], now: noon.getTime() + 7 * 60_000 });
      const countdown = answerCountdown(viewOf({ ...open, ...fields }));
      assert.equal(countdown?.before, before);
      if (countdown !== undefined) assert.equal(countdown.until, Date.parse("2026-11-20T12:17:00Z"));
    });
});

describe("flowDetails", () => {
  const byLabel = (fields: object): Readonly<Record<string, readonly (string | undefined)[]>> => {
    const rows = details({ ...running, ...fields });
    for (const { volatile } of rows) assert.equal(volatile, true, "a flow is over by the next reload");
    return Object.fromEntries(rows.slice(1).map(({ label, note, value }) => [label, [value.text, note]]));
  };

  it("shows an error code unchanged", () => {
    for (const code of ["credentials_invalid", "moon_phase"])
      assert.deepEqual(byLabel({ error_code: code })["Error"], [code, undefined]);
  });

  it("returns rows for errors and messages only if the service reports them", () => {
    const messages = { error_code: "c", error_message: "m", website_error: "w" };
    assert.deepEqual(
      Object.keys(byLabel(messages)),
      ["Error", "Message"],
      "the website's words are in the task",
    );
    assert.deepEqual(Object.keys(byLabel({ ...messages, flow_status: "FAILED" })), [
      "Error",
      "Message",
      "The website says",
    ]);
    assert.deepEqual(Object.keys(byLabel({})), []);
  });

  it("shows the MFA method of a field in the deprecated list", () => {
    const field = { name: "otp", type: "code", label: "Code", placeholder: "000000", linked_mfa_type: "sms" };
    assert.equal(byLabel({ discovered_fields: [field] })["Code"]?.[1], "000000 · Belongs to: code by SMS");
  });

  it("lists the type and notes of each field and choice", (t) => {
    const fields = [
      { id: "f_1", ref: "user", type: "identifier", label: "User", hint: "Your address" },
      { id: "f_2", ref: "code", type: "retina", required: false, replace_existing: true },
      { id: "f_3" },
    ];
    const option = { masked_destination: "a•••@example.com", description: "Work", label: "Acme" };
    const choices = [{ id: "c_1", type: "account", ...option }, { id: "c_2" }];
    t.assert.snapshot(byLabel({ fields, choices }));
  });
});

describe("loginTask", () => {
  const code = { id: "f", ref: "otp", type: "totp_code", label: "Verification code" };
  const password = { id: "p", ref: "password", type: "password", label: "Password" };
  const user = { id: "u", ref: "user", type: "identifier", label: "Email" };
  const choices = [{ id: "c", type: "mfa_method", mfa_type: "push", label: "Push" }];
  const asks = { ...running, interaction_id: "i_1" };
  const elsewhere = { ...asks, flow_step: "AWAITING_EXTERNAL_ACTION" };
  it("returns a title and buttons that match the website's request", (t) => {
    const cases = [
      { ...asks, fields: [code] },
      { ...asks, fields: [{ ...code, type: "code" }] },
      { ...asks, fields: [password] },
      { ...asks, fields: [user] },
      { ...asks, fields: [user, password] },
      { ...asks, fields: [{ ...user, required: false }, password] },
      { ...asks, fields: [{ id: "s", ref: "x", type: "totp_secret" }] },
      { ...asks, discovered_fields: [{ name: "otp", type: "code", linked_mfa_type: "sms" }] },
      { ...asks, choices },
      asks,
      elsewhere,
      { ...elsewhere, choices },
      { ...running, flow_step: "SUBMITTING" },
      { flow_status: "IN_PROGRESS" },
    ];
    t.assert.snapshot(
      cases
        .map((fields) => task(fields))
        .map(({ buttons, title }) => [title, ...labelsOf(buttons)].join(" | ")),
    );
  });

  it("shows the action on another device, the website's error and other login methods", () => {
    const { message, notes } = task({
      ...elsewhere,
      external_action_message: "Tap 42 on your phone",
      website_error: "Too slow",
      choices,
    });
    assert.deepEqual(
      [message, notes],
      ["Tap 42 on your phone", ['The website says: "Too slow"', "The website also offers: Push"]],
    );
    assert.deepEqual(task({ ...asks, choices }).notes, [], "what is to be chosen is no other way");
  });

  it("lists the hint and the remaining fields below the title", () => {
    const name = { id: "n", ref: "device", type: "text", label: "Device", required: false };
    const { notes, title } = task({ ...asks, fields: [name, { ...user, hint: "Your address" }, password] });
    assert.deepEqual([title, notes], ["Enter: Email", ["Your address", "Then: Password, Device (optional)"]]);
  });

  for (const [problem, refusal] of [
    ["a rejected password", { fields: [user, { ...password, reason: "rejected" }] }],
    ["an error of the website", { fields: [user, password], website_error: "Wrong" }],
  ] as const)
    it(`lists fields in the same order as the login form after ${problem}`, () => {
      const fields = { ...asks, interaction_id: "i1", ...refusal };
      const form = loginForm(connection(fields));
      assert.deepEqual(column(form?.entries ?? [], "label"), ["Password", "Email"]);
      const { notes, title } = task(fields);
      assert.ok([title, ...notes].includes("Enter the password"));
      assert.ok(notes.includes("Then: Email"));
    });

  it("omits a link that only leads to other login methods", () => {
    const link = { id: "c", type: "mfa_method", mfa_type: "switch", label: "Try another way" };
    assert.deepEqual(task({ ...asks, fields: [code], choices: [link] }).notes, []);
    assert.deepEqual(task({ ...elsewhere, choices: [link] }).notes, []);
  });

  it("omits accounts and the current method from the list of other login methods", () => {
    const sent = { ...code, type: "code", hint: "Sent to •• 42" };
    const options = [
      { id: "c1", type: "mfa_method", mfa_type: "sms", label: "Text message", masked_destination: "•• 42" },
      { id: "c2", type: "mfa_method", mfa_type: "totp", label: "Authenticator app" },
      { id: "c3", type: "sso_provider", label: "Google" },
      { id: "c4", type: "account", label: "Helpdesk Team" },
    ];
    const offered = (fields: object): string | undefined => task({ ...asks, ...fields }).notes.at(-1);
    assert.equal(
      offered({ fields: [sent], choices: options }),
      "The website also offers: Authenticator app, Google",
    );
    assert.equal(
      offered({ fields: [code], choices: options }),
      "The website also offers: Text message, Google",
    );
    assert.equal(offered({ fields: [sent], choices: [options[0], options[3]] }), "Sent to •• 42");
  });

  it("shows a button that refreshes the connection after an external approval", () => {
    const [approved] = task(elsewhere).buttons;
    assert.deepEqual(approved?.press, {
      does: "run",
      command: "managedAuth.showConnection",
      args: { id: "ma_1", resultId: service.id },
    });
  });

  it("shows a rejection in the title and the requested input below it", (t) => {
    t.assert.snapshot(
      (
        [
          [password, undefined, false],
          [password, undefined, true],
          [code, undefined, false],
          [user, undefined, true],
          [undefined, "Wrong", false],
          [undefined, undefined, false],
          [undefined, undefined, true],
        ] as const
      ).map(([refused, website_error, opened]) => {
        const rejected = refused && { ...refused, reason: "rejected" };
        const { notes, title } = task({ ...asks, website_error, fields: [rejected ?? password] }, opened);
        return { rejected: refused?.label, website_error, opened, title, note: notes[0] };
      }),
    );
  });
});

describe("a running login's status pill", () => {
  const field = (type: string) => ({ fields: [{ id: type, ref: type, type }] });
  for (const [expected, tone, more] of [
    ["Asks for a password", "warning", field("password")],
    ["Asks for a code", "warning", field("totp_code")],
    ["Asks for a user name", "warning", field("identifier")],
    ["Asks for input", "warning", field("tel")],
    ["Asks you to choose", "warning", { choices: [{ id: "c", type: "mfa_method", label: "Push" }] }],
    ["Asks you to approve", "warning", { flow_step: "AWAITING_EXTERNAL_ACTION" }],
    ["Logging in", "info", { flow_step: "DISCOVERING" }],
    ["Submitting", "info", { flow_step: "SUBMITTING" }],
  ] as const)
    it(`shows "${expected}"`, () => {
      const { text, tone: drawn } = state({ ...running, ...more });
      assert.deepEqual([text, drawn], [expected, tone]);
    });
});
