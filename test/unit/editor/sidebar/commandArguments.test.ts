import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { connectionView } from "../../../../src/domain/connections/connectionView.ts";
import { rememberRows } from "../../../../src/editor/kit/ofThisWindow.ts";
import {
  isRow,
  commandArgumentsFor,
  selectionView,
} from "../../../../src/editor/sidebar/commandArguments.ts";
import type { SidebarNode } from "../../../../src/editor/sidebar/sidebarNode.ts";

const row = (id: string): SidebarNode => ({
  kind: "plan",
  plan: { id, effective_id: undefined, status: undefined, trial: undefined },
});
const [a, b, c] = [row("A"), row("B"), row("C")] as const;
const connection = (id: string): SidebarNode => ({
  kind: "connection",
  view: connectionView({ id }, new Date()),
});
const [first, second] = [connection("ma_1"), connection("ma_2")] as const;
const attempt = (id: string): SidebarNode => ({
  kind: "pending",
  attempt: {
    isFromEarlierSignIn: false,
    pending: {
      id,
      accountId: "a",
      baseUrl: "https://api.example.com",
      request: { domain: "example.com", profile_name: "work" },
      startedAt: 0,
      v: 1,
      pid: 1,
      phase: "unknown",
    },
  },
});

describe("commandArgumentsFor", () => {
  for (const [source, pressed, selection, values] of [
    ["the palette with nothing selected", undefined, undefined, []],
    ["a keybinding with rows selected", undefined, [a, c], ["A", "C"]],
    ["a button with nothing selected", a, undefined, ["A"]],
    ["a button with other rows selected", a, [b, c], ["A"]],
    ["the context menu of a selection", a, [b, a], ["B", "A"]],
  ] as const)
    it(`returns the affected rows' values for a command from ${source}`, () => {
      const rows = values.map((value) => ({ label: "Plan", value }));
      assert.deepEqual(commandArgumentsFor("managedAuth.copyValue", pressed, selection), { rows });
    });

  it("returns the row of the pressed button even if another row is selected", () => {
    const args = commandArgumentsFor("managedAuth.checkPending", attempt("one"), [attempt("two")]);
    assert.deepEqual(args, { id: "one" });
  });

  for (const [title, pressed, selection, args] of [
    ["returns the pressed connection for a command on a single row", first, [first, second], { id: "ma_1" }],
    ["returns the only selected connection for a key", undefined, [second], { id: "ma_2" }],
    ["returns no ID for a key with several selected connections", undefined, [first, second], {}],
    ["returns no ID for a key without a selected connection", undefined, [a], {}],
  ] as const)
    it(title, () => {
      assert.equal(selectionView("managedAuth.editConnection"), "connections");
      assert.deepEqual(commandArgumentsFor("managedAuth.editConnection", pressed, selection), args);
    });

  it("returns undefined for a row without a resource", () => {
    assert.deepEqual(commandArgumentsFor("managedAuth.refreshEntitlements", a, [a]), undefined);
  });
});

describe("isRow", () => {
  it("returns true only for the rows of a view", () => {
    const group: SidebarNode = { kind: "group", group: "limits", rows: [] };
    const rows = [a, group, attempt("one")];
    for (const row of rememberRows(rows)) assert.equal(isRow(row), true);
    for (const row of rows) assert.equal(isRow({ ...row }), false, "made up by someone else");
    for (const value of [undefined, null, "plan", {}, { id: "ma_1" }]) assert.equal(isRow(value), false);
  });
});
