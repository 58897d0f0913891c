import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { ensureAndReport } from "../../../../../src/editor/connections/login/ensureLogins.ts";
import { ensuredCard } from "../../../../../src/editor/connections/login/ensuredCard.ts";
import { loginCommands } from "../../../../../src/editor/connections/login/commands.ts";
import { noteUserActive } from "../../../../../src/editor/kit/userAttention.ts";
import type { EnsureObstacle, EnsureResult } from "../../../../../src/domain/login/ensureLogin.ts";
import {
  configure,
  focusWindow,
  mentioned,
  Message,
  Progress,
  QuickPick,
  reset,
  screen,
} from "../../../../doubles/vscode.ts";
import { buttonsOf, sandbox } from "../../../../support/cards.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { until } from "../../../../host/until.ts";
import { loginSnapshot, ScriptedLogins } from "../../../../support/logins.ts";
import { quiet } from "../../../../support/offers.ts";
import { inPart } from "../../../../support/inPart.ts";

beforeEach(() => {
  reset();
  noteUserActive();
});

const fresh = (): object => ({ status: "AUTHENTICATED", last_auth_check_at: new Date().toISOString() });
const workConnection = { id: "ma_1", domain: "shop.example", profile_name: "work", ...fresh() };
const refused = {
  id: "ma_2",
  domain: "bank.example",
  profile_name: "work",
  status: "NEEDS_AUTH",
  flow_status: "FAILED",
  error_code: "credentials_invalid",
};
const locked = { ...refused, id: "ma_3", domain: "forum.example", error_code: "account_locked" };

async function setUpEnsure(context: TestContext) {
  const fixture = await commandFixture(context);
  for (const connection of [workConnection, refused, locked]) {
    fixture.offers.reply(`/auth/connections/${connection.id}`, 200, connection);
    fixture.offers.reply(`/auth/connections/${connection.id}/timeline?limit=20&offset=0`, 200, []);
  }
  const posted = (): readonly string[] => fixture.offers.requests.filter((line) => line.startsWith("POST"));
  return { ...fixture, posted };
}

describe("Make Sure It Is Logged In", () => {
  it("shows only a status bar message if the connection is logged in", async (context) => {
    const { parts, posted, shown } = await setUpEnsure(context);
    await ensureAndReport(parts, ["ma_1"]);
    assert.deepEqual([mentioned, shown, posted()], [["work on shop.example is logged in"], [], []]);
  });

  it("escapes and shortens the connection's name in its progress title", async (context) => {
    const { offers, parts } = await setUpEnsure(context);
    const named = { ...workConnection, profile_name: `work\u202E\n${"x".repeat(300)}` };
    offers.reply("/auth/connections", 200, [named]);
    await parts.connections.refresh();
    const release = offers.hold("/auth/connections/ma_1");
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const making = ensureAndReport(parts, ["ma_1"]);
    await quiet();
    context.mock.timers.tick(1_000);
    const { title = "" } = (await screen.next(Progress)).options;
    assert.match(title, /^Checking the login for work.*x…$/);
    assert.doesNotMatch(title, /[\u202E\n]/);
    release();
    await making;
  });

  it("shows a notification if the user has left the window", async (context) => {
    const { parts } = await setUpEnsure(context);
    focusWindow(false);
    await ensureAndReport(parts, ["ma_1"]);
    assert.equal((await screen.next(Message)).text, "work on shop.example is logged in");
  });

  it("uses the status bar if notifications are disabled", async (context) => {
    const { parts } = await setUpEnsure(context);
    focusWindow(false);
    configure("managedAuth.notices", { globalValue: "badge" });
    await ensureAndReport(parts, ["ma_1"]);
    assert.deepEqual(mentioned, ["work on shop.example is logged in"]);
  });

  it("prompts for a connection if none is given", async (context) => {
    const { offers, parts } = await setUpEnsure(context);
    offers.reply("/auth/connections?limit=100&offset=0", 200, [workConnection]);
    const making = ensureAndReport(parts, undefined);
    const pick = await screen.next(QuickPick);
    assert.equal(pick.title, "Make Sure It Is Logged In");
    await quiet();
    pick.hide();
    await making;
    assert.deepEqual(mentioned, []);
  });

  it("shows the connection's page if the login requires user action", async (context) => {
    const { parts, posted, shown } = await setUpEnsure(context);
    await ensureAndReport(parts, ["ma_2"]);
    const [{ card, connectionId, tab } = assert.fail()] = shown;
    context.assert.snapshot([connectionId, card.title, card.summary, card.head, tab?.title]);
    assert.equal(card.actions.next?.label, "Log In…");
    assert.deepEqual(posted(), []);
  });

  it("doesn't offer a login if the website account is locked", async (context) => {
    const { parts, posted, shown } = await setUpEnsure(context);
    await ensureAndReport(parts, ["ma_3"]);
    const [{ card } = assert.fail()] = shown;
    assert.equal(card.title, "work on forum.example isn't logged in");
    assert.deepEqual(card.summary, [
      "The website locked this account. Unlock the account on the website first.",
    ]);
    assert.ok(!buttonsOf(card).some(({ label }) => label.includes("Log")));
    assert.deepEqual(posted(), []);
  });

  it("lists connections that require user action before all others", async (context) => {
    const { parts, shown } = await setUpEnsure(context);
    await ensureAndReport(parts, ["ma_1", "ma_3", "ma_2", "ma_1"]);
    const [{ card, tab } = assert.fail()] = shown;
    assert.equal(shown.length, 1);
    const [table] = card.blocks;
    assert.ok(table?.kind === "table");
    context.assert.snapshot({
      ...{ title: card.title, tab: tab?.title, summary: card.summary },
      rows: table.rows.map(({ actions = [], cells }) => [
        ...[cells[0]?.text, cells[2]?.text],
        ...actions.map(({ label }) => label),
      ]),
    });
  });

  it("offers a retry for connections that couldn't be checked", async (context) => {
    const { offers, parts, shown } = await setUpEnsure(context);
    offers.reply("/auth/connections/ma_2", 404, { code: "no_such", message: "No connection has this ID." });
    offers.reply("/auth/connections/ma_3", 403, { code: "nope", message: "Not you." });
    await ensureAndReport(parts, ["ma_1", "ma_2", "ma_3"]);
    const [{ card } = assert.fail()] = shown;
    const again = card.actions.next;
    assert.ok(again?.label === "Try Again" && again.press.does === "run");
    assert.deepEqual(again.press.args["ids"], ["ma_3"]);
  });

  it("shows no separate notification for a login that it started", async (context) => {
    const { account, offers, parts } = await setUpEnsure(context);
    offers.reply("/auth/connections/ma_2", 200, {
      ...refused,
      flow_status: undefined,
      error_code: undefined,
    });
    const { reads, times } = parts.logins;
    const logins = Object.assign(new ScriptedLogins(parts.connections), { reads, times });
    const login = loginSnapshot({ accountId: account.id, connectionId: "ma_2", phase: "starting" });
    logins.starts = { kind: "started", login };
    const reported: boolean[] = [];
    const follow = logins.snapshots.onDidChange(({ key }) => reported.push(parts.memory.isReported(key)));
    const making = ensureAndReport(inPart({ ...parts, logins }), ["ma_2"]);
    await until("the login", () => logins.calls.includes("start ma_2"));
    await quiet();
    logins.publish({ ...login, phase: "ended", end: { kind: "loggedIn" } });
    await making;
    follow.dispose();
    assert.deepEqual([reported, parts.memory.isReported(login.key)], [[false, true], false]);
  });

  it("accepts only a list of IDs as its argument", async (context) => {
    const { parts } = await setUpEnsure(context);
    const { start } = loginCommands(parts)["managedAuth.ensureLoggedIn"];
    assert.throws(() => start({ ids: "ma_1" }));
    assert.throws(() => start({ id: "ma_1" }));
    await start({ ids: ["ma_1"] });
    assert.equal(mentioned.length, 1);
  });
});

