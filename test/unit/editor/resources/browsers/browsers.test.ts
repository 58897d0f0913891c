import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { browserHandle } from "../../../../../src/api/browserSchemas.ts";
import { allCommands } from "../../../../../src/editor/app/commands.ts";
import { ResourcesTree } from "../../../../../src/editor/sidebar/resourcesTree.ts";
import { nodeRow } from "../../../../../src/editor/sidebar/sidebarNode.ts";
import type { CommandId } from "../../../../../src/editor/words/contributions.ts";
import { cardText } from "../../../../../src/editor/results/cardText.ts";
import { logged, Message, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { quiet } from "../../../../support/offers.ts";
import { columns } from "../../../../support/rows.ts";
import { recordOpened } from "../../../../support/opened.ts";
import { expectMessage } from "../../../../support/messages.ts";

const liveView = "https://live.example/canary-live?token=1";
const session = "bs_canary_1";
const handle = browserHandle(session);
const bot = {
  session_id: session,
  created_at: "2026-11-01T10:00:00.000Z",
  timeout_seconds: 300,
  stealth: true,
  headless: false,
  profile: { id: "prof_1", name: "release-bot" },
  browser_live_view_url: liveView,
  cdp_ws_url: "wss://canary-cdp.example",
};
const driven = {
  ...bot,
  session_id: "bs_canary_2",
  proxy_id: "proxy_gone",
  tags: { "managed-auth-saves": "true" },
};
const login = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "release-bot",
  status: "NEEDS_AUTH",
  flow_status: "IN_PROGRESS",
  flow_expires_at: "2999-01-01T00:00:00.000Z",
  browser_session_id: "bs_canary_2",
  live_view_url: "https://live.example/canary-login",
};

async function setUpBrowsers(context: TestContext) {
  const at = await commandFixture(context);
  const { offers, parts } = at;
  offers.list("/browsers", [bot, driven]);
  offers.reply("GET /browsers/bs_canary_1", 200, bot);
  offers.reply("GET /browsers/bs_canary_2", 200, driven);
  offers.list("/auth/connections", [login]);
  offers.reply("GET /auth/connections/ma_1", 200, login);
  offers.list("/proxies", []);
  const opened = recordOpened(context);
  const all = allCommands(parts);
  const run = (command: CommandId, args?: unknown) => all[command].start(args);
  const tree = new ResourcesTree(parts.session, parts.listed, parts.connections, parts.entitlements, {
    visible: false,
  });
  context.after(() => tree.dispose());
  const list = async () => {
    const node = (await tree.getChildren()).find(
      (one) => one.kind === "resourceList" && one.of === "browsers",
    );
    assert.ok(node);
    await tree.getChildren(node);
    await quiet();
    return {
      rows: (await tree.getChildren(node)).map((one) => nodeRow(one)),
      summary: tree.getTreeItem(node),
    };
  };
  return { ...at, opened, run, list };
}

beforeEach(reset);

describe("the list of browsers", () => {
  it("starts with browsers that have problems and contains no session IDs", async (context) => {
    const { list, offers, parts } = await setUpBrowsers(context);
    offers.reply("/org/entitlements", 200, {
      features: {},
      limits: { max_concurrent_browsers: 8 },
      plan: {},
    });
    await parts.entitlements.refresh();
    const { rows, summary } = await list();
    assert.equal(summary.description, "2 of 8 · 1 without proxy");
    assert.deepEqual(columns(rows, "contextValue", "label"), [
      ["browser", "release-bot"],
      ["browser", "release-bot"],
    ]);
    assert.match(rows[0]?.description ?? "", /^proxy deleted · login running · /);
    assert.match(rows[1]?.tooltip ?? "", /Ends after 5 minutes without a client/);
    assert.doesNotMatch(JSON.stringify(rows), /canary/);
  });
});

describe("keepFresh for the list of browsers", () => {
  it("fetches the list every 30 seconds unless a fetch is running", async (context) => {
    context.mock.timers.enable({ apis: ["setInterval"] });
    const { offers, parts } = await setUpBrowsers(context);
    const { browsers } = parts.listed;
    await browsers.refresh();
    const refreshing = browsers.keepFresh(() => true);
    context.after(() => refreshing.dispose());
    const counts: number[] = [];
    for (const isSlow of [false, true, true]) {
      if (isSlow) offers.hold("/browsers");
      context.mock.timers.tick(30_000);
      await quiet();
      counts.push(offers.requests.filter((request) => request.startsWith("GET /browsers?")).length);
    }
    assert.deepEqual(counts, [2, 3, 3]);
  });
});

describe("a browser's proxy that isn't in the list of proxies", () => {
  for (const [state, unread, words] of [
    ["is shown as deleted", [], /^proxy deleted/],
    ["isn't shown as deleted if some proxies are unreadable", [{ id: 7 }], /^login running/],
  ] as const)
    it(state, async (context) => {
      const { list, offers } = await setUpBrowsers(context);
      offers.list("/proxies", unread);
      const { rows } = await list();
      assert.ok(rows.some(({ description = "" }) => words.test(description)));
      assert.equal(
        rows.filter(({ description = "" }) => description.includes("deleted")).length,
        1 - unread.length,
      );
    });
});

