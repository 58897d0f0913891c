// Tests revealing the row of a connection, whether or not it was rendered.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { reset } from "../../../doubles/vscode.ts";
import { answerList, connection, openConnectionsView } from "../../../support/connectionsView.ts";

beforeEach(reset);

describe("revealing a connection's row", () => {
  it("finds the group that contains the row", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [connection("a", "AUTHENTICATED"), connection("b")]);
    const row = await at.tree.row("b");
    assert.ok(row?.kind === "connection");
    assert.equal(row.view.connection.id, "b");
    const group = at.tree.getParent(row);
    assert.ok(group?.kind === "connectionGroup");
    assert.equal(group.group.name, "needsYou");
    assert.equal(at.tree.getParent(group), undefined);
    await at.tree.group("none");
    assert.equal(at.tree.getParent(row), undefined);
    assert.equal(await at.tree.row("gone"), undefined);
  });

  it("selects the row without moving focus unless a filter hides the row", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [connection("a", "AUTHENTICATED"), connection("b")]);
    await at.tree.reveal(at.view, "a");
    const row = await at.tree.row("a");
    assert.deepEqual(at.view.revealed, [[row, { focus: false, select: true }]]);
    await at.tree.filter({ needingYou: true });
    await at.tree.reveal(at.view, "a");
    assert.equal(at.view.revealed.length, 1);
  });

  it("retries once if VS Code rejects the call because rows have changed", async (context) => {
    const at = await openConnectionsView(context);
    await answerList(at, [connection("a", "AUTHENTICATED")]);
    let attempts = 0;
    const view = {
      reveal: () => {
        attempts += 1;
        return attempts === 1 ? Promise.reject(new Error("Cannot resolve tree item")) : Promise.resolve();
      },
    };
    await at.tree.reveal(view, "a");
    assert.equal(attempts, 2);
    attempts = 0;
    const failing = { reveal: () => Promise.reject(new Error(`attempt ${++attempts}`)) };
    await assert.rejects(at.tree.reveal(failing, "a"), /attempt 2/);
  });
});
