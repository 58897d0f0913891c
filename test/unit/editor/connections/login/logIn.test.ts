import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { ManagedAuth } from "../../../../../src/api/schemas.ts";
import type { AccountAccess } from "../../../../../src/editor/accounts/clientFactory.ts";
import { logIn } from "../../../../../src/editor/connections/login/logIn.ts";
import type { ResourceLists } from "../../../../../src/editor/catalogue/listModel.ts";
import { LoginMemory } from "../../../../../src/editor/connections/context/loginMemory.ts";
import type { LoginSnapshot, StartOutcome } from "../../../../../src/domain/login/loginSnapshot.ts";
import { noteUserActive } from "../../../../../src/editor/kit/userAttention.ts";
import {
  env,
  InputBox,
  mentioned,
  Message,
  QuickPick,
  reset,
  screen,
  UIKind,
} from "../../../../doubles/vscode.ts";
import { loginSnapshot, ScriptedLogins } from "../../../../support/logins.ts";
import { Offers, quiet } from "../../../../support/offers.ts";
import { inPart } from "../../../../support/inPart.ts";
import { leave } from "../../../../support/resourceFixture.ts";
import { leaveAfter } from "../../../../support/leaving.ts";
import { recordOpened } from "../../../../support/opened.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(() => {
  reset();
  noteUserActive();
});

const resting = { id: "ma_1", domain: "shop.example", profile_name: "work", status: "NEEDS_AUTH" };
const running = {
  ...resting,
  flow_status: "IN_PROGRESS",
  flow_step: "AWAITING_INPUT",
  interaction_id: "i1",
  fields: [{ id: "f", type: "code", label: "Code" }],
};
const page = "https://managed-auth.onkernel.com/login/ma_1?code=SECRET";
const startedLogin = (more: Partial<LoginSnapshot> = {}): StartOutcome => ({
  kind: "started",
  login: loginSnapshot({ connection: running, hostedUrl: page, ...more }),
});

function setUpLogin(context: TestContext, connection: object, sandbox = false) {
  const leaving = leaveAfter(context);
  const offers = new Offers(context);
  offers.reply("/auth/connections/ma_1", 200, connection);
  const opened = recordOpened(context);
  const baseUrl = sandbox ? "http://127.0.0.1:4567" : "https://api.onkernel.com";
  const access: AccountAccess = {
    account: sandbox
      ? { kind: "sandbox", id: "sandbox" }
      : { kind: "service", id: "a", label: "Team", baseUrl },
    baseUrl,
    client: offers.client,
  };
  // Started commands, and IDs of updated rows.
  const [started, updatedIds]: [unknown[], unknown[]] = [[], []];
  const logins = new ScriptedLogins();
  const memory = new LoginMemory();
  const parts = {
    destinations: { state: {} },
    listed: inPart<ResourceLists>({ proxies: { state: {} } }),
    logins,
    memory,
    connections: {
      logins: logins.snapshots,
      wasDeleted: () => false,
      updateRow: (_: unknown, row: ManagedAuth) => void updatedIds.push(row.id),
    },
    requireAccess: () => Promise.resolve(access),
    agreedHosts: { has: () => Promise.resolve(false), add: () => Promise.resolve() },
    returns: { createAddress: () => Promise.resolve("vscode://x/login-finished?flow=F") },
    start: (...args: unknown[]) => Promise.resolve(void started.push(args)),
    createNew: () => ({}),
  };
  return {
    offers,
    logins,
    memory,
    opened,
    started,
    updatedIds,
    run: (args: Parameters<typeof logIn>[1] = { id: "ma_1" }) => leaving(logIn(inPart(parts), args)),
  };
}

const labels = ({ rows }: QuickPick): readonly string[] => rows.map(({ label }) => label);
/** Opens the list of other ways to log in from the first prompt of a running login. */
async function openOtherWays(): Promise<QuickPick> {
  (await screen.next(InputBox)).press("Other Ways");
  return screen.next(QuickPick);
}
const shownConnection = ["managedAuth.showConnection", { id: "ma_1" }];
const encodedCallback = encodeURIComponent("vscode://x/login-finished?flow=F");
const openedPage = `${page}&success_url=${encodedCallback}&error_url=${encodedCallback}`;

