import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { noConnectionCard } from "../../../../../src/editor/connections/shown/connectionCard.ts";
import { connectionPage } from "../../../../../src/editor/connections/shown/connectionPage.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import { formatDateTime } from "../../../../../src/editor/words/formatting.ts";
import type { CardRow } from "../../../../../src/card/card.ts";
import {
  commandAction,
  type ButtonAction,
  type ResultCard,
} from "../../../../../src/editor/results/buttons.ts";
import { actionsOf, assertComplete, block, rowsOf, service, toneOf } from "../../../../support/cards.ts";
import { fullConnection as documentedConnection } from "../../../../support/fullConnection.ts";
import { column } from "../../../../support/rows.ts";

/** The shared sample while the login waits for input, with an error and old values of replaced properties. */
const fullConnection = JSON.stringify({
  ...(JSON.parse(documentedConnection) as object),
  browser_telemetry: null,
  error_code: "website_error",
  error_message: "The site was slow",
  flow_step: "AWAITING_INPUT",
  interaction_id: "i_1",
  last_auth_at: "2020-01-01T00:00:00Z",
});

function card(fields: object | string): ResultCard {
  const raw: unknown = typeof fields === "string" ? JSON.parse(fields) : { id: "ma_1", ...fields };
  const shown = connectionPage(service, ManagedAuth.parse(raw), { raw }).card;
  // assertComplete() requires a title with a capital letter and rejects placeholders. Replace the title, which may be
  // a connection's name, and leave out the countdown, whose text contains a placeholder.
  const { countdown, ...rest } = shown;
  if (countdown !== undefined) assert.match(countdown.before, /\{0\}/);
  assertComplete({ ...rest, title: "A title" });
  return shown;
}

/** Returns the notes of a block's rows by label. */
const notesOf = (shown: ResultCard, title: string): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(block(shown, "rows", title).rows.map(({ label, note }) => [label, note]));
const row = (shown: ResultCard, title: string, label: string): CardRow<ButtonAction> =>
  block(shown, "rows", title).rows.find((one) => one.label === label) ?? assert.fail(`no row ${label}`);

