import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import type { SessionState } from "../../../../../src/editor/accounts/session.ts";
import type { ConnectionsState } from "../../../../../src/editor/catalogue/connectionsModel.ts";
import { loginInfoOfFetched } from "../../../../../src/editor/connections/login/renderLoginPage.ts";
import { LoginMemory } from "../../../../../src/editor/connections/context/loginMemory.ts";
import { LoginSurfaces } from "../../../../../src/editor/connections/login/loginSurfaces.ts";
import { isFromThisWindow } from "../../../../../src/editor/kit/ofThisWindow.ts";
import { Log } from "../../../../../src/editor/kit/log.ts";
import type { LoginSnapshot } from "../../../../../src/domain/login/loginSnapshot.ts";
import type { CommandResult } from "../../../../../src/editor/results/result.ts";
import type { ResultCard } from "../../../../../src/editor/results/buttons.ts";
import { expiredResultCard } from "../../../../../src/editor/results/panel.ts";
import { verdictHead } from "../../../../../src/editor/results/cardParts.ts";
import {
  configure,
  contextKeys,
  EventEmitter,
  focusWindow,
  mentioned,
  Message,
  reset,
  screen,
  statusItems,
} from "../../../../doubles/vscode.ts";
import { loginSnapshot, ScriptedLogins } from "../../../../support/logins.ts";
import { actionsOf, buttonsOf } from "../../../../support/cards.ts";
import { Offers, quiet } from "../../../../support/offers.ts";
import { VirtualClock } from "../../../../support/virtualClock.ts";
import { inPart } from "../../../../support/inPart.ts";
import { column } from "../../../../support/rows.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

const awaitingCode = {
  status: "NEEDS_AUTH",
  flow_status: "IN_PROGRESS",
  flow_step: "AWAITING_INPUT",
  fields: [{ id: "f", type: "code", label: "Code" }],
};

/** Returns a login that waits for a code, with these changes. */
const waiting = (changes?: Parameters<typeof loginSnapshot>[0]): LoginSnapshot =>
  loginSnapshot({ connection: awaitingCode, ...changes });
const atStep = (flow_step: string, changes?: Parameters<typeof loginSnapshot>[0]): LoginSnapshot =>
  waiting({ connection: { ...awaitingCode, flow_step }, ...changes });

/** The window's pages and rows. `markedDeleted` lists the pages that show their connection as deleted. */
interface State {
  deletedId?: string;
  open: { result: CommandResult; active: boolean } | undefined;
  rows: ManagedAuth[];
  readonly markedDeleted: string[];
}

const reading = (rows: readonly ManagedAuth[]): ConnectionsState => ({
  reading: { rows, more: false, unreadable: 0, isPartial: false, readAt: new Date() },
});

