// Tests logins of the sandbox with literal JSON: start, fields, answers, outcomes, health checks and timelines.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  waitingLogin,
  newConnection,
  loggedInConnection,
  logins,
  start,
  startedLogin,
  type Fields,
} from "../unit/sandbox/logins.ts";
import { objectOf, send } from "../unit/sandbox/support.ts";
import { assertManagedAuth } from "./managedAuthDocument.ts";
import { column, columns } from "../support/rows.ts";

const credentials = { field_values: { field_identifier: "alex", field_password: "right" } };
const code = { field_values: { field_code: "123456" } };

/** Summarizes the state of a login. */
const stateOf = ({ status, flow_status, flow_step, error_code }: Fields) =>
  [status, flow_status, flow_step, error_code].filter((word) => typeof word === "string").join(" ");

const codeOf = (answer: { status: number; body: unknown }) => [answer.status, objectOf(answer.body)["code"]];

describe("a login in the sandbox", () => {
  it("returns a login page URL and starts at the step DISCOVERING", async (t) => {
    const { port, login, read, id } = await newConnection(t);
    const { status, body } = await login(id);
    const { hosted_url, live_view_url, ...others } = objectOf(body);
    assert.equal(status, 200);
    assert.deepEqual(others, { id, flow_type: "LOGIN", flow_expires_at: "2026-11-20T12:20:00.000Z" });
    assert.match(String(live_view_url), new RegExp(`^http://127\\.0\\.0\\.1:${port}/browsers/bs_\\w+/live$`));
    assert.match(
      String(hosted_url),
      new RegExp(`^http://127\\.0\\.0\\.1:${port}/login/${id}\\?code=sandbox%2F[\\w-]{43}%3D$`),
    );
    const connection = assertManagedAuth(await read(id));
    assert.equal(stateOf(connection), "NEEDS_AUTH IN_PROGRESS DISCOVERING");
    assert.equal(connection.hosted_url, hosted_url);
  });

  it("requests identifier and password in both current and deprecated response fields", async (t) => {
    const { login, read, advance, id } = await newConnection(t);
    await login(id, {});
    await advance(1);
    const connection = assertManagedAuth(await read(id));
    const { fields, discovered_fields, choices, interaction_id } = connection;
    assert.equal(stateOf(connection), "NEEDS_AUTH IN_PROGRESS AWAITING_INPUT");
    assert.match(String(interaction_id), /^mai_/);
    const hint = "Any password works, except “wrong”.";
    assert.deepEqual(fields, [
      {
        id: "field_identifier",
        ref: "identifier",
        type: "identifier",
        reason: "missing",
        input_mode: "email",
        label: "Email or user name",
        observed_selector: "#identifier",
      },
      {
        id: "field_password",
        ref: "password",
        type: "password",
        reason: "missing",
        label: "Password",
        hint,
        observed_selector: "#password",
      },
    ]);
    assert.deepEqual(discovered_fields, [
      { name: "identifier", type: "text", label: "Email or user name", selector: "#identifier" },
      { name: "password", type: "password", label: "Password", selector: "#password", hint },
    ]);
    assert.equal(choices, null);
  });

  it("succeeds with any value except `wrong`", async (t) => {
    const { answer, read, advance, timeline, id } = await waitingLogin(t);
    const { status, body } = await answer(id, credentials);
    assert.deepEqual([status, body], [202, { accepted: true }]);
    assert.equal(stateOf(await read(id)), "NEEDS_AUTH IN_PROGRESS SUBMITTING");
    await advance(1);
    const connection = assertManagedAuth(await read(id));
    assert.equal(stateOf(connection), "AUTHENTICATED SUCCESS COMPLETED");
    assert.equal(connection.post_login_url, "https://shop.example/home");
    assert.deepEqual(connection.credential, { name: "buyer-shop.example" });
    assert.deepEqual([connection.can_reauth, connection.can_reauth_reason], [true, "has_credential"]);
    const [entry, ...others] = await timeline(id);
    assert.deepEqual(others, []);
    assert.deepEqual(entry, {
      id: entry?.["id"],
      type: "login",
      status: "SUCCESS",
      timestamp: "2026-11-20T12:00:00.000Z",
      updated_at: "2026-11-20T12:00:02.000Z",
      step: "COMPLETED",
      browser_session_id: `bs_${String(entry?.["id"])}`,
    });
  });

  it("asks again after two wrong passwords and fails after the third", async (t) => {
    const { answer, read, advance, id } = await waitingLogin(t);
    const interactions = new Set<unknown>();
    const wrong = { field_values: { field_identifier: "alex", field_password: "wrong" } };
    for (const [fields, error] of [
      [["missing", "missing"], null],
      [["missing", "rejected"], "The password you entered is incorrect."],
      [["missing", "rejected"], "The password you entered is incorrect."],
    ] as const) {
      const connection = assertManagedAuth(await read(id));
      assert.ok(Array.isArray(connection.fields));
      assert.deepEqual(
        connection.fields.map((field) => objectOf(field)["reason"]),
        fields,
      );
      assert.equal(connection.website_error, error);
      interactions.add(connection.interaction_id);
      assert.equal((await answer(id, wrong)).status, 202);
      await advance(1);
    }
    assert.equal(interactions.size, 3);
    assert.equal(stateOf(await read(id)), "NEEDS_AUTH FAILED SUBMITTING credentials_invalid");
  });

  it("cancels the connection's previous login when started", async (t) => {
    const { login, answer, timeline, id } = await waitingLogin(t);
    await login(id);
    assert.deepEqual(column(await timeline(id), "status"), ["IN_PROGRESS", "CANCELED"]);
    assert.deepEqual(codeOf(await answer(id, credentials)), [400, "bad_request"], "no interaction");
  });

  it("is listed as newest even if the clock was set back", async (t) => {
    const { login, read, timeline, id } = await loggedInConnection(t);
    const [first] = await timeline(id);
    t.mock.timers.setTime(start - 86_400_000);
    const { body } = await login(id);
    const shown = await read(id);
    assert.deepEqual(
      [shown["flow_status"], shown["flow_step"], shown["hosted_url"]],
      ["IN_PROGRESS", "DISCOVERING", objectOf(body)["hosted_url"]],
    );
    const [newest, before] = await timeline(id, "?type=login");
    assert.deepEqual([newest?.["status"], before?.["id"]], ["IN_PROGRESS", first?.["id"]]);
  });

  it("is refused with status 409 on busy.example and, if repeated, on one-login.example", async (t) => {
    const { create, login } = await logins(t);
    const [one, busy] = [await create("one-login.example"), await create("busy.example")];
    assert.equal((await login(one)).status, 200);
    assert.deepEqual(codeOf(await login(one)), [409, "conflict"]);
    assert.deepEqual(codeOf(await login(busy)), [409, "too_many_pending_sessions"]);
  });

  it("succeeds without input if the connection is already logged in", async (t) => {
    const { login, read, advance, id } = await loggedInConnection(t);
    await login(id);
    assert.equal(stateOf(await read(id)), "AUTHENTICATED IN_PROGRESS DISCOVERING");
    await advance(1);
    const connection = await read(id);
    assert.equal(stateOf(connection), "AUTHENTICATED SUCCESS COMPLETED");
    assert.equal(connection["last_auth_check_at"], "2026-11-20T12:00:03.000Z");
  });

  it("submits the credential's values and asks for missing values", async (t) => {
    const { create, login, read, advance } = await logins(t);
    const complete = await create("totp.example", { credential: { name: "github-bot" } });
    const part = await create("totp.example", {
      profile_name: "seller",
      credential: { name: "helpdesk-agent" },
    });
    await login(complete);
    await login(part);
    await advance(1);
    assert.equal(stateOf(await read(complete)), "NEEDS_AUTH IN_PROGRESS SUBMITTING");
    await advance(2);
    assert.equal(stateOf(await read(complete)), "AUTHENTICATED SUCCESS COMPLETED");
    const { fields } = await read(part);
    assert.ok(Array.isArray(fields));
    assert.deepEqual(
      fields.map((field) => objectOf(field)["type"]),
      ["totp_code"],
    );
  });

  it("asks for all fields if its credential has no values", async (t) => {
    const { read, id } = await waitingLogin(t, "shop.example", { credential: { name: "payroll-import" } });
    assert.equal(stateOf(await read(id)), "NEEDS_AUTH IN_PROGRESS AWAITING_INPUT");
  });

  it("never resends stored values that were refused", async (t) => {
    const { read, advance, timeline, id } = await startedLogin(t, "refused.example", {
      credential: { name: "github-bot" },
    });
    await advance(300);
    const connection = await read(id);
    assert.equal(stateOf(connection), "NEEDS_AUTH IN_PROGRESS AWAITING_INPUT");
    assert.equal(connection["website_error"], "The password you entered is incorrect.");
    assert.equal((await timeline(id)).length, 1);
  });

  for (const [minutes, status, end] of [
    [10, "EXPIRED", "NEEDS_AUTH EXPIRED AWAITING_INPUT awaiting_input_timeout"],
    [9, "IN_PROGRESS", "NEEDS_AUTH IN_PROGRESS AWAITING_INPUT"],
  ] as const)
    it(`has the status ${status} after ${minutes} minutes without input`, async (t) => {
      const { read, advance, timeline, id } = await startedLogin(t);
      await advance(1 + minutes * 60);
      assert.equal(stateOf(await read(id)), end);
      assert.equal((await timeline(id))[0]?.["status"], status);
    });

  it("expires after twenty minutes even if the user submits input", async (t) => {
    const { answer, read, advance, id } = await startedLogin(t, "totp.example");
    await advance(9 * 60);
    await answer(id, { field_values: { field_identifier: "alex", field_password: "wrong" } });
    await advance(9 * 60);
    assert.equal((await answer(id, credentials)).status, 202);
    await advance(2 * 60 - 1);
    assert.equal((await read(id))["flow_status"], "IN_PROGRESS");
    await advance(1);
    assert.equal(stateOf(await read(id)), "NEEDS_AUTH EXPIRED AWAITING_INPUT");
  });

  it("accepts known settings and returns 400 for unknown settings or references", async (t) => {
    const { login, port, id } = await newConnection(t);
    assert.equal((await login(id, { record_session: true, browser: { stealth: false } })).status, 200);
    assert.deepEqual(codeOf(await login(id, { colour: "red" })), [400, "bad_request"]);
    assert.deepEqual(codeOf(await login(id, { browser: { proxy: { id: "none" } } })), [400, "bad_request"]);
    const exporting = { enabled: true, export: { otlp: { destination: { name: "nightly-archive" } } } };
    assert.equal((await login(id, { browser: { telemetry: exporting } })).status, 200);
    const removed = await send(port, { method: "DELETE", path: "/telemetry/destinations/nightly-archive" });
    assert.equal(removed.status, 409);
    assert.match(removed.text, new RegExp(`in progress: connection ${id}`));
    assert.deepEqual(codeOf(await login("ma_none")), [404, "not_found"]);
  });

  it("never returns entered values", async (t) => {
    const { answer, advance, port, id } = await waitingLogin(t);
    await answer(id, { field_values: { field_identifier: "canary-name", field_password: "canary-word" } });
    await advance(1);
    for (const path of [`/auth/connections/${id}`, `/auth/connections/${id}/timeline`, "/credentials"]) {
      assert.doesNotMatch((await send(port, { method: "GET", path })).text, /canary/, path);
    }
  });

  it("is deleted with its connection", async (t) => {
    const { port, id } = await waitingLogin(t);
    assert.equal((await send(port, { method: "DELETE", path: `/auth/connections/${id}` })).status, 204);
    for (const [method, path, body] of [
      ["GET", "timeline", undefined],
      ["POST", "login", "{}"],
      ["POST", "submit", `{"sso_provider":"google"}`],
    ] as const) {
      const call = { method, path: `/auth/connections/${id}/${path}`, ...(body !== undefined && { body }) };
      assert.equal((await send(port, call)).status, 404, path);
    }
  });
});

