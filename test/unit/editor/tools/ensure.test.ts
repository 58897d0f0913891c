// The tool that makes sure: it hands a login over to the user, once, and to nobody else.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { questionOpens } from "../../../../src/editor/kit/userAttention.ts";
import type { ToolParts } from "../../../../src/editor/tools/tool.ts";
import { CancellationTokenSource, reset } from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { followed, ScriptedLogins } from "../../../support/logins.ts";
import { office } from "../../../support/office.ts";
import { quiet } from "../../../support/offers.ts";
import { call } from "../../../support/tools.ts";
import { VirtualClock } from "../../../support/virtualClock.ts";
import { origin } from "../../../support/workplace.ts";

beforeEach(reset);

const path = "/auth/connections/ma_1";
const name = "managed_auth_ensure_logged_in";
const input = { id: "ma_1" };
const one = { id: "ma_1", domain: "bank.example", profile_name: "work", status: "NEEDS_AUTH" };
const running = (): object => ({
  ...one,
  flow_status: "IN_PROGRESS",
  flow_type: "LOGIN",
  flow_step: "AWAITING_INPUT",
  flow_expires_at: new Date(Date.now() + 600_000).toISOString(),
  fields: [{ id: "f", label: "Password" }],
  hosted_url: "https://auth.example/login/canary-hosted",
});

/** A window whose connection is like this; commands that are started are kept, and end when the test says so. */
async function scene(context: TestContext, connection: object) {
  const { account, offers, parts } = await office(context);
  offers.reply(path, 200, connection);
  offers.list(`${path}/timeline`, []);
  const { reads, times } = parts.logins;
  const logins = Object.assign(new ScriptedLogins(), { reads, times });
  const started: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const clock = new VirtualClock();
  const given: ToolParts = {
    ...parts,
    logins,
    clock,
    start: async (...told) => {
      started.push(told);
      await promise;
    },
  };
  const end = async (): Promise<void> => {
    resolve(undefined);
    await quiet();
  };
  context.after(end);
  const asks = followed({ accountId: account.id, connection: running() });
  return { account, asks, clock, end, given, logins, offers, parts, started };
}

const opened = "The login was opened for the user in VS Code.";
const already = "Its login is open for the user already.";
const wait = "Next: wait for its end with managed_auth_wait_for_login.";