function setUpSurfaces(context: TestContext, before?: LoginSnapshot) {
  const logins = new ScriptedLogins();
  if (before !== undefined) logins.publish(before);
  const clock = new VirtualClock();
  const memory = new LoginMemory();
  const [drawn, started]: [CommandResult[], unknown[]] = [[], []];
  const offers = new Offers(context);
  const listed = new EventEmitter<ConnectionsState>();
  const card = {
    ...expiredResultCard("00000000-0000-4000-8000-000000000001"),
    head: { kind: "header" } as const,
  };
  const state: State = {
    open: { result: { card, accountId: "a", connectionId: "ma_1" }, active: true },
    rows: [],
    markedDeleted: [],
  };
  const account = { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example.com" } as const;
  const switched = new EventEmitter<SessionState>();
  let session: SessionState = { kind: "signedIn", account };
  const surfaces = new LoginSurfaces(
    inPart({
      clock,
      logins,
      memory,
      session: {
        get state() {
          return session;
        },
        onDidChange: switched.event,
      },
      log: new Log(),
      service: {
        access: () => Promise.resolve({ account, baseUrl: account.baseUrl, client: offers.client }),
      },
      connections: {
        get state() {
          return reading(state.rows);
        },
        logins: logins.snapshots,
        updateRow: () => undefined,
        wasDeleted: (id) => state.deletedId === id,
        onDidChange: listed.event,
      },
      panel: {
        openConnectionIds: () => (state.open === undefined || state.markedDeleted.length > 0 ? [] : ["ma_1"]),
        markDeleted: (accountId, id) => Promise.resolve(void state.markedDeleted.push(`${accountId} ${id}`)),
        findConnectionPage: (accountId, id) => (accountId === "a" && id === "ma_1" ? state.open : undefined),
        update: (result) => Promise.resolve(void drawn.push(result)),
      },
      start: (...args) => Promise.resolve(void started.push(args)),
      opener: { openWebsite: (domain) => Promise.resolve(void started.push(domain)) },
    }),
  );
  context.after(() => surfaces.dispose());
  /** Switches the window to another account. */
  const switchTo = (id: string): void => {
    session = { kind: "signedIn", account: { ...account, id } };
    switched.fire(session);
  };
  /** Publishes a fetched list with these rows. */
  const list = (rows: ManagedAuth[]): void => {
    state.rows = rows;
    listed.fire(reading(rows));
  };
  /** Publishes a login's state and returns the card that its page then shows. */
  const cardAfter = async (login: LoginSnapshot): Promise<ResultCard> => {
    logins.publish(login);
    await quiet();
    await clock.pass(200);
    return drawn.at(-1)?.card ?? assert.fail();
  };
  return { surfaces, cardAfter, clock, logins, memory, drawn, started, list, offers, state, switchTo };
}

/** Returns the command that shows a connection of the account "a". */
const showCommand = (id: string): object => ({
  command: "managedAuth.showConnection",
  title: "Show Connection",
  arguments: [{ id, accountId: "a" }],
});
const statusText = (): string => [...statusItems].map(({ text }) => text).join();

describe("a running login", () => {
  it("has a status bar item that opens its connection", (context) => {
    const { logins } = setUpSurfaces(context);
    logins.publish(loginSnapshot({ phase: "starting", connection: { domain: "shop.$(x)example" } }));
    assert.equal(statusText(), "$(sync~spin) Logging in: shop.$⟨U+0028⟩x)example");
    logins.publish(waiting());
    assert.equal(statusText(), "$(bell-dot) Login is waiting for you: shop.example");
    const [{ backgroundColor, command } = assert.fail()] = statusItems;
    assert.deepEqual(command, showCommand("ma_1"));
    const args: readonly unknown[] = typeof command === "object" ? (command.arguments ?? []) : [];
    assert.deepEqual(args.map(isFromThisWindow), [true]);
    assert.deepEqual({ ...(backgroundColor as object) }, { id: "statusBarItem.warningBackground" });
    logins.publish(atStep("SUBMITTING"));
    assert.equal(statusText(), "$(sync~spin) Logging in: shop.example");
    logins.publish(atStep("AWAITING_EXTERNAL_ACTION"));
    assert.equal(statusText(), "$(device-mobile) Approve the login: shop.example");
    logins.publish(waiting({ lostSince: 0 }));
    assert.equal(statusText(), "$(debug-disconnect) Login updates paused: shop.example");
    logins.publish(waiting({ end: { kind: "loggedIn" } }));
    assert.equal(statusText(), "");
  });

  it("completes a walkthrough step on success only in the window that started it", (context) => {
    const { logins } = setUpSurfaces(context);
    const reached = (): unknown => contextKeys.get("managedAuth.loggedIn");
    logins.publish(waiting());
    logins.publish(loginSnapshot({ startedHere: false, phase: "ended", end: { kind: "loggedIn" } }));
    const noDetails = { code: undefined, message: undefined, websiteError: undefined };
    logins.publish(loginSnapshot({ phase: "ended", end: { kind: "expired", ...noDetails } }));
    assert.equal(reached(), undefined);
    logins.publish(loginSnapshot({ phase: "ended", end: { kind: "loggedIn" } }));
    assert.equal(reached(), true);
  });

  it("forgets entered user names when it ends or another login replaces it", (context) => {
    const { logins, memory } = setUpSurfaces(context);
    const named = (key: string): string | undefined => memory.userNamesOf(key).get("f_user");
    for (const [first, then] of [
      [{ key: "one" }, { key: "one", end: { kind: "loggedIn" } }],
      [{ key: "two" }, { key: "three", superseded: true }],
    ] as const) {
      logins.publish(waiting(first));
      memory.userNamesOf(first.key).set("f_user", "ada");
      logins.publish(waiting({ connectionId: "ma_2", key: "other" }));
      assert.equal(named(first.key), "ada");
      logins.publish(waiting(then));
      assert.equal(named(first.key), undefined);
    }
  });

  describe("of a deleted connection", () => {
    const path = "/auth/connections/ma_1";
    const deleted = waiting({ end: { kind: "gone" } });

    it("is reported and marked as deleted on its page", async (context) => {
      const { logins, offers, state } = setUpSurfaces(context);
      offers.reply(path, 404, { code: "not_found", message: "No such connection." });
      focusWindow(false);
      logins.publish(deleted);
      await expectMessage("The connection was deleted: shop.example.", ["Show Connections"], "warning");
      await quiet();
      assert.deepEqual(state.markedDeleted, ["a ma_1"]);
    });

    it("causes no message if this window deleted the connection", async (context) => {
      const { logins, offers, state } = setUpSurfaces(context);
      state.deletedId = "ma_1";
      offers.reply(path, 404);
      logins.publish(deleted);
      await quiet();
      assert.deepEqual([screen.rest, mentioned], [[], []]);
    });

    it("doesn't update a closed page or replace a newer login", async (context) => {
      const { clock, drawn, logins, offers, state } = setUpSurfaces(context);
      const { open } = state;
      state.open = undefined;
      logins.publish(deleted);
      await quiet();
      await clock.pass(200);
      assert.deepEqual(offers.requests, []);
      state.open = open;
      offers.reply(path, 200, { id: "ma_1", status: "NEEDS_AUTH" });
      logins.publish(deleted);
      logins.publish(atStep("SUBMITTING", { key: "login_2" }));
      await quiet();
      await clock.pass(200);
      assert.deepEqual([drawn.length, offers.requests.length], [1, 1]);
    });

    it("is marked as deleted on its page if the connection can't be read", async (context) => {
      const { logins, offers, state } = setUpSurfaces(context);
      offers.reply(path, 403);
      logins.publish(deleted);
      await quiet();
      assert.deepEqual(state.markedDeleted, ["a ma_1"]);
    });
  });

  it("shares one status bar item with the window's other logins", (context) => {
    const { logins, memory } = setUpSurfaces(context);
    logins.publish(waiting({ startedHere: false }));
    assert.equal(statusText(), "");
    logins.publish(waiting({ connectionId: "ma_2" }));
    logins.publish(atStep("DISCOVERING", { connectionId: "ma_3" }));
    assert.equal(statusText(), "$(bell-dot) 3 logins, 2 waiting for you");
    logins.publish(waiting({ connectionId: "ma_3" }));
    assert.equal(statusText(), "$(bell-dot) 3 logins are waiting for you");
    assert.deepEqual(column([...statusItems], "command"), ["managedAuth.connections.focus"]);
    for (const { key } of logins.snapshots.all) memory.openedPages.add(key);
    logins.publish(waiting({ connectionId: "ma_3" }));
    const [shown] = statusItems;
    assert.deepEqual(
      [statusText(), shown?.backgroundColor !== undefined],
      ["$(bell-dot) 3 logins are waiting for you", true],
    );
  });

  it("reappears in the status bar after a reload if it needs the user", (context) => {
    const { logins } = setUpSurfaces(context);
    const reloaded = { startedHere: false, startedByUser: true };
    logins.publish(atStep("SUBMITTING", reloaded));
    assert.equal(statusText(), "");
    logins.publish(waiting(reloaded));
    assert.equal(statusText(), "$(bell-dot) Login is waiting for you: shop.example");
    assert.deepEqual([...statusItems][0]?.command, showCommand("ma_1"));
  });

  it("opens in its own account if several accounts have running logins", (context) => {
    const { logins, switchTo } = setUpSurfaces(context);
    logins.publish(atStep("DISCOVERING", { connectionId: "ma_2" }));
    logins.publish(waiting({ connectionId: "ma_3" }));
    const leadsTo = (): unknown => [...statusItems][0]?.command;
    assert.equal(leadsTo(), "managedAuth.connections.focus");
    switchTo("b");
    assert.deepEqual(leadsTo(), showCommand("ma_3"));
    switchTo("a");
    assert.equal(leadsTo(), "managedAuth.connections.focus");
    logins.publish(waiting({ accountId: "b", connectionId: "ma_4" }));
    assert.deepEqual(leadsTo(), showCommand("ma_3"));
  });

  it("updates its connection's page in place", async (context) => {
    const { cardAfter, drawn, memory } = setUpSurfaces(context);
    const pageText = async (login: LoginSnapshot): Promise<string> => {
      const card = await cardAfter(login);
      assert.equal(card.id, "00000000-0000-4000-8000-000000000001");
      return [...card.summary, card.blocks[0]?.title].join(" ");
    };
    assert.equal(await pageText(waiting()), "Enter the verification code");
    memory.openedPages.add("login_1");
    assert.match(await pageText(waiting()), /^Finish in your browser/);
    assert.match(await pageText(waiting({ phase: "confirming" })), /^The service is confirming/);
    assert.match(
      await pageText(waiting({ lostSince: Date.now() })),
      /^No updates since .* The login may still be running; updates resume by themselves\./,
    );
    assert.match(await pageText(waiting({ superseded: true })), /^Another login took over\. This page now/);
    const loggedIn = { status: "AUTHENTICATED", flow_status: "SUCCESS" };
    assert.equal(
      await pageText(loginSnapshot({ connection: loggedIn, end: { kind: "loggedIn" } })),
      "Agents can now use the profile work. The last seven days",
    );
    assert.deepEqual(mentioned, ["Logged in to shop.example."]);
    assert.deepEqual(screen.rest, []);
    assert.doesNotMatch(JSON.stringify(drawn), /Reply as received/);
  });

  it("is rendered at most five times per second, including its final state", async (context) => {
    const { clock, drawn, logins } = setUpSurfaces(context);
    for (let change = 1; change <= 1000; change++) {
      logins.publish(
        loginSnapshot({
          connection: { ...awaitingCode, fields: [{ id: "f", type: "code", label: `Code ${change}` }] },
        }),
      );
      await clock.pass(1);
    }
    await clock.pass(200);
    assert.ok(drawn.length >= 5 && drawn.length <= 6, String(drawn.length));
    assert.equal(drawn[0]?.card.blocks[0]?.title, "Enter: Code 1");
    assert.equal(drawn.at(-1)?.card.blocks[0]?.title, "Enter: Code 1000");
    await clock.pass(1000);
    assert.ok(drawn.length <= 6, "nothing is drawn where nothing changes");
    logins.publish(waiting());
    logins.publish(waiting({ connectionId: "ma_2" }));
    await quiet();
    assert.equal(drawn.at(-1)?.card.blocks[0]?.title, "Enter the verification code", "at once after a pause");
  });

  it("isn't rendered after its views are disposed", async (context) => {
    const { clock, drawn, logins, surfaces } = setUpSurfaces(context);
    logins.publish(waiting());
    logins.publish(waiting({ superseded: true }));
    surfaces.dispose();
    await clock.pass(1000);
    assert.deepEqual([drawn.length, clock.waiting], [1, 0]);
  });

  it("adds a note to a fetched page if the login replaced an earlier login", (context) => {
    const { logins, memory } = setUpSurfaces(context);
    logins.publish(waiting({ superseded: true }));
    const parts = { connections: { logins: logins.snapshots }, memory };
    const notes = (flow_status: string): readonly string[] | undefined =>
      loginInfoOfFetched(parts, "a", ManagedAuth.parse({ id: "ma_1", flow_status }))?.notes;
    const note = "Another login took over. This page now shows that login.";
    assert.deepEqual(["IN_PROGRESS", "PENDING", "FAILED"].map(notes), [[note], [note], undefined]);
  });

  it("marks an unlisted connection's page as deleted if a read returns 404", async (context) => {
    for (const [status, deleted] of [
      [404, ["a ma_1"]],
      [200, []],
    ] as const) {
      const { list, offers, state } = setUpSurfaces(context);
      offers.reply("/auth/connections/ma_1", status, { id: "ma_1", code: "not_found", message: "No such." });
      list([]);
      await quiet();
      assert.deepEqual(
        [state.markedDeleted, offers.requests],
        [deleted, ["GET /auth/connections/ma_1"]],
        String(status),
      );
    }
    const { list, offers } = setUpSurfaces(context);
    list([ManagedAuth.parse({ id: "ma_1" })]);
    await quiet();
    assert.deepEqual(offers.requests, [], "it is listed");
  });

  it("doesn't update result pages, closed pages or other accounts' pages", async (context) => {
    const { drawn, logins, state } = setUpSurfaces(context);
    const { open = assert.fail() } = state;
    state.open = {
      ...open,
      result: { ...open.result, card: { ...open.result.card, head: verdictHead("success") } },
    };
    logins.publish(waiting());
    state.open = undefined;
    logins.publish(waiting());
    state.open = open;
    logins.publish(waiting({ accountId: "b" }));
    await quiet();
    assert.deepEqual(drawn, []);
  });

  it("shows buttons that answer, open the login page, and stop or resume updates", async (context) => {
    const { cardAfter, drawn, memory } = setUpSurfaces(context);
    const page = { ...awaitingCode, interaction_id: "i_1", hosted_url: "https://auth.example/SECRET" };
    const offered = async (login: LoginSnapshot): Promise<readonly string[]> => {
      const card = await cardAfter(login);
      const [task] = card.blocks;
      const labels = actionsOf(card);
      return [
        ...(task?.kind === "task" ? task.buttons.map(({ label }) => label) : []),
        ...labels.slice(0, labels.indexOf("…Edit…")),
      ];
    };
    const both = ["Enter Code…", "Open Login Page", "Refresh"];
    assert.deepEqual(await offered(loginSnapshot({ connection: page })), [...both, "…Stop Updates"]);
    const stopped = { kind: "stopped", why: "left" } as const;
    assert.deepEqual(await offered(loginSnapshot({ connection: page, end: stopped })), [
      ...both,
      "…Resume Updates",
    ]);
    assert.deepEqual(drawn.at(-1)?.card.summary, ["Live updates stopped; the login is still running."]);
    memory.openedPages.add("login_1");
    assert.deepEqual(
      await offered(loginSnapshot({ connection: page })),
      ["Open Login Page", "Enter Code…", "Refresh", "…Stop Updates"],
      "where the login goes on comes first",
    );
    assert.equal(drawn.at(-1)?.isBusy, true);
  });
});

describe("the end of a login", () => {
  const failed = (code: string, credential?: object): LoginSnapshot =>
    loginSnapshot({
      connection: { status: "NEEDS_AUTH", flow_status: "FAILED", error_code: code, credential },
      end: { kind: "failed", code, message: "m", websiteError: "w" },
    });

  const refused = "The website refused the user name or password.";
  const bot = "The website blocked the browser as a bot. Another proxy may help.";
  const locked = "The website locked this account. Unlock the account on the website first.";
  const limited = "The website's rate limit was reached. Try again later.";
  for (const [code, words, button, { credential, next = button } = {}] of [
    ["credentials_invalid", refused, "Log In…"],
    ["credentials_invalid", refused, "Replace Credential Values…", { credential: { name: "one" } }],
    ["credentials_invalid", refused, "Open Provider", { credential: { provider: "vault", auto: true } }],
    ["bot_detected", bot, "Choose Another Proxy…"],
    ["sms_code_required", "The website asks for a one-time code.", "Log In…"],
    ["account_locked", locked, "Open Website"],
    ["rate_limited", limited, "Show Connection", { next: "Show History" }],
    ["moon_phase", "The login failed.", "Log In…"],
  ] as readonly (readonly [string, string, string, { credential?: object; next?: string }?])[])
    it(`notifies an absent user and offers ${button} after the error code ${code}`, async (context) => {
      const { drawn, logins } = setUpSurfaces(context);
      focusWindow(false);
      logins.publish(failed(code, credential));
      await expectMessage(`Not logged in to shop.example. ${words}`, [button], "warning");
      await quiet();
      const card = drawn.at(-1)?.card ?? assert.fail();
      assert.equal(card.actions.next?.label, next);
      const offered = buttonsOf(card).some(({ label }) => label === "Log In…");
      assert.equal(offered, code !== "account_locked" && code !== "rate_limited");
    });

  it("is reported only once and only for logins of this window", async (context) => {
    const { started, logins, state } = setUpSurfaces(context);
    if (state.open !== undefined) state.open = { ...state.open, active: false };
    logins.publish(waiting({ startedHere: false, end: { kind: "loggedIn" } }));
    logins.publish(waiting({ end: { kind: "loggedIn" } }));
    (await expectMessage("Logged in to shop.example.", undefined, "info")).choose("Show Connection");
    await quiet();
    assert.deepEqual(started, [["managedAuth.showConnection", { id: "ma_1" }, "a"]]);
    assert.deepEqual([screen.rest, mentioned], [[], []]);
  });

  it("is shown in the status bar if notifications are disabled", async (context) => {
    const { logins } = setUpSurfaces(context);
    configure("managedAuth.notices", { globalValue: "badge" });
    focusWindow(false);
    logins.publish(waiting({ end: { kind: "loggedIn" } }));
    await quiet();
    assert.deepEqual([screen.rest, mentioned], [[], ["Logged in to shop.example."]]);
  });

  it("is reported even if the login ended before notifications were set up", async (context) => {
    setUpSurfaces(context, waiting({ end: { kind: "loggedIn" } }));
    await quiet();
    assert.deepEqual(mentioned, ["Logged in to shop.example."]);
  });

  it("isn't reported separately while a command waits for the login", async (context) => {
    const { logins, memory } = setUpSurfaces(context);
    focusWindow(false);
    const release = memory.report("login_1");
    logins.publish(waiting({ end: { kind: "loggedIn" } }));
    release();
    await quiet();
    assert.deepEqual([screen.rest, mentioned], [[], []]);
    assert.equal(memory.isReported("login_1"), false);
  });

  it("is reported while a command waits for a different login", async (context) => {
    const { logins, memory } = setUpSurfaces(context);
    focusWindow(false);
    memory.report("login_1");
    logins.publish(waiting({ key: "login_2", end: { kind: "loggedIn" } }));
    assert.equal((await screen.next(Message)).text, "Logged in to shop.example.");
  });

  it("isn't reported on sign-out, which has its own message", async (context) => {
    const { logins } = setUpSurfaces(context);
    logins.publish(waiting());
    logins.publish(waiting({ connectionId: "ma_2" }));
    logins.signOut();
    assert.equal((await screen.next(Message)).text, "Live updates stopped; the login is still running.");
    assert.deepEqual(screen.rest, []);
  });
});
