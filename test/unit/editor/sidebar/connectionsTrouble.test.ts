// Tests the connections view against a service that refuses, disconnects, paginates incorrectly or sends invalid
// data.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { ConnectionsModel, ConnectionsCache } from "../../../../src/editor/catalogue/connectionsModel.ts";
import { ConnectionsTree } from "../../../../src/editor/sidebar/connectionsTree.ts";
import { nodeRow } from "../../../../src/editor/sidebar/sidebarNode.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { contextKeys, reset } from "../../../doubles/vscode.ts";
import {
  connection,
  list,
  sendPage,
  refreshWith,
  rows,
  openConnectionsView,
  allRows,
} from "../../../support/connectionsView.ts";
import type { Scene } from "../../../support/connectionsView.ts";
import type { Call } from "../../../support/wire.ts";
import { origin } from "../../../support/windowParts.ts";

beforeEach(reset);

const refusal = { code: "nope", message: "No." };
const connectionRows = (count: number, from = 0): readonly object[] =>
  Array.from({ length: count }, (_, index) => connection(`ma_${index + from}`));

function page(call: Call, all: readonly object[], more: string, next: string): void {
  call.answer(200, all, { "X-Has-More": more, "X-Next-Offset": next });
}

/** Reads a list of two pages. Answers the first page and returns the pending request of the second. */
async function secondPage(at: Scene): Promise<Call> {
  const shown = rows(at);
  page(await at.wire.next(list), connectionRows(100), "true", "100");
  await shown;
  return at.wire.next(list);
}