describe("the tool that makes sure", () => {
  it("says that one is logged in, and opens nothing", async (context) => {
    const { clock, given, offers, started } = await scene(context, one);
    const checked = new Date(clock.now()).toISOString();
    offers.reply(path, 200, { ...one, status: "AUTHENTICATED", last_auth_check_at: checked });
    const { json } = await call(given, name, input);
    assert.equal(json.done, true);
    assert.deepEqual(
      [json.says[0], json.says.at(-1)],
      ["It is logged in, as far as the service knows.", "Next: agents can use the profile there."],
    );
    assert.deepEqual(started, []);
  });

  it("opens the login of one that waits for a person, and gives no link", async (context) => {
    const { asks, given, logins, started } = await scene(context, running());
    logins.is(asks);
    const { json, text } = await call(given, name, input);
    assert.equal(json.done, false);
    assert.deepEqual(json.says, [
      "A login runs, and the website asks for something only a person can answer.",
      opened,
      "Tell the user to log in there. Never ask for a password, a code or a link in the chat.",
      wait,
    ]);
    assert.deepEqual(started, [["managedAuth.logIn", { id: "ma_1" }]]);
    assert.doesNotMatch(text + JSON.stringify(json), /canary|auth\.example/);
    assert.deepEqual(logins.asked, [], "no login is started, and none superseded");
  });

  it("opens one login for two calls at once, and another when that was left", async (context) => {
    const { asks, end, given, logins, started } = await scene(context, running());
    logins.is(asks);
    const both = await Promise.all([call(given, name, input), call(given, name, input)]);
    assert.deepEqual(both.map(({ json }) => json.says[1]).sort(), [already, opened]);
    assert.equal(started.length, 1);
    await end();
    assert.equal((await call(given, name, input)).json.says[1], opened);
    assert.equal(started.length, 2);
  });

  it("does not open a page twice", async (context) => {
    const { asks, given, logins, started } = await scene(context, running());
    logins.is(asks);
    given.memory.opened.add(asks.key);
    assert.equal((await call(given, name, input)).json.says[1], already);
    assert.deepEqual(started, []);
  });

  it("takes no question away that the user is answering", async (context) => {
    const { asks, given, logins, started } = await scene(context, running());
    logins.is(asks);
    const question = questionOpens();
    const { json } = await call(given, name, input).finally(() => question.dispose());
    assert.deepEqual(json.says.slice(1), [
      "The user is answering another question in VS Code: the login was not opened.",
      "Next: tell the user, then call this again.",
    ]);
    assert.deepEqual(started, []);
  });

  it("opens nothing for a login that a minute did not decide", async (context) => {
    const { account, clock, given, logins, started } = await scene(context, running());
    const discovering = { ...running(), flow_step: "DISCOVERING", fields: [] };
    logins.is(followed({ accountId: account.id, connection: discovering }));
    const waits = context.mock.method(clock, "sleep");
    const calling = call(given, name, input);
    await until("the wait", () => waits.mock.callCount() > 0);
    await clock.pass(60_000);
    const { json } = await calling;
    assert.deepEqual(json.says, ["A login runs, and a minute did not decide it. It goes on.", wait]);
    assert.deepEqual(started, []);
  });

  const change =
    'Next: change the connection with managed_auth_update_connection, or ask the user to run the command "Managed Auth: Log In…" for it.';
  for (const [code, credential, says] of [
    [
      "credentials_invalid",
      undefined,
      'Next: ask the user to run the command "Managed Auth: Log In…" for it.',
    ],
    [
      "credentials_invalid",
      { name: "shop-login" },
      'Next: ask the user to run the command "Managed Auth: Edit Credential…" for its credential.',
    ],
    ["credentials_invalid", { provider: "vault", auto: true }, change],
    ["account_locked", undefined, "Next: tell the user. No login that is started here helps."],
    ["rate_limited", undefined, "Next: tell the user. No login that is started here helps."],
  ] as const)
    it(`starts and opens nothing after ${[code, ...Object.keys(credential ?? {})].join(", ")}`, async (context) => {
      const failed = { ...one, credential, flow_status: "FAILED", error_code: code };
      const { given, logins, offers, started } = await scene(context, failed);
      const { json } = await call(given, name, input);
      assert.equal(json.done, false);
      assert.equal(json.says.at(-1), says);
      assert.deepEqual([started, logins.asked], [[], []]);
      assert.ok(!offers.asked.some((asked) => asked.startsWith("POST")));
    });

  it("opens a login after one that a person can mend", async (context) => {
    const failed = { id: "e1", type: "login", status: "FAILED", error_code: "sms_code_required" };
    const { clock, given, offers, started } = await scene(context, one);
    const timestamp = new Date(clock.now()).toISOString();
    offers.reply(`${path}/timeline`, 200, [{ ...failed, timestamp }]);
    const { json } = await call(given, name, input);
    assert.equal(json.says[1], opened);
    assert.equal(started.length, 1);
  });

  it("says that there is none with this ID", async (context) => {
    const { given, offers } = await scene(context, one);
    offers.reply(path, 404, { code: "not_found", message: "No such." });
    const { json } = await call(given, name, input);
    assert.equal(json.says[0], "There is no connection with this ID in this account.");
  });

  it("opens nothing for an account that was left meanwhile", async (context) => {
    const { asks, given, logins, offers, parts, started } = await scene(context, running());
    logins.is(asks);
    const other = await parts.accounts.add("Other", origin, "sk_token_2");
    const go = offers.hold(path);
    const calling = call(given, name, input);
    await until("the reading", () => offers.count(path) > 0);
    await parts.session.use(other);
    go();
    const { json } = await calling;
    assert.deepEqual(json.says, ["The account changed meanwhile. Next: call this again."]);
    assert.deepEqual(started, []);
  });

  it("opens nothing once it was called off, whatever it waits for", async (context) => {
    const { account, asks, given, logins, started } = await scene(context, running());
    const discovering = { ...running(), flow_step: "DISCOVERING", fields: [] };
    logins.is(followed({ accountId: account.id, connection: discovering }));
    const source = new CancellationTokenSource();
    const waits = context.mock.method(given.clock ?? assert.fail(), "sleep");
    const calling = call(given, name, input, source);
    await until("the wait", () => waits.mock.callCount() > 0);
    source.cancel();
    await assert.rejects(calling, { name: "Canceled" });
    logins.is(asks);
    await quiet();
    assert.deepEqual(started, []);
  });
});