describe("a connection's can_reauth field in the sandbox", () => {
  it("is false if a required TOTP secret is missing from the credential", async (t) => {
    const { port, create, login, answer, advance, read } = await logins(t);
    const patch = async (change: object) => {
      const { status, text } = await send(port, {
        method: "PATCH",
        path: "/credentials/helpdesk-agent",
        body: JSON.stringify(change),
      });
      assert.equal(status, 200, text);
    };
    const id = await create("totp.example", { credential: { name: "helpdesk-agent" } });
    const can = async () => {
      const { can_reauth, can_reauth_reason } = await read(id);
      return [can_reauth, can_reauth_reason];
    };
    await patch({ totp_secret: "GEZDGNBVGY3TQOJQ" });
    assert.deepEqual(await can(), [false, "no_prior_successful_login"], "a secret alone is no login");
    await patch({ totp_secret: "" });
    await login(id);
    await advance(2);
    assert.equal((await answer(id, code)).status, 202);
    await advance(1);
    assert.deepEqual(await can(), [false, "requires_totp_without_secret"]);
    await patch({ totp_secret: "GEZDGNBVGY3TQOJQ" });
    assert.deepEqual(await can(), [true, "has_credential"]);
    await patch({ name: "helpdesk-agent", values: { password: "x" } });
    assert.deepEqual(await can(), [true, "has_credential"]);
    await patch({ totp_secret: "" });
    assert.deepEqual(await can(), [false, "requires_totp_without_secret"]);
  });
});

