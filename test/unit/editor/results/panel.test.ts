import assert from "node:assert/strict";
import { readdir, readFile, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { ThemeIcon, ViewColumn, window, type WebviewPanel as Panel } from "vscode";
import { ResultPanel } from "../../../../src/editor/results/panel.ts";
import { ResultStore } from "../../../../src/editor/results/resultStore.ts";
import { numberButtons, mapButtons } from "../../../../src/card/buttons.ts";
import { commandAction, type ButtonAction } from "../../../../src/editor/results/buttons.ts";
import { noteUserActive, trackUser } from "../../../../src/editor/kit/userAttention.ts";
import type { TableRow } from "../../../../src/card/card.ts";
import type { SessionState } from "../../../../src/editor/accounts/session.ts";
import type { CommandResult } from "../../../../src/editor/results/result.ts";
import { scopeId } from "../../../../src/storage/scope.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { EventEmitter } from "../../../doubles/events.ts";
import {
  configure,
  env,
  focusWindow,
  l10n,
  Message,
  reset,
  screen,
  TextEditorSelectionChangeKind,
  WebviewPanel,
  window as fake,
  changeSelection,
} from "../../../doubles/vscode.ts";
import { pageParts } from "../../../support/pages.ts";
import { quiet } from "../../../support/offers.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";
import { column, columns } from "../../../support/rows.ts";

beforeEach(reset);

async function begin(context: TestContext) {
  const directory = await temporaryDirectory(context);
  const store = new AccountStore(directory);
  /** The effects of pressed buttons, each with the result's ID. */
  const presses: (readonly unknown[])[] = [];
  const panel = new ResultPanel(
    pageParts({
      press: (effect, { card }) => Promise.resolve(void presses.push([effect, card.id])),
    }),
    new ResultStore(store),
  );
  /** The stored results, as another window reads and writes them. */
  const elsewhere = new ResultStore(new AccountStore(directory));
  return { panel, directory, elsewhere, store, presses };
}

/** Shows a result and returns its new page. */
async function shownPage(
  panel: ResultPanel,
  ...shown: Parameters<ResultPanel["show"]>
): Promise<WebviewPanel> {
  await panel.show(...shown);
  return screen.next(WebviewPanel);
}

/** Shows a result in a new page and waits until the page is ready. */
async function opened(panel: ResultPanel, shown: CommandResult): Promise<WebviewPanel> {
  const page = await shownPage(panel, shown);
  page.say({ type: "ready" });
  await quiet();
  return page;
}

/** Presses a button of a page. */
async function press(page: WebviewPanel, button: number, drawing = 1): Promise<void> {
  page.say({ type: "press", drawing, press: String(button) });
  await quiet();
}

/** Calls `restore` with a panel, as VS Code does after a reload. */
async function reloaded(restore: (panel: Panel) => Promise<void>): Promise<WebviewPanel> {
  screen.clear();
  await restore(window.createWebviewPanel("managedAuth.result", "old", ViewColumn.One));
  return screen.next(WebviewPanel);
}

const id = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;
const open: ButtonAction = { does: "open", address: "hosted_url" };
const copyRequest: ButtonAction = { does: "copyRequest", text: "{}" };
const show = commandAction("managedAuth.showConnection", { id: "SECRETCONTEXT" });
const copyId: ButtonAction = { does: "copyId", id: "SECRETCONTEXT" };
/** Effects of a page's buttons, in the order of {@link result}. */
const buttons = [copyId, open, copyRequest, show] as const;
const result = (digit: number): CommandResult => ({
  card: {
    id: id(digit),
    head: { kind: "verdict", tone: "info" },
    title: `Result ${digit}`,
    context: ["Team"],
    summary: ["It is."],
    blocks: [
      { kind: "rows", title: "R", rows: [{ label: "L", value: { text: "</script><b>x" } }] },
      {
        kind: "rows",
        title: "S",
        rows: [{ label: "A", value: { text: "•" }, secret: { press: open, label: "Open" } }],
      },
      {
        kind: "forms",
        title: "J",
        copyLabel: "Copy",
        forms: [{ label: "J", text: "{}", press: copyRequest }],
      },
      {
        kind: "table",
        title: "T",
        columns: ["C"],
        rows: [
          { cells: [], notes: [] },
          { cells: [], notes: [], actions: [{ press: show, label: "Open" }] },
        ],
      },
    ],
    actions: { other: { press: copyId, label: "Copy ID" } },
  },
  secrets: { hosted_url: "https://auth.example/SECRETURL" },
});

/** The first result with another first button. */
const replaced: CommandResult = {
  ...result(1),
  card: { ...result(1).card, actions: { other: { press: show, label: "Show" } } },
};

describe("the results panel", () => {
  it("keeps the newer result if VS Code restores an older panel late", async (context) => {
    const { presses, elsewhere, panel } = await begin(context);
    await elsewhere.save(result(1));
    const newer = await opened(panel, result(2));
    const older = await reloaded((one) => panel.restore(one, { cardId: id(1) }));
    await quiet();
    await press(newer, 0);
    assert.deepEqual([newer.disposed, older.disposed, newer.webview.posted.length], [false, true, 1]);
    assert.deepEqual(presses, [[copyId, id(2)]]);
    const recent = (await panel.recent.all()).map(({ result: { card } }) => card.id);
    assert.deepEqual(recent, [id(2), id(1)]);
  });

  it("notifies a user who has left the window unless notifications are disabled", async (context) => {
    const { panel } = await begin(context);
    const notices = async (digit: number): Promise<readonly string[]> => {
      screen.clear();
      await panel.show(result(digit), { awayMessage: `Deleted ${digit}` });
      return screen.rest.flatMap((one) => (one instanceof Message ? [one.text] : []));
    };
    assert.deepEqual(await notices(1), []);
    focusWindow(false);
    assert.deepEqual(await notices(2), ["Deleted 2"]);
    configure("managedAuth.notices", { globalValue: "badge" });
    assert.deepEqual(await notices(3), []);
  });

  it("shows a notification instead of covering the editor in which the user is typing", async (context) => {
    const { panel } = await begin(context);
    const writing = trackUser();
    noteUserActive();
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() + 1 });
    changeSelection(TextEditorSelectionChangeKind.Keyboard);
    focusWindow(false);
    await panel.show(result(1), { awayMessage: "Deleted 1" });
    assert.equal((await screen.next(Message)).text, "Result 1");
    assert.deepEqual(screen.rest, []);
    writing.dispose();
  });

  it("opens next to the active editor if the setting results.column is beside", async (context) => {
    configure("managedAuth.results.column", { globalValue: "beside" });
    const columnOf = async (panel: ResultPanel, shown: CommandResult): Promise<number> =>
      (await shownPage(panel, shown)).column;
    const { panel } = await begin(context);
    assert.equal(await columnOf(panel, result(1)), ViewColumn.Active);
    panel.dispose();
    fake.tabGroups.activeTabGroup.tabs.push({});
    const { panel: next } = await begin(context);
    assert.equal(await columnOf(next, result(2)), ViewColumn.Beside);
    const other = { ...result(3), accountId: "a", connectionId: "ma_1" };
    assert.equal(await columnOf(next, other), 2);
  });

  it("opens a single page and sends the card only when the page is ready", async (context) => {
    const { panel } = await begin(context);
    const shown = await shownPage(panel, result(1));
    assert.deepEqual(
      [shown.viewType, shown.title, shown.column, shown.webview.posted],
      ["managedAuth.result", "Result 1", ViewColumn.Active, []],
    );
    shown.say({ type: "ready" });
    await quiet();
    assert.deepEqual(shown.webview.posted, [
      { type: "show", drawing: 1, card: numberButtons(result(1).card).card, lang: "en" },
    ]);
    await panel.show(result(2));
    assert.deepEqual([shown.revealed, shown.title, shown.webview.posted.length], [1, "Result 2", 2]);
    assert.deepEqual(screen.rest, []);
  });

  it("sends only the latest card once the page is ready", async (context) => {
    const { panel } = await begin(context);
    const shown = await shownPage(panel, result(1));
    await panel.show(result(2));
    assert.deepEqual(shown.webview.posted, []);
    shown.say({ type: "ready" });
    await quiet();
    assert.deepEqual(shown.webview.posted, [
      { type: "show", drawing: 1, card: numberButtons(result(2).card).card, lang: "en" },
    ]);
  });

  for (const [description, bundle, lang] of [
    ["the editor's language if the texts are translated", {}, "de"],
    ["English if the texts aren't translated", undefined, "en"],
  ] as const)
    it(`sets the page's language to ${description}`, async (context) => {
      env.language = "de";
      l10n.bundle = bundle;
      const { panel } = await begin(context);
      const shown = await shownPage(panel, result(1));
      assert.match(shown.webview.html, new RegExp(`<html lang="${lang}">`));
      shown.say({ type: "ready" });
      await quiet();
      assert.deepEqual(shown.webview.posted, [
        { type: "show", drawing: 1, card: numberButtons(result(1).card).card, lang },
      ]);
    });

  it("keeps the card's text out of the HTML and requires a nonce for scripts", async (context) => {
    const { panel } = await begin(context);
    await panel.show(result(1));
    const { html, options } = (await screen.next(WebviewPanel)).webview;
    assert.doesNotMatch(html, /Result 1|SECRET|<b>x/);
    const [, nonce = ""] = /script-src 'nonce-([\w-]{22})'/.exec(html) ?? [];
    assert.notEqual(nonce, "");
    assert.match(
      html,
      /content="default-src 'none'; script-src 'nonce-[\w-]+'; style-src 'nonce-[\w-]+'; form-action 'none'; base-uri 'none'"/,
    );
    assert.match(html, new RegExp(`<script nonce="${nonce}" src="webview:/extension/dist/page\\.js">`));
    assert.deepEqual(options.enableScripts, true);
    assert.deepEqual(
      options.localResourceRoots?.map((root) => root.path),
      ["/extension/dist"],
    );
  });

  it("sends no secrets or button actions to the page", async (context) => {
    const { directory, panel } = await begin(context);
    const shown = await opened(panel, result(1));
    assert.doesNotMatch(JSON.stringify(shown.webview.posted), /SECRET/);
    const files = await readdir(join(directory, "results"));
    const stored = await Promise.all(files.map((name) => readFile(join(directory, "results", name), "utf8")));
    assert.equal(stored.length, 1);
    assert.doesNotMatch(stored.join(), /SECRETURL/);
    assert.match(stored.join(), /SECRETCONTEXT/);
  });

  it("runs the pressed button's action for the shown result", async (context) => {
    const { presses, panel } = await begin(context);
    const shown = await opened(panel, result(1));
    for (const index of buttons.keys()) await press(shown, index);
    assert.deepEqual(
      presses,
      buttons.map((effect) => [effect, id(1)]),
    );
  });

  for (const [replacement, next] of [
    ["another result", result(2)],
    ["the same result, with another button in its place", replaced],
  ] as const)
    it(`ignores a button press on a card that has been replaced by ${replacement}`, async (context) => {
      const { presses, panel } = await begin(context);
      const shown = await opened(panel, result(1));
      await panel.show(next);
      await press(shown, 0);
      assert.deepEqual(presses, []);
      await press(shown, 0, 2);
      assert.equal(presses.length, 1);
    });

  it("accepts a button press if the last update left the button unchanged", async (context) => {
    const { presses, panel } = await begin(context);
    const shown = await opened(panel, result(1));
    const again = result(1);
    await panel.show({ ...again, card: { ...again.card, summary: ["It still is."] } });
    await press(shown, 0);
    assert.deepEqual(presses, [[buttons[0], id(1)]]);
    await panel.show(again);
    await press(shown, 0);
    assert.equal(presses.length, 1, "not of one long replaced");
  });

  for (const [description, message] of [
    ["a button number above the last", { type: "press", drawing: 1, press: String(buttons.length) }],
    ["a negative button number", { type: "press", drawing: 1, press: "-1" }],
    ["a fractional button number", { type: "press", drawing: 1, press: "0.5" }],
    ["a property name as button number", { type: "press", drawing: 1, press: "length" }],
    ["a button number that isn't text", { type: "press", drawing: 1, press: 0 }],
    ["an action instead of a button number", { type: "press", drawing: 1, press: copyId }],
    ["a VS Code command", { type: "command", command: "workbench.action.terminal.new" }],
    ["an additional URL", { type: "press", drawing: 1, press: "1", url: "https://evil.example" }],
    ["no drawing number", { type: "press", press: "0" }],
    ["null", null],
    ["a string", "ready"],
  ] as const)
    it(`ignores an invalid message from the page: ${description}`, async (context) => {
      const { presses, panel } = await begin(context);
      const shown = await opened(panel, result(1));
      shown.say(message);
      await quiet();
      assert.deepEqual([presses, shown.webview.posted.length], [[], 1]);
    });

  it("closes only the pages of a signed-out account", async (context) => {
    const { presses, panel } = await begin(context);
    const pages: WebviewPanel[] = [];
    for (const [digit, accountId] of [
      [1, "sandbox"],
      [2, scopeId("sandbox", "proj_1")],
      [3, "team"],
    ] as const)
      pages.push(
        await opened(panel, { ...result(digit), accountId, connectionId: `ma_${digit}`, isBusy: true }),
      );

    await panel.closeAccount({ accountId: "sandbox" });
    await press(pages[2] ?? assert.fail(), 0);
    assert.deepEqual(column(pages, "disposed"), [true, true, false]);
    assert.deepEqual(presses, [[copyId, id(3)]]);
    assert.deepEqual(
      (await panel.recent.all()).map(({ result: { card } }) => card.title),
      ["Result 3"],
    );
  });

  it("opens a new page after the user has closed the previous one", async (context) => {
    const { panel } = await begin(context);
    const first = await shownPage(panel, result(1));
    first.dispose();
    assert.equal(first.page.received.listening, 0);
    const second = await shownPage(panel, result(2));
    assert.equal(second.title, "Result 2");
    panel.dispose();
    assert.equal(second.disposed, true);
  });

  it("closes its page if the window closes while the page is opening", async (context) => {
    const { panel } = await begin(context);
    const shown = panel.show(result(1));
    panel.dispose();
    await shown;
    assert.equal((await screen.next(WebviewPanel)).disposed, true);
    assert.deepEqual(screen.rest, []);
  });

  it("restores a stored result without its secrets after a reload", async (context) => {
    const { elsewhere, panel } = await begin(context);
    await panel.show(result(1));
    const pressed: (readonly unknown[])[] = [];
    const next = new ResultPanel(
      pageParts({
        press: (effect, again) => Promise.resolve(void pressed.push([effect, again.secrets])),
      }),
      elsewhere,
    );
    const restored = await reloaded((old) => next.restore(old, { cardId: id(1) }));
    restored.say({ type: "ready" });
    for (const index of buttons.keys()) await press(restored, index);
    const { card } = numberButtons(
      mapButtons(result(1).card, (press) => (press === open ? undefined : press)),
    );
    assert.deepEqual(restored.webview.posted, [{ type: "show", drawing: 1, card, lang: "en" }]);
    assert.deepEqual(
      pressed,
      [copyId, copyRequest, show].map((effect) => [effect, undefined]),
      "what opens an address is gone with it",
    );
  });

  for (const [description, state] of [
    ["nothing", undefined],
    ["another result's ID", { cardId: id(9) }],
    ["a path", { cardId: "../../etc/passwd" }],
    ["a number as ID", { cardId: 7 }],
  ] as const)
    it(`shows that a result no longer exists if the page stored ${description}`, async (context) => {
      const { panel } = await begin(context);
      const restored = await reloaded((old) => panel.restore(old, state));
      restored.say({ type: "ready" });
      await quiet();
      assert.equal(restored.title, "This result no longer exists");
      assert.equal(restored.webview.posted.length, 1);
    });
});

