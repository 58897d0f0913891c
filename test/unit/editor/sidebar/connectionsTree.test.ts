import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { configure, contextKeys, reset } from "../../../doubles/vscode.ts";
import { nodeRow } from "../../../../src/editor/sidebar/sidebarNode.ts";
import { WatchedConnections } from "../../../../src/editor/watching/watchedConnections.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import {
  answerList,
  connection as one,
  list,
  refreshWith,
  rows,
  openConnectionsView,
} from "../../../support/connectionsView.ts";

import { quiet } from "../../../support/offers.ts";
import { origin } from "../../../support/windowParts.ts";
import { until } from "../../../host/until.ts";

beforeEach(reset);

describe("the Connections view", () => {
  it("is empty and sends no request while signed out", async (context) => {
    const at = await openConnectionsView(context);
    await at.session.signOut();
    assert.deepEqual(await rows(at), []);
    assert.equal(at.wire.count(list), 0);
  });

  it("lists unconfirmed creations above the connections", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [one("a")]);
    const request = { domain: "shop.example", profile_name: "work" };
    at.drawn.length = 0;
    const sent = await at.pending.add(at.account.id, origin, request);
    await at.pending.settle(sent);
    await quiet();
    assert.deepEqual(at.drawn, []);
    const lost = await at.pending.add(at.account.id, origin, request);
    await at.pending.markUnknown(lost);
    await until("a row for it", () => at.drawn.length > 0);
    assert.deepEqual(at.drawn[0], "all");
    assert.deepEqual(await rows(at), ["shop.example", "a"]);
    at.drawn.length = 0;
    await at.pending.settle(lost);
    await until("its row to go", () => at.drawn.length > 0);
    assert.deepEqual(await rows(at), ["a"]);
  });

  it("marks watched connections and refreshes only their rows", async (context) => {
    const at = await openConnectionsView(context);
    const watched = new WatchedConnections(new AccountStore(at.directory), assert.ifError);
    at.tree.markWatched(watched);
    await answerList(at, [one("a"), one("b")]);
    at.drawn.length = 0;
    await watched.pin(at.account.id, ["b"]);
    await watched.pin("another", ["a"]);
    assert.deepEqual(at.drawn, [["b"]]);
    const [row] = (await at.tree.getChildren()).slice(1).map((node) => nodeRow(node).description);
    assert.match(String(row), /^◉ /);
    watched.dispose();
  });

  it("reuses row objects so that VS Code keeps selection and expansion", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [one("a"), one("b")]);
    const before = await at.tree.getChildren();
    await refreshWith(at, [one("b"), one("a"), one("n")]);
    assert.deepEqual(at.drawn.at(-1), "all");
    const after = await at.tree.getChildren();
    assert.deepEqual([after[0] === before[0], after[1] === before[1], after.length], [true, true, 3]);
  });

  it("moves a row to another group after its connection's status changes", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [one("a"), one("b")]);
    await refreshWith(at, [one("a", "AUTHENTICATED"), one("b")]);
    assert.deepEqual(at.drawn.at(-1), "all");
    assert.deepEqual(await rows(at), ["Needs you", " b", "Logged in", " a"]);
  });

  it("moves a row to In progress while its login needs no input", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [one("a"), one("b")]);
    const runs = { flow_status: "IN_PROGRESS", flow_expires_at: new Date(Date.now() + 60_000).toISOString() };
    await refreshWith(at, [one("a", "NEEDS_AUTH", runs), one("b")]);
    assert.deepEqual(at.drawn.at(-1), "all");
    assert.deepEqual(await rows(at), ["Needs you", " b", "In progress", " a"]);
    assert.deepEqual(at.view.badge, { value: 1, tooltip: "1 connection needs you" });
    await refreshWith(at, [one("a", "AUTHENTICATED"), one("b")]);
    assert.deepEqual(at.drawn.slice(-2), ["all", "all"]);
    await refreshWith(at, [one("a", "NEEDS_AUTH", { ...runs, flow_step: "AWAITING_INPUT" }), one("b")]);
    assert.deepEqual(await rows(at), ["a", "b"]);
  });

  it("compares login deadlines with the clock of the service", async (context) => {
    const at = await openConnectionsView(context);
    const serviceNow = Date.now() - 600_000;
    const flow_expires_at = new Date(serviceNow + 300_000).toISOString();
    void rows(at);
    const connections = [one("a", "NEEDS_AUTH", { flow_status: "IN_PROGRESS", flow_expires_at }), one("b")];
    (await at.wire.next(list)).answer(200, connections, { Date: new Date(serviceNow).toUTCString() });
    await at.connections.fetchedState();
    assert.deepEqual(await rows(at), ["Needs you", " b", "In progress", " a"]);
  });

  it("moves the row with the earliest login deadline to the top", async (context) => {
    const at = await openConnectionsView(context);
    const waiting = (id: string, minutes: number) =>
      one(id, "NEEDS_AUTH", {
        flow_status: "IN_PROGRESS",
        flow_step: "AWAITING_INPUT",
        flow_expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
      });
    await answerList(at, [waiting("a", 5), waiting("b", 7)]);
    assert.deepEqual(await rows(at), ["a", "b"]);
    await refreshWith(at, [waiting("a", 9), waiting("b", 7)]);
    assert.deepEqual(await rows(at), ["b", "a"]);
  });

  it("shows profile names only for domains with several connections", async (context) => {
    const at = await openConnectionsView(context);
    const same = { domain: "bank.example" };
    const descriptions = async (): Promise<readonly unknown[]> =>
      (await at.tree.getChildren()).map((node) => nodeRow(node).description);
    await answerList(at, [one("a", "NEEDS_AUTH", same), one("b")]);
    assert.deepEqual(await descriptions(), ["logged out", "logged out"]);
    const home = { ...same, profile_name: "home" };
    await refreshWith(at, [one("a", "NEEDS_AUTH", same), one("b", "NEEDS_AUTH", home)]);
    assert.deepEqual(await descriptions(), ["logged out · home", "logged out · work"]);
  });

  it("can filter for connections that need the user and clear the filter", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [one("a", "AUTHENTICATED"), one("b")]);
    void at.tree.filter({ needingYou: true });
    assert.deepEqual(await rows(at), ["b"]);
    assert.equal(contextKeys.get("managedAuth.filtered"), true);
    void at.tree.filter({ needingYou: false });
    assert.equal((await rows(at)).length, 4);
  });

  it("filters by text, shows the filter and can clear it", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [one("a", "AUTHENTICATED"), one("b")]);
    await at.tree.filter({ text: "B.ex" });
    assert.deepEqual(await rows(at), ["b"]);
    assert.equal(at.view.message, 'Filtered by "B.ex".');
    assert.equal(contextKeys.get("managedAuth.filtered"), true);
    assert.equal(at.wire.count(list), 1);
    await at.tree.filter({ text: "" });
    assert.equal((await rows(at)).length, 4);
    assert.equal(at.view.message, "");
    assert.equal(contextKeys.get("managedAuth.filtered"), false);
  });

  it("searches the service for filter text if more pages exist", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [one("a"), one("b")], true);
    const read = async (): Promise<void> => {
      for (const next of ["1", "2"])
        (await at.wire.next(list)).answer(200, [one("a"), one("b")], {
          "X-Has-More": "true",
          "X-Next-Offset": next,
        });
    };
    const filtering = at.tree.filter({ text: "z" });
    await read();
    const search = await at.wire.next(list);
    assert.equal(new URL(search.url).searchParams.get("query"), "z");
    search.answer(200, [one("z"), one("b", "AUTHENTICATED")]);
    await filtering;
    assert.deepEqual(await rows(at), ["z", "Load More"]);

    const failing = at.connections.refresh();
    await read();
    (await at.wire.next(list)).answer(403, { code: "forbidden", message: "No." });
    await failing;
    assert.equal(at.connections.state.failure?.kind, "forbidden");
    assert.deepEqual(await rows(at), ["No matches", "Load More"]);
  });

  it("restores the last grouping and stores a newly chosen one", async (context) => {
    const at = await openConnectionsView(context);
    const groupings: unknown[] = ["profile"];
    at.tree.keepGrouping({
      last: () => groupings.at(-1),
      keep: (grouping) => Promise.resolve(void groupings.push(grouping)),
    });
    assert.equal(contextKeys.get("managedAuth.grouping"), "profile");
    const other = one("b", "AUTHENTICATED", { profile_name: "home" });
    assert.deepEqual(await answerList(at, [one("a"), other]), ["home", " b", "work", " a"]);
    await at.tree.group("none");
    assert.deepEqual(await rows(at), ["a", "b"]);
    assert.deepEqual([groupings.at(-1), contextKeys.get("managedAuth.grouping")], ["none", "none"]);
    for (const unknown of [undefined, "colour", 7]) {
      at.tree.keepGrouping({ last: () => unknown, keep: () => Promise.resolve() });
      assert.deepEqual(await rows(at), ["a", "b"]);
    }
  });

  it("marks a connection that is being deleted and refreshes only its row", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [one("a"), one("b")]);
    at.drawn.length = 0;
    const unmark = at.connections.markDeleting(["b"]);
    const again = at.connections.markDeleting(["b"]);
    const descriptions = async (): Promise<readonly unknown[]> => {
      const items = (await at.tree.getChildren()).map(async (node) => at.tree.getTreeItem(node));
      return (await Promise.all(items)).map(({ description }) => String(description).split(" · ")[0]);
    };
    assert.deepEqual(at.drawn, [["b"]]);
    assert.deepEqual(await descriptions(), ["logged out", "deleting…"]);
    unmark();
    assert.deepEqual(await descriptions(), ["logged out", "deleting…"]);
    again();
    assert.deepEqual(await descriptions(), ["logged out", "logged out"]);
    assert.deepEqual(at.drawn, [["b"], ["b"]]);
  });

  it("shows in its badge how many connections need the user", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [one("a", "AUTHENTICATED"), one("b")]);
    assert.deepEqual(at.view.badge, { value: 1, tooltip: "1 connection needs you" });
    await refreshWith(at, [one("a"), one("b")]);
    assert.deepEqual(at.view.badge, { value: 2, tooltip: "2 connections need you" });
    await refreshWith(at, [one("a", "AUTHENTICATED")]);
    assert.equal(at.view.badge, undefined);
  });

  it("removes its badge while notifications are off", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [one("a", "AUTHENTICATED"), one("b")]);
    configure("managedAuth.notices", { globalValue: "off" });
    assert.equal(at.view.badge, undefined);
    configure("managedAuth.notices", { globalValue: "badge" });
    assert.deepEqual(at.view.badge, { value: 1, tooltip: "1 connection needs you" });
  });

  it("sets a context key while there are no connections", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, []);
    assert.equal(contextKeys.get("managedAuth.noConnections"), true);
    await refreshWith(at, [one("a")]);
    assert.equal(contextKeys.get("managedAuth.noConnections"), false);
  });

  it("counts unreadable connections instead of showing an empty list", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [{}, one("a")]);
    assert.equal(at.view.message, "1 connection couldn't be read.");
    await refreshWith(at, [{}, { id: 7 }]);
    assert.equal(at.view.message, "2 connections couldn't be read.");
    assert.equal(contextKeys.get("managedAuth.noConnections"), false);
    const again = at.connections.refresh();
    (await at.wire.next(list)).answer(403, { code: "nope", message: "No." });
    await again;
    assert.match(at.view.message, /^Your token or plan .*\. As of .*\. 2 connections couldn't be read\.$/);
    await refreshWith(at, [one("a")]);
    assert.equal(at.view.message, "");
  });

  it("renders names as plain text without icons, links or line breaks", async (context) => {
    const at = await openConnectionsView(context);
    const hostile = "$(trash) [x](command:evil)\u202e\n<b>";
    await answerList(at, [{ id: "ma_1", domain: hostile, profile_name: hostile, status: hostile }]);
    const [node] = await at.tree.getChildren();
    assert.ok(node);
    const item = await at.tree.getTreeItem(node);
    const { accessibilityInformation, description, label, tooltip } = at.tree.resolveTreeItem(item, node);
    for (const text of [label, description, accessibilityInformation?.label]) {
      assert.ok(typeof text === "string");
      assert.doesNotMatch(text, /\n|\u202e/);
    }
    assert.equal(typeof tooltip, "string");
  });
});
