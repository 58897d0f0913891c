// Tests that tools create, change and delete only after a confirmation, and never claim an unproven outcome.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { FilesContext } from "../../../../src/editor/files/planFile.ts";
import { confirm } from "../../../../src/editor/kit/notify.ts";
import { describeToolCall } from "../../../../src/editor/tools/tools.ts";
import { toolNames, type ToolName } from "../../../../src/editor/words/contributions.ts";
import { CancellationTokenSource, MarkdownString, Message, reset, screen } from "../../../doubles/vscode.ts";
import { commandFixture } from "../../../support/commandFixture.ts";
import { quiet } from "../../../support/offers.ts";
import { VirtualClock } from "../../../support/virtualClock.ts";
import {
  changingTools,
  call,
  callAnswering,
  archive,
  assertReply,
  dialogs,
  readingClock,
  rightInputs,
  serveTools,
  workConnection,
} from "../../../support/tools.ts";
import { origin } from "../../../support/windowParts.ts";

beforeEach(reset);

const path = "/auth/connections";

async function setUpTools(context: TestContext) {
  const { account, offers, parts } = await commandFixture(context);
  serveTools(offers);
  const deps: FilesContext = { ...parts, wait: () => Promise.resolve(true) };
  const sent = (): readonly string[] => offers.requests.filter((request) => !request.startsWith("GET"));
  return { account, deps, offers, parts, sent };
}

/** Returns the body of the only request with a method. */
async function bodyOf(context: TestContext, method: string, work: () => Promise<unknown>): Promise<unknown> {
  const bodies: unknown[] = [];
  const { fetch } = globalThis;
  context.mock.method(globalThis, "fetch", async (url: string, options: RequestInit) => {
    if (options.method === method)
      bodies.push(JSON.parse(new TextDecoder().decode(await bytesOf(options.body))));
    return fetch(url, options);
  });
  await work();
  assert.equal(bodies.length, 1);
  return bodies[0];
}

async function bytesOf(body: RequestInit["body"]): Promise<ArrayBuffer> {
  return new Response(body ?? null).arrayBuffer();
}

const refusal = "Not changed: the user refused.";
const agent = "Requested by an agent in this window.";