describe("recent results", () => {
  const titles = async (panel: ResultPanel): Promise<readonly string[]> =>
    (await panel.recent.all()).map(({ result: { card } }) => card.title);

  /** Sets the age of a stored result. */
  async function age(directory: string, digit: number, days: number): Promise<void> {
    const at = new Date(Date.now() - days * 86_400_000);
    await utimes(join(directory, "results", `${id(digit)}.json`), at, at);
  }

  it("are sorted newest first, and a refreshed result appears only once", async (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const { panel } = await begin(context);
    for (const digit of [1, 2, 3, 1]) {
      await panel.show(result(digit));
      context.mock.timers.tick(1_000);
    }
    assert.deepEqual(await titles(panel), ["Result 1", "Result 3", "Result 2"]);
  });

  it("include results from earlier windows for seven days", async (context) => {
    const { directory, elsewhere, panel } = await begin(context);
    for (const [digit, days] of [
      [1, 2],
      [2, 6.99],
      [3, 7.01],
    ] as const) {
      await elsewhere.save(result(digit));
      await age(directory, digit, days);
    }
    assert.deepEqual(await titles(panel), ["Result 1", "Result 2"]);
    assert.equal(await elsewhere.load(id(3)), undefined);
  });

  it("keep their original date when they are shown again", async (context) => {
    const { directory, elsewhere, panel } = await begin(context);
    await elsewhere.save(result(1));
    await age(directory, 1, 6.99);
    const [recent] = await panel.recent.all();
    assert.ok(recent !== undefined);
    await panel.reshow(recent.result);
    assert.ok(
      Date.now() - (await stat(join(directory, "results", `${id(1)}.json`))).mtimeMs > 6 * 86_400_000,
    );
  });

  it("include secrets in the window that showed the result", async (context) => {
    const { panel } = await begin(context);
    await panel.show(result(1));
    assert.deepEqual((await panel.recent.all())[0]?.result.secrets, result(1).secrets);
  });

  it("exclude results of a signed-out account", async (context) => {
    const { panel, store } = await begin(context);
    const of = (digit: number, accountId: string): CommandResult => ({ ...result(digit), accountId });
    await panel.show(of(1, "a"));
    await panel.show(of(2, "b"));
    store.onForget(panel.recent.forget);
    await store.forget({ accountId: "a" });
    assert.deepEqual(await titles(panel), ["Result 2"]);
  });
});

