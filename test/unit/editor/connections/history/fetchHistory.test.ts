import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import type { ResultCard } from "../../../../../src/editor/results/buttons.ts";
import { ResultStore } from "../../../../../src/editor/results/resultStore.ts";
import { AccountStore } from "../../../../../src/storage/accountStore.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { actionsOf, assertComplete, argumentOf, toneOf } from "../../../../support/cards.ts";
import { commandFixture, type CommandFixture } from "../../../../support/commandFixture.ts";
import { temporaryDirectory } from "../../../../support/temporary.ts";
import { columns } from "../../../../support/rows.ts";

beforeEach(reset);

const connection = { id: "ma_1", domain: "example.com", profile_name: "work", status: "AUTHENTICATED" };
const [connectionPath, timeline] = ["/auth/connections/ma_1", "/auth/connections/ma_1/timeline"];
const begin = Date.parse("2026-11-20T00:00:00Z");
const checks = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `check_${index}`,
    type: "health_check",
    status: "AUTHENTICATED",
    timestamp: new Date(begin - index * 300_000).toISOString(),
  }));

const lastCard = ({ shown }: CommandFixture): ResultCard => shown.at(-1)?.card ?? assert.fail();
/** Returns the title of the table and the label of its button. */
const tableOf = ({ blocks }: ResultCard): readonly unknown[] => {
  const table = blocks.find((one) => one.kind === "table");
  return table === undefined ? [] : [table.title, ...(table.more === undefined ? [] : [table.more.label])];
};
const loadMore = async (fixture: CommandFixture): Promise<void> => {
  const table = lastCard(fixture).blocks.find((one) => one.kind === "table");
  const press = table?.more?.press;
  assert.ok(press?.does === "run");
  await fixture.parts.start(press.command, press.args);
};

async function openHistory(context: TestContext, answer: (fixture: CommandFixture) => void) {
  const fixture = await commandFixture(context);
  fixture.offers.reply(connectionPath, 200, connection);
  answer(fixture);
  await fixture.parts.start("managedAuth.showHistory", { id: "ma_1" });
  return fixture;
}