describe("input submitted to a login in the sandbox", () => {
  it("is accepted only once and only for the current interaction", async (t) => {
    const { login, submit, read, advance, id } = await newConnection(t, "totp.example");
    assert.deepEqual(codeOf(await submit(id, { sso_provider: "google" })), [404, "not_found"]);
    await login(id);
    const early = { interaction_id: "mai_x", ...credentials };
    assert.equal((await submit(id, early)).status, 422, "it looks for the form");
    await advance(1);
    const first = { interaction_id: (await read(id))["interaction_id"], ...credentials };
    assert.deepEqual(codeOf(await submit(id, early)), [400, "stale_interaction"]);
    assert.equal((await submit(id, first)).status, 202);
    assert.equal((await submit(id, first)).status, 422, "it is being looked at");
    await advance(1);
    assert.deepEqual(codeOf(await submit(id, first)), [400, "stale_interaction"]);
    assert.equal(stateOf(await read(id)), "NEEDS_AUTH IN_PROGRESS AWAITING_INPUT");
  });

  for (const [invalidInput, body] of [
    ["nothing", {}],
    ["no interaction", credentials],
    ["an interaction alone", { interaction_id: "NOW" }],
    ["values and a choice", { interaction_id: "NOW", ...credentials, selected_choice_id: "choice_google" }],
    ["current and deprecated fields", { interaction_id: "NOW", ...credentials, sso_provider: "google" }],
    ["two deprecated fields, one of them empty", { fields: {}, sso_provider: "google" }],
    ["no password", { interaction_id: "NOW", field_values: { field_identifier: "alex" } }],
    ["an empty password", { fields: { identifier: "alex", password: "" } }],
    ["an unknown field", { fields: { identifier: "alex", password: "x", mood: "good" } }],
    ["an unknown choice", { interaction_id: "NOW", selected_choice_id: "choice_none" }],
    ["an unknown deprecated option", { mfa_option_id: "sms" }],
    ["a number instead of text", { fields: { identifier: 1, password: "x" } }],
    ["an unknown property", { colour: "red" }],
  ] as const)
    it(`is refused if invalid: ${invalidInput}`, async (t) => {
      const { submit, read, id } = await waitingLogin(t, "sso.example");
      const before = await read(id);
      const newer = "interaction_id" in body ? { interaction_id: before["interaction_id"] } : {};
      assert.deepEqual(codeOf(await submit(id, { ...body, ...newer })), [400, "bad_request"]);
      assert.deepEqual(await read(id), before);
    });

  it("causes a 400 response that explains which fields can't be combined", async (t) => {
    const { submit, id } = await waitingLogin(t, "sso.example");
    const both = await submit(id, { ...credentials, selected_choice_id: "choice_google" });
    const legacy = await submit(id, { fields: {}, sso_provider: "google" });
    assert.equal(
      objectOf(both.body)["message"],
      "exactly one of field_values, selected_choice_id must be present.",
    );
    assert.equal(objectOf(legacy.body)["message"], "fields, sso_provider: only one of these can be present.");
  });

  it("is accepted in the deprecated format", async (t) => {
    const { submit, read, advance, id } = await waitingLogin(t, "2fa.example");
    for (const [step, body] of [
      ["AWAITING_INPUT", { fields: { identifier: "alex", password: "right" } }],
      ["AWAITING_INPUT", { mfa_option_id: "sms" }],
      ["AWAITING_INPUT", { mfa_option_id: "switch" }],
      ["AWAITING_EXTERNAL_ACTION", { mfa_option_id: "push" }],
      ["AWAITING_INPUT", { mfa_option_id: "switch" }],
      ["AWAITING_INPUT", { mfa_option_id: "totp" }],
      ["COMPLETED", { fields: { verification_code: "123456" } }],
    ] as const) {
      assert.equal((await submit(id, body)).status, 202, JSON.stringify(body));
      await advance(1);
      assert.equal((await read(id))["flow_step"], step, JSON.stringify(body));
    }
    assertManagedAuth(await read(id));
  });

  it("can choose an SSO button and then an account", async (t) => {
    const { create, login, submit, answer, read, advance } = await logins(t);
    for (const [at, button] of [
      { sso_provider: "google" },
      { sso_button_selector: "//button[@id='microsoft']" },
    ].entries()) {
      const id = await create("sso.example", { profile_name: `buyer-${at}` });
      await login(id);
      await advance(1);
      assert.equal((await submit(id, button)).status, 202);
      await advance(1);
      assert.equal((await submit(id, { sign_in_option_id: "other" })).status, 202);
      await advance(1);
      await answer(id, { selected_choice_id: "choice_google" });
      await advance(1);
      assert.equal((await answer(id, { selected_choice_id: "choice_work" })).status, 202);
      await advance(1);
      const connection = assertManagedAuth(await read(id));
      assert.equal(stateOf(connection), "AUTHENTICATED SUCCESS COMPLETED");
      assert.equal(connection.sso_provider, at === 0 ? "google" : "microsoft");
      assert.equal(connection.can_reauth, false);
    }
  });
});