describe("a result of a signed-out account", () => {
  const of = (accountId: string): CommandResult => ({ ...result(1), accountId });

  it("is shown but not stored", async (context) => {
    const directory = await temporaryDirectory(context);
    const results = new ResultStore(
      new AccountStore(directory, (accountId) => Promise.resolve(accountId === "b")),
    );
    const panel = new ResultPanel(pageParts(), results);
    assert.equal((await shownPage(panel, of("a"))).title, "Result 1");
    assert.deepEqual(await panel.recent.all(), []);
    assert.equal(await results.load(id(1)), undefined);
    await panel.show(of("b"));
    assert.equal((await panel.recent.all()).length, 1);
  });

  it("isn't stored if the user signs out during the write", async (context) => {
    const directory = await temporaryDirectory(context);
    const results = new ResultStore(new AccountStore(directory, () => Promise.resolve(false)));
    assert.equal(await results.save(of("a")), false);
    assert.equal(await results.load(id(1)), undefined);
  });
});

describe("ResultPanel.update", () => {
  it("re-renders the shown result without moving focus", async (context) => {
    const { elsewhere, panel } = await begin(context);
    const shown = await shownPage(panel, result(1));
    shown.webview.received.fire({ type: "ready" });
    const more = { ...result(1), card: { ...result(1).card, title: "More of result 1" } };
    await panel.update(more);
    const titles = (): readonly unknown[] =>
      shown.webview.posted.map((message) => (message as { card: { title: string } }).card.title);
    assert.deepEqual([titles(), shown.revealed], [["Result 1", "More of result 1"], 0]);
    assert.equal((await elsewhere.load(id(1)))?.card.title, "More of result 1");
    await panel.show(result(2));
    await panel.update(result(1));
    assert.equal(titles().at(-1), "Result 2");
  });
});