describe("a language model tool that changes data", () => {
  it("changes nothing if the user refuses every dialog", async (context) => {
    for (const name of toolNames) {
      reset();
      const { deps, sent } = await setUpTools(context);
      const { json } = await callAnswering("refuse", deps, name, {
        ...rightInputs[name],
        ...(name === "managed_auth_ensure_logged_in" && { id: "ma_none" }),
      });
      const needsConsent = changingTools.some((act) => act === name);
      assert.deepEqual([name, sent(), dialogs().length], [name, [], needsConsent ? 1 : 0]);
      if (needsConsent) assert.deepEqual([json.done, json.says[0]], [false, refusal]);
    }
  });

  for (const [name, text, ...details] of [
    [
      "managed_auth_create_connection",
      "Create a connection?",
      "Domain: shop.example",
      "Profile: new",
      "Team, https://api.example.com",
    ],
    [
      "managed_auth_update_connection",
      "Change a connection?",
      "Domain: bank.example",
      "Profile: work",
      "Record sessions: Off → On",
      "ma_1 · Team, https://api.example.com",
    ],
    [
      "managed_auth_delete_connection",
      "Delete a connection?",
      "Domain: bank.example",
      "Profile: work",
      "This connection is logged in and won't be kept logged in.",
      "ma_1 · Team, https://api.example.com",
    ],
    [
      "managed_auth_delete_destination",
      "Delete a telemetry destination?",
      "Name: archive",
      "Exports to https://otlp.example/v1?•••••••• stop. You can't undo this.",
      "td_1 · Team, https://api.example.com",
    ],
  ] as const)
    describe(name, () => {
      const input = rightInputs[name];

      it("asks the user in a dialog that shows the change, account and requester", async (context) => {
        const { deps, sent } = await setUpTools(context);
        const { json } = await callAnswering("agree", deps, name, input);
        const [{ options: { detail = "" }, severity, text: question } = assert.fail()] = dialogs();
        assert.deepEqual([severity, question], ["warning", text]);
        for (const line of [agent, ...details]) assert.ok(detail.split("\n").includes(line), detail);
        assert.equal(json.done, true);
        assert.equal(sent().length, 1);
      });

      it("ignores an answer within 500 ms and asks again", async (context) => {
        const { deps, sent } = await setUpTools(context);
        const clock = new VirtualClock();
        const calling = call({ ...deps, clock }, name, input);
        const first = await screen.next(Message);
        await clock.pass(499);
        first.choose(first.buttons[0]);
        const second = await screen.next(Message);
        assert.deepEqual(sent(), []);
        await clock.pass(500);
        second.choose(second.buttons[0]);
        assert.equal((await calling).json.done, true);
        assert.equal(sent().length, 1);
      });

      it("opens no second dialog while a dialog is open", async (context) => {
        const { deps, sent } = await setUpTools(context);
        const clock = new VirtualClock();
        const calling = call({ ...deps, clock }, name, input);
        const dialog = await screen.next(Message);
        const { json } = await call({ ...deps, clock }, "managed_auth_delete_connection", { id: "ma_1" });
        assertReply(json, false, "Not changed: the user is deciding about another change.");
        await clock.pass(500);
        dialog.choose(dialog.buttons[0]);
        assert.equal((await calling).json.done, true);
        assert.deepEqual([dialogs().length, sent().length], [1, 1]);
        const confirming = confirm("Sign out?", "", "Sign Out");
        const blocked = await call({ ...deps, clock }, name, input);
        assert.match(blocked.json.says.join(), /deciding about another change|already|no connection/);
        assert.equal(dialogs().length, 2);
        dialogs()[1]?.choose(undefined);
        assert.equal(await confirming, false);
      });

      it("doesn't ask again within a minute after the user refuses", async (context) => {
        const { deps, sent } = await setUpTools(context);
        const clock = new VirtualClock();
        const refusing = call({ ...deps, clock }, name, input);
        (await screen.next(Message)).choose(undefined);
        await refusing;
        await clock.pass(59_999);
        const { json } = await call({ ...deps, clock }, name, input);
        assertReply(json, false, "Not changed: the user refused this tool less than a minute ago.");
        assert.equal(dialogs().length, 1);
        await clock.pass(1);
        const asking = call({ ...deps, clock }, name, input);
        const dialog = await screen.next(Message);
        await clock.pass(500);
        dialog.choose(dialog.buttons[0]);
        assert.equal((await asking).json.done, true);
        assert.equal(sent().length, 1);
      });

      it("ignores the user's answer if the call was cancelled", async (context) => {
        const { deps, sent } = await setUpTools(context);
        const clock = new VirtualClock();
        const source = new CancellationTokenSource();
        const calling = call({ ...deps, clock }, name, input, source);
        const dialog = await screen.next(Message);
        source.cancel();
        await assert.rejects(calling, { name: "Canceled" });
        const { json } = await call({ ...deps, clock }, name, input);
        assert.match(json.says[0] ?? "", /deciding about another change/);
        await clock.pass(500);
        dialog.choose(undefined);
        await quiet();
        assert.deepEqual([sent(), dialogs().length], [[], 1]);
        const again = call({ ...deps, clock }, name, input);
        (await screen.next(Message)).choose(undefined);
        assert.equal((await again).json.says[0], refusal);
      });

      it("sends nothing if the account changes before the user answers", async (context) => {
        const { deps, parts, sent } = await setUpTools(context);
        const other = await parts.accounts.add("Other", origin, "sk_token_2");
        const calling = call({ ...deps, clock: readingClock() }, name, input);
        const dialog = await screen.next(Message);
        await parts.session.switchTo(other);
        dialog.choose(dialog.buttons[0]);
        const { json } = await calling;
        assert.deepEqual(json.says, ["The account changed. Next: call this tool again."]);
        assert.deepEqual(sent(), []);
      });

      it("sends nothing if the call is cancelled before the user answers", async (context) => {
        const { deps, sent } = await setUpTools(context);
        const source = new CancellationTokenSource();
        const calling = call({ ...deps, clock: readingClock() }, name, input, source);
        const dialog = await screen.next(Message);
        source.cancel();
        await assert.rejects(calling, { name: "Canceled" });
        dialog.choose(dialog.buttons[0]);
        await quiet();
        assert.deepEqual(sent(), []);
      });

      it("reports the sent change but returns no data if the account changes", async (context) => {
        const { deps, offers, parts, sent } = await setUpTools(context);
        const other = await parts.accounts.add("Other", origin, "sk_token_2");
        for (const method of [`POST ${path}`, `PATCH ${path}/ma_1`, `DELETE ${path}/ma_1`])
          offers.when(method, () => void parts.session.switchTo(other));
        offers.when("DELETE /telemetry/destinations/td_1", () => void parts.session.switchTo(other));
        const { json, text: reply } = await callAnswering("agree", deps, name, input);
        assert.equal(json.says[0], "The account changed. In the previous account:");
        assert.equal(sent().length, 1);
        assert.equal(json.service_says, undefined);
        assert.doesNotMatch(reply, /bank\.example|archive/);
      });
    });
});

