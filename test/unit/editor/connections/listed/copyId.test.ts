import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { copyConnectionIds } from "../../../../../src/editor/connections/listed/commands.ts";
import { env, Message, QuickPick, reset, screen } from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";

beforeEach(reset);

const bankConnection = { id: "ma_1", domain: "bank.example", profile_name: "work", status: "AUTHENTICATED" };
const shopConnection = { id: "ma_2", domain: "shop.example", profile_name: "work", status: "NEEDS_AUTH" };

describe("Copy Connection ID", () => {
  it("copies the given IDs, one per line", async (context) => {
    const { parts } = await commandFixture(context);
    await copyConnectionIds(parts, ["ma_1"]);
    assert.deepEqual([env.clipboard.text, (await screen.next(Message)).text], ["ma_1", "ID copied"]);
    await copyConnectionIds(parts, ["ma_1", "ma_2"]);
    assert.deepEqual([env.clipboard.text, (await screen.next(Message)).text], ["ma_1\nma_2", "IDs copied"]);
  });

  it("prompts for a connection if none is given", async (context) => {
    const { offers, parts } = await commandFixture(context);
    offers.list("/auth/connections", [bankConnection, shopConnection]);
    const copying = copyConnectionIds(parts, []);
    const pick = await screen.next(QuickPick);
    await quiet();
    pick.choose("work on shop.example");
    await copying;
    assert.deepEqual([env.clipboard.text, (await screen.next(Message)).text], ["ma_2", "ID copied"]);
  });

  it("copies nothing if the user cancels", async (context) => {
    const { parts } = await commandFixture(context);
    env.clipboard.text = "mine";
    const copying = copyConnectionIds(parts, undefined);
    (await screen.next(QuickPick)).escape();
    await copying;
    assert.deepEqual([env.clipboard.text, screen.rest], ["mine", []]);
  });

  it("refuses an ID with a line break and explains why", async (context) => {
    const { parts } = await commandFixture(context);
    env.clipboard.text = "mine";
    await copyConnectionIds(parts, ["ma_1", "ma_2\nrm -rf ~"]);
    assert.match((await screen.next(Message)).text, /hidden characters/);
    assert.equal(env.clipboard.text, "mine");
  });
});
