// managed_auth_ensure_logged_in asks the user once to open a login and opens nothing itself.
import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { pickOne } from "../../../../src/editor/kit/inputs/ask.ts";
import { isAnythingWaiting, openWaitingQuestion } from "../../../../src/editor/kit/waiting.ts";
import { runForUser, runForAgent } from "../../../../src/editor/kit/userAttention.ts";
import { LoginSurfaces } from "../../../../src/editor/connections/login/loginSurfaces.ts";
import type { FilesContext } from "../../../../src/editor/files/planFile.ts";
import {
  CancellationTokenSource,
  configure,
  Message,
  QuickPick,
  reset,
  screen,
  statusItems,
} from "../../../doubles/vscode.ts";
import { until } from "../../../host/until.ts";
import { loginSnapshot, ScriptedLogins } from "../../../support/logins.ts";
import { commandFixture } from "../../../support/commandFixture.ts";
import { quiet } from "../../../support/offers.ts";
import { call } from "../../../support/tools.ts";
import { VirtualClock } from "../../../support/virtualClock.ts";
import { origin } from "../../../support/windowParts.ts";
import { inPart } from "../../../support/inPart.ts";

beforeEach(() => {
  reset();
  // Drop requests that an earlier test left in the status bar.
  while (isAnythingWaiting()) openWaitingQuestion();
});

const choices = [{ label: "One", value: 1 }];
const frame = { title: "Title", back: false };
const path = "/auth/connections/ma_1";
const name = "managed_auth_ensure_logged_in";
const input = { id: "ma_1" };
const workConnection = { id: "ma_1", domain: "bank.example", profile_name: "work", status: "NEEDS_AUTH" };
const running = (): object => ({
  ...workConnection,
  flow_status: "IN_PROGRESS",
  flow_type: "LOGIN",
  flow_step: "AWAITING_INPUT",
  flow_expires_at: new Date(Date.now() + 600_000).toISOString(),
  fields: [{ id: "f", label: "Password" }],
  hosted_url: "https://auth.example/login/canary-hosted",
});

const discovering = (): object => ({ ...running(), flow_step: "DISCOVERING", fields: [] });

/** Opens a window with this connection. Started commands are recorded and end with the test. */
async function setUpLogin(context: TestContext, connection: object) {
  const { account, offers, parts } = await commandFixture(context);
  offers.reply(path, 200, connection);
  offers.list(`${path}/timeline`, []);
  const { reads, times } = parts.logins;
  const logins = Object.assign(new ScriptedLogins(parts.connections), { reads, times });
  const started: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const clock = new VirtualClock();
  const deps: FilesContext = inPart({
    ...parts,
    logins,
    clock,
    start: async (...args) => {
      started.push(args);
      await promise;
    },
  });
  const waitingLogin = loginSnapshot({ accountId: account.id, connection: running() });
  context.after(() => {
    resolve(undefined);
    logins.publish({ ...waitingLogin, phase: "ended", end: { kind: "loggedIn" } });
  });
  return { account, waitingLogin, clock, deps, logins, offers, parts, started };
}

type Scene = Awaited<ReturnType<typeof setUpLogin>>;

const opened = "The user has been asked to log in.";
const alreadyAsked = "The user has already been asked to log in.";
const isOpen = "The login is already open for the user.";
const inStatusBar = (): readonly string[] => [...statusItems].map(({ text }) => text);
const waitAdvice = "Next: wait for the login with managed_auth_wait_for_login.";