describe("connectionPage", () => {
  it("shows the browser region only if it is reported", () => {
    const shown = card({ browser: { region: "eu-west", stealth: true } });
    assert.equal(rowsOf(shown, "Browser")["Region"], "eu-west");
    assert.equal("Region" in rowsOf(card({ browser: { stealth: true } }), "Browser"), false);
  });

  it("masks codes in URLs on the page and in the copied text", () => {
    const shown = card({
      login_url: "https://example.com/login?hint=SECRET",
      post_login_url: "https://example.com/home?code=SECRET#SECRET",
      flow_type: "LOGIN",
      flow_status: "IN_PROGRESS",
      error_message: "Stopped at https://example.com/cb?code=SECRET",
      website_error: "See https://example.com/help#SECRET",
      external_action_message: "Open https://example.com/verify?token=SECRET",
      webdriver_ws_url: "wss://browser.example/SECRET",
    });
    assert.doesNotMatch(JSON.stringify(shown.blocks), /SECRET/);
    assert.doesNotMatch(cardText(shown), /SECRET/);
    assert.equal(row(shown, "Login", "Page after login").value.text, "https://example.com/home?••••••••");
  });

  it("summarizes the last login and whether agents can use the profile", () => {
    const canceled = { flow_status: "CANCELED", flow_step: "COMPLETED", flow_type: "LOGIN" };
    for (const [fields, summary] of [
      [{ status: "AUTHENTICATED" }, ["Agents can use this profile."]],
      [
        { status: "AUTHENTICATED", ...canceled },
        ["The last login was canceled.", "Agents can use this profile."],
      ],
      [{ status: "NEEDS_AUTH" }, ["Log in once, and agents can use this profile."]],
      [{ status: "PAUSED" }, []],
      [{}, []],
    ] as const)
      assert.deepEqual(card(fields).summary, summary);
  });

  it("shows every field of interface.md §2.1 in the right block", (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: service.at });
    const shown = card(fullConnection);
    const { "Last health check": checked, ...staying } = rowsOf(shown, "Staying logged in");
    assert.equal(checked, formatDateTime(new Date("2026-11-20T11:00:00Z")));
    context.assert.snapshot({
      ...{ title: shown.title, head: shown.head, context: shown.context, actions: actionsOf(shown) },
      blocks: shown.blocks.map(({ kind, title }) => `${kind} ${title}`),
      task: shown.blocks[0],
      connection: rowsOf(shown, "Connection"),
      staying,
      notes: notesOf(shown, "Staying logged in"),
      login: rowsOf(shown, "Login"),
      browser: rowsOf(shown, "Browser"),
      export: rowsOf(shown, "Telemetry export"),
      details: rowsOf(shown, "Login details"),
    });
    assert.equal(block(shown, "rows", "Login details").folded, true);
    const drawn = { ...shown, blocks: shown.blocks.filter(({ kind }) => kind !== "code") };
    assert.doesNotMatch(cardText(drawn), /p_old|2020|Old/, "fallbacks are silent beside what replaces them");
    assert.doesNotMatch(cardText(shown), /bs_1/, "the session of a login is a secret");
  });

  it("shows a running login, with a countdown if a person must act", (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: new Date("2026-11-20T12:00:00Z") });
    const running = { flow_status: "IN_PROGRESS", flow_step: "DISCOVERING" };
    assert.deepEqual(card(running).summary, []);
    const looking = card({ ...running, flow_expires_at: "2026-11-20T12:10:00Z" });
    assert.deepEqual(
      [looking.summary, looking.blocks[0]?.title, looking.countdown],
      [[], "Looking for the login form", undefined],
    );
    const asks = ManagedAuth.parse({
      id: "ma_1",
      ...running,
      flow_step: "AWAITING_INPUT",
      flow_expires_at: "2026-11-20T12:10:00Z",
    });
    const words = (opened: boolean): readonly unknown[] => {
      const loginInfo = { notes: ["A note."], opened, following: "here" } as const;
      const { blocks, countdown, summary } = connectionPage(service, asks, { login: loginInfo }).card;
      return [summary, blocks[0]?.title, countdown?.before];
    };
    assert.deepEqual(words(false), [["A note."], "Waiting for input", "Answer within {0}."]);
    assert.deepEqual(words(true), [["A note."], "Finish in your browser", "Answer within {0}."]);
  });

  it("mentions that one-time codes are never saved", () => {
    const notes = notesOf(card(fullConnection), "Staying logged in");
    assert.equal(notes["Save credentials"], "The service never saves one-time codes.");
  });

  it("marks settings that have no effect without health checks", () => {
    const shown = card({ health_checks: false, auto_reauth: true, can_reauth: true });
    const notes = notesOf(shown, "Staying logged in");
    assert.equal(notes["Health checks"], "No automatic health checks.");
    assert.equal(rowsOf(shown, "Staying logged in")["Logs in again automatically"], "Off");
    assert.equal(
      notes["Logs in again automatically"],
      "Only a health check starts an automatic login, and health checks are off.",
    );
    const without = notesOf(card({ health_checks: false, auto_reauth: false }), "Staying logged in");
    assert.equal(without["Logs in again automatically"], undefined);
  });

  for (const health_checks of [true, undefined])
    it(`marks no setting as ineffective if health_checks is ${health_checks}`, () => {
      const shown = card({ health_checks, auto_reauth: true, can_reauth: true });
      assert.equal(notesOf(shown, "Staying logged in")["Health checks"], undefined);
    });

  it("shows automatic logins as off if they aren't allowed", () => {
    for (const can_reauth of [true, false, undefined]) {
      const shown = card({ health_checks: true, auto_reauth: false, can_reauth });
      assert.equal(rowsOf(shown, "Staying logged in")["Logs in again automatically"], "Off");
    }
  });

  it("renders a connection that has only an ID", (t) => {
    const shown = card('{"id":"ma_1"}');
    t.assert.snapshot([
      [shown.title, shown.head],
      rowsOf(shown, "Connection"),
      rowsOf(shown, "Staying logged in"),
      column(shown.blocks, "title"),
    ]);
  });

  for (const [status, text, tone] of [
    ["AUTHENTICATED", "Logged in", "success"],
    ["NEEDS_AUTH", "Logged out", "warning"],
    ["DORMANT", "DORMANT (unknown to this version)", "neutral"],
    [null, "Not reported", "neutral"],
  ] as const)
    it(`colors only the header, not the row "${text}"`, () => {
      const shown = card({ status });
      assert.deepEqual(shown.head, { kind: "header", state: { text, tone } });
      const [group] = block(shown, "strips", "The last seven days").groups;
      assert.equal(group?.strips[0]?.name, text);
      assert.doesNotMatch(JSON.stringify(shown.blocks), /"tone"/);
    });

  it("lists status and deadline unless the countdown shows them", () => {
    const running = {
      status: "AUTHENTICATED",
      flow_status: "IN_PROGRESS",
      flow_expires_at: "2099-01-01T00:00:00Z",
    };
    const details = (flow_step: string) =>
      Object.keys(rowsOf(card({ ...running, flow_step }), "Login details"));
    assert.deepEqual(details("SUBMITTING"), ["Reported status", "Login", "Expires"]);
    assert.deepEqual(details("AWAITING_INPUT"), ["Reported status", "Login"]);
    assert.deepEqual(Object.keys(rowsOf(card({ ...running, flow_status: "FAILED" }), "Login details")), [
      "Login",
      "Expires",
    ]);
  });
});