describe("the result of Make Sure It Is Logged In", () => {
  const connection = ManagedAuth.parse({ id: "ma_1", domain: "shop.example", profile_name: "work" });
  const stored = { ...connection, credential: { name: "shop-login" } };
  type Needs = Extract<EnsureResult, { kind: "needsPerson" }>;
  const needs = (need: Needs["need"]): Needs => ({ kind: "needsPerson", need, connection });
  const failed = (code: string): Needs => needs({ kind: "failed", code });
  const cannot = (why: EnsureObstacle): EnsureResult => ({ kind: "cannot", why, connection });
  const error = { kind: "unauthorized", sent: "refused", status: 401 } as const;

  for (const [ensured, note, next] of [
    [
      needs({ kind: "asks" }),
      "A login is running. The website asks a question that only a person can answer.",
      "Resume Login…",
    ],
    [
      needs({ kind: "confirms" }),
      "A login is running and must be approved outside the browser.",
      "Resume Login…",
    ],
    [needs({ kind: "undecided" }), "A login is still running after a minute.", "Resume Login…"],
    [failed("sms_code_required"), "The website asks for a one-time code.", "Log In…"],
    [failed("odd"), "The last login failed.", "Log In…"],
    [
      { ...failed("credentials_invalid"), connection: stored },
      "The website refused the user name or password.",
      "Replace Credential Values…",
    ],
    [
      failed("login_form_not_found"),
      "No login form was found. Setting the login page may help.",
      "Set Login Page…",
    ],
    [needs({ kind: "expired" }), "The last login timed out.", "Log In…"],
    [needs({ kind: "canceled" }), "The last login was canceled.", "Log In…"],
    [
      cannot({ kind: "recent", until: 0 }),
      "No login started: the last one was less than ten minutes ago.",
      "Log In…",
    ],
    [
      cannot({ kind: "failed", code: "rate_limited" }),
      "The website's rate limit was reached. Try again later.",
      undefined,
    ],
    [
      cannot({ kind: "error", error }),
      "The service refused this token. The token may have expired or been revoked. Replace the token.",
      "Replace Token…",
    ],
    [cannot({ kind: "unknown" }), "We couldn't confirm how the login started or ended.", "Show Connection"],
    [cannot({ kind: "gone" }), "This connection no longer exists.", undefined],
    [
      cannot({ kind: "notFollowed", why: "left" }),
      "Live updates stopped; the login is still running.",
      "Show Connection",
    ],
    [
      cannot({ kind: "notFollowed", why: "unauthorized" }),
      "The service refused this token. Live updates stopped; the login is still running.",
      "Replace Token…",
    ],
    [{ kind: "loggedInAfterLogin", connection }, "Confirmed by a login just now.", undefined],
    [{ kind: "cancelled", runs: true }, "A login is still running.", undefined],
  ] as const satisfies readonly (readonly [EnsureResult, string, string | undefined])[])
    it(`shows the note "${note}" and the best action`, () => {
      const row = { connection, ensured };
      const [table] = ensuredCard(sandbox, [row, row]).blocks;
      assert.ok(table?.kind === "table");
      const [{ actions, notes } = assert.fail()] = table.rows;
      assert.equal(notes.join(" "), note);
      assert.equal(actions?.[0]?.label, next);
    });
});