describe("result panels", () => {
  const of = (digit: number, connectionId: string, accountId = "a"): CommandResult => ({
    ...result(digit),
    accountId,
    connectionId,
    tab: { title: `${connectionId} · work`, icon: "key" },
  });
  const running = (...args: Parameters<typeof of>): CommandResult => ({ ...of(...args), isBusy: true });
  const titles = (panels: readonly WebviewPanel[]): readonly string[] => panels.map(({ title }) => title);

  it("are separate for each connection with a running login", async (context) => {
    const { panel } = await begin(context);
    const opened: WebviewPanel[] = [];
    for (const one of [running(1, "ma_1"), running(2, "ma_2"), running(3, "ma_1", "b"), result(4)])
      opened.push(await shownPage(panel, one));
    assert.deepEqual(titles(opened), ["ma_1 · work", "ma_2 · work", "ma_1 · work (2)", "Result 4"]);
    for (const one of [running(5, "ma_1"), result(6)]) await panel.show(one);
    assert.deepEqual(screen.rest, [], "each comes back to its own");
    assert.deepEqual(columns(opened, "disposed", "revealed"), [
      [false, 1],
      [false, 0],
      [false, 0],
      [false, 1],
    ]);
  });

  it("are reused by the next login if the previous login has ended", async (context) => {
    const { panel } = await begin(context);
    for (let digit = 1; digit <= 9; digit++) {
      await panel.show(running(digit, `ma_${digit}`));
      await panel.update(of(digit, `ma_${digit}`));
    }
    const only = await screen.next(WebviewPanel);
    assert.deepEqual([only.title, screen.rest], ["ma_9 · work", []]);
  });

  it("aren't reused if pinned, or if VS Code lists no tabs", async (context) => {
    const { panel } = await begin(context);
    const pinned = await shownPage(panel, of(1, "ma_1"));
    pinned.pinned = true;
    const other = await shownPage(panel, of(2, "ma_2"));
    await panel.show(of(3, "ma_3"));
    assert.deepEqual(titles([pinned, other]), ["ma_1 · work", "ma_3 · work"]);
    await panel.show(of(4, "ma_1"));
    assert.deepEqual([pinned.revealed, screen.rest], [1, []], "its own connection comes back to it");
    fake.tabGroups.activeTabGroup.tabs.length = 0;
    assert.equal((await shownPage(panel, of(7, "ma_7"))).title, "ma_7 · work");
  });

  it("are numbered in the title if a pinned panel has the same title", async (context) => {
    const { panel } = await begin(context);
    const pinned = await shownPage(panel, of(1, "ma_1"));
    pinned.pinned = true;
    const other = await shownPage(panel, of(2, "ma_1", "b"));
    assert.deepEqual(titles([pinned, other]), ["ma_1 · work", "ma_1 · work (2)"]);
    await panel.update(of(2, "ma_1", "b"));
    assert.equal(other.title, "ma_1 · work (2)");
    await panel.show(of(3, "ma_3"));
    assert.deepEqual([other.title, screen.rest], ["ma_3 · work", []]);
  });

  it("show that a connection was deleted and disable its actions", async (context) => {
    const { elsewhere, panel } = await begin(context);
    const next = { press: commandAction("managedAuth.logIn", { id: "ma_1" }), label: "Log In…" };
    const busy = running(1, "ma_1");
    await panel.show({
      ...busy,
      card: { ...busy.card, at: 5, actions: { next, other: { press: copyId, label: "Copy" } } },
    });
    assert.deepEqual(panel.openConnectionIds("a", new Date(5)), [], "what is drawn later is newer");
    assert.deepEqual(panel.openConnectionIds("a", new Date(6)), ["ma_1"]);
    await panel.markDeleted("a", "ma_1");
    assert.deepEqual(panel.openConnectionIds("a", new Date(6)), []);
    for (const deleted of [panel.findConnectionPage("a", "ma_1")?.result, await elsewhere.load(id(1))]) {
      assert.deepEqual(deleted?.card.head, {
        kind: "header",
        state: { text: "No longer exists", tone: "neutral" },
      });
      assert.deepEqual(
        [deleted.card.actions.next?.disabled, deleted.card.actions.other?.disabled],
        [true, undefined],
      );
      assert.deepEqual(deleted.secrets ?? {}, {});
    }
    assert.equal((await shownPage(panel, of(2, "ma_2"))).title, "ma_2 · work", "it keeps no panel");
  });

  it("show that a proxy was deleted, even after a reload", async (context) => {
    const { elsewhere, panel } = await begin(context);
    const next = { press: commandAction("managedAuth.renameProxy", { id: "proxy_1" }), label: "Edit…" };
    const shown: CommandResult = {
      card: { ...result(1).card, head: { kind: "verdict", tone: "success" }, actions: { next } },
      accountId: "a",
      resourceId: "proxy_1",
      tab: { icon: "globe", title: "paris" },
    };
    await elsewhere.save(shown);
    await reloaded((one) => panel.restore(one, { cardId: id(1) }));
    assert.equal(await panel.markDeleted("b", "proxy_1"), undefined, "of another account");
    assert.equal(await panel.markDeleted("a", "proxy_2"), undefined);
    const deleted = await panel.markDeleted("a", "proxy_1");
    assert.deepEqual(
      [deleted?.card.id, deleted?.card.title, deleted?.card.head, deleted?.card.actions.next?.disabled],
      [id(1), "paris", { kind: "header", state: { text: "No longer exists", tone: "neutral" } }, true],
    );
    assert.equal(await panel.markDeleted("a", "proxy_1"), deleted, "it stays so");
  });

  it("mark an ended browser on the open page but not in the stored result", async (context) => {
    const { elsewhere, panel } = await begin(context);
    const row = (name: string): TableRow<ButtonAction> => ({
      cells: [
        {
          text: name,
          links: [{ label: name, press: commandAction("managedAuth.showBrowser", { id: name }) }],
        },
      ],
      notes: [],
      actions: [{ label: "End Browser…", press: commandAction("managedAuth.endBrowser", { id: name }) }],
    });
    const table = { kind: "table", title: "Browsers", columns: ["Profile"] } as const;
    const rows = [row("one"), row("two")];
    await panel.show({ card: { ...result(1).card, blocks: [{ ...table, rows }] }, accountId: "a" });
    await panel.markDeleted("a", "one");
    const ended = { cells: [{ text: "one" }], notes: ["The browser has ended."], actions: [] };
    const blocks = [{ ...table, rows: [ended, row("two")] }];
    assert.deepEqual(panel.resultsOfAccount("a")[0]?.card.blocks, blocks);
    const stored = await elsewhere.load(id(1));
    assert.deepEqual(stored?.card.blocks, [{ ...table, rows }]);
  });

  it("are restored separately after a reload, without duplicates", async (context) => {
    const { elsewhere, panel } = await begin(context);
    for (const one of [of(1, "ma_1"), of(2, "ma_2"), result(3)]) await elsewhere.save(one);
    const back: WebviewPanel[] = [];
    for (const digit of [1, 2, 3])
      back.push(await reloaded((one) => panel.restore(one, { cardId: id(digit) })));
    assert.deepEqual(titles(back), ["ma_1 · work", "ma_2 · work", "Result 3"]);
    assert.ok(back.every(({ disposed }) => !disposed));
    const late = await reloaded((one) => panel.restore(one, { cardId: id(1) }));
    assert.equal(late.disposed, true);
  });

  it("distinguish a connection's page from its history", async (context) => {
    const { panel } = await begin(context);
    const shown = { ...of(1, "ma_1"), accountId: "a" };
    const history = { ...of(2, "ma_1"), accountId: "a", tab: { title: "History", icon: "history" } } as const;
    const pages = (accountId: string): readonly unknown[] => [
      panel.findConnectionPage(accountId, "ma_1")?.result,
      panel.findHistory(accountId, "ma_1"),
    ];
    await panel.show(history);
    assert.deepEqual(pages("a"), [undefined, history]);
    await panel.show(shown);
    assert.deepEqual(
      [pages("a"), pages("b")],
      [
        [shown, history],
        [undefined, undefined],
      ],
    );
  });

  it("show an icon for each kind of page", async (context) => {
    const { panel } = await begin(context);
    for (const icon of ["key", "trash", "checklist", "history"] as const) {
      assert.deepEqual(
        (
          await shownPage(panel, {
            ...running(1, icon),
            card: result(icon.length).card,
            tab: { title: icon, icon },
          })
        ).iconPath,
        new ThemeIcon(icon),
      );
    }
  });

  it("don't take focus if preserveFocus is set", async (context) => {
    const { panel } = await begin(context);
    for (const preserveFocus of [true, false]) {
      noteUserActive();
      assert.equal(
        (await shownPage(panel, running(preserveFocus ? 1 : 2, String(preserveFocus)), { preserveFocus }))
          .focused,
        !preserveFocus,
      );
    }
  });
});