describe("the buttons on a connection's page", () => {
  const failed = (error_code: string, more: object = {}): ResultCard =>
    card({ domain: "example.com", status: "NEEDS_AUTH", flow_status: "FAILED", error_code, ...more });
  for (const [code, more, [remedy, next]] of [
    ["bot_detected", {}, ["Choose Another Proxy…!", "Log In Once Through Another Proxy…"]],
    ["login_form_not_found", {}, ["Set Login Page…!", "Log In…"]],
    ["domain_not_allowed", {}, ["Allow More Domains…!", "Log In…"]],
    ["credentials_invalid", {}, ["Log In…!", "Show History"]],
    ["credentials_invalid", { credential: { name: "login" } }, ["Replace Credential Values…!", "Log In…"]],
    ["credentials_invalid", { credential: { provider: "vault", auto: true } }, ["Open Provider!", "Log In…"]],
    ["account_locked", {}, ["Open Website!", "Show History"]],
    ["account_locked", { domain: null }, ["Show History!", "Edit…"]],
    ["rate_limited", {}, ["Show History!", "Edit…"]],
    ["moon_phase", {}, ["Log In…!", "Record This Login"]],
  ] as const)
    it(`start with "${remedy}" after the error ${code}`, () =>
      assert.deepEqual(actionsOf(failed(code, more)).slice(0, 2), [remedy, next]));

  for (const [code, label] of [
    ["bot_detected", "Log In…"],
    ["stuck_in_loop", "Record This Login"],
  ] as const)
    it(`include ${label} in the menu after the error ${code}`, () =>
      assert.ok(actionsOf(failed(code)).includes(`…${label}`)));

  for (const [status, next] of [
    ["AUTHENTICATED", "Copy Code…!"],
    ["NEEDS_AUTH", "Log In…!"],
  ] as const)
    it(`start with the next action and the history for the status ${status}`, () =>
      assert.deepEqual(actionsOf(card({ status })).slice(0, 2), [next, "Show History"]));

  for (const [code, more, press] of [
    ["account_locked", {}, { does: "openWebsite", domain: "example.com" }],
    ["captcha_blocked", {}, commandAction("managedAuth.editConnection", { id: "ma_1", setting: "proxy" })],
    [
      "credentials_invalid",
      { credential: { name: "login" } },
      commandAction("managedAuth.editCredential", { id: "login" }),
    ],
  ] as const)
    it(`start with a button that has the right arguments after the error ${code}`, () =>
      assert.deepEqual(failed(code, more).actions.next?.press, press));
});

describe("the state in a connection page's header", () => {
  const failed = { status: "NEEDS_AUTH", flow_status: "FAILED" };
  for (const [fields, text, tone] of [
    [{ ...failed, error_code: "captcha_blocked" }, "Blocked as a bot", "error"],
    [{ ...failed, error_code: "account_locked" }, "Account locked", "error"],
    [{ ...failed, error_code: "moon_phase" }, "Login failed", "error"],
    [{ status: "NEEDS_AUTH", flow_status: "EXPIRED" }, "Login timed out", "warning"],
    [{ status: "NEEDS_AUTH", flow_status: "CANCELED" }, "Login canceled", "warning"],
    [{ status: "NEEDS_AUTH", can_reauth_reason: "no_prior_successful_login" }, "Never logged in", "warning"],
  ] as const)
    it(`reads "${text}"`, () =>
      assert.deepEqual(card(fields).head, { kind: "header", state: { text, tone } }));
});