describe("the Connections view after failures", () => {
  for (const [fault, status, body, label, description, command] of [
    [
      "doesn't support the list",
      404,
      refusal,
      "This service can't list connections",
      undefined,
      "showConnection",
    ],
    [
      "refuses the request",
      403,
      refusal,
      "Your token or plan doesn't allow this action",
      "Try Again",
      "refreshConnections",
    ],
    ["refuses the token", 401, refusal, "Token refused", "Replace Token…", "replaceToken"],
    [
      "returns an object instead of a list",
      200,
      { connections: [] },
      "This version can't read the service's response",
      "Try Again",
      "refreshConnections",
    ],
  ] as const)
    it(`shows a remedy instead of an empty list if the service ${fault}`, async (context) => {
      const at = await openConnectionsView(context);
      at.wire.serve(list, status, body);
      const [node, ...others] = await at.tree.getChildren();
      assert.ok(node !== undefined && others.length === 0);
      const row = nodeRow(node);
      assert.deepEqual(
        [row.label, row.description, row.command?.command],
        [label, description, `managedAuth.${command}`],
      );
      assert.match(row.accessibilityLabel ?? "", /Press Enter to /);
      assert.notEqual(contextKeys.get("managedAuth.noConnections"), true);
      assert.deepEqual([at.view.badge, at.view.message], [undefined, ""]);
    });

  it("keeps fetched rows and offers Load More if a later page can't be fetched", async (context) => {
    const at = await openConnectionsView(context);
    (await secondPage(at)).answer(403, refusal);
    const shown = await allRows(at);
    assert.equal(shown.length, 101);
    assert.equal(shown.at(-1), "Load More");
    assert.match(at.view.message, /^Your token or plan doesn't allow this action\. As of /);
    assert.equal(at.view.badge?.tooltip, "100 connections need you, of 100 read");
  });

  it("keeps all rows if Load More fails", async (context) => {
    const at = await openConnectionsView(context);
    const second = await secondPage(at);
    page(second, connectionRows(100), "true", "100");
    const shown = await allRows(at);
    assert.equal(shown.at(-1), "Load More");
    const more = at.connections.loadMore();
    (await at.wire.next(list)).answer(403, refusal);
    await more;
    assert.deepEqual(await rows(at), shown);
    assert.match(at.view.message, /^Your token or plan doesn't allow this action\. As of /);
    const again = at.connections.loadMore();
    page(await at.wire.next(list), connectionRows(100), "true", "100");
    page(await at.wire.next(list), connectionRows(2, 99), "false", "0");
    await again;
    assert.equal((await rows(at)).length, 101);
    assert.equal(at.view.message, "");
  });

  it("offers Replace Token… above rows until the rejected token is replaced", async (context) => {
    const at = await openConnectionsView(context);
    await refreshWith(at, [connection("a")]);
    assert.deepEqual(await rows(at), ["a"]);
    const again = at.connections.refresh();
    (await at.wire.next(list)).answer(401, refusal);
    await again;
    const [node] = await at.tree.getChildren();
    assert.ok(node !== undefined);
    const row = nodeRow(node);
    assert.deepEqual(
      [row.label, row.description, row.command?.command, row.contextValue],
      ["Token refused", "Replace Token…", "managedAuth.replaceToken", "refusedToken"],
    );
    assert.deepEqual(await rows(at), ["Token refused", "a"]);
    assert.match(at.view.message, /^As of /);
    await refreshWith(at, [connection("a")]);
    assert.equal(at.drawn.at(-1), "all");
    assert.deepEqual([await rows(at), at.view.message], [["a"], ""]);
  });

  it("offers Replace Token… above cached rows if the token is refused", async (context) => {
    const at = await openConnectionsView(context);
    await refreshWith(at, [connection("a")]);
    await at.settled();
    const next = new ConnectionsModel(
      at.session,
      at.service,
      new ConnectionsCache(new AccountStore(at.directory), assert.ifError),
    );
    const tree = new ConnectionsTree(at.session, next, at.pending);
    context.after(() => [tree, next].forEach((owned) => owned.dispose()));
    assert.deepEqual(await rows({ tree }), ["a"]);
    const refused = new Promise((resolve) => next.onDidChange(resolve));
    (await at.wire.next(list)).answer(401, refusal);
    await refused;
    assert.deepEqual(await rows({ tree }), ["Token refused", "a"]);
  });

  const [a, b, c, d, e] = ["a", "b", "c", "d", "e"];
  for (const [fault, pages, read] of [
    [
      "always announces more rows",
      [
        [[a, b], "true", "2"],
        [[a, b], "true", "4"],
        [[a, b], "true", "6"],
      ],
      [a, b, "Load More"],
    ],
    [
      "announces an earlier offset",
      [
        [[a, b], "true", "1"],
        [[b, c, d], "true", "0"],
        [[d, e], "false", "0"],
      ],
      [a, b, c, d, e],
    ],
    [
      "has an empty page in the middle",
      [
        [[a, b], "true", "2"],
        [[], "true", "4"],
        // The rows before the empty page are read again, because rows may have moved up.
        [[a, b], "true", "2"],
        [[c], "false", "0"],
      ],
      [a, b, c],
    ],
    ["announces more rows without an offset", [[[], "true", "0"]], ["Load More"]],
  ] as const)
    it(`shows all rows and stops requesting pages if the list ${fault}`, async (context) => {
      const at = await openConnectionsView(context);
      const shown = rows(at);
      for (const [ids, has, next] of pages) {
        const listed = ids.map((id) => connection(id));
        page(await at.wire.next(list), listed, has, next);
      }
      await shown;
      assert.deepEqual(await allRows(at), read);
      assert.equal(at.wire.count(list), pages.length);
      assert.equal(contextKeys.get("managedAuth.noConnections"), false);
    });

  it("is emptied at once if the user signs out during a fetch", async (context) => {
    const at = await openConnectionsView(context);
    await refreshWith(at, [connection("a")]);
    assert.equal(at.view.badge?.value, 1);
    const reading = at.connections.refresh();
    const call = await at.wire.next(list);
    await at.session.signOut();
    assert.equal(call.signal.aborted, true);
    await reading;
    assert.deepEqual(await rows(at), []);
    assert.deepEqual([at.view.badge, at.view.description, at.view.message], [undefined, "", ""]);
  });

  it("keeps the filter after an account switch", async (context) => {
    const at = await openConnectionsView(context);
    await refreshWith(at, [connection("ours"), connection("calm", "AUTHENTICATED")]);
    void at.tree.filter({ needingYou: true });
    assert.deepEqual(await rows(at), ["ours"]);
    await at.session.switchTo(await at.accounts.add("Other", origin, "sk_token_2"));
    const shown = rows(at);
    const call = await at.wire.next(list);
    assert.equal(call.token, "sk_token_2");
    call.answer(200, [connection("theirs"), connection("quiet", "AUTHENTICATED")]);
    assert.deepEqual(await shown, ["theirs"]);
  });

  it("aborts Load More on an account switch and resets the page count", async (context) => {
    const at = await openConnectionsView(context);
    const second = await secondPage(at);
    page(second, connectionRows(100), "true", "100");
    await allRows(at);
    const more = at.connections.loadMore();
    const call = await at.wire.next(list);
    await at.session.switchTo(await at.accounts.add("Other", origin, "sk_token_2"));
    assert.equal(call.signal.aborted, true);
    await more;
    const theirs = rows(at);
    for (let pages = 0; pages < 11; pages++) sendPage(await at.wire.next(list), connectionRows(1001));
    await theirs;
    assert.equal((await allRows(at)).length, 1001);
    assert.equal(at.wire.count(list), 14);
  });

  it("removes connections that were deleted elsewhere when refreshing after a minute", async (context) => {
    context.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const at = await openConnectionsView(context);
    await refreshWith(at, [connection("a"), connection("b")]);
    await at.connections.refreshIfStale();
    assert.equal(at.wire.count(list), 1);
    context.mock.timers.tick(60_000);
    const renewed = at.connections.refreshIfStale();
    (await at.wire.next(list)).answer(200, [connection("b")]);
    await renewed;
    assert.deepEqual(await rows(at), ["b"]);
  });
});