describe("Log In…", () => {
  it("opens the login page in the browser by default, then shows the connection", async (context) => {
    const { started, logins, memory, opened, run, updatedIds } = setUpLogin(context, resting);
    logins.starts = startedLogin();
    const done = run();
    const pick = await screen.next(QuickPick);
    assert.deepEqual(updatedIds, [], "a row that changes would close the list");
    assert.equal(pick.title, "Log In to shop.example");
    assert.deepEqual(labels(pick), ["In the Browser", "In VS Code"]);
    assert.deepEqual(logins.calls, []);
    pick.enter();
    await done;
    assert.deepEqual(logins.calls, ["start ma_1"]);
    assert.deepEqual(opened, [openedPage]);
    assert.deepEqual(started, [shownConnection]);
    assert.deepEqual(updatedIds, ["ma_1"]);
    assert.ok(memory.openedPages.has("login_1"));
    assert.deepEqual(screen.rest, []);
  });

  it("can record a single login and mentions the recording on the page", async (context) => {
    const { logins, memory, run } = setUpLogin(context, resting);
    logins.starts = startedLogin();
    const done = run({ id: "ma_1", varied: "recording" });
    (await screen.next(QuickPick)).enter();
    await done;
    assert.deepEqual(logins.bodies, [{ record_session: true }]);
    assert.equal(memory.variationNotes.get("login_1"), "Only this login is recorded.");
  });

  for (const [label, proxy, words] of [
    ["paris", { id: "p_1" }, "paris"],
    ["No proxy", { mode: "direct" }, "No proxy"],
  ] as const)
    it(`prompts for a proxy to use for a single login: ${label}`, async (context) => {
      const { logins, memory, offers, run } = setUpLogin(context, resting);
      offers.list("/proxies", [{ id: "p_1", name: "paris" }]);
      logins.starts = startedLogin();
      const done = run({ id: "ma_1", varied: "otherProxy" });
      const pick = await screen.next(QuickPick);
      assert.equal(pick.title, "Log In Once to shop.example");
      await quiet();
      pick.choose(label);
      (await screen.next(QuickPick)).choose("In the Browser");
      await done;
      assert.deepEqual(logins.bodies, [{ browser: { proxy } }]);
      assert.equal(memory.variationNotes.get("login_1"), `Only this login uses this proxy: ${words}.`);
    });

  it("starts no login if the user cancels the proxy list", async (context) => {
    const { logins, offers, run, updatedIds } = setUpLogin(context, resting);
    offers.list("/proxies", []);
    const done = run({ id: "ma_1", varied: "otherProxy" });
    await leave(await screen.next(QuickPick), done);
    assert.deepEqual([logins.calls, updatedIds], [[], ["ma_1"]]);
  });

  it("prompts for input if the user chooses In VS Code, then shows the connection", async (context) => {
    const { started, logins, opened, run } = setUpLogin(context, resting);
    logins.starts = startedLogin();
    const done = run();
    (await screen.next(QuickPick)).choose("In VS Code");
    (await screen.next(InputBox)).submit("123456");
    await quiet();
    assert.deepEqual(logins.sent, [{ interaction_id: "i1", field_values: { f: "123456" } }]);
    logins.publish(loginSnapshot({ end: { kind: "loggedIn" }, connection: resting }));
    await done;
    assert.deepEqual([started, opened], [[shownConnection], []]);
  });

  it("reports a connection that was deleted during the login", async (context) => {
    const { started, logins, run } = setUpLogin(context, resting);
    logins.starts = startedLogin();
    const done = run();
    (await screen.next(QuickPick)).choose("In VS Code");
    await screen.next(InputBox);
    logins.publish(loginSnapshot({ end: { kind: "gone" }, connection: running }));
    await done;
    await expectMessage("The connection was deleted: shop.example.", ["Show Connections"]);
    assert.deepEqual(started, []);
  });

  for (const [title, why, shown] of [
    ["shows the connection if the user stops the updates while the login starts", "left", [shownConnection]],
    ["shows nothing if the user signs out while the login starts", "signedOut", []],
  ] as const)
    it(title, async (context) => {
      const { started, logins, opened, run } = setUpLogin(context, resting);
      logins.starts = startedLogin({ end: { kind: "stopped", why }, hostedUrl: undefined });
      await run({ id: "ma_1", way: "browser" });
      assert.deepEqual([started, opened, screen.rest.length], [shown, [], 0]);
    });

  it("preselects the last used login method", async (context) => {
    const { logins, memory, run, updatedIds } = setUpLogin(context, resting);
    memory.lastMethod = "here";
    logins.starts = { kind: "notStarted", error: undefined };
    const done = run();
    const pick = await screen.next(QuickPick);
    assert.equal(pick.activeItems[0]?.label, "In VS Code");
    await leave(pick, done);
    assert.deepEqual([logins.calls, updatedIds], [[], ["ma_1"]]);
  });

  it("lists In VS Code first if the browser may not reach the sandbox", async (context) => {
    env.uiKind = UIKind.Web;
    const { run } = setUpLogin(context, resting, true);
    void run();
    const pick = await screen.next(QuickPick);
    assert.deepEqual(labels(pick), ["In VS Code", "In the Browser"]);
    assert.match(pick.rows[1]?.detail ?? "", /may not open here/);
  });

  it("continues a running login instead of starting one", async (context) => {
    const { logins, run } = setUpLogin(context, { ...running, hosted_url: page });
    const done = run();
    const input = await screen.next(InputBox);
    assert.match(input.prompt ?? "", /^Code: .* Other ways: Open Login Page, Start Over…$/);
    await leave(input, done);
    assert.deepEqual([logins.calls, [...logins.attended]], [["follow ma_1"], ["ma_1"]]);
    assert.deepEqual(mentioned, []);
  });

  it("offers to open a running login's page only once", async (context) => {
    const { logins, opened, run } = setUpLogin(context, { ...running, hosted_url: page });
    const first = run();
    (await openOtherWays()).choose("Open Login Page");
    await first;
    assert.deepEqual(opened, [openedPage]);
    void run();
    assert.deepEqual(labels(await openOtherWays()), ["Start Over…"]);
    assert.deepEqual(logins.calls, ["follow ma_1", "follow ma_1", "follow ma_1"]);
  });

  it("supersedes a running login only after a confirmation", async (context) => {
    const { logins, opened, run, updatedIds } = setUpLogin(context, running);
    logins.starts = startedLogin({ key: "login_2" });
    for (const agreed of [false, true]) {
      const done = run();
      (await openOtherWays()).choose("Start Over…");
      const question = await expectMessage("Start over at shop.example?");
      assert.equal(question.options.detail, "Starting over ends this login and discards what was entered.");
      question.choose(agreed ? "Start Over" : undefined);
      if (agreed) (await screen.next(QuickPick)).choose("In the Browser");
      await done;
    }
    assert.deepEqual(logins.calls, ["follow ma_1", "follow ma_1", "start ma_1 superseding"]);
    assert.deepEqual([opened, updatedIds], [[openedPage], []]);
  });

  it("still records the session of a login that supersedes a running login", async (context) => {
    const { logins, memory, run } = setUpLogin(context, running);
    logins.starts = startedLogin({ key: "login_2" });
    const done = run({ id: "ma_1", varied: "recording" });
    (await openOtherWays()).choose("Start Over…");
    (await screen.next(Message)).choose("Start Over");
    (await screen.next(QuickPick)).choose("In the Browser");
    await done;
    assert.deepEqual(logins.bodies, [{ record_session: true }]);
    assert.equal(memory.variationNotes.get("login_2"), "Only this login is recorded.");
  });

  it("asks for confirmation before it supersedes a login with an unknown status", async (context) => {
    const pending = { ...running, id: "ma_1", flow_status: "PENDING", flow_expires_at: null };
    const { logins, run } = setUpLogin(context, pending);
    logins.starts = startedLogin({ key: "login_2" });
    const done = run();
    (await openOtherWays()).choose("Start Over…");
    (await screen.next(Message)).choose(undefined);
    await done;
    assert.deepEqual(logins.calls, ["follow ma_1"]);
  });

  it("opens the login page with a return link if started from the connection page", async (context) => {
    const { started, logins, opened, run } = setUpLogin(context, { ...running, hosted_url: page });
    await run({ id: "ma_1", page: true });
    assert.deepEqual([opened, started, logins.calls], [[openedPage], [shownConnection], ["follow ma_1"]]);
    assert.deepEqual(screen.rest, []);
  });

  it("asks before starting over and explains that the login link works only once", async (context) => {
    const { logins, memory, opened, run } = setUpLogin(context, { ...running, hosted_url: page });
    const next = `${page}2`;
    logins.starts = startedLogin({ key: "login_2", hostedUrl: next });
    memory.openedPages.add("login_1");
    for (const agreed of [false, true]) {
      const done = run({ id: "ma_1", page: true });
      const question = await expectMessage("Start over at shop.example?");
      assert.match(
        question.options.detail ?? "",
        /^The link works once\. Starting over ends this login and discards what was entered\./,
      );
      question.choose(agreed ? "Start Over" : undefined);
      await done;
      assert.equal(opened.length, agreed ? 1 : 0);
    }
    assert.deepEqual(logins.calls, ["follow ma_1", "follow ma_1", "start ma_1 superseding"]);
    assert.deepEqual(opened, [`${next}&success_url=${encodedCallback}&error_url=${encodedCallback}`]);
    assert.deepEqual([...memory.openedPages], ["login_1", "login_2"]);
  });

  it("offers to continue in VS Code if a running login has no page", async (context) => {
    const { started, run } = setUpLogin(context, running);
    const done = run({ id: "ma_1", page: true });
    (await expectMessage("The service reported no page for this login.")).choose("Continue in VS Code");
    await done;
    await quiet();
    assert.deepEqual(started, [["managedAuth.logIn", { id: "ma_1", way: "here" }, "a"]]);
  });

  it("shows the connection instead of the login page if the login has ended", async (context) => {
    const { started, logins, opened, run } = setUpLogin(context, { ...resting, hosted_url: page });
    await run({ id: "ma_1", page: true });
    assert.deepEqual([started, logins.calls, opened], [[shownConnection], [], []]);
  });

  it("prompts for the next step of a login that another client started first", async (context) => {
    const { logins, run } = setUpLogin(context, resting);
    logins.starts = { kind: "running", login: loginSnapshot({ connection: running }) };
    void run({ id: "ma_1", way: "browser" });
    const pick = await screen.next(QuickPick);
    assert.equal(pick.prompt, "The website asks for: Code.");
    assert.deepEqual(labels(pick), ["Continue in VS Code", "Start Over…"]);
    assert.deepEqual(logins.calls, ["start ma_1", "follow ma_1"]);
  });

  it("renders a running login's question as one line of plain text", async (context) => {
    const label = "Code $(rocket)\n[x](command:y)";
    const { run } = setUpLogin(context, { ...running, fields: [{ id: "f", type: "code", label }] });
    void run({ id: "ma_1", way: "browser" });
    const { prompt = "" } = await screen.next(QuickPick);
    assert.match(prompt, /^The website asks for: Code \$⟨U\+0028⟩rocket\)�\[x\] \(command:y\)\./);
  });

  for (const [expectedPage, then, pages] of [
    ["no page if the connection turns out to be logged in", { end: { kind: "loggedIn" } }, []],
    ["the login page if the connection is no longer logged in", { connection: running }, [openedPage]],
  ] as const)
    it(`starts a login and opens ${expectedPage}`, async (context) => {
      const { started, logins, opened, run } = setUpLogin(context, { ...resting, status: "AUTHENTICATED" });
      logins.starts = startedLogin({ phase: "starting" });
      const done = run({ id: "ma_1", way: "browser" });
      await quiet();
      assert.deepEqual(opened, []);
      logins.publish(loginSnapshot({ connection: resting, ...then }));
      await done;
      assert.deepEqual([opened, started], [pages, [shownConnection]]);
    });

  for (const code of ["account_locked", "rate_limited"])
    it(`asks for confirmation before starting a login after the error code ${code}`, async (context) => {
      const { logins, run, updatedIds } = setUpLogin(context, {
        ...resting,
        flow_status: "FAILED",
        error_code: code,
      });
      const first = run();
      const question = await screen.next(Message);
      assert.deepEqual(question.buttons, ["Log In Anyway"]);
      question.choose(undefined);
      await first;
      assert.deepEqual([logins.calls, updatedIds], [[], ["ma_1"]]);
      void run();
      (await screen.next(Message)).choose("Log In Anyway");
      await screen.next(QuickPick);
    });

  const conflict = { kind: "conflict", status: 409, sent: "refused" } as const;
  const failed = { kind: "server", status: 500, sent: "refused" } as const;
  for (const [problem, starts, words, button] of [
    [
      "too many pending logins",
      { kind: "notStarted", error: { ...conflict, code: "too_many_pending_sessions" } },
      "Log In to shop.example: too many logins are running; try again when a login ends.",
      "Show Connection",
    ],
    [
      "another running login",
      { kind: "notStarted", error: { ...conflict, code: "conflict" } },
      "Log In to shop.example: another login for this connection is running.",
      "Show Connection",
    ],
    [
      "a service failure",
      { kind: "notStarted", error: failed },
      "Log In to shop.example: The service failed (status 500).",
      "Show Connection",
    ],
    [
      "a start with an unknown outcome",
      { kind: "unknown" },
      "We couldn't confirm that the login to shop.example started.",
      "Check Now",
    ],
  ] as const)
    it(`reports ${problem} and doesn't start a second login`, async (context) => {
      const { started, logins, opened, run } = setUpLogin(context, resting);
      logins.starts = starts;
      await run({ id: "ma_1", way: "browser" });
      (await expectMessage(words, [button])).choose(button);
      await quiet();
      assert.deepEqual([logins.calls, opened, started], [["start ma_1"], [], [[...shownConnection, "a"]]]);
    });

  it("offers to continue in VS Code if the service returns no page", async (context) => {
    const { started, logins, run } = setUpLogin(context, resting);
    logins.starts = startedLogin({ hostedUrl: undefined });
    await run({ id: "ma_1", way: "browser" });
    (await screen.next(Message)).choose("Continue in VS Code");
    await quiet();
    assert.deepEqual(started, [["managedAuth.logIn", { id: "ma_1", way: "here" }, "a"]]);
  });
});
