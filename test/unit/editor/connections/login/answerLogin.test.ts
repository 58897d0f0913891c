import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { AccountAccess } from "../../../../../src/editor/accounts/clientFactory.ts";
import { answerLogin } from "../../../../../src/editor/connections/login/answerLogin.ts";
import { LoginMemory } from "../../../../../src/editor/connections/context/loginMemory.ts";
import type { LoginSnapshot, SubmitOutcome } from "../../../../../src/domain/login/loginSnapshot.ts";
import { cancelShownWait } from "../../../../../src/editor/kit/questionHost.ts";
import { noteUserActive, runForUser } from "../../../../../src/editor/kit/userAttention.ts";
import { env, InputBox, logged, mentioned, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { validationText } from "../../../../support/asking.ts";
import { loginSnapshot, ScriptedLogins } from "../../../../support/logins.ts";
import { Offers, quiet } from "../../../../support/offers.ts";
import { inPart } from "../../../../support/inPart.ts";
import { columns, labelsOf } from "../../../../support/rows.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(() => {
  reset();
  noteUserActive();
});

const identifier = { id: "f_user", ref: "user", type: "identifier", label: "User name" };
const password = { id: "f_pass", ref: "password", type: "password", label: "Password" };
const code = { id: "f_code", ref: "code", type: "code", label: "Code", hint: "Sent to •• 42" };
const awaitingInput = (interaction: string, more: object): LoginSnapshot =>
  loginSnapshot({
    connection: {
      flow_status: "IN_PROGRESS",
      flow_step: "AWAITING_INPUT",
      interaction_id: interaction,
      ...more,
    },
  });

const loggedIn = loginSnapshot({ end: { kind: "loggedIn" }, connection: { status: "AUTHENTICATED" } });

function startAnswering(context: TestContext, first: LoginSnapshot) {
  const logins = new ScriptedLogins();
  logins.publish(first);
  const offers = new Offers(context);
  const { client } = offers;
  const baseUrl = "https://api.example.com";
  const access: AccountAccess = {
    account: { kind: "service", id: "a", label: "Team", baseUrl },
    baseUrl,
    client,
  };
  const started: unknown[] = [];
  const start = (...args: unknown[]): Promise<void> => Promise.resolve(void started.push(args));
  const memory = new LoginMemory();
  /** Calls `answerLogin` again, as when the user continues the login. */
  const again = async (): Promise<LoginSnapshot | undefined> => {
    const connection = { id: "ma_1", domain: "shop.example" };
    const parts = { logins, connections: { logins: logins.snapshots }, start, memory };
    const outcome = await answerLogin(inPart(parts), access, connection, []);
    return typeof outcome === "string" ? assert.fail(outcome) : outcome;
  };
  const done = again();
  /** Ends the login successfully and returns the result of `answerLogin`. */
  const ends = (): typeof done => {
    logins.publish(loggedIn);
    return done;
  };
  context.after(ends);
  return { logins, offers, started, memory, again, done, ends };
}

/** Starts with a form of these fields. */
const startForm = (context: TestContext, ...fields: readonly object[]) =>
  startAnswering(context, awaitingInput("i1", { fields }));

async function type(text: string): Promise<InputBox> {
  const input = await screen.next(InputBox);
  input.submit(text);
  return input;
}

/** Types into the last field of a form and waits until the form is sent. */
async function submit(text: string): Promise<InputBox> {
  const input = await type(text);
  await quiet();
  return input;
}

const answer = (interaction_id: string, field_values: Readonly<Record<string, string>>): object => ({
  interaction_id,
  field_values,
});

/**
 * Returns the prompts that the test hasn't read. Excludes busy lists, which a slow machine may show between two
 * prompts.
 */
const unreadQuestions = (): readonly object[] =>
  screen.rest.filter((shown) => !(shown instanceof QuickPick && shown.busy && shown.items.length === 0));