describe("a tool's confirmation dialog", () => {
  const gap = " ".repeat(178);
  const hidden = `work on github.com"?${gap}on`;
  const escaped = `work on github.com"?${"␣".repeat(178)}on`;
  /** Returns the lines of a tool's dialog. */
  const linesOf = async (
    context: TestContext,
    name: ToolName,
    input: object,
    connection: object = workConnection,
  ) => {
    const { deps, offers } = await setUpTools(context);
    offers.list(path, [connection]);
    offers.reply(`${path}/ma_1`, 200, connection);
    await callAnswering("refuse", deps, name, { ...rightInputs[name], ...input });
    const [{ options, text } = assert.fail()] = dialogs();
    return [text, ...(options.detail ?? "").split("\n")];
  };

  it("shows each untrusted name in full on its own line", async (context) => {
    const created = await linesOf(context, "managed_auth_create_connection", {
      domain: "evil.example",
      profile_name: hidden,
      credential: { provider: `vault${gap}`, path: "a\u00a0\u3000b" },
    });
    for (const line of [
      "Create a connection?",
      "Domain: evil.example",
      `Profile: ${escaped}`,
      `• Provider: vault${"␣".repeat(178)}`,
      "• Item: a⟨U+00A0⟩⟨U+3000⟩b",
    ])
      assert.ok(created.includes(line), created.join("\n"));
    for (const name of ["managed_auth_update_connection", "managed_auth_delete_connection"] as const) {
      reset();
      const lines = await linesOf(context, name, {}, { ...workConnection, profile_name: hidden });
      for (const line of ["Domain: bank.example", `Profile: ${escaped}`])
        assert.ok(lines.includes(line), lines.join("\n"));
    }
  });

  it("shows a name of 255 characters in full", async (context) => {
    const long = `${"x".repeat(254)}!`;
    const lines = await linesOf(context, "managed_auth_create_connection", { profile_name: long });
    assert.ok(lines.includes(`Profile: ${long}`), lines.join("\n"));
  });

  it("identifies a connection by its ID if the profile name is too long", async (context) => {
    for (const name of ["managed_auth_update_connection", "managed_auth_delete_connection"] as const) {
      reset();
      const lines = await linesOf(context, name, {}, { ...workConnection, profile_name: "x".repeat(256) });
      assert.ok(lines.includes("ma_1 · Team, https://api.example.com"), lines.join("\n"));
      assert.doesNotMatch(lines.join("\n"), /x{100}|bank\.example/);
    }
  });

  it("shows a setting's old and new value in full", async (context) => {
    const lines = await linesOf(
      context,
      "managed_auth_update_connection",
      { credential: { provider: "vault", path: "x".repeat(250) } },
      { ...workConnection, credential: { name: "before" } },
    );
    for (const line of [
      "Credential so far: Stored",
      "• before",
      "Credential: Item of a provider",
      "• Provider: vault",
      `• Item: ${"x".repeat(250)}`,
    ])
      assert.ok(lines.includes(line), lines.join("\n"));
  });

  it("isn't shown if the requested destination's name is too long to display", async (context) => {
    const { deps, offers, sent } = await setUpTools(context);
    offers.list("/telemetry/destinations", [{ nothing: "readable" }]);
    const { json } = await call(deps, "managed_auth_delete_destination", { id_or_name: "x".repeat(256) });
    assert.equal(json.says[0], "Not deleted: the name is too long to show to the user.");
    assert.deepEqual([dialogs(), sent()], [[], []]);
  });
});