describe("managed_auth_ensure_logged_in", () => {
  it("reports a logged-in connection and opens nothing", async (context) => {
    const { clock, deps, offers, started } = await setUpLogin(context, workConnection);
    const checked = new Date(clock.now()).toISOString();
    offers.reply(path, 200, { ...workConnection, status: "AUTHENTICATED", last_auth_check_at: checked });
    const { json } = await call(deps, name, input);
    assert.equal(json.done, true);
    context.assert.snapshot([json.says[0], json.says.at(-1)]);
    assert.deepEqual(json.service_says?.["launch"], {
      profile: { name: workConnection.profile_name },
      stealth: true,
    });
    assert.deepEqual(started, []);
  });

  it("asks the user to open a waiting login without returning its link", async (context) => {
    const { account, waitingLogin, deps, logins, started } = await setUpLogin(context, running());
    logins.publish(waitingLogin);
    const { json, text } = await call(deps, name, input);
    assert.equal(json.done, false);
    assert.deepEqual(json.says, [
      "A login is running. The website asks a question that only a person can answer.",
      opened,
      "Tell the user to open the login in VS Code. Never ask for a password, a code or a link in the chat.",
      waitAdvice,
    ]);
    assert.deepEqual(started, [], "nothing opens while the user may be typing");
    const notice = await screen.next(Message);
    context.assert.snapshot([notice.text, notice.buttons, notice.options.modal, inStatusBar(), screen.rest]);
    notice.choose("Resume Login…");
    await quiet();
    assert.deepEqual([started, inStatusBar()], [[["managedAuth.logIn", { id: "ma_1" }, account.id]], []]);
    assert.doesNotMatch(text + JSON.stringify(json), /canary|auth\.example/);
    assert.deepEqual(logins.calls, ["follow ma_1"], "no login is started, and none superseded");
  });

  it("notifies the user again about a login only after the user has opened it", async (context) => {
    const { waitingLogin, deps, logins, started } = await setUpLogin(context, running());
    logins.publish(waitingLogin);
    const both = await Promise.all([call(deps, name, input), call(deps, name, input)]);
    assert.deepEqual(both.map(({ json }) => json.says[1]).sort(), [alreadyAsked, opened]);
    await screen.next(Message);
    assert.deepEqual(screen.rest, []);
    openWaitingQuestion();
    assert.equal(started.length, 1);
    assert.equal((await call(deps, name, input)).json.says[1], opened);
    await screen.next(Message);
    assert.deepEqual([started.length, inStatusBar().length], [1, 1]);
  });

  it("withdraws its notification when the login ends or is opened elsewhere", async (context) => {
    const { waitingLogin, deps, logins } = await setUpLogin(context, running());
    logins.publish(waitingLogin);
    await call(deps, name, input);
    assert.equal(inStatusBar().length, 1);
    logins.publish({ ...waitingLogin, phase: "ended", end: { kind: "loggedIn" } });
    assert.deepEqual(inStatusBar(), []);
    logins.publish(waitingLogin);
    await call(deps, name, input);
    assert.equal(inStatusBar().length, 1);
    const choices = [{ label: "In the Browser", value: 1 }];
    const frame = { title: "Log In to bank.example", back: false };
    screen.clear();
    const asking = pickOne({ frame, placeholder: "How?", choices });
    assert.deepEqual(inStatusBar(), []);
    (await screen.next(QuickPick)).escape();
    await asking;
  });

  it("announces a login only in the status bar if notifications are off", async (context) => {
    const { waitingLogin, deps, logins } = await setUpLogin(context, running());
    logins.publish(waitingLogin);
    configure("managedAuth.notices", { globalValue: "badge" });
    await call(deps, name, input);
    assert.deepEqual([screen.all, inStatusBar().length], [[], 1]);
  });

  it("opens the login in the account that was active during the call", async (context) => {
    const { account, waitingLogin, deps, logins, parts, started } = await setUpLogin(context, running());
    logins.publish(waitingLogin);
    await call(deps, name, input);
    const notice = await screen.next(Message);
    await parts.session.switchTo(await parts.accounts.add("Other", origin, "sk_token_2"));
    notice.choose("Resume Login…");
    await quiet();
    assert.deepEqual(started, [["managedAuth.logIn", { id: "ma_1" }, account.id]]);
  });

  for (const [login, at] of [
    [
      "a login with an open page",
      ({ waitingLogin, deps }: Scene) => deps.memory.openedPages.add(waitingLogin.key),
    ],
    [
      "a login that the user is already answering",
      ({ waitingLogin, deps }: Scene) => deps.memory.report(waitingLogin.key),
    ],
  ] as const)
    it(`doesn't ask the user to open ${login}`, async (context) => {
      const fixture = await setUpLogin(context, running());
      fixture.logins.publish(fixture.waitingLogin);
      at(fixture);
      assert.equal((await call(fixture.deps, name, input)).json.says[1], isOpen);
      assert.deepEqual([fixture.started, screen.all], [[], []]);
    });

  it("doesn't close a prompt that the user is answering", async (context) => {
    const { waitingLogin, deps, logins, started } = await setUpLogin(context, running());
    logins.publish(waitingLogin);
    const question = runForUser(() => pickOne({ frame, placeholder: "Which?", choices }));
    const pick = await screen.next(QuickPick);
    const { json } = await call(deps, name, input);
    assert.equal(json.says[1], opened);
    assert.deepEqual([started, pick.shown], [[], true]);
    pick.choose("One");
    assert.deepEqual(await question, { kind: "accepted", value: 1 });
  });

  it("can't open a quick pick or input box on an agent's behalf", async () => {
    const answer = await runForAgent(() => pickOne({ frame, placeholder: "Which?", choices }));
    assert.deepEqual([answer.kind, screen.all], ["cancelled", []]);
  });

  it("opens nothing if a login is still running after a minute", async (context) => {
    const { account, clock, deps, logins, started } = await setUpLogin(context, running());
    logins.publish(loginSnapshot({ accountId: account.id, connection: discovering() }));
    const timers = context.mock.method(clock, "timer");
    const calling = call(deps, name, input);
    await until("the wait", () => timers.mock.callCount() > 0);
    await clock.pass(60_000);
    const { json } = await calling;
    assert.deepEqual(json.says, ["A login is still running after a minute.", waitAdvice]);
    assert.deepEqual(started, []);
  });

  for (const [code, credential, says] of [
    [
      "credentials_invalid",
      undefined,
      'Next: ask the user to run "Managed Auth: Log In…" for this connection.',
    ],
    [
      "credentials_invalid",
      { name: "shop-login" },
      'Next: ask the user to run the command "Managed Auth: Edit Credential…".',
    ],
    [
      "credentials_invalid",
      { provider: "vault", auto: true },
      "Next: ask the user to change the password at the credential provider.",
    ],
    ["account_locked", undefined, "Next: tell the user. Starting a login here doesn't help."],
    ["rate_limited", undefined, "Next: tell the user. Starting a login here doesn't help."],
  ] as const)
    it(`starts no login after the error ${code} and returns the advice: ${says}`, async (context) => {
      const failed = { ...workConnection, credential, flow_status: "FAILED", error_code: code };
      const { deps, logins, offers, started } = await setUpLogin(context, failed);
      const { json } = await call(deps, name, input);
      assert.equal(json.done, false);
      assert.equal(json.says.at(-1), says);
      assert.deepEqual([started, logins.calls], [[], []]);
      assert.ok(!offers.requests.some((request) => request.startsWith("POST")));
    });

  it("asks the user to log in if the user can fix the failure", async (context) => {
    const failed = { id: "e1", type: "login", status: "FAILED", error_code: "sms_code_required" };
    const { clock, deps, offers } = await setUpLogin(context, workConnection);
    const timestamp = new Date(clock.now()).toISOString();
    offers.reply(`${path}/timeline`, 200, [{ ...failed, timestamp }]);
    const { json } = await call(deps, name, input);
    assert.equal(json.says[1], opened);
    assert.deepEqual((await screen.next(Message)).buttons, ["Log In…"]);
  });

  /** Ends a login while the tool waits for it, in a window that reports ended logins. */
  async function endLogin(context: TestContext, startedBy: "user" | "tool"): Promise<void> {
    const { account, deps, logins, parts } = await setUpLogin(
      context,
      startedBy === "user" ? discovering() : workConnection,
    );
    const surfaces = new LoginSurfaces(inPart({ ...parts, logins, start: deps.start }));
    context.after(() => surfaces.dispose());
    const login = loginSnapshot({ accountId: account.id, connection: discovering() });
    if (startedBy === "user") logins.publish(login);
    else logins.starts = { kind: "started", login };
    const timers = context.mock.method(deps.clock ?? assert.fail(), "timer");
    const calling = call(deps, name, input);
    await until("the wait", () => timers.mock.callCount() > 0);
    const failure = { code: "account_locked", message: undefined, websiteError: undefined };
    logins.publish({ ...login, phase: "ended", end: { kind: "failed", ...failure } });
    assert.equal((await calling).json.done, false);
  }

  it("doesn't suppress the window's notification about a login that the user started", async (context) => {
    await endLogin(context, "user");
    const { text } = await screen.next(Message);
    assert.match(text, /^Not logged in to bank\.example\. The website locked this account/);
  });

  it("returns the result of a login that it started, without a notification", async (context) => {
    await endLogin(context, "tool");
    assert.deepEqual(screen.all, []);
  });

  it("reports that the connection doesn't exist", async (context) => {
    const { deps, offers } = await setUpLogin(context, workConnection);
    offers.reply(path, 404, { code: "not_found", message: "No such." });
    const { json } = await call(deps, name, input);
    assert.equal(json.says[0], "This account has no connection with this ID.");
  });

  it("opens nothing if the account changes during the call", async (context) => {
    const { waitingLogin, deps, logins, offers, parts, started } = await setUpLogin(context, running());
    logins.publish(waitingLogin);
    const other = await parts.accounts.add("Other", origin, "sk_token_2");
    const resume = offers.hold(path);
    const calling = call(deps, name, input);
    await until("the fetch", () => offers.count(path) > 0);
    await parts.session.switchTo(other);
    resume();
    const { json } = await calling;
    assert.deepEqual(json.says, ["The account changed. Next: call this tool again."]);
    assert.deepEqual([started, screen.all], [[], []]);
  });

  it("opens nothing after a cancellation", async (context) => {
    const { account, waitingLogin, deps, logins, started } = await setUpLogin(context, running());
    logins.publish(loginSnapshot({ accountId: account.id, connection: discovering() }));
    const source = new CancellationTokenSource();
    const timers = context.mock.method(deps.clock ?? assert.fail(), "timer");
    const calling = call(deps, name, input, source);
    await until("the wait", () => timers.mock.callCount() > 0);
    source.cancel();
    await assert.rejects(calling, { name: "Canceled" });
    logins.publish(waitingLogin);
    await quiet();
    assert.deepEqual(started, []);
  });
});