describe("logging in within VS Code", () => {
  it("rejects a code that consists only of spaces", async (context) => {
    const { logins } = startForm(context, code);
    const input = await type("  ");
    assert.match(validationText(input), /^error: The website requires a value/);
    assert.deepEqual(logins.calls, []);
  });

  it("asks for one field at a time, masks passwords and submits once", async (context) => {
    const { ends, logins } = startForm(context, identifier, password);
    const user = await type("ada");
    assert.deepEqual([user.title, user.step, user.totalSteps], ["Log In to shop.example", 1, 2]);
    assert.equal(user.prompt, "User name: Kept in memory until the login ends.");
    assert.deepEqual([user.password, user.ignoreFocusOut], [false, true]);
    const secret = await type("hunter2 ");
    assert.deepEqual([secret.password, secret.step, secret.value], [true, 2, "hunter2 "]);
    (await screen.next(QuickPick)).choose("Keep as Entered");
    await quiet();
    assert.deepEqual(logins.sent, [answer("i1", { f_user: "ada", f_pass: "hunter2 " })]);
    assert.equal((await ends())?.end?.kind, "loggedIn");
    assert.deepEqual(unreadQuestions(), []);
  });

  it("trims a user name and shows the trimmed value before sending it", async (context) => {
    const { logins } = startForm(context, identifier);
    const input = await submit("ana@corp.example ");
    assert.equal(validationText(input), "info: Press Enter to use ana@corp.example");
    assert.deepEqual(logins.sent, [answer("i1", { f_user: "ana@corp.example" })]);
  });

  it("removes separators from numeric codes but not from other codes", async (context) => {
    const { logins } = startForm(context, code);
    const typed = ["123-456", "G-123456", "１２３４５６", "12\u200b3456", "abcd-1234", "two words"];
    for (const [at, text] of typed.entries()) {
      await submit(text);
      logins.publish(awaitingInput(`i${at + 2}`, { fields: [{ ...code, reason: "rejected" }] }));
    }
    const sent = ["123456", "123456", "123456", "123456", "abcd-1234", "two words"];
    assert.deepEqual(
      logins.sent,
      sent.map((value, at) => answer(`i${at + 1}`, { f_code: value })),
    );
  });

  for (const [field, typed, warning, sent] of [
    [password, " hunter2", "Password begins or ends with a space.", "hunter2"],
    [password, "hun\u200bter2", "Password has an invisible character (⟨U+200B⟩).", "hunter2"],
    [{ ...identifier, type: "text" }, "ada ", "User name begins or ends with a space.", "ada"],
    [identifier, "a\u2060da", "User name has an invisible character (⟨U+2060⟩).", "ada"],
  ] as const)
    it(`asks before sending a suspicious value: ${warning}`, async (context) => {
      const { logins } = startForm(context, field);
      await type(typed);
      const question = await screen.next(QuickPick);
      assert.equal(question.prompt, warning);
      assert.deepEqual(labelsOf(question.rows), ["Clean Up", "Keep as Entered"]);
      question.press("Back");
      const again = await screen.next(InputBox);
      assert.equal(again.value, typed);
      again.enter();
      (await screen.next(QuickPick)).choose("Clean Up");
      await quiet();
      assert.deepEqual(logins.sent, [answer("i1", { [field.id]: sent })]);
    });

  const authenticator = { id: "f_totp", ref: "totp_secret", type: "totp_secret" };

  it("sends only the secret from an otpauth URL", async (context) => {
    const { logins } = startForm(context, authenticator);
    const input = await submit("otpauth://totp/x?secret=jbsw%20y3dp%20ehpk%203pxp");
    assert.match(input.prompt ?? "", /^Authenticator secret: /);
    assert.equal(input.password, true);
    assert.deepEqual(logins.sent, [answer("i1", { f_totp: "JBSWY3DPEHPK3PXP" })]);
  });

  it("refuses an otpauth URL with unusual parameters", async (context) => {
    const { logins } = startForm(context, authenticator);
    const input = await submit("otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=8");
    assert.match(validationText(input), /^error: These codes have SHA1, 8 digits, 30 seconds\./);
    assert.deepEqual(logins.sent, []);
  });

  it("refuses to replace a stored authenticator secret that has unusual settings", async (context) => {
    const form = { fields: [authenticator], credential: { name: "bot" } };
    const { logins, offers } = startAnswering(context, awaitingInput("i0", { fields: [code] }));
    offers.reply("/credentials/bot", 200, { id: "c", name: "bot", totp_period: 60 });
    await screen.next(InputBox);
    logins.publish(awaitingInput("i1", form));
    const input = await submit("JBSWY3DPEHPK3PXP");
    assert.match(
      validationText(input),
      /^error: The stored secret makes codes with SHA1, 6 digits, 60 seconds\./,
    );
    assert.deepEqual(logins.sent, []);
  });

  it("keeps the open prompt and its text if the user runs the command again", async (context) => {
    const { again, logins } = startForm(context, password, code);
    await type("hunter2");
    const input = await screen.next(InputBox);
    input.type("12");
    const shows = context.mock.method(input, "show");
    for (const times of [1, 2]) {
      const once = runForUser(again);
      await quiet();
      assert.deepEqual([input.value, input.shown, shows.mock.callCount()], ["12", true, times]);
      assert.equal(await once, undefined);
    }
    assert.deepEqual([...new Set(unreadQuestions())], [input], "no other form");
    assert.deepEqual(mentioned, [], "nobody has left this one");
    input.submit("123456");
    await quiet();
    assert.deepEqual(logins.sent, [answer("i1", { f_pass: "hunter2", f_code: "123456" })]);
  });

  it("keeps entered values while the user views other login methods", async (context) => {
    const choice = { id: "c_sms", type: "mfa_method", label: "Text message" };
    const { logins } = startAnswering(
      context,
      awaitingInput("i1", { fields: [password, code], choices: [choice] }),
    );
    await type("hunter2");
    (await screen.next(InputBox)).press("Other Ways");
    (await screen.next(QuickPick)).press("Back");
    const digits = await type("123456");
    assert.deepEqual([digits.step, digits.prompt?.startsWith("Code")], [2, true]);
    await quiet();
    assert.deepEqual(logins.sent, [answer("i1", { f_pass: "hunter2", f_code: "123456" })]);
  });

  it("shows the website's message about a refused password and prompts again", async (context) => {
    const { logins } = startForm(context, password);
    await submit("wrong");
    logins.publish(
      awaitingInput("i2", {
        fields: [{ ...password, reason: "rejected" }],
        website_error: "Incorrect. See https://x.example/?code=SECRET [help](command:evil)",
      }),
    );
    const again = await screen.next(InputBox);
    assert.deepEqual([again.value, again.placeholder], ["", "Password"]);
    assert.equal(
      validationText(again),
      'warning: The website says: "Incorrect. See https://x.example/?•••••••• [help] (command:evil)" Several wrong tries may lock the account.',
    );
    again.submit("right");
    await quiet();
    logins.publish(awaitingInput("i3", { fields: [code] }));
    const digits = await type(" 123 456\t");
    assert.equal(digits.prompt, "Code: Sent to •• 42. Your code is sent once and never saved.");
    await quiet();
    assert.deepEqual(logins.sent.at(-1), answer("i3", { f_code: "123456" }));
    assert.equal(logins.sent.length, 3);
  });

  it("submits an answer only once even if the service still reports the old question", async (context) => {
    const { logins } = startForm(context, password);
    await submit("right");
    logins.publish(awaitingInput("i1", { fields: [password] }));
    logins.publish(awaitingInput("i1", { fields: [password], flow_step: "SUBMITTING" }));
    await quiet();
    assert.deepEqual([logins.sent.length, unreadQuestions().length], [1, 0]);
  });

  const older = (more: object = {}): LoginSnapshot =>
    loginSnapshot({
      connection: {
        flow_status: "IN_PROGRESS",
        flow_step: "AWAITING_INPUT",
        discovered_fields: [{ name: "password", type: "password", label: "Password" }],
        ...more,
      },
    });

  it("repeats a prompt without an interaction ID only after the answer is checked", async (context) => {
    const { logins } = startAnswering(context, older());
    await submit("wrong");
    logins.publish(older());
    await quiet();
    assert.deepEqual([logins.sent.length, unreadQuestions().length], [1, 0]);
    logins.publish(older({ flow_step: "SUBMITTING" }));
    logins.publish(older());
    await submit("right");
    assert.deepEqual(logins.sent, [{ fields: { password: "wrong" } }, { fields: { password: "right" } }]);
  });

  it("prompts again if the answer is checked before the submit request completes", async (context) => {
    const { logins } = startAnswering(context, older());
    const accepted = Promise.withResolvers<SubmitOutcome>();
    logins.submits.push(accepted.promise);
    await submit("wrong");
    logins.publish(older({ flow_step: "SUBMITTING" }));
    logins.publish(older());
    accepted.resolve({ kind: "accepted" });
    await submit("right");
    assert.equal(logins.sent.length, 2);
  });

  for (const [what, again, waiting] of [
    ["prompts again after ten seconds without an interaction ID", 1, older()],
    ["never prompts again for the same interaction", 0, awaitingInput("i1", { fields: [password] })],
  ] as const)
    it(what, async (context) => {
      context.mock.timers.enable({ apis: ["setTimeout"] });
      startAnswering(context, waiting);
      await submit("right");
      context.mock.timers.tick(9_999);
      await quiet();
      assert.equal(unreadQuestions().length, 0);
      context.mock.timers.tick(1);
      await quiet();
      assert.equal(unreadQuestions().length, again);
    });

  for (const [save, words] of [
    [true, "Sent once. After a successful login the service saves this value."],
    [false, "Sent once, never saved."],
  ] as const)
    it(`explains where entered values are stored if save_credentials is ${save}`, async (context) => {
      startAnswering(context, awaitingInput("i1", { fields: [password], save_credentials: save }));
      const input = await screen.next(InputBox);
      assert.equal(input.prompt, `Password: ${words}`);
    });

  it("returns to the previous field with its value on Back", async (context) => {
    const { logins } = startForm(context, identifier, password);
    await type("ada");
    (await screen.next(InputBox)).press("Back");
    const user = await screen.next(InputBox);
    assert.equal(user.value, "ada");
    user.enter();
    await submit("x");
    assert.equal(logins.sent.length, 1);
  });

  it("prompts for the rejected field first and keeps the user name", async (context) => {
    const { logins } = startForm(context, identifier, password);
    await type("ada");
    await submit("wrong");
    logins.publish(awaitingInput("i2", { fields: [identifier, { ...password, reason: "rejected" }] }));
    const secret = await screen.next(InputBox);
    assert.deepEqual(
      [secret.placeholder, secret.step, secret.totalSteps, secret.value],
      ["Password", 1, 2, ""],
    );
    secret.submit("right");
    const user = await screen.next(InputBox);
    assert.deepEqual([user.value, user.step], ["ada", 2], "it may be mended, and is not typed again");
    user.enter();
    await quiet();
    assert.deepEqual(logins.sent.at(-1), answer("i2", { f_user: "ada", f_pass: "right" }));
  });

  it("prompts for a rejected code first and never prefills text fields", async (context) => {
    const text = { ...identifier, id: "f_text", type: "text", label: "Mother's name" };
    const { logins } = startForm(context, identifier, text, code);
    for (const entered of ["ada", "secret", "123456"]) await submit(entered);
    logins.publish(awaitingInput("i2", { fields: [identifier, text, { ...code, reason: "rejected" }] }));
    const first = await type("654321");
    assert.deepEqual([first.placeholder, first.step], ["Code", 1]);
    const second = await screen.next(InputBox);
    assert.deepEqual([second.placeholder, second.value, second.step], ["Mother's name", "", 2]);
  });

  it("prefills the user name after a cancelled prompt", async (context) => {
    const { again, done, logins } = startForm(context, identifier, password);
    await type("ada");
    const secret = await screen.next(InputBox);
    secret.type("half");
    secret.escape();
    await done;
    const continued = again();
    assert.equal((await screen.next(InputBox)).value, "ada");
    logins.publish(awaitingInput("i2", { fields: [password] }));
    assert.equal((await screen.next(InputBox)).value, "");
    logins.publish(awaitingInput("i3", { fields: [{ ...password, reason: "rejected" }] }));
    await submit("right");
    assert.deepEqual(logins.sent, [answer("i3", { f_pass: "right" })]);
    logins.publish(loggedIn);
    await continued;
  });

  it("requires mandatory fields and omits empty optional fields", async (context) => {
    const optional = { ...identifier, required: false };
    const { logins } = startForm(context, optional, password);
    const secret = await screen.next(InputBox);
    secret.enter();
    assert.equal(validationText(secret), "error: The website requires a value.");
    secret.submit("x");
    (await screen.next(InputBox)).enter();
    await quiet();
    assert.deepEqual(logins.sent, [answer("i1", { f_pass: "x" })]);
  });

  it("prompts for the password first if a form with deprecated fields is rejected", async (context) => {
    const discovered_fields = [
      { name: "email", type: "email", label: "Email" },
      { name: "password", type: "password", label: "Password" },
    ];
    const { logins } = startAnswering(context, older({ discovered_fields }));
    for (const entered of ["ada@x.example", "wrong"]) await submit(entered);
    logins.publish(older({ discovered_fields, website_error: "Wrong" }));
    assert.equal((await type("right")).placeholder, "Password");
    assert.equal((await screen.next(InputBox)).value, "ada@x.example");
  });

  it("lists other methods with masked destinations behind the Other Ways button", async (context) => {
    const choices = [
      {
        id: "c_sms",
        type: "mfa_method",
        label: "Text $(alert) message",
        masked_destination: "•• 42",
        mfa_type: "sms",
      },
      { id: "c_push", type: "mfa_method", label: "Push", context: "On your phone", mfa_type: "push" },
    ];
    const { logins } = startAnswering(context, awaitingInput("i1", { fields: [code], choices }));
    const input = await screen.next(InputBox);
    assert.match(input.prompt ?? "", / Other ways: Push$/);
    input.press("Other Ways");
    const pick = await screen.next(QuickPick);
    assert.deepEqual(columns(pick.rows, "label", "description", "detail"), [
      ["Text $⟨U+0028⟩alert) message", "•• 42", undefined],
      ["Push", undefined, "On your phone"],
    ]);
    pick.loseFocus();
    pick.press("Back");
    (await screen.next(InputBox)).press("Other Ways");
    (await screen.next(QuickPick)).choose("Push");
    await quiet();
    assert.deepEqual(logins.sent, [{ interaction_id: "i1", selected_choice_id: "c_push" }]);
  });

  const outside = (more: object = {}): LoginSnapshot =>
    awaitingInput("i1", {
      flow_step: "AWAITING_EXTERNAL_ACTION",
      external_action_message: "Confirm 42",
      ...more,
    });

  it("checks the login after the user confirms a step outside the browser", async (context) => {
    const choices = [{ id: "c_sms", label: "Text message" }];
    const { logins } = startAnswering(context, outside({ choices }));
    const pick = await screen.next(QuickPick);
    assert.equal(pick.prompt, "Confirm 42");
    pick.loseFocus();
    assert.deepEqual(labelsOf(pick.rows), ["I've Approved It", "Text message"]);
    pick.choose("I've Approved It");
    await quiet();
    assert.deepEqual([logins.calls, logins.sent], [["hint a ma_1"], []]);
    logins.publish(awaitingInput("i2", { fields: [code] }));
    await submit("123456");
  });

  it("shows the website's message about a step outside the browser", async (context) => {
    startAnswering(context, outside({ website_error: "Denied on the phone" }));
    const list = await screen.next(QuickPick);
    assert.equal(list.prompt, 'The website says: "Denied on the phone". Confirm 42');
  });

  it("describes a step outside the browser in the list's prompt, not its placeholder", async (context) => {
    startAnswering(context, outside({ external_action_message: undefined }));
    const list = await screen.next(QuickPick);
    assert.deepEqual(
      [list.prompt, list.placeholder],
      ["Complete the step that the website asks for.", "Choose how to continue"],
    );
  });

  it("shows no message about a step outside the browser after the website proceeds", async (context) => {
    const { logins } = startAnswering(context, outside());
    (await screen.next(QuickPick)).choose("I've Approved It");
    await quiet();
    logins.publish(awaitingInput("i2", { fields: [code] }));
    assert.equal(validationText(await screen.next(InputBox)), "");
  });

  it("reports that the website hasn't confirmed the step outside the browser", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { logins } = startAnswering(context, outside());
    (await screen.next(QuickPick)).choose("I've Approved It");
    await quiet();
    logins.publish(outside({ website_error: "Denied" }));
    context.mock.timers.tick(10_000);
    await quiet();
    const list = unreadQuestions().at(-1);
    assert.ok(list instanceof QuickPick);
    assert.equal(
      list.prompt,
      'The website hasn\'t confirmed the step yet. The website says: "Denied". Confirm 42',
    );
  });

  it("ends without a message on Esc while a step outside the browser is checked", async (context) => {
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const { done } = startAnswering(context, outside());
    (await screen.next(QuickPick)).choose("I've Approved It");
    await quiet();
    context.mock.timers.tick(250);
    cancelShownWait();
    assert.equal(await done, undefined);
    assert.deepEqual(mentioned, []);
    assert.deepEqual(unreadQuestions(), []);
  });

  it("keeps the form and typed text while another client's answer is checked", async (context) => {
    const { ends, logins } = startForm(context, password);
    const first = await screen.next(InputBox);
    first.type("half a pass");
    logins.publish(awaitingInput("i1", { flow_step: "SUBMITTING", interaction_id: undefined, fields: [] }));
    logins.publish(awaitingInput("i1", { fields: [password] }));
    await quiet();
    assert.deepEqual([first.disposed, first.value], [false, "half a pass"]);
    logins.publish(awaitingInput("i2", { fields: [code] }));
    const second = await screen.next(InputBox);
    assert.match(validationText(second), /now asks for something else\. Your answer wasn't used\./);
    assert.deepEqual([first.disposed, second.value, second.password], [true, "", false]);
    await ends();
    assert.equal(second.disposed, true);
    assert.deepEqual(logins.sent, []);
  });

  it("explains that the form was renewed if only its interaction ID changed", async (context) => {
    const { logins } = startForm(context, password);
    (await screen.next(InputBox)).type("half a pass");
    logins.publish(
      awaitingInput("i2", { fields: [{ ...password, label: "Your password" }], website_error: "Timed out" }),
    );
    const second = await screen.next(InputBox);
    assert.equal(
      validationText(second),
      'warning: The form was renewed. Enter the value again. The website says: "Timed out".',
    );
    assert.deepEqual(logins.sent, []);
  });

  const refusal = { kind: "invalid", status: 422, message: "Not now.", sent: "refused" } as const;
  const outcomes: readonly (readonly [SubmitOutcome, RegExp])[] = [
    [{ kind: "notTaken" }, /answer wasn't accepted/],
    [{ kind: "unknown" }, /We couldn't confirm receipt\. Resend\?/],
    [
      { kind: "refused", error: refusal },
      /The service didn't accept the input\. "Not now\." Your answer wasn't accepted\. Enter the answer again\./,
    ],
    [{ kind: "stale", error: { ...refusal, status: 400 } }, /The form was renewed\. Enter the value again\./],
  ];
  for (const [submitted, words] of outcomes)
    it(`prompts again with a reason and an empty field after the result "${submitted.kind}"`, async (context) => {
      const { logins } = startForm(context, password);
      logins.submits.push(submitted);
      await type("secret");
      const again = await screen.next(InputBox);
      assert.equal(again.value, "");
      assert.match(validationText(again), words);
      assert.equal(logins.sent.length, 1);
    });

  it("leaves the login running and shows no message on Esc", async (context) => {
    const { done, logins } = startForm(context, password);
    (await screen.next(InputBox)).escape();
    assert.equal(await done, undefined);
    assert.deepEqual(mentioned, []);
    assert.deepEqual(logins.calls, []);
  });

  const tooMany = Array.from({ length: 21 }, (_, at) => ({ id: `f${at}` }));
  const discovered_fields = [{ name: "password", type: "password" }];
  for (const [limitation, form] of [
    ["too many fields", { fields: tooMany }],
    ["an unreadable second field", { fields: [password, { ref: "code" }] }],
    ["unreadable fields besides deprecated ones", { fields: [{ ref: "code" }], discovered_fields }],
    ["an invalid list of fields besides deprecated ones", { fields: "password", discovered_fields }],
  ] as const)
    it(`refers the user to the login page for a form with ${limitation}`, async (context) => {
      const { done, logins, started } = startAnswering(context, awaitingInput("i1", form));
      (await expectMessage("This form can't be shown here. Use the login page.")).choose("Open Login Page");
      assert.equal(await done, undefined);
      await quiet();
      assert.deepEqual(started, [["managedAuth.logIn", { id: "ma_1", page: true }, "a"]]);
      assert.deepEqual([unreadQuestions(), logins.sent], [[], []]);
    });

  it("renders a hostile label as one line of plain text", async (context) => {
    const label = "Pass\u0000word\n\u202E<b>$(alert) [x](command:evil)";
    startForm(context, { ...password, label });
    const { prompt = "" } = await screen.next(InputBox);
    for (const sign of ["\u0000", "\n", "\u202E", "$(", "]("]) assert.ok(!prompt.includes(sign));
    assert.match(prompt, /^Pass�word�⟨U\+202E⟩<b>/);
  });

  it("stores no entered value except the user name", async (context) => {
    const value = "s3cret-vålue-77";
    const text = { ...identifier, id: "f_text", type: "text" };
    const all = { fields: [identifier, text, password, code] };
    const { ends, logins, memory } = startAnswering(context, awaitingInput("i1", all));
    await type("ada");
    const inputs = [await type(value), await type(value), await type(value)];
    await quiet();
    const userNames = ["f_user", "f_text", "f_pass", "f_code"].map((key) =>
      memory.userNamesOf("login_1").get(key),
    );
    await ends();
    for (const input of inputs) input.value = "";
    const outputs = { logged, mentioned, shown: screen.all, asked: logins.calls, clip: env.clipboard.text };
    assert.doesNotMatch(JSON.stringify(outputs), new RegExp(value));
    assert.deepEqual([inputs.every(({ disposed }) => disposed), logins.sent.length], [true, 1]);
    assert.deepEqual(userNames, ["ada", undefined, undefined, undefined]);
  });
});
