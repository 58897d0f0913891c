// Counts the refreshed and created rows of a view with many connections.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { LazyTree } from "../../../../src/editor/app/first/firstUse.ts";
import { Progress, reset, screen } from "../../../doubles/vscode.ts";
import {
  connection,
  list,
  sendPage,
  rows,
  openConnectionsView,
  allRows,
} from "../../../support/connectionsView.ts";
import type { Scene } from "../../../support/connectionsView.ts";

beforeEach(reset);

const named = (count: number, status?: string): object[] =>
  Array.from({ length: count }, (_, index) => connection(`ma_${index}`, status));

/** Answers the pages of a read in progress with these connections. */
async function pages(at: Scene, all: readonly object[]): Promise<void> {
  for (;;) {
    const call = await at.wire.next(list);
    sendPage(call, all);
    const { searchParams } = new URL(call.url);
    if (Number(searchParams.get("offset")) + Number(searchParams.get("limit")) >= all.length) return;
  }
}

/** More connections than one read fetches. */
const manyRows = named(1001);

/** Fills the view with these connections. */
async function filled(at: Scene, all: readonly object[]): Promise<void> {
  const first = rows(at);
  await pages(at, all);
  await first;
  await allRows(at);
  at.drawn.length = 0;
}

/** Refreshes the view and serves these connections. */
async function refreshWithAll(at: Scene, all: readonly object[]): Promise<void> {
  const reading = at.connections.refresh();
  await pages(at, all);
  await reading;
}

describe("the Connections view with many connections", () => {
  it("shows the first page at once and refreshes after the last page", async (context) => {
    const at = await openConnectionsView(context);
    const first = rows(at);
    sendPage(await at.wire.next(list), manyRows);
    const heldCall = await at.wire.next(list);
    // The remaining pages load automatically.
    assert.deepEqual(
      await first,
      named(100).map((_, index) => `ma_${index}`),
    );
    assert.deepEqual(at.drawn, []);
    sendPage(heldCall, manyRows);
    for (let pages = 2; pages < 11; pages++) sendPage(await at.wire.next(list), manyRows);
    const all = await allRows(at);
    assert.deepEqual([all.length, all.at(-1)], [1001, "Load More"]);
    assert.deepEqual(at.drawn, ["all"]);
  });

  it("shows progress until the last page has arrived", async (context) => {
    const at = await openConnectionsView(context);
    const first = rows(at);
    sendPage(await at.wire.next(list), manyRows);
    const second = await at.wire.next(list);
    await first;
    const shown = await screen.next(Progress);
    assert.deepEqual(shown.options.location, { viewId: "managedAuth.connections" });
    assert.equal(shown.ended, false);
    second.answer(200, [connection("ma_99"), connection("last")]);
    await allRows(at);
    assert.equal(shown.ended, true);
  });

  it("offers Load More after an interrupted and a failed fetch", async (context) => {
    const at = await openConnectionsView(context);
    const first = rows(at);
    sendPage(await at.wire.next(list), manyRows);
    await at.wire.next(list);
    await first;
    const again = at.connections.refresh();
    (await at.wire.next(list)).answer(403, { code: "nope", message: "No." });
    await again;
    assert.deepEqual((await rows(at)).at(-1), "Load More");
  });

  it("refreshes only the changed row among a thousand", async (context) => {
    const at = await openConnectionsView(context);
    await filled(at, named(1000));
    await refreshWithAll(at, named(1000));
    assert.deepEqual(at.drawn, []);
    const all = named(1000);
    all[417] = connection("ma_417", "NEEDS_AUTH", { flow_status: "CANCELED" });
    await refreshWithAll(at, all);
    assert.deepEqual(at.drawn, [["ma_417"]]);
  });

  it("refreshes the whole tree if more than 500 rows have changed", async (context) => {
    const at = await openConnectionsView(context);
    await filled(at, named(600));
    const changed = (count: number): object[] =>
      named(600).map((one, index) => (index < count ? { ...one, flow_status: "CANCELED" } : one));
    await refreshWithAll(at, changed(500));
    assert.equal(at.drawn.at(-1)?.length, 500);
    await refreshWithAll(at, named(600));
    assert.equal(at.drawn.at(-1)?.length, 500);
    await refreshWithAll(at, changed(501));
    assert.deepEqual(at.drawn.at(-1), "all");
  });

  it("creates all rows in order, fifty per turn of the event loop", async (context) => {
    const at = await openConnectionsView(context);
    await filled(at, named(120));
    const createdIds: (string | undefined)[] = [];
    const nodes = (await at.tree.getChildren()).slice(0, 120);
    const all = nodes.map(async (node) => createdIds.push((await at.tree.getTreeItem(node)).id));
    await Promise.resolve().then(() => Promise.resolve());
    assert.equal(createdIds.length, 50);
    await setImmediate();
    assert.equal(createdIds.length, 100);
    await Promise.all(all);
    assert.deepEqual(
      createdIds,
      named(120).map((_, index) => `connection/ma_${index}`),
    );
  });

  it("resolves tooltips only on hover, even in a lazily loaded tree", async (context) => {
    const at = await openConnectionsView(context);
    await filled(at, named(1));
    const [node] = await at.tree.getChildren();
    assert.ok(node);
    const lazy = new LazyTree(() => Promise.resolve(at.tree));
    context.after(() => lazy.dispose());
    const item = await lazy.getTreeItem(node);
    assert.equal(item.tooltip, undefined);
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: () => ({ dispose: () => undefined }),
    };
    const resolved = await lazy.resolveTreeItem(item, node, token);
    assert.equal(resolved.tooltip, "work on ma_0.example\nNeeds a login: logged out\nma_0");
  });
});