describe("the reason for automatic logins", () => {
  const codes = {
    yes: [
      ...["external_credential", "cua_has_credential", "has_credential", "viable_plans_found"],
      ...["no_requirements_recorded", "requirements_satisfiable", "totp_reauth_allowed"],
    ],
    no: [
      ...["no_prior_successful_login", "no_credential", "no_viable_plans", "requires_sms_code"],
      ...["viable_plans_require_external_action", "requires_external_action", "requires_email_code"],
      ...["requires_totp_without_secret", "requires_customer_input"],
    ],
  };
  const reasons = (codesOf: readonly string[], can_reauth?: boolean) =>
    codesOf.map((can_reauth_reason) => {
      const shown = card({ can_reauth, can_reauth_reason });
      const { note, value, volatile } = row(shown, "Staying logged in", "Logs in again automatically");
      assert.equal(volatile, undefined);
      return [can_reauth_reason, value.text, note ?? "–"].join(" | ");
    });

  it("has a text for each code in interface.md", (t) => {
    assert.deepEqual(reasons(codes.no, false), reasons(codes.no));
    t.assert.snapshot([...reasons(codes.yes, true), ...reasons(codes.no)]);
  });

  it("includes an unknown code, marked as unknown to this version, but isn't stored", () => {
    const shown = card({ can_reauth: false, can_reauth_reason: "moon_phase $(bug)" });
    const { note, volatile } = row(shown, "Staying logged in", "Logs in again automatically");
    assert.deepEqual([note, volatile], ["moon_phase $⟨U+0028⟩bug) (unknown to this version)", true]);
  });
});

describe("the proxy on a connection's page", () => {
  for (const [proxy, fields, text] of [
    ["the mode direct", { browser: { proxy: { mode: "direct" } } }, "No proxy"],
    ["the mode default", { browser: { proxy: { mode: "default" } } }, "Service default"],
    ["an ID", { browser: { proxy: { id: "p_1" } } }, "ID p_1"],
    ["a name", { browser: { proxy: { name: "exit" } } }, "exit"],
    ["an unknown mode", { browser: { proxy: { mode: "tunnel" } } }, "tunnel (unknown to this version)"],
    ["an empty object", { browser: { proxy: {} } }, "Service default"],
    ["a number", { browser: { proxy: 7 } }, "Service default"],
    ["a browser without a proxy", { browser: {} }, "Service default"],
    ["a browser that is null", { browser: null }, "Service default"],
    // The deprecated field is used only if its replacement is missing.
    ["only proxy_id", { proxy_id: "p_old" }, "ID p_old"],
    ["a mode and proxy_id", { proxy_id: "p_old", browser: { proxy: { mode: "direct" } } }, "No proxy"],
  ] as const)
    it(`is shown as "${text}" for ${proxy}`, () =>
      assert.equal(rowsOf(card(fields), "Browser")["Proxy"], text));
});

describe("the credential on a connection's page", () => {
  for (const [reported, credential, text] of [
    ["a name", { name: "login" }, "Stored credential login"],
    ["a provider and a path", { provider: "vault", path: "a/b" }, "a/b from provider vault"],
    ["a lookup by domain", { provider: "vault", auto: true }, "Looked up by domain at provider vault"],
    ["a provider without lookup", { provider: "vault", auto: false }, "Provider vault"],
    ["an empty object", {}, "Not reported"],
    ["no value", undefined, "None"],
    ["null", null, "None"],
    ["a text", "login", "None"],
  ] as const)
    it(`is shown as "${text}" for ${reported}`, () =>
      assert.equal(rowsOf(card({ credential }), "Staying logged in")["Credential"], text));
});

describe("the links in a connection page's rows", () => {
  it("open the credential, provider or proxy if there is one", (t) => {
    const leads = (title: string, label: string) => (fields: object) => [
      fields,
      row(card(fields), title, label).leads,
    ];
    const credentials = [{ provider: "vault", auto: true }, { name: "login" }, {}];
    const proxies = [{ id: "p_1" }, { name: "office" }, { mode: "direct" }];
    t.assert.snapshot([
      ...credentials.map((credential) => ({ credential })).map(leads("Staying logged in", "Credential")),
      ...[...proxies.map((proxy) => ({ browser: { proxy } })), {}].map(leads("Browser", "Proxy")),
    ]);
  });
});

describe("rawConnection", () => {
  const rawOf = (fields: object): string =>
    block(card(fields), "code", "Response as received, secrets masked").text;

  it("annotates each deprecated field with its replacement", () => {
    const text = rawOf({ proxy_id: "p", browser_telemetry: { enabled: true }, last_auth_at: "2026-01-01" });
    assert.deepEqual(text.split("\n").slice(0, 4), [
      "// browser_telemetry is deprecated: read browser.telemetry",
      "// proxy_id is deprecated: read browser.proxy",
      "// last_auth_at is deprecated: read last_auth_check_at",
      "{",
    ]);
  });

  it("doesn't annotate a deprecated field that is null", () => {
    assert.ok(rawOf({ proxy_id: null }).startsWith("{"));
  });

  it("keeps unknown fields and masks secret URLs", () => {
    const text = rawOf({ shiny: { deep: [1] }, hosted_url: "https://SECRET", live_view_url: null });
    assert.deepEqual(JSON.parse(text), {
      id: "ma_1",
      shiny: { deep: [1] },
      hosted_url: "••••••••",
      live_view_url: null,
    });
  });

  it("returns a block that is never stored", () => {
    assert.equal(block(card({}), "code", "Response as received, secrets masked").volatile, true);
  });
});