describe("Show History", () => {
  it("fetches 200 entries at first and doubles the limit on Load More", async (context) => {
    const fixture = await openHistory(context, ({ offers }) => offers.list(timeline, checks(450)));
    assert.deepEqual(
      fixture.offers.requests.filter((one) => one.includes("timeline")),
      ["limit=100&offset=0", "limit=100&offset=99", "limit=2&offset=198"].map(
        (query) => `GET ${timeline}?${query}`,
      ),
    );
    const id = lastCard(fixture).id;
    assert.deepEqual(tableOf(lastCard(fixture)), ["The newest 200 logins and health checks", "Load More"]);
    await loadMore(fixture);
    assert.deepEqual(tableOf(lastCard(fixture)), ["The newest 400 logins and health checks", "Load More"]);
    await loadMore(fixture);
    assert.deepEqual(tableOf(lastCard(fixture)), ["Logins and health checks"]);
    assert.match(JSON.stringify(lastCard(fixture).blocks), /450 health checks/);
    assert.deepEqual(
      fixture.shown.map(({ card }) => card.id),
      [id, id, id],
    );
    assert.deepEqual(argumentOf(lastCard(fixture), "managedAuth.showHistory"), {
      id: "ma_1",
      most: 800,
      resultId: id,
    });
  });

  it("stops at 3,200 entries and reports that older entries are missing", async (context) => {
    const fixture = await openHistory(context, ({ offers }) => offers.list(timeline, checks(3_300)));
    for (let times = 0; times < 4; times += 1) await loadMore(fixture);
    assert.deepEqual(tableOf(lastCard(fixture)), ["Logins and health checks"]);
    assert.equal(lastCard(fixture).summary.at(-1), "Older entries aren't shown.");
    await assert.rejects(fixture.parts.start("managedAuth.showHistory", { id: "ma_1", most: 3_201 }));
  });

  it("reports that there are no entries yet", async (context) => {
    const card = lastCard(await openHistory(context, ({ offers }) => offers.list(timeline, [])));
    assert.deepEqual([card.title, card.summary], ["No login and no health check yet", []]);
    assert.deepEqual(card.blocks, []);
    assertComplete(card);
  });

  it("reports that the service keeps no history and shows the connection's state", async (context) => {
    const card = lastCard(await openHistory(context, ({ offers }) => offers.reply(timeline, 404)));
    assert.deepEqual([card.title, card.summary], ["This service keeps no history", []]);
    assert.deepEqual(card.head, { kind: "header", state: { text: "Logged in", tone: "success" } });
    assert.deepEqual(actionsOf(card), ["Copy Code…!", "Show Connection", "Refresh", "…Copy ID"]);
    assert.deepEqual(card.blocks, []);
  });

  it("distinguishes a missing project from a missing history", async (context) => {
    const card = lastCard(
      await openHistory(context, ({ offers }) =>
        offers.reply(timeline, 404, { code: "project_not_found", message: "No such project." }),
      ),
    );
    assert.equal(card.title, "Couldn't read the history");
  });

  it("shows the number of unreadable entries and otherwise ignores them", async (context) => {
    const card = lastCard(
      await openHistory(context, ({ offers }) => {
        offers.reply(connectionPath, 200, { ...connection, status: "NEEDS_AUTH" });
        offers.list(timeline, [
          { type: "login" },
          { id: "e_1", type: "login", status: "FAILED", timestamp: new Date(begin).toISOString() },
        ]);
      }),
    );
    assert.equal(card.title, "Logged out: login failed");
    assert.deepEqual(card.summary, ["Unreadable entries: 1."]);
  });

  it("shows the entries fetched before an error and retries with the same limit", async (context) => {
    const fixture = await openHistory(context, ({ offers }) => {
      offers.list(timeline, checks(300));
      const answer = globalThis.fetch;
      context.mock.method(globalThis, "fetch", (url: string, options: RequestInit) =>
        url.includes("offset=99")
          ? Promise.resolve(new Response('{"code":"nope","message":"No."}', { status: 403 }))
          : answer(url, options),
      );
    });
    assert.deepEqual(tableOf(lastCard(fixture)), ["The newest 100 logins and health checks", "Load More"]);
    assert.match(
      lastCard(fixture).summary.at(-1) ?? "",
      /^Couldn't read older entries\. .*doesn't allow this.*\.$/,
    );
    const table = lastCard(fixture).blocks.find((one) => one.kind === "table");
    assert.ok(table?.more?.press.does === "run");
    assert.deepEqual(table.more.press.args, { id: "ma_1", most: 200, resultId: lastCard(fixture).id });
  });

  for (const [cause, answer, words, actions] of [
    ["the connection doesn't exist", { path: connectionPath, status: 404 }, /found no match/, ["Try Again!"]],
    [
      "the token is refused",
      { path: timeline, status: 401 },
      /refused this token/,
      ["Try Again!", "Replace Token…"],
    ],
    [
      "the token may not read the history",
      { path: timeline, status: 403 },
      /doesn't allow this/,
      ["Try Again!"],
    ],
    ["there were too many requests", { path: timeline, status: 429 }, /Too many requests/, ["Try Again!"]],
  ] as const)
    it(`explains the error and offers a remedy if ${cause}`, async (context) => {
      const fixture = await openHistory(context, ({ offers }) => {
        offers.list(timeline, checks(1));
        offers.reply(answer.path, answer.status, { code: "nope", message: "No." }, { "retry-after": "3600" });
      });
      const card = lastCard(fixture);
      assert.deepEqual([card.title, toneOf(card)], ["Couldn't read the history", "error"]);
      assert.match(card.summary.join(" "), words);
      assert.deepEqual(actionsOf(card), [...actions, "…Copy ID"]);
      assert.equal(card.countdown !== undefined, answer.status === 429);
      assert.deepEqual(argumentOf(card, "managedAuth.showHistory"), {
        id: "ma_1",
        most: 200,
        resultId: card.id,
      });
      assert.deepEqual(fixture.shown[0]?.tab, { title: "History: ma_1", icon: "history" });
      // assertComplete() rejects placeholders, and a countdown's text contains one.
      if (card.countdown === undefined) assertComplete(card);
    });

  for (const [problem, id] of Object.entries({ "two dots": "..", "a control character": "a\u0000b" }))
    it(`sends no request for an invalid ID: ${problem}`, async (context) => {
      const fixture = await commandFixture(context);
      await fixture.parts.start("managedAuth.showHistory", { id });
      assert.deepEqual(fixture.offers.requests, []);
      assert.equal(lastCard(fixture).title, "Couldn't read the history");
    });

  it("restores entries after a reload, except entries of unknown types", async (context) => {
    const fixture = await openHistory(context, ({ offers }) =>
      offers.list(timeline, [
        { id: "e_1", type: "SECRETTYPE", timestamp: new Date(begin + 300_000).toISOString() },
        ...checks(250),
      ]),
    );
    const [result = assert.fail()] = fixture.shown;
    const results = new ResultStore(new AccountStore(await temporaryDirectory(context)));
    await results.save(result);
    const again = (await results.load(result.card.id)) ?? assert.fail();
    assert.deepEqual(again.tab, result.tab);
    const storedBlocks = result.card.blocks.filter(({ kind }) => kind !== "code");
    assert.deepEqual(columns(again.card.blocks, "kind", "title"), columns(storedBlocks, "kind", "title"));
    const table = again.card.blocks.find((one) => one.kind === "table") ?? assert.fail();
    assert.equal(table.rows.map(({ cells }) => cells[1]?.text).join(), "199 health checks");
    assert.ok(table.more?.press.does === "run");
    assert.equal(table.more.press.command, "managedAuth.showHistory");
  });
});
