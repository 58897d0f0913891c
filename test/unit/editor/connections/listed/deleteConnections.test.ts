import assert from "node:assert/strict";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { deleteConnections } from "../../../../../src/editor/connections/listed/deleteConnections.ts";
import {
  configure,
  focusWindow,
  mentioned,
  Message,
  QuickPick,
  reset,
  screen,
} from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";
import { commandFixture } from "../../../../support/commandFixture.ts";
import { expectMessage } from "../../../../support/messages.ts";

beforeEach(reset);

const bankConnection = { id: "ma_1", domain: "bank.example", profile_name: "work", status: "AUTHENTICATED" };
const shopConnection = { id: "ma_2", domain: "shop.example", profile_name: "work", status: "NEEDS_AUTH" };
const refusal = { code: "nope", message: "No." };

/** Starts to delete these connections of a service that has both of the sample connections. */
async function startDeletion(context: TestContext, ...ids: readonly string[]) {
  const fixture = await commandFixture(context);
  for (const each of [bankConnection, shopConnection])
    fixture.offers.reply(`/auth/connections/${each.id}`, 200, each);
  const deletion = deleteConnections(fixture.parts, ids);
  return { ...fixture, dialog: await screen.next(Message), deletion };
}

describe("Delete Connection", () => {
  it("shows the consequences, the ID and the account in its confirmation", async (context) => {
    const { dialog, deletion, offers, shown } = await startDeletion(context, "ma_1");
    assert.equal(dialog.text, 'Delete connection "work on bank.example"?');
    assert.deepEqual(dialog.options.detail?.split("\n"), [
      "This connection is logged in and won't be kept logged in.",
      "A running login ends. The profile, its cookies and a stored credential stay. You can't undo this.",
      "",
      "ma_1 · Team",
    ]);
    dialog.choose(undefined);
    await deletion;
    assert.deepEqual(
      offers.requests.filter((request) => request.startsWith("DELETE")),
      [],
    );
    assert.deepEqual(shown, []);
  });

  it("warns about vault items even if no view has fetched the entitlements", async (context) => {
    const { offers, parts } = await commandFixture(context);
    const features = { vaults: { enabled: true } };
    offers.reply("/org/entitlements", 200, { features, limits: {}, plan: { id: "p" } });
    offers.reply("/auth/connections/ma_1", 200, { ...bankConnection, credential: { name: "bank" } });
    const deletion = deleteConnections(parts, ["ma_1"]);
    const dialog = await screen.next(Message);
    assert.match(
      dialog.options.detail ?? "",
      /\nVault items filled from the stored credential stop working\.\n/,
    );
    dialog.choose(undefined);
    await deletion;
  });

  it("marks the row as being deleted until the list is fetched again", async (context) => {
    const { offers, parts } = await commandFixture(context);
    const { connections } = parts;
    offers.list("/auth/connections", [bankConnection]);
    await connections.refresh();
    const states: (readonly [rows: number | undefined, leaving: boolean])[] = [];
    const { promise: rowRemoved, resolve } = Promise.withResolvers<undefined>();
    const following = connections.onDidChange(({ reading }) => {
      states.push([reading?.rows.length, connections.isDeleting("ma_1")]);
      if (!connections.isDeleting("ma_1")) resolve(undefined);
    });
    context.after(() => void following.dispose());
    const deleting = deleteConnections(parts, ["ma_1"]);
    const dialog = await screen.next(Message);
    assert.equal(connections.isDeleting("ma_1"), false);
    offers.reply("/auth/connections/ma_1", 204, undefined);
    offers.list("/auth/connections", []);
    dialog.choose("Delete");
    await deleting;
    await rowRemoved;
    assert.deepEqual(
      ["ma_1", "ma_0"].map((id) => connections.wasDeleted(id)),
      [true, false],
    );
    assert.deepEqual(states, [
      [1, true],
      [0, true],
      [0, false],
    ]);
  });

  it("shows only a notification after a single deletion", async (context) => {
    const { dialog, deletion, offers, shown } = await startDeletion(context, "ma_1");
    offers.reply("/auth/connections/ma_1", 204, undefined);
    dialog.choose("Delete");
    await deletion;
    assert.deepEqual(mentioned, ["Deleted work on bank.example"]);
    assert.deepEqual(shown, []);
  });

  for (const [place, globalValue, expected] of [
    ["a message if the user has left the window", "all", ["Deleted work on bank.example"]],
    ["the status bar if notifications are limited to the badge", "badge", []],
    ["the status bar if notifications are off", "off", []],
  ] as const)
    it(`reports a single deletion once, in ${place}`, async (context) => {
      configure("managedAuth.notices", { globalValue });
      const { dialog, deletion, offers } = await startDeletion(context, "ma_1");
      offers.reply("/auth/connections/ma_1", 204, undefined);
      focusWindow(false);
      dialog.choose("Delete");
      await deletion;
      const messages = screen.rest.flatMap((shown) => (shown instanceof Message ? [shown.text] : []));
      assert.deepEqual([...messages, ...mentioned], ["Deleted work on bank.example"]);
      assert.deepEqual(messages, expected);
    });

  it("lists each connection's outcome and offers to retry failed deletions", async (context) => {
    const { dialog, deletion, offers, shown, awayMessage } = await startDeletion(context, "ma_1", "ma_2");
    assert.equal(dialog.text, "Delete 2 connections?");
    context.assert.snapshot(dialog.options.detail?.split("\n"));
    offers.reply("/auth/connections/ma_1", 404, { code: "not_found", message: "No." });
    offers.reply("/auth/connections/ma_2", 403, refusal);
    dialog.choose("Delete Connections (2)");
    await deletion;
    const [result] = shown;
    assert.equal(result?.card.title, "1 of 2 deleted");
    assert.deepEqual(awayMessage, ["1 of 2 deleted"]);
    const table = result.card.blocks.find((block) => block.kind === "table");
    assert.deepEqual(
      table?.rows.map(({ cells }) => cells.map(({ text }) => text)),
      [
        ["work on bank.example", "Not found"],
        ["work on shop.example", "Failed"],
      ],
    );
    assert.deepEqual(table.rows[0]?.notes, ["Already deleted."]);
    assert.deepEqual(result.card.actions.next?.press, {
      does: "run",
      command: "managedAuth.deleteConnection",
      args: { ids: ["ma_2"] },
    });
  });

  it("stops watching the deleted connections, but no others", async (context) => {
    const { account, dialog, deletion, offers, parts } = await startDeletion(context, "ma_1", "ma_2");
    const { watched } = parts;
    await watched.pin(account.id, ["ma_1", "ma_2"]);
    offers.reply("/auth/connections/ma_1", 204, undefined);
    offers.reply("/auth/connections/ma_2", 403, refusal);
    dialog.choose("Delete Connections (2)");
    await deletion;
    assert.deepEqual([...watched.idsOf(account.id).pinned], ["ma_2"]);
  });

  it("prompts for a connection if none is given", async (context) => {
    const { offers, parts } = await commandFixture(context);
    offers.list("/auth/connections", [bankConnection, shopConnection]);
    offers.reply("/auth/connections/ma_2", 200, shopConnection);
    const deleting = deleteConnections(parts, undefined);
    const pick = await screen.next(QuickPick);
    await quiet();
    pick.choose("work on shop.example");
    const dialog = await expectMessage('Delete connection "work on shop.example"?');
    assert.doesNotMatch(dialog.options.detail ?? "", /logged in/);
    dialog.choose(undefined);
    await deleting;
  });

  it("shows the ID in its confirmation if the connection can't be fetched", async (context) => {
    const { dialog, deletion } = await startDeletion(context, "ma_9");
    assert.equal(dialog.text, 'Delete connection "ma_9"?');
    dialog.choose(undefined);
    await deletion;
  });
});