describe("a login to a sandbox domain with special behaviour", () => {
  for (const [domain, end] of [
    ["totp.example", "AUTHENTICATED SUCCESS COMPLETED"],
    ["mail.example", "AUTHENTICATED SUCCESS COMPLETED"],
    ["push.example", "AUTHENTICATED SUCCESS COMPLETED"],
    ["slow.example", "AUTHENTICATED SUCCESS COMPLETED"],
    ["captcha.example", "NEEDS_AUTH FAILED DISCOVERING captcha_blocked"],
    ["redirected.example", "NEEDS_AUTH FAILED DISCOVERING domain_not_allowed"],
    ["stuck.example", "NEEDS_AUTH FAILED DISCOVERING stuck_in_loop"],
    ["locked.example", "NEEDS_AUTH FAILED SUBMITTING account_locked"],
    ["rate-limited.example", "NEEDS_AUTH FAILED SUBMITTING rate_limited"],
    ["refused.example", "NEEDS_AUTH FAILED SUBMITTING credentials_invalid"],
  ] as const)
    it(`ends in the state ${end} for ${domain}`, async (t) => {
      const { answer, read, advance, id } = await startedLogin(t, domain);
      for (let step = 0; step < 30; step++) {
        const { flow_status, flow_step, fields } = await read(id);
        if (flow_status !== "IN_PROGRESS") break;
        const asksCode = JSON.stringify(fields).includes("field_code");
        if (flow_step === "AWAITING_INPUT") {
          assert.equal((await answer(id, asksCode ? code : credentials)).status, 202);
        }
        await advance(1);
      }
      assert.equal(stateOf(assertManagedAuth(await read(id))), end);
    });

  for (const invalidCode of ["000000", "12345", "abcdef"])
    it(`fails with the invalid one-time code ${invalidCode}`, async (t) => {
      const { answer, read, advance, id } = await waitingLogin(t, "totp.example");
      await answer(id, credentials);
      for (let time = 0; time < 3; time++) {
        await advance(1);
        assert.equal((await answer(id, { field_values: { field_code: invalidCode } })).status, 202);
      }
      await advance(1);
      assert.equal(stateOf(await read(id)), "NEEDS_AUTH FAILED SUBMITTING totp_code_rejected");
    });

  it("asks for input on captcha.example if started with a different proxy", async (t) => {
    const { advance, id, login, port, read } = await startedLogin(t, "captcha.example");
    const reply = await send(port, {
      method: "POST",
      path: "/proxies",
      body: `{"type":"isp","name":"exit"}`,
    });
    assert.equal(reply.status, 201);
    await advance(2);
    const before = await read(id);
    assert.equal((await login(id, { browser: { proxy: { name: "exit" } } })).status, 200);
    await advance(2);
    const { browser, flow_step } = await read(id);
    assert.deepEqual([flow_step, browser], ["AWAITING_INPUT", before["browser"]]);
  });

  it("succeeds after a redirect to an allowed domain for redirected.example", async (t) => {
    const { create, logIn } = await logins(t);
    await logIn(await create("redirected.example", { allowed_domains: ["id.redirected.example"] }));
  });

  it("offers an SMS code instead of the push confirmation for push.example", async (t) => {
    const { answer, read, advance, id } = await waitingLogin(t, "push.example");
    await answer(id, credentials);
    await advance(1);
    const { flow_step, external_action_message, choices } = await read(id);
    assert.equal(flow_step, "AWAITING_EXTERNAL_ACTION");
    assert.match(String(external_action_message), /confirm the number 42/);
    assert.deepEqual(choices, [
      {
        id: "choice_sms",
        type: "mfa_method",
        label: "Text message",
        mfa_type: "sms",
        masked_destination: "•••-•••-4242",
      },
    ]);
    await advance(5);
    await answer(id, { selected_choice_id: "choice_sms" });
    await advance(1);
    assert.equal((await read(id))["flow_step"], "AWAITING_INPUT");
  });

  it("completes with a one-time code for helpdesk.example", async (t) => {
    const { answer, read, advance } = await logins(t);
    await answer("ma_sandboxhelpdesk", { field_values: { field_code: "123456" } });
    await advance(1);
    const connection = assertManagedAuth(await read("ma_sandboxhelpdesk"));
    assert.equal(stateOf(connection), "AUTHENTICATED SUCCESS COMPLETED");
  });
});

