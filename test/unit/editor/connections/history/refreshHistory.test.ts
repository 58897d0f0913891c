import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { followHistories } from "../../../../../src/editor/connections/history/commands.ts";
import type { CommandResult } from "../../../../../src/editor/results/result.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { loginSnapshot, ScriptedLogins } from "../../../../support/logins.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { quiet } from "../../../../support/offers.ts";
import { inPart } from "../../../../support/inPart.ts";

beforeEach(reset);

const [connectionPath, timeline] = ["/auth/connections/ma_1", "/auth/connections/ma_1/timeline"];
const connection = { id: "ma_1", domain: "shop.example", profile_name: "work" };
const at = Date.now() - 3_600_000;
const entries = ["login", "health_check", "health_check"].map((type, index) => ({
  ...{ id: `e_${index}`, type, status: type === "login" ? "SUCCESS" : "NEEDS_AUTH" },
  timestamp: new Date(at - index * 60_000).toISOString(),
}));

/** Opens a window that shows a history without its newest entry. */
async function setUpHistory(context: TestContext) {
  const fixture = await commandFixture(context);
  const { offers, parts, shown } = fixture;
  offers.reply(connectionPath, 200, { ...connection, status: "NEEDS_AUTH" });
  offers.list(timeline, entries.slice(1));
  await parts.start("managedAuth.showHistory", { id: "ma_1", most: 400 });
  const open = shown[0] ?? assert.fail();
  const [opened, drawn]: [CommandResult[], CommandResult[]] = [[open], []];
  const logins = new ScriptedLogins(parts.connections);
  const histories = followHistories(
    inPart({
      ...parts,
      panel: {
        findHistory: (accountId, id) =>
          opened.find((one) => one.accountId === accountId && one.connectionId === id),
        update: (result) => Promise.resolve(void drawn.push(result)),
      },
    }),
  );
  context.after(() => histories.dispose());
  offers.reply(connectionPath, 200, { ...connection, status: "AUTHENTICATED" });
  offers.list(timeline, entries);
  offers.requests.length = 0;
  return { ...fixture, logins, open, drawn, close: () => void opened.pop() };
}

const rows = ({ card }: CommandResult): number =>
  card.blocks.reduce((sum, block) => sum + (block.kind === "table" ? block.rows.length : 0), 0);

describe("an open history page", () => {
  it("fetches the same number of entries again when a login ends", async (context) => {
    const { account, drawn, logins, offers, open } = await setUpHistory(context);
    logins.publish(loginSnapshot({ accountId: account.id, connection }));
    await quiet();
    assert.deepEqual([offers.requests, drawn], [[], []]);
    logins.publish(loginSnapshot({ accountId: account.id, connection, end: { kind: "loggedIn" } }));
    await quiet();
    const [renewed = assert.fail()] = drawn;
    // Consecutive checks with the same outcome share a row.
    assert.deepEqual([rows(open), rows(renewed)], [1, 2]);
    assert.equal(renewed.card.id, open.card.id);
    assert.deepEqual(renewed.tab, open.tab);
    assert.deepEqual(renewed.card.actions.refresh?.press, open.card.actions.refresh?.press);
    assert.deepEqual(renewed.card.head, { kind: "header", state: { text: "Logged in", tone: "success" } });
  });

  it("keeps its content if the fetch fails", async (context) => {
    const { account, drawn, logins, offers } = await setUpHistory(context);
    offers.reply(connectionPath, 403);
    logins.publish(loginSnapshot({ accountId: account.id, connection, end: { kind: "loggedIn" } }));
    await quiet();
    assert.deepEqual([offers.requests.length > 0, drawn], [true, []]);
  });

  it("isn't fetched again after it is closed or another connection's login ends", async (context) => {
    const { account, close, drawn, logins, offers } = await setUpHistory(context);
    const ended = loginSnapshot({ accountId: account.id, connection, end: { kind: "loggedIn" } });
    logins.publish({ ...ended, connectionId: "ma_2" });
    logins.publish({ ...ended, accountId: "another" });
    close();
    logins.publish(ended);
    await quiet();
    assert.deepEqual([offers.requests, drawn], [[], []]);
  });

  it("isn't fetched again after sign-out", async (context) => {
    const { account, drawn, logins, offers, parts } = await setUpHistory(context);
    await parts.session.signOut();
    logins.publish(loginSnapshot({ accountId: account.id, connection, end: { kind: "loggedIn" } }));
    await quiet();
    assert.deepEqual([offers.requests, drawn], [[], []]);
  });
});