describe("managed_auth_create_connection", () => {
  const name = "managed_auth_create_connection";
  const input = rightInputs[name];
  const all = {
    domain: "shop.example",
    profile_name: "new",
    allowed_domains: ["login.shop.example", "id.shop.example"],
    auto_reauth: false,
    browser: {
      stealth: false,
      proxy: { name: "office" },
      telemetry: {
        enabled: true,
        browser: { console: { enabled: true } },
        export: { otlp: { destination: { id: "td_1" } } },
      },
    },
    credential: { provider: "vault", path: "Shop/Main" },
    health_check_interval: 7200,
    health_checks: true,
    login_url: "https://shop.example/login",
    record_session: true,
    save_credentials: false,
  };

  it("shows and sends every field of interface.md §4.1", async (context) => {
    const { deps } = await setUpTools(context);
    const body = await bodyOf(context, "POST", () => callAnswering("agree", deps, name, all));
    context.assert.snapshot(body);
    const [dialog = assert.fail()] = dialogs();
    const shown = dialog.options.detail ?? "";
    for (const value of [
      "• office",
      "• Provider: vault",
      "• Item: Shop/Main",
      "• Exported to: td_1",
      "• https://shop.example/login",
      "• login.shop.example",
      "• id.shop.example",
    ])
      assert.ok(shown.split("\n").includes(value), `${value} in\n${shown}`);
  });

  it("returns an existing connection without showing a dialog", async (context) => {
    const { deps, sent } = await setUpTools(context);
    const { json } = await callAnswering("agree", deps, name, {
      domain: "bank.example",
      profile_name: "work",
    });
    assert.deepEqual(json.says.slice(0, 2), [
      "Not created: a connection for this profile and domain already exists.",
      "Logged in, as far as the service knows.",
    ]);
    assert.deepEqual([sent(), dialogs()], [[], []]);
  });

  it("returns a connection that another client has just created", async (context) => {
    const { deps, offers } = await setUpTools(context);
    offers.reply(`POST ${path}`, 409, { code: "already_exists", message: "There is.", existing_id: "ma_1" });
    const { json } = await callAnswering("agree", deps, name, input);
    assert.equal(json.says[0], "Not created: a connection for this profile and domain already exists.");
    assert.match(JSON.stringify(json.service_says), /"id":"ma_1"/);
  });

  it("reports an unknown outcome after status 500 and stores the request for checking later", async (context) => {
    const { account, deps, offers, parts } = await setUpTools(context);
    offers.reply(`POST ${path}`, 500, { code: "boom", message: "It broke." });
    const { json } = await callAnswering("agree", deps, name, input);
    assert.equal(json.done, false);
    assert.match(json.says[0] ?? "", /^We couldn't confirm the creation/);
    assert.equal((await parts.pending.open(account.id)).length, 1);
  });

  it("explains the service's refusal", async (context) => {
    const { deps, offers } = await setUpTools(context);
    offers.reply(`POST ${path}`, 403, { code: "insufficient_plan", message: "Upgrade." });
    const { json } = await callAnswering("agree", deps, name, input);
    assert.deepEqual(json.says.slice(0, 2), [
      "The connection wasn't created.",
      "Your plan doesn't cover this action.",
    ]);
  });

  for (const [invalidInput, change] of [
    ["a URL as domain", { domain: "https://shop.example/" }],
    ["a login page that isn't a web URL", { login_url: "javascript:alert(1)" }],
    ["a name that a dialog can't show unchanged", { profile_name: "work\u200b" }],
    ["a name that a dialog would shorten", { profile_name: "x".repeat(256) }],
    [
      "more text than a dialog shows",
      {
        allowed_domains: Array.from({ length: 20 }, (_, at) => `${"sub.".repeat(20)}d${at}.example`),
      },
    ],
    [
      "more domains than a dialog lists",
      { allowed_domains: Array.from({ length: 21 }, (_, at) => `d${at}.example`) },
    ],
    ["both an ID and a name for the proxy", { browser: { proxy: { id: "p", name: "p" } } }],
    ["a password next to a credential", { credential: { name: "c", password: "canary" } }],
    ["an interval below the bounds", { health_check_interval: 299 }],
    ["an interval above the bounds", { health_check_interval: 86_401 }],
    ["an empty browser object", { browser: {} }],
  ] as const)
    it(`rejects input with ${invalidInput}`, async (context) => {
      const { deps, offers } = await setUpTools(context);
      const { json, text } = await callAnswering("agree", deps, name, { ...input, ...change });
      assert.equal(json.says[0], "Not done: the input is invalid.");
      assert.deepEqual([offers.requests, dialogs()], [[], []]);
      assert.doesNotMatch(text, /canary/);
    });

  for (const health_check_interval of [300, 86_400])
    it(`accepts an interval of ${health_check_interval} seconds`, async (context) => {
      const { deps, sent } = await setUpTools(context);
      await callAnswering("agree", deps, name, { ...input, health_check_interval });
      assert.equal(sent().length, 1);
    });
});

describe("a tool's dialog about a credential", () => {
  const credential = { name: "github-bot" };
  const warning = /^Credential of another site: stored for github\.example\.$/m;

  for (const [tool, input] of [
    ["managed_auth_create_connection", { ...rightInputs.managed_auth_create_connection, credential }],
    ["managed_auth_update_connection", { id: "ma_1", credential }],
  ] as const)
    it(`warns in the dialog of ${tool} that the credential belongs to another site`, async (context) => {
      const { deps, offers } = await setUpTools(context);
      offers.list("/credentials", [{ id: "c_1", name: "github-bot", domain: "github.example" }]);
      await callAnswering("refuse", deps, tool, input);
      assert.match(dialogs()[0]?.options.detail ?? "", warning);
    });

  it("warns that a credential belongs to another site if allowed domains change", async (context) => {
    const { deps, offers } = await setUpTools(context);
    offers.list("/credentials", [{ id: "c_1", name: "github-bot", domain: "github.example" }]);
    offers.reply(`${path}/ma_1`, 200, { ...workConnection, credential, allowed_domains: ["github.example"] });
    await callAnswering("refuse", deps, "managed_auth_update_connection", {
      id: "ma_1",
      allowed_domains: ["id.bank.example"],
    });
    assert.match(dialogs()[0]?.options.detail ?? "", warning);
  });

  for (const [tool, input] of [
    ["managed_auth_update_connection", { id: "ma_1", credential: { provider: "vault", auto: true } }],
    ["managed_auth_delete_connection", { id: "ma_1" }],
  ] as const)
    it(`warns about vault items if the plan includes vaults: ${tool}`, async (context) => {
      const { deps, offers } = await setUpTools(context);
      const features = { vaults: { enabled: true } };
      offers.reply("/org/entitlements", 200, { features, limits: {}, plan: { id: "p" } });
      offers.reply(`${path}/ma_1`, 200, { ...workConnection, credential });
      await callAnswering("refuse", deps, tool, input);
      assert.match(
        dialogs()[0]?.options.detail ?? "",
        /^Vault items filled from the stored credential stop working\.$/m,
      );
    });
});

describe("managed_auth_update_connection", () => {
  const name = "managed_auth_update_connection";
  const input = rightInputs[name];

  it("sends only settings that differ from the current settings", async (context) => {
    const { deps, offers } = await setUpTools(context);
    const before = {
      ...workConnection,
      login_url: "https://bank.example/old",
      allowed_domains: ["id.bank.example"],
    };
    offers.reply(`${path}/ma_1`, 200, before);
    const body = await bodyOf(context, "PATCH", () =>
      callAnswering("agree", deps, name, { ...input, login_url: "", allowed_domains: ["id.bank.example"] }),
    );
    assert.deepEqual(body, { record_session: true, login_url: "" });
  });

  const on = { enabled: true };
  const off = { enabled: false };
  const exported = { export: { otlp: { destination: { id: "td_1" } } } };

  it("sends only changed telemetry flags and leaves unknown flags unchanged", async (context) => {
    const { deps, offers } = await setUpTools(context);
    const telemetry = { ...on, browser: { platform: on, page: on } };
    offers.reply(`${path}/ma_1`, 200, { ...workConnection, browser: { telemetry } });
    const requested = { ...on, browser: { network: on, page: on }, ...exported };
    const body = await bodyOf(context, "PATCH", () =>
      callAnswering("agree", deps, name, { id: "ma_1", browser: { telemetry: requested } }),
    );
    assert.deepEqual(body, { browser: { telemetry: { browser: { network: on }, ...exported } } });
    assert.match(
      dialogs()[0]?.options.detail ?? "",
      /^Telemetry: .*Network.*Platform \(unknown to this version\)$/m,
    );
  });

  it("refuses a new export if only unknown telemetry categories are enabled", async (context) => {
    const { deps, offers, sent } = await setUpTools(context);
    const none = { control: off, connection: off, system: off, captcha: off };
    const telemetry = { ...on, browser: { ...none, platform: on } };
    offers.reply(`${path}/ma_1`, 200, { ...workConnection, browser: { telemetry } });
    const { json } = await callAnswering("agree", deps, name, {
      id: "ma_1",
      browser: { telemetry: { ...on, browser: none, ...exported } },
    });
    assert.deepEqual([json.done, sent(), dialogs()], [false, [], []]);
    assert.match(
      json.says[0] ?? "",
      /^Not changed: this version can change only the telemetry categories that it fully knows/,
    );
  });

  it("shows no dialog if the connection already has the values", async (context) => {
    const { deps, sent } = await setUpTools(context);
    const { json } = await callAnswering("agree", deps, name, { id: "ma_1", record_session: false });
    assertReply(json, true, "Not changed: the connection already has these values.");
    assert.deepEqual([sent(), dialogs()], [[], []]);
  });

  it("sends nothing if another client has changed the same setting", async (context) => {
    const { deps, offers, sent } = await setUpTools(context);
    offers.reply(`${path}/ma_1`, 200, { ...workConnection, login_url: "https://bank.example/old" });
    const changes = { id: "ma_1", login_url: "https://bank.example/mine" };
    const calling = call({ ...deps, clock: readingClock() }, name, changes);
    const dialog = await screen.next(Message);
    offers.reply(`${path}/ma_1`, 200, { ...workConnection, login_url: "https://bank.example/theirs" });
    dialog.choose(dialog.buttons[0]);
    const { json } = await calling;
    assert.deepEqual([json.done, sent()], [false, []]);
    assert.match(json.says[0] ?? "", /^Not changed: someone else changed the same settings/);
  });

  it("reports values that the service didn't apply", async (context) => {
    const { deps, offers } = await setUpTools(context);
    offers.when(`PATCH ${path}/ma_1`, () => undefined);
    const { json } = await callAnswering("agree", deps, name, input);
    context.assert.snapshot([json.done, ...json.says.slice(0, 2)]);
  });

  it("reports an unknown outcome if both the update and a later read fail", async (context) => {
    const { deps, offers } = await setUpTools(context);
    offers.reply(`PATCH ${path}/ma_1`, 500, { code: "boom", message: "It broke." });
    offers.when(`PATCH ${path}/ma_1`, () =>
      offers.reply(`GET ${path}/ma_1`, 403, { code: "no", message: "No." }),
    );
    const { json } = await callAnswering("agree", deps, name, input);
    assert.match(json.says[0] ?? "", /^We couldn't confirm the changes/);
  });

  it("reads the connection to confirm the update after a lost response", async (context) => {
    const { deps, offers } = await setUpTools(context);
    offers.reply(`PATCH ${path}/ma_1`, 500, { code: "boom", message: "It broke." });
    const { json } = await callAnswering("agree", deps, name, input);
    assertReply(json, true, "The changes were saved.");
  });

  it("quotes the service's message if the update is refused", async (context) => {
    const { deps, offers } = await setUpTools(context);
    offers.reply(`PATCH ${path}/ma_1`, 400, { code: "bad_request", message: "No such proxy." });
    offers.when(`PATCH ${path}/ma_1`, () => undefined);
    const { json } = await callAnswering("agree", deps, name, input);
    assertReply(json, false, "Not changed.");
    assert.match(JSON.stringify(json.service_says), /No such proxy/);
  });
});

describe("the delete tools", () => {
  for (const [tool, target, description] of [
    ["managed_auth_delete_connection", `DELETE ${path}/ma_1`, "connections"],
    ["managed_auth_delete_destination", "DELETE /telemetry/destinations/td_1", "telemetry destinations"],
  ] as const) {
    it(`report that the resource was already deleted: ${tool}`, async (context) => {
      const { deps, offers } = await setUpTools(context);
      offers.reply(target, 404, { code: "not_found", message: "No such." });
      const { json } = await callAnswering("agree", deps, tool, rightInputs[tool]);
      assert.deepEqual([json.done, json.says], [true, ["Already deleted."]]);
    });

    it(`report an accepted deletion as unfinished: ${tool}`, async (context) => {
      const { deps, offers } = await setUpTools(context);
      offers.reply(target, 202, {});
      const { json } = await callAnswering("agree", deps, tool, rightInputs[tool]);
      assertReply(json, false, "The service accepted the deletion and may not have finished.");
    });

    it(`explain the service's refusal: ${tool}`, async (context) => {
      const { deps, offers } = await setUpTools(context);
      offers.reply(target, 403, { code: "insufficient_permissions", message: "No." });
      const { json } = await callAnswering("agree", deps, tool, rightInputs[tool]);
      assertReply(json, false, "Not deleted.", `This token can't delete ${description}.`);
    });
  }

  it("list the connections that use a destination", async (context) => {
    const { deps, offers } = await setUpTools(context);
    const telemetry = { enabled: true, export: { otlp: { destination: { id: "td_1" } } } };
    offers.list(path, [{ ...workConnection, browser: { telemetry } }]);
    offers.reply("DELETE /telemetry/destinations/td_1", 409, { code: "in_use", message: "It is in use." });
    const { json } = await callAnswering("agree", deps, "managed_auth_delete_destination", {
      id_or_name: "archive",
    });
    const [{ options: { detail = "" } } = assert.fail()] = dialogs();
    assert.match(
      detail,
      /refuses the deletion while connections use the destination:\n• work on bank\.example/,
    );
    assert.doesNotMatch(detail, /stop\./);
    assert.equal(json.done, false);
    assert.ok(json.says.includes("Connections using the destination: 1."));
    assert.deepEqual(json.service_says?.["held_by"], [
      { id: "ma_1", domain: "bank.example", profile_name: "work" },
    ]);
  });

  it("mark a destination's open page as deleted only after a successful deletion", async (context) => {
    for (const status of [204, 409]) {
      reset();
      const { account, deps, offers } = await setUpTools(context);
      const markDeleted = context.mock.method(deps.panel, "markDeleted");
      offers.reply("DELETE /telemetry/destinations/td_1", status, status === 204 ? undefined : {});
      await callAnswering("agree", deps, "managed_auth_delete_destination", { id_or_name: "archive" });
      const args = markDeleted.mock.calls.map((call) => call.arguments);
      assert.deepEqual(args, status === 204 ? [[account.id, "td_1"]] : []);
    }
  });

  it("show no dialog for a destination that doesn't exist", async (context) => {
    const { deps, sent } = await setUpTools(context);
    const { json } = await callAnswering("agree", deps, "managed_auth_delete_destination", {
      id_or_name: "other",
    });
    assert.equal(json.says[0], "This account has no telemetry destination with this ID or name.");
    assert.deepEqual([sent(), dialogs()], [[], []]);
  });
});

describe("a tool's progress message", () => {
  const words = (parts: FilesContext, name: ToolName, input: unknown): string | undefined => {
    const { confirmationMessages, invocationMessage } = describeToolCall(parts, name, input) ?? {};
    assert.equal(confirmationMessages, undefined, "nobody can allow for ever what a dialog of ours asks");
    if (invocationMessage === undefined) return undefined;
    assert.ok(invocationMessage instanceof MarkdownString);
    return invocationMessage.value;
  };

  it("shows a listed connection's name without a request", async (context) => {
    const { deps, offers, parts } = await setUpTools(context);
    await parts.connections.refresh();
    await parts.connections.untilIdle();
    const before = offers.requests.length;
    assert.equal(
      words(deps, "managed_auth_delete_connection", { id: "ma_1" }),
      "Asking&nbsp;you&nbsp;to&nbsp;delete&nbsp;work&nbsp;on&nbsp;bank\\.example",
    );
    assert.equal(offers.requests.length, before);
    assert.deepEqual(screen.all, []);
  });

  for (const hostile of [
    "![x](https://evil.example/p.png)",
    "[Log in](https://evil.example)",
    "<https://evil.example>",
    "<img src=x onerror=alert(1)>",
    "**bold** `code` $(trash)",
    "# head\n- list",
    "www.evil.example and WWW.evil.example/x",
    "me@evil.example",
    "mailto:me@evil.example",
    "xmpp:me@evil.example",
    "ftp://evil.example",
  ])
    it(`escapes Markdown and links: ${hostile}`, async (context) => {
      const { deps, offers, parts } = await setUpTools(context);
      offers.list(path, [{ ...workConnection, domain: hostile, profile_name: hostile }]);
      offers.list("/telemetry/destinations", [{ ...archive, name: hostile }]);
      await parts.connections.refresh();
      await parts.connections.untilIdle();
      await parts.destinations.refresh();
      for (const name of toolNames)
        for (const input of [
          rightInputs[name],
          { id: hostile },
          { domain: "shop.example", profile_name: hostile },
        ]) {
          const text = words(deps, name, input) ?? "";
          assert.doesNotMatch(text, /(?<!\\)[[\]!#`*]|(?<!\\)>|:\/\/|\n(?!\n)|\$\(/);
          // GitHub's Markdown also turns these into links.
          assert.doesNotMatch(text, /www\.|[\w.+-]@[\w-]/i);
        }
    });

  it("is omitted for invalid input", async (context) => {
    const { deps } = await setUpTools(context);
    for (const name of toolNames)
      for (const input of [undefined, null, 7, "ma_1", { id: 7 }, { id: "x".repeat(100_000) }])
        assert.equal(words(deps, name, input), undefined);
  });
});