describe("health checks in the sandbox", () => {
  const minutes = 60;

  it("run at the configured interval while the connection is logged in", async (t) => {
    const { read, advance, timeline, id } = await loggedInConnection(t, "shop.example", {
      health_check_interval: 3600,
    });
    await advance(150 * minutes);
    assert.equal((await read(id))["last_auth_check_at"], "2026-11-20T14:00:02.000Z");
    assert.deepEqual(await timeline(id, "?type=health_check&limit=1"), [
      {
        id: `check_${id}_${(start + 7_202_000).toString(36)}`,
        type: "health_check",
        status: "AUTHENTICATED",
        timestamp: "2026-11-20T14:00:02.000Z",
        previous_status: "AUTHENTICATED",
      },
    ]);
    assert.deepEqual(column(await timeline(id), "type"), ["health_check", "health_check", "login"]);
  });

  it("don't run while disabled and use the new interval after being enabled", async (t) => {
    const { read, advance, timeline, port, id } = await loggedInConnection(t, "shop.example", {
      health_checks: false,
    });
    await advance(24 * 60 * minutes);
    assert.equal((await timeline(id)).length, 1);
    const body = `{"health_checks":true,"health_check_interval":1200}`;
    await send(port, { method: "PATCH", path: `/auth/connections/${id}`, body });
    await advance(1200);
    assert.equal((await timeline(id)).length, 2);
    assert.equal((await read(id))["last_auth_check_at"], "2026-11-21T12:20:02.000Z");
  });

  it("start a new login after detecting a logout if reauthentication is possible", async (t) => {
    const { read, advance, timeline, id } = await loggedInConnection(t, "logs-out.example", {
      health_check_interval: 3600,
    });
    await advance(60 * minutes);
    assert.equal(stateOf(await read(id)), "NEEDS_AUTH IN_PROGRESS DISCOVERING");
    await advance(2);
    assert.equal(stateOf(assertManagedAuth(await read(id))), "AUTHENTICATED SUCCESS COMPLETED");
    assert.deepEqual(columns(await timeline(id), "type", "status", "previous_status"), [
      ["reauth", "SUCCESS", undefined],
      ["health_check", "NEEDS_AUTH", "AUTHENTICATED"],
      ["login", "SUCCESS", undefined],
    ]);
    await advance(60 * minutes);
    assert.equal((await timeline(id))[0]?.["status"], "AUTHENTICATED", "once a login");
  });

  it("report a logout if no automatic login is possible", async (t) => {
    const { create, login, answer, read, advance } = await logins(t);
    const more = { health_check_interval: 3600 };
    const needsCode = await create("logs-out-code.example", more);
    const unwanted = await create("logs-out.example", { ...more, auto_reauth: false });
    for (const id of [needsCode, unwanted]) {
      await login(id);
      await advance(1);
      await answer(id, credentials);
      await advance(1);
    }
    await answer(needsCode, code);
    await advance(65 * minutes);
    assert.equal(
      stateOf(await read(needsCode)),
      "NEEDS_AUTH FAILED AWAITING_INPUT sms_code_required",
      "the login page asks for more than is stored",
    );
    assert.equal(stateOf(await read(unwanted)), "NEEDS_AUTH SUCCESS COMPLETED");
  });

  it("update last_auth_check_at but not the status if the result is unclear", async (t) => {
    const { read, advance, timeline, id } = await loggedInConnection(t, "unclear.example", {
      health_check_interval: 3600,
    });
    await advance(60 * minutes);
    const connection = await read(id);
    assert.deepEqual(
      [connection["status"], connection["last_auth_check_at"]],
      ["AUTHENTICATED", "2026-11-20T13:00:02.000Z"],
    );
    assert.equal((await timeline(id)).length, 1);
  });
});

