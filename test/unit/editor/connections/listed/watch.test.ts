import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { stopWatching, watchConnections } from "../../../../../src/editor/connections/listed/commands.ts";
import { listedRow } from "../../../../../src/editor/connections/listed/rows.ts";
import { ManagedAuth } from "../../../../../src/api/schemas.ts";
import { configure, mentioned, Message, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";
import { office } from "../../../../support/office.ts";

beforeEach(reset);

describe("watching a connection", () => {
  it("lasts until somebody wants no more of it, and says how to end it", async (context) => {
    const { account, parts } = await office(context);
    await watchConnections(parts, ["ma_1"]);
    const message = await screen.next(Message);
    assert.deepEqual(
      [message.text, message.buttons],
      ["VS Code notifies you when this connection logs out.", ["Stop Watching"]],
    );
    assert.equal(parts.watched.of(account.id).pinned.has("ma_1"), true);
    message.choose("Stop Watching");
    await quiet();
    await parts.watched.settled();
    assert.equal(parts.watched.of(account.id).pinned.has("ma_1"), false);
  });

  it("takes all that are selected, and ends for all of them", async (context) => {
    const { account, parts } = await office(context);
    await watchConnections(parts, ["ma_1", "ma_2"]);
    (await screen.next(Message)).choose(undefined);
    assert.deepEqual(parts.watched.of(account.id).pinned, new Set(["ma_1", "ma_2"]));
    await stopWatching(parts, ["ma_1", "ma_2"]);
    assert.deepEqual([parts.watched.of(account.id).pinned.size, mentioned], [0, ["No longer watched"]]);
  });

  it("asks which, where none is named", async (context) => {
    const { account, offers, parts } = await office(context);
    offers.list("/auth/connections", [{ id: "ma_2", domain: "shop.example", profile_name: "work" }]);
    const watching = watchConnections(parts);
    const pick = await screen.next(QuickPick);
    await quiet();
    pick.choose("work on shop.example");
    await watching;
    assert.equal(parts.watched.of(account.id).pinned.has("ma_2"), true);
  });

  it("does not promise what the settings leave out", async (context) => {
    const { parts } = await office(context);
    configure("managedAuth.notices", { globalValue: "badge" });
    await watchConnections(parts, ["ma_1"]);
    const message = await screen.next(Message);
    assert.deepEqual(
      [message.text, message.buttons],
      ["Watched, but notifications are off in the settings.", ["Open Settings"]],
    );
  });
});

describe("the row of a watched connection", () => {
  it("has a mark where nothing cuts it off, and says so in a word to who hears or hovers", () => {
    const connection = ManagedAuth.parse({
      id: "ma_1",
      domain: "shop.example",
      profile_name: "work",
      status: "NEEDS_AUTH",
    });
    const row = (watched: boolean) => listedRow({ kind: "connection", connection, watched }, new Date());
    const [plain, marked] = [row(false), row(true)];
    assert.equal(marked.description, `◉ ${plain.description}`);
    assert.equal(marked.tooltip, `${plain.tooltip}\nwatched`);
    assert.equal(marked.heard, `${plain.heard}, watched`);
    assert.deepEqual(
      [plain.contextValue, marked.contextValue],
      ["connectionNeedingYou", "connectionNeedingYouWatched"],
    );
  });
});
