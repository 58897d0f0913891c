import assert from "node:assert/strict";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { allCommands } from "../../../../../src/editor/app/commands.ts";
import { browserHandle } from "../../../../../src/api/browserSchemas.ts";
import { inProject } from "../../../../../src/editor/accounts/accounts.ts";
import { AccountFiles } from "../../../../../src/storage/accountStore.ts";
import { WindowSession } from "../../../../../src/editor/accounts/session.ts";
import { createResourceLists } from "../../../../../src/editor/catalogue/listModel.ts";
import { followBrowsers } from "../../../../../src/editor/resources/browsers/follow.ts";
import { commandButton } from "../../../../../src/editor/results/buttons.ts";
import { expiredResultCard } from "../../../../../src/editor/results/panel.ts";
import {
  logged,
  Memento,
  Message,
  QuickPick,
  reset,
  screen,
  statusItems,
} from "../../../../doubles/vscode.ts";
import { commandFixture, type CommandFixture } from "../../../../support/commandFixture.ts";
import { untilPasses } from "../../../../host/until.ts";
import { quiet } from "../../../../support/offers.ts";
import { storedFiles } from "../../../../support/storedFiles.ts";
import { recordOpened } from "../../../../support/opened.ts";
import { expectMessage } from "../../../../support/messages.ts";

const connection = {
  id: "ma_1",
  domain: "bank.example",
  profile_name: "release bot",
  status: "AUTHENTICATED",
  browser: { stealth: true, proxy: { name: "office" } },
};
const launched = {
  session_id: "bs_canary_1",
  profile: { id: "prof_1", name: "release bot" },
  timeout_seconds: 300,
  browser_live_view_url: "https://live.example/canary",
};

async function setUpLaunch(context: TestContext, saved: object = connection) {
  const at = await commandFixture(context);
  const { offers, parts } = at;
  offers.reply("GET /auth/connections/ma_1", 200, saved);
  offers.list("/auth/connections", [saved]);
  offers.reply("GET /profiles/release%20bot", 200, { id: "prof_1", name: "release bot" });
  offers.list("/proxies", [{ id: "proxy_1", name: "office" }]);
  offers.list("/browsers", [launched]);
  offers.reply("POST /browsers", 200, launched);
  const bodies: unknown[] = [];
  const { fetch } = globalThis;
  context.mock.method(globalThis, "fetch", async (url: string, options: RequestInit) => {
    if (options.method === "POST") bodies.push(await new Response(options.body ?? null).json());
    return fetch(url, options);
  });
  const opened = recordOpened(context);
  const all = allCommands(parts);
  const run = (args?: unknown) => all["managedAuth.launchBrowser"].start(args);
  const review = async (): Promise<QuickPick> => {
    for (;;) {
      const shown = await screen.next(Object);
      if (shown instanceof QuickPick && shown.rows.some(({ label }) => label.endsWith("Launch Browser")))
        return shown;
      assert.ok(shown instanceof QuickPick, JSON.stringify(shown));
    }
  };
  return { ...at, bodies, opened, run, review };
}

const choose = (pick: QuickPick, label: string): void => {
  const row = pick.rows.find((one) => one.label.endsWith(label));
  assert.ok(row, label);
  pick.choose(row.label);
};

beforeEach(reset);