describe("a connection's timeline in the sandbox", () => {
  it("can be paged and filtered by type", async (t) => {
    const { advance, timeline, port, id } = await loggedInConnection(t, "logs-out.example", {
      health_check_interval: 1200,
    });
    await advance(1200 * 250);
    const entries: unknown[] = [];
    for (let offset = 0; offset < 251; offset += 100) {
      entries.push(...(await timeline(id, `?limit=100&offset=${offset}`)));
    }
    const times = entries.map((entry) => String(objectOf(entry)["timestamp"]));
    assert.equal(times.length, 251);
    assert.deepEqual(times, [...times].sort().reverse());
    const { headers } = await send(port, {
      method: "GET",
      path: `/auth/connections/${id}/timeline?limit=100&offset=100`,
    });
    assert.deepEqual([headers["x-has-more"], headers["x-next-offset"]], ["true", "200"]);
    assert.equal((await timeline(id, "?type=login")).length, 1);
    assert.equal((await timeline(id, "?type=reauth")).length, 1);
    const wrong = await send(port, { method: "GET", path: `/auth/connections/${id}/timeline?type=mood` });
    assert.equal(wrong.status, 400);
    assert.equal(
      (await send(port, { method: "GET", path: "/auth/connections/ma_none/timeline" })).status,
      404,
    );
  });
});