describe("a browser's page", () => {
  it("shows the profile and the login, but no URL or session ID", async (context) => {
    const { offers, run, shown } = await setUpBrowsers(context);
    await run("managedAuth.showBrowser", { id: browserHandle("bs_canary_2") });
    const [page] = shown;
    assert.ok(page);
    const text = cardText(page.card);
    assert.match(text, /Profile: release-bot/);
    assert.match(text, /Saves to profile: When the browser ends/);
    for (const [saves, words] of [
      ["false", /Saves to profile: No\n/],
      ["yes, says another program", /Saves to profile: Not reported\n/],
    ] as const) {
      offers.reply("GET /browsers/bs_canary_2", 200, { ...driven, tags: { "managed-auth-saves": saves } });
      await run("managedAuth.showBrowser", { id: browserHandle("bs_canary_2") });
      assert.match(cardText(shown.at(-1)?.card ?? page.card), words);
    }
    assert.match(text, /Remaining time: Ends after 5 minutes without a client/);
    assert.match(text, /release-bot on bank\.example/);
    assert.doesNotMatch(JSON.stringify([page, logged]), /canary/);
    assert.deepEqual(
      [page.card.actions.next?.label, page.card.actions.other?.label],
      ["Watch Live", "End Browser…"],
    );
  });

  it("finds its browser again after a window reload", async (context) => {
    const { offers, run, shown } = await setUpBrowsers(context);
    const another = { ...bot, session_id: "bs_canary_9" };
    offers.list("/browsers", [another]);
    offers.reply("GET /browsers/bs_canary_9", 200, another);
    await run("managedAuth.showBrowser", { id: browserHandle("bs_canary_9") });
    assert.equal(shown[0]?.card.title, "release-bot");
  });

  it("doesn't show the data of a browser that is no longer listed", async (context) => {
    const { offers, run, shown } = await setUpBrowsers(context);
    await run("managedAuth.showBrowser", { id: handle });
    offers.list("/browsers", []);
    offers.reply(`GET /browsers/${handle}`, 404, { code: "not_found", message: "None." });
    await run("managedAuth.showBrowser", { id: handle });
    assert.equal(shown[0]?.card.title, "release-bot");
    assert.notEqual(shown.at(-1)?.card.title, "release-bot");
  });

  it("doesn't report the browser as ended if the list of browsers can't be fetched", async (context) => {
    const { offers, run, shown } = await setUpBrowsers(context);
    offers.reply("GET /browsers", 403, { code: "forbidden", message: "No." });
    await run("managedAuth.showBrowser", { id: handle });
    assert.doesNotMatch(shown.map(({ card }) => cardText(card)).join(), /ended|no longer exists/);
  });
});

describe("Watch Live", () => {
  for (const [subject, args, address] of [
    ["a browser", { id: handle }, liveView],
    ["a running login", { connection: "ma_1" }, "https://live.example/canary-login"],
  ] as const)
    it(`opens the live view of ${subject} after the user confirms the host`, async (context) => {
      const { opened, run } = await setUpBrowsers(context);
      const done = run("managedAuth.watchLive", args);
      (await expectMessage("Open the live view at live.example?")).choose("Open Live View");
      await done;
      assert.deepEqual(opened, [address]);
    });

  it("opens nothing if no login is running", async (context) => {
    const { offers, opened, run } = await setUpBrowsers(context);
    offers.reply("GET /auth/connections/ma_1", 200, { ...login, flow_status: "SUCCESS" });
    await run("managedAuth.watchLive", { connection: "ma_1" });
    assert.equal((await screen.next(Message)).text, "No login is running.");
    assert.deepEqual(opened, []);
  });
});

describe("End Browser", () => {
  for (const [browser, id, words] of [
    [
      "a browser without a login",
      handle,
      /doesn't report who is connected.*\n.*doesn't report if the browser saves/,
    ],
    [
      "the browser of a login",
      browserHandle("bs_canary_2"),
      /The running login for release-bot on bank\.example is lost/,
    ],
  ] as const)
    it(`asks for confirmation before ending ${browser}`, async (context) => {
      const { offers, run } = await setUpBrowsers(context);
      const path = id === handle ? "/browsers/bs_canary_1" : "/browsers/bs_canary_2";
      offers.reply(`DELETE ${path}`, 204, undefined);
      const declined = run("managedAuth.endBrowser", { id });
      const dialog = await expectMessage('End the browser of "release-bot"?');
      assert.match(dialog.options.detail ?? "", words);
      assert.doesNotMatch(dialog.options.detail ?? "", /canary/);
      dialog.choose(undefined);
      await declined;
      assert.equal(offers.count(`DELETE ${path}`), 0);
      const agreed = run("managedAuth.endBrowser", { id });
      (await screen.next(Message)).choose("End Browser");
      await agreed;
      assert.equal(offers.count(`DELETE ${path}`), 1);
    });

  it("treats a 404 response as success and fetches the plan's usage again", async (context) => {
    const { offers, parts, run } = await setUpBrowsers(context);
    offers.reply("/org/entitlements", 200, { features: {}, limits: {}, plan: {} });
    await parts.entitlements.refresh();
    offers.reply("DELETE /browsers/bs_canary_1", 404);
    const done = run("managedAuth.endBrowser", { id: handle });
    (await screen.next(Message)).choose("End Browser");
    await done;
    assert.deepEqual(screen.all.filter((one) => one instanceof Message).slice(1), []);
    assert.equal(offers.count("/org/limits"), 1);
  });

  it("explains why a browser wasn't ended", async (context) => {
    const { offers, run } = await setUpBrowsers(context);
    offers.reply("DELETE /browsers/bs_canary_1", 403);
    const done = run("managedAuth.endBrowser", { id: handle });
    (await screen.next(Message)).choose("End Browser");
    await done;
    assert.match((await screen.next(Message)).text, /^Browser not ended: /);
  });

  it("prompts for a browser if none is given", async (context) => {
    const { run } = await setUpBrowsers(context);
    const done = run("managedAuth.endBrowser");
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.doesNotMatch(JSON.stringify(pick.rows), /canary/);
    pick.escape();
    await done;
  });
});