describe("a page of an account that is no longer active", () => {
  const account = { kind: "service", id: "a", label: "Team", baseUrl: "https://api.example.com" } as const;
  const states: Readonly<Record<string, SessionState>> = {
    own: { kind: "signedIn", account },
    other: { kind: "signedIn", account: { ...account, id: "b" } },
    none: { kind: "signedOut" },
  };

  async function open(context: TestContext) {
    const changed = new EventEmitter<SessionState>();
    const session = { state: states["own"] ?? assert.fail(), onDidChange: changed.event };
    const become = async (name: string): Promise<void> => {
      session.state = states[name] ?? assert.fail();
      changed.fire(session.state);
      await quiet();
    };
    const panel = new ResultPanel(
      pageParts({ session }),
      new ResultStore(new AccountStore(await temporaryDirectory(context))),
    );
    const at = new Date();
    at.setHours(19, 24);
    const { card } = result(1);
    const { webview } = await opened(panel, { card: { ...card, at: at.getTime() }, accountId: "a" });
    const last = (): string => JSON.stringify(webview.posted.at(-1));
    return { become, last, webview };
  }

  for (const [name, words] of [
    ["none", "Signed out. As of 7:24 PM"],
    ["other", "Another account is in use. As of 7:24 PM"],
  ] as const)
    it(`shows "${words}" and disables actions until the account is active again`, async (context) => {
      const { become, last } = await open(context);
      assert.match(last(), /"context":\["Team","As of 7:24.PM"\]/);
      assert.doesNotMatch(last(), /"disabled"/);
      await become(name);
      assert.ok(
        last()
          .replace(/\u202f/g, " ")
          .includes(`"context":["Team","${words}"]`),
        last(),
      );
      const disabled = [...last().matchAll(/"label":"([^"]*)","press":"\d","disabled":true/g)];
      assert.deepEqual(
        disabled.map(([, label]) => label),
        ["Open", "Open"],
        "an address, and a command; not what is copied",
      );
      await become("own");
      assert.doesNotMatch(last(), /"disabled"/);
    });

  it("updates the reason why its account isn't active whenever the active account changes", async (context) => {
    const { become, last } = await open(context);
    await become("none");
    await become("other");
    assert.match(last(), /Another account is in use/);
    await become("none");
    assert.match(last(), /Signed out/);
  });

  it("is re-rendered only if the displayed account state changes", async (context) => {
    const { become, webview } = await open(context);
    await become("own");
    assert.equal(webview.posted.length, 1);
  });
});
