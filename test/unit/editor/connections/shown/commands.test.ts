import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { ResultStore } from "../../../../../src/editor/results/resultStore.ts";
import { connectionName } from "../../../../../src/editor/catalogue/connectionLabels.ts";
import { showConnectionPage } from "../../../../../src/editor/connections/shown/commands.ts";
import { AccountStore } from "../../../../../src/storage/accountStore.ts";
import { InputBox, logged, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { actionsOf, block, buttonsOf, argumentOf } from "../../../../support/cards.ts";
import { until } from "../../../../host/until.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { quiet } from "../../../../support/offers.ts";
import { temporaryDirectory } from "../../../../support/temporary.ts";
import { columns } from "../../../../support/rows.ts";

beforeEach(reset);

const connection = {
  id: "ma_1",
  domain: "example.com",
  profile_name: "work",
  status: "NEEDS_AUTH",
  flow_status: "IN_PROGRESS",
  flow_step: "AWAITING_INPUT",
  hosted_url: "https://auth.example/login?code=SECRETCODE",
  live_view_url: "https://live.example/SECRETVIEW",
};

/** Shows the connection while the service responds with this status and body. */
async function showWithResponse(context: TestContext, status: number, body?: object) {
  const fixture = await commandFixture(context);
  fixture.offers.reply("/auth/connections/ma_1", status, body);
  await showConnectionPage(fixture.parts, { id: "ma_1" });
  return { ...fixture, result: fixture.shown[0] ?? assert.fail() };
}

describe("Show Connection", () => {
  it("lists the connections and opens the selected connection's page", async (context) => {
    const { offers, parts, shown } = await commandFixture(context);
    offers.list("/auth/connections", [connection, { id: "ma_2", status: "AUTHENTICATED" }]);
    offers.reply("/auth/connections/ma_1", 200, connection);
    const showing = showConnectionPage(parts);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.deepEqual([pick.title, pick.step, pick.buttons], ["Show Connection", undefined, []]);
    assert.deepEqual(columns(pick.rows, "label", "description", "detail"), [
      ["work on example.com", "Needs a login", undefined],
      ["ma_2", "Logged in", undefined],
    ]);
    pick.choose("work on example.com");
    await showing;
    assert.equal(shown.length, 1);
    assert.deepEqual(shown[0]?.card.title, "example.com");
    assert.deepEqual(shown[0].tab, { title: "example.com · work", icon: "key" });
    assert.equal(shown[0].connectionId, "ma_1");
    assert.deepEqual(offers.requests.at(-1), "GET /auth/connections/ma_1");
  });

  for (const [clockError, aheadMs] of [
    ["21 minutes fast", 21 * 60_000],
    ["21 minutes slow", -21 * 60_000],
  ] as const)
    it(`shows the correct countdown if the local clock is ${clockError}`, async (context) => {
      const { offers, parts, shown } = await commandFixture(context);
      const serviceTime = Math.floor(Date.now() / 1_000) * 1_000 - aheadMs;
      const fresh = { ...connection, flow_expires_at: new Date(serviceTime + 20 * 60_000).toISOString() };
      offers.reply("/auth/connections/ma_1", 200, fresh, { date: new Date(serviceTime).toUTCString() });
      await showConnectionPage(parts, { id: "ma_1" });
      const leftMs = (shown[0]?.card.countdown?.until ?? 0) - Date.now();
      assert.ok(Math.abs(leftMs - 20 * 60_000) < 30_000, String(leftMs));
    });

  for (const [text, proxies, words] of [
    ["the name", [{ id: "proxy_1", name: "berlin", type: "isp" }], "berlin"],
    ["the ID of an unlisted proxy", [], "ID proxy_1"],
  ] as const)
    it(`labels the link to a login's proxy with ${text}`, async (context) => {
      const { offers, parts, shown } = await commandFixture(context);
      offers.list("/proxies", proxies);
      const using = { ...connection, browser: { proxy: { id: "proxy_1" } } };
      offers.reply("/auth/connections/ma_1", 200, using);
      await showConnectionPage(parts, { id: "ma_1" });
      const [result = assert.fail()] = shown;
      const browser = block(result.card, "rows", "Browser");
      const row = browser.rows.find(({ label }) => label === "Proxy");
      assert.equal(row?.value.text, words);
      assert.deepEqual(row.leads?.press, {
        does: "run",
        command: "managedAuth.showProxy",
        args: { id: "proxy_1" },
      });
      await showConnectionPage(parts, { id: "ma_1" });
      const reads = offers.requests.filter((request) => request.startsWith("GET /proxies"));
      assert.equal(reads.length, 1, "the list is read once");
    });

  it("shows a proxy's ID if the name isn't fetched within two seconds", async (context) => {
    const { offers, parts, shown } = await commandFixture(context);
    context.after(offers.hold("/proxies"));
    offers.reply("/auth/connections/ma_1", 200, { ...connection, browser: { proxy: { id: "proxy_1" } } });
    context.mock.timers.enable({ apis: ["setTimeout"] });
    const done = showConnectionPage(parts, { id: "ma_1" });
    await until("the list to be requested", () => offers.count("/proxies") === 1);
    context.mock.timers.tick(1_999);
    assert.equal(shown.length, 0);
    context.mock.timers.tick(1);
    await done;
    const { rows } = block(shown[0]?.card ?? assert.fail(), "rows", "Browser");
    assert.equal(rows.find(({ label }) => label === "Proxy")?.value.text, "ID proxy_1");
  });

  it("shows names from earlier lists if the connection or resource can't be fetched", async (context) => {
    const { offers, parts, shown } = await commandFixture(context);
    offers.list("/auth/connections", [connection]);
    offers.list("/proxies", [{ id: "proxy_1", name: "berlin" }]);
    await Promise.all([parts.connections.refresh(), parts.listed.proxies.refresh()]);
    offers.reply("/auth/connections/ma_1", 403, { code: "forbidden", message: "No." });
    await showConnectionPage(parts, { id: "ma_1" });
    const { rows } = block(shown[0]?.card ?? assert.fail(), "rows", "Connection");
    assert.equal(rows[0]?.value.text, connectionName(connection));
    assert.equal(parts.fetchedName("proxy_1"), "berlin");
  });

  it("shows a login's destination by its name, with a link", async (context) => {
    const { offers, parts, shown } = await commandFixture(context);
    offers.list("/telemetry/destinations", [{ id: "d_1", name: "honeycomb" }]);
    const telemetry = { enabled: true, export: { otlp: { destination: { id: "d_1" } } } };
    offers.reply("/auth/connections/ma_1", 200, { ...connection, browser: { telemetry } });
    await showConnectionPage(parts, { id: "ma_1" });
    const [row] = block(shown[0]?.card ?? assert.fail(), "rows", "Telemetry export").rows;
    assert.equal(row?.value.text, "honeycomb");
    assert.deepEqual(row.leads?.press, {
      does: "run",
      command: "managedAuth.showDestination",
      args: { id: "d_1" },
    });
  });

  it("replaces the given result page, even after an error", async (context) => {
    const { offers, parts, shown } = await commandFixture(context);
    for (const status of [200, 200, 404]) {
      offers.reply("/auth/connections/ma_1", status, connection);
      await showConnectionPage(parts, { id: "ma_1", resultId: shown[0]?.card.id });
    }
    assert.deepEqual(
      shown.map(({ card }) => card.id === shown[0]?.card.id),
      [true, true, true],
    );
    await showConnectionPage(parts, { id: "ma_1" });
    assert.notEqual(shown[3]?.card.id, shown[0]?.card.id);
  });

  it("accepts a typed ID and encodes it in the path", async (context) => {
    const { offers, parts, shown } = await commandFixture(context);
    offers.reply("/auth/connections/a%2Fb%3F", 200, { id: "a/b?" });
    const showing = showConnectionPage(parts);
    const pick = await screen.next(QuickPick);
    await quiet();
    assert.match(pick.prompt ?? "", /not offered by the service/);
    pick.type("a/b?");
    pick.choose("Use");
    await showing;
    assert.equal(offers.requests.at(-1), "GET /auth/connections/a%2Fb%3F");
    const [result = assert.fail()] = shown;
    assert.ok(buttonsOf(result.card).some(({ press }) => press.does === "copyId" && press.id === "a/b?"));
  });

  it("sends no request for an invalid ID and explains why", async (context) => {
    const { offers, parts, shown } = await commandFixture(context);
    for (const [index, id] of [".", "..", "a\u0000b", "\ud83d"].entries()) {
      await showConnectionPage(parts, { id });
      assert.deepEqual(offers.requests, []);
      assert.equal(shown[index]?.card.title, "Couldn't read the connection");
      assert.match(JSON.stringify(shown[index].card.summary), /can't be part of an address/);
    }
  });

  it("keeps a login's URLs out of the card, the disk and the log", async (context) => {
    const { result } = await showWithResponse(context, 200, connection);
    assert.deepEqual(result.secrets, { hosted_url: "https://auth.example/login?code=SECRETCODE" });
    assert.doesNotMatch(JSON.stringify(result.card), /SECRET/);
    assert.doesNotMatch(logged.join("\n"), /SECRET/);
    const directory = await temporaryDirectory(context);
    await new ResultStore(new AccountStore(directory)).save(result);
    const files = await readdir(join(directory, "results"));
    const stored = await Promise.all(files.map((name) => readFile(join(directory, "results", name), "utf8")));
    assert.equal(stored.length, 1);
    assert.doesNotMatch(stored.join(), /SECRET|hosted_url|auth\.example/);
  });

  it("shows no secret URLs if the service returns none", async (context) => {
    const { result } = await showWithResponse(context, 200, {
      ...connection,
      hosted_url: null,
      live_view_url: null,
    });
    assert.deepEqual(result.secrets, {});
  });

  for (const [status, words] of [
    [404, /found no match/],
    [403, /doesn't allow this/],
  ] as const)
    it(`explains the response ${status} and offers a retry`, async (context) => {
      const { result } = await showWithResponse(context, status, { code: "nope", message: "No such." });
      assert.match(result.card.summary[0] ?? "", words);
      const args = argumentOf(result.card, "managedAuth.showConnection");
      assert.deepEqual(args, { id: "ma_1", resultId: result.card.id }, "so that it can be tried again");
      assert.match(JSON.stringify(result.card.blocks), /\{"text":"No such\.","code":"nope"\}/);
    });

  it("marks the token as rejected after 401 and prompts for a new token", async (context) => {
    const { account, parts, result, shown } = await showWithResponse(context, 401);
    assert.equal(await parts.service.isTokenRejected(account), true);
    assert.deepEqual(actionsOf(result.card), ["Try Again!", "Replace Token…", "…Copy ID"]);
    const again = showConnectionPage(parts, { id: "ma_1" });
    const input = await screen.next(InputBox);
    assert.equal(input.password, true);
    input.escape();
    await again;
    assert.equal(shown.length, 1);
  });

  it("ends without a message on Esc", async (context) => {
    const { offers, parts, shown } = await commandFixture(context);
    offers.list("/auth/connections", [connection]);
    const showing = showConnectionPage(parts);
    (await screen.next(QuickPick)).escape();
    await showing;
    assert.deepEqual([shown, screen.rest], [[], []]);
    assert.ok(!offers.requests.includes("GET /auth/connections/ma_1"));
  });
});