describe("Launch Browser", () => {
  for (const [source, args] of [
    ["a connection", { id: "ma_1" }],
    ["a profile", { profile: "release bot" }],
  ] as const)
    it(`launches a browser with the settings of ${source} and opens the live view`, async (context) => {
      const { bodies, offers, opened, parts, review, run } = await setUpLaunch(context);
      offers.reply("/org/entitlements", 200, { features: {}, limits: {}, plan: {} });
      await parts.entitlements.refresh();
      const done = run(args);
      choose(await review(), "Launch Browser");
      (await expectMessage("Open the live view at live.example?")).choose("Open Live View");
      await done;
      assert.deepEqual(bodies, [
        {
          profile: { id: "prof_1" },
          stealth: true,
          timeout_seconds: 300,
          start_url: "https://bank.example/",
          proxy_id: "proxy_1",
          tags: { source: "managed-auth", "managed-auth-saves": "false" },
        },
      ]);
      assert.deepEqual(opened, ["https://live.example/canary"]);
      assert.equal(offers.count("/org/limits"), 1, "the plan's usage");
      assert.doesNotMatch(JSON.stringify(logged), /canary/);
    });

  it("saves changes to the profile only if the user chooses to", async (context) => {
    const { bodies, review, run } = await setUpLaunch(context);
    const done = run({ id: "ma_1" });
    choose(await review(), "Save to Profile");
    const again = await review();
    assert.equal(again.rows.find(({ label }) => label.endsWith("Save to Profile"))?.description, "On");
    choose(again, "Launch Browser");
    (await screen.next(Message)).choose(undefined);
    await done;
    assert.deepEqual((bodies[0] as typeof launched & { profile: unknown }).profile, {
      id: "prof_1",
      save_changes: true,
    });
  });

  it("shows that the service's proxy is used for a connection without a proxy", async (context) => {
    const { review, run } = await setUpLaunch(context, {
      ...connection,
      browser: { proxy: { mode: "direct" } },
    });
    const done = run({ id: "ma_1" });
    const pick = await review();
    const row = pick.rows.find(({ label }) => label === "Proxy");
    assert.equal(row?.description, "Service default");
    assert.match(row.detail ?? "", /uses the service's proxy/);
    pick.escape();
    await done;
  });

  it("shows the proxy's name if the connection contains only the proxy's ID", async (context) => {
    const browser = { proxy: { id: "proxy_1" } };
    const { offers, review, run } = await setUpLaunch(context, { ...connection, browser });
    offers.reply("GET /proxies/proxy_1", 200, { id: "proxy_1", name: "office" });
    const done = run({ id: "ma_1" });
    const pick = await review();
    assert.equal(pick.rows.find(({ label }) => label === "Proxy")?.description, "office");
    pick.escape();
    await done;
  });

  for (const [reason, status, body, words] of [
    [
      "the browser limit",
      403,
      { code: "limit_exceeded", message: "Limit." },
      /plan's concurrent browsers are in use/,
    ],
    ["a rate limit", 429, { code: "rate_limited", message: "Rate limit." }, /Too many requests/],
    ["an invalid request", 400, { code: "bad_request", message: "No." }, /^Not launched: /],
  ] as const)
    it(`offers Show Browsers… if the service refuses the launch because of ${reason}`, async (context) => {
      const { offers, review, run } = await setUpLaunch(context);
      offers.reply("POST /browsers", status, body);
      const done = run({ id: "ma_1" });
      choose(await review(), "Launch Browser");
      (await expectMessage(words, ["Show Browsers…"])).choose(undefined);
      await done;
    });

  for (const [problem, proxies, words] of [
    ["ambiguous", ["proxy_1", "proxy_2"], "several share the name office"],
    ["unknown", [], "office wasn't found"],
  ] as const)
    it(`launches no browser if the proxy's name is ${problem}`, async (context) => {
      const { bodies, offers, run } = await setUpLaunch(context);
      offers.list(
        "/proxies",
        proxies.map((id) => ({ id, name: "office" })),
      );
      await run({ id: "ma_1" });
      const message = screen.all.find((one) => one instanceof Message);
      assert.deepEqual([message?.text, message?.buttons], [`Not launched: ${words}.`, ["Show Proxies…"]]);
      assert.deepEqual(bodies, []);
    });

  it("launches no browser from a profile if the connections can't be read", async (context) => {
    const { bodies, offers, run } = await setUpLaunch(context);
    offers.reply("/auth/connections", 403, { code: "no", message: "No." });
    await run({ profile: "release bot" });
    const message = screen.all.find((one) => one instanceof Message);
    assert.match(message?.text ?? "", /^Not launched: /);
    assert.deepEqual(bodies, []);
  });
});

describe("followBrowsers", () => {
  const handle = browserHandle("bs_canary_1");
  const other = browserHandle("bs_canary_2");
  const texts = () => [...statusItems].map(({ text }) => text);
  /** Follows the browsers in a window with separate lists. */
  const follow = (context: TestContext, parts: CommandFixture["parts"], session = parts.session) => {
    const listed = createResourceLists(session, parts.service, parts.store);
    const followed = followBrowsers({ ...parts, listed, session });
    context.after(() => {
      for (const disposable of [listed.browsers, followed]) disposable.dispose();
    });
    return listed;
  };

  it("shows launched browsers in the status bar until they end", async (context) => {
    const { account, offers, parts } = await setUpLaunch(context);
    const followed = followBrowsers(parts);
    context.after(() => followed.dispose());
    const { browsers } = parts.listed;
    await browsers.addLaunched(account.id, handle);
    await browsers.refresh();
    assert.deepEqual(texts(), ["$(browser) release bot"]);
    await browsers.addLaunched(account.id, other);
    const stored = async () => storedFiles(join(parts.directory, "browsers"));
    offers.reply("/browsers", 403);
    await browsers.refresh();
    assert.equal((await stored()).length, 2, "the list failed");
    assert.doesNotMatch(JSON.stringify(await stored()), /canary/, "session IDs");
    offers.list("/browsers", [launched, { ...launched, session_id: "bs_canary_2" }]);
    await browsers.refresh();
    assert.deepEqual(texts(), ["$(browser) 2 browsers"]);
    offers.list("/browsers", []);
    await browsers.refresh();
    assert.deepEqual(texts(), []);
    assert.deepEqual(await stored(), []);
  });

  for (const [launcher, isReload] of [
    ["another window", false],
    ["this window before a reload", true],
  ] as const)
    it(`adds a status bar item for a browser launched by ${launcher}`, async (context) => {
      const { account, parts } = await setUpLaunch(context);
      const launch = () => parts.listed.browsers.addLaunched(account.id, handle);
      if (isReload) await launch();
      const session = new WindowSession(parts.accounts, new Memento(), new Memento());
      context.after(() => session.dispose());
      follow(context, parts, session);
      await session.switchTo(account);
      if (!isReload) await launch();
      await untilPasses("the status bar item", () => assert.deepEqual(texts(), ["$(browser) release bot"]));
    });

  it("fetches the browsers again after 30 seconds if the first fetch fails", async (context) => {
    const { account, offers, parts } = await setUpLaunch(context);
    context.mock.timers.enable({ apis: ["setInterval"] });
    const later = follow(context, parts);
    offers.reply("/browsers", 403);
    await parts.listed.browsers.addLaunched(account.id, handle);
    await later.browsers.refresh();
    assert.deepEqual(texts(), []);
    offers.list("/browsers", [launched]);
    context.mock.timers.tick(30_000);
    await quiet();
    assert.deepEqual(texts(), ["$(browser) release bot"]);
  });

  it("keeps the stored handle of a browser launched while the list is being fetched", async (context) => {
    const { account, offers, parts } = await setUpLaunch(context);
    const { browsers } = parts.listed;
    offers.list("/browsers", []);
    const release = offers.hold("/browsers");
    const refreshed = browsers.refresh();
    await quiet();
    await browsers.addLaunched(account.id, handle);
    release();
    await refreshed;
    assert.equal((await storedFiles(join(parts.directory, "browsers"))).length, 1);
  });

  it("keeps an account's stored browser handles if the window switches accounts during a fetch", async (context) => {
    const { account, offers, parts } = await setUpLaunch(context);
    const { browsers } = parts.listed;
    offers.list("/browsers", []);
    await browsers.addLaunched(account.id, handle);
    await quiet();
    const { promise, resolve } = Promise.withResolvers<readonly unknown[]>();
    const stored = [{ accountId: account.id, handle }];
    context.mock.method(AccountFiles.prototype, "all", () => promise, { times: 1 });
    const refreshed = browsers.refresh();
    await quiet();
    await parts.session.switchTo(inProject(account, { id: "prj_2", name: "Other" }));
    await browsers.refresh();
    resolve(stored);
    await refreshed;
    await quiet();
    assert.equal((await storedFiles(join(parts.directory, "browsers"))).length, 1);
  });

  it("marks ended browsers in tables on other pages", async (context) => {
    const { account, offers, parts } = await setUpLaunch(context);
    const row = (id: string) => ({
      cells: [{ text: id, links: [commandButton(id, "managedAuth.showBrowser", { id })] }],
      notes: [],
    });
    const table = { kind: "table", title: "Browsers", columns: ["Profile"] } as const;
    const card = { ...expiredResultCard("1"), blocks: [{ ...table, rows: [row(handle), row(other)] }] };
    context.mock.method(parts.panel, "resultsOfAccount", () => [{ card, accountId: account.id }]);
    context.mock.method(parts.panel, "isVisible", () => true);
    const marked = context.mock.method(parts.panel, "markDeleted", () => Promise.resolve(undefined));
    context.mock.timers.enable({ apis: ["setInterval"] });
    follow(context, parts);
    context.mock.timers.tick(30_000);
    await quiet();
    assert.equal(offers.count("GET /browsers"), 1);
    assert.deepEqual(
      marked.mock.calls.map((call) => call.arguments),
      [[account.id, other]],
    );
  });
});