it("connectionPage escapes line breaks and direction marks in its title", () => {
  const { title } = card({ profile_name: "work", domain: "a\nb\u202E.example" });
  assert.equal(title, "a\uFFFDb⟨U+202E⟩.example");
});

describe("a connection's secret URLs", () => {
  it("are never shown on the page, only opened by a button", () => {
    const shown = card(fullConnection);
    const text = JSON.stringify(shown);
    assert.doesNotMatch(text, /SECRET|auth\.example|live\.example/);
    assert.doesNotMatch(cardText(shown), /SECRET|auth\.example|live\.example/);
    const secret = (fields: object): unknown =>
      block(card({ hosted_url: "https://auth.example/SECRET", ...fields }), "rows", "Login details")
        .rows.filter((one) => one.secret !== undefined)
        .map((one) => [one.label, one.secret?.press, one.volatile]);
    assert.deepEqual(secret({ flow_status: "IN_PROGRESS" }), []);
    assert.deepEqual(secret({ flow_status: "FAILED" }), [
      ["Login page for a person", { does: "open", address: "hosted_url" }, true],
    ]);
  });

  it("have no buttons if the service doesn't report them", () => {
    const shown = card({ flow_status: "IN_PROGRESS", error_message: "x" });
    assert.ok(block(shown, "rows", "Login details").rows.every(({ secret }) => secret === undefined));
    assert.deepEqual(shown.blocks[0]?.kind === "task" && shown.blocks[0].buttons, []);
  });
});

describe("noConnectionCard", () => {
  it("explains the error, quotes the service and offers a retry", () => {
    const shown = noConnectionCard(service, "ma_9", {
      kind: "notFound",
      sent: "refused",
      status: 404,
      code: "not_found",
      message: "No such connection.",
    });
    assertComplete(shown);
    assert.deepEqual([shown.title, toneOf(shown)], ["Couldn't read the connection", "error"]);
    assert.equal(shown.summary[0], "The service found no match.");
    assert.deepEqual(rowsOf(shown, "Connection"), { ID: "ma_9" });
    assert.equal(shown.blocks.length, 1, "a 404 is told once");
    assert.deepEqual(actionsOf(shown), ["Try Again!", "…Copy ID"]);
  });
  it("offers Replace Token… after 401 and a countdown after 429", () => {
    const limited = { kind: "limited", sent: "refused", status: 429, retryAfterSeconds: 60 } as const;
    assert.equal(noConnectionCard(service, "ma_9", limited).countdown?.until, service.at.getTime() + 60_000);
    const shown = noConnectionCard(service, "ma_9", { kind: "unauthorized", sent: "refused" });
    assert.deepEqual(actionsOf(shown), ["Try Again!", "Replace Token…", "…Copy ID"]);
  });
});

describe("connectionPage with unexpected values", () => {
  const fields = Object.keys(JSON.parse(fullConnection) as object).filter((field) => field !== "id");
  const names = "$(trash) [x](command:y) <img src=x onerror=alert(1)>\n\u202E\u0007";
  for (const [unexpectedValue, value] of [
    ["null", null],
    ["a number", 7],
    ["a text of 100,000 characters", "x".repeat(100_000)],
    ["names with icon, link and HTML syntax", names],
    ["an empty text", ""],
    ["an empty list", []],
    ["a list of 10,000 entries", Array.from({ length: 10_000 }, (_, index) => `e${index}`)],
    ["a list of 10,000 objects", Array.from({ length: 10_000 }, (_, id) => ({ id, type: "x", name: names }))],
    ["an empty object", {}],
    ["a deep object", { a: { b: { c: [{ d: names }] } } }],
    ["true", true],
  ] as const)
    it(`renders a complete card even with ${unexpectedValue} in any field`, () => {
      for (const field of fields) {
        const raw = { ...(JSON.parse(fullConnection) as object), [field]: value };
        const shown = connectionPage(service, ManagedAuth.parse(raw), { raw }).card;
        const text = JSON.stringify(shown.blocks.filter(({ kind }) => kind !== "code"));
        assert.doesNotMatch(text, /undefined|NaN|\[object|\{\d\}/, field);
        assert.doesNotMatch(text, /SECRET/, field);
        assert.ok(shown.title !== "", field);
      }
    });
});
