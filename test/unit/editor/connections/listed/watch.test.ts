import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import {
  stopWatchingConnections,
  watchConnections,
} from "../../../../../src/editor/connections/listed/commands.ts";
import { connectionView } from "../../../../../src/domain/connections/connectionView.ts";
import { listedRow } from "../../../../../src/editor/connections/listed/listedRows.ts";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { configure, mentioned, Message, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

describe("Watch This Connection", () => {
  it("watches a connection until the user presses Stop Watching", async (context) => {
    const { account, parts } = await commandFixture(context);
    await watchConnections(parts, ["ma_1"]);
    const message = await expectMessage("VS Code notifies you when this connection logs out.", [
      "Stop Watching",
    ]);
    assert.equal(parts.watched.idsOf(account.id).pinned.has("ma_1"), true);
    message.choose("Stop Watching");
    await quiet();
    await parts.watched.settled();
    assert.equal(parts.watched.idsOf(account.id).pinned.has("ma_1"), false);
  });

  it("watches all selected connections until the user stops watching them", async (context) => {
    const { account, parts } = await commandFixture(context);
    await watchConnections(parts, ["ma_1", "ma_2"]);
    (await screen.next(Message)).choose(undefined);
    assert.deepEqual(parts.watched.idsOf(account.id).pinned, new Set(["ma_1", "ma_2"]));
    await stopWatchingConnections(parts, ["ma_1", "ma_2"]);
    assert.deepEqual([parts.watched.idsOf(account.id).pinned.size, mentioned], [0, ["No longer watched"]]);
  });

  it("prompts for a connection if none is given", async (context) => {
    const { account, offers, parts } = await commandFixture(context);
    offers.list("/auth/connections", [{ id: "ma_2", domain: "shop.example", profile_name: "work" }]);
    const watching = watchConnections(parts);
    const pick = await screen.next(QuickPick);
    await quiet();
    pick.choose("work on shop.example");
    await watching;
    assert.equal(parts.watched.idsOf(account.id).pinned.has("ma_2"), true);
  });

  it("warns if notifications are turned off in the settings", async (context) => {
    const { parts } = await commandFixture(context);
    configure("managedAuth.notices", { globalValue: "badge" });
    await watchConnections(parts, ["ma_1"]);
    await expectMessage("Watched, but notifications are off in the settings.", ["Open Settings"]);
  });
});

describe("the row of a watched connection", () => {
  it('starts with a mark and adds "watched" to its tooltip and accessible label', () => {
    const connection = ManagedAuth.parse({
      id: "ma_1",
      domain: "shop.example",
      profile_name: "work",
      status: "NEEDS_AUTH",
    });
    const view = connectionView(connection, new Date());
    const row = (watched: boolean) => listedRow({ kind: "connection", view, watched });
    const [plain, marked] = [row(false), row(true)];
    assert.equal(marked.description, `◉ ${plain.description}`);
    assert.equal(marked.tooltip, `${plain.tooltip}\nwatched`);
    assert.equal(marked.accessibilityLabel, `${plain.accessibilityLabel}, watched`);
    assert.deepEqual(
      [plain.contextValue, marked.contextValue],
      ["connectionNeedingYou", "connectionNeedingYouWatched"],
    );
  });
});
