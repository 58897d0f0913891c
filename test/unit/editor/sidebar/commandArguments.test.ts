import assert from "node:assert/strict";
import { describe, it } from "node:test";
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
const connection = (id: string): SidebarNode => ({ kind: "connection", connection: { id } });
const [one, two] = [connection("ma_1"), connection("ma_2")] as const;
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

describe("command arguments from rows", () => {
  for (const [what, pressed, selection, values] of [
    ["the palette, with nothing selected", undefined, undefined, []],
    ["a key, with rows selected", undefined, [a, c], ["A", "C"]],
    ["a button, with nothing selected", a, undefined, ["A"]],
    ["a button, with others selected", a, [b, c], ["A"]],
    ["a menu of the selection", a, [b, a], ["B", "A"]],
  ] as const) {
    it(`contain the values of ${what}`, () => {
      const rows = values.map((value) => ({ label: "Plan", value }));
      assert.deepEqual(commandArgumentsFor("managedAuth.copyValue", pressed, selection), { rows });
    });
  }

  it("contain the pressed attempt, whatever else is selected", () => {
    const told = commandArgumentsFor("managedAuth.checkPending", attempt("one"), [attempt("two")]);
    assert.deepEqual(told, { id: "one" });
  });

  for (const [what, pressed, selection, told] of [
    ["is the connection that was pressed", one, [one, two], { id: "ma_1" }],
    ["is the one that is selected, of a key", undefined, [two], { id: "ma_2" }],
    ["is nothing where several are selected", undefined, [one, two], {}],
    ["is nothing where none is", undefined, [a], {}],
  ] as const)
    it(`contain ${what} for a command on a single row`, () => {
      assert.equal(selectionView("managedAuth.editConnection"), "connections");
      assert.deepEqual(commandArgumentsFor("managedAuth.editConnection", pressed, selection), told);
    });

  it("are undefined for a row without a resource", () => {
    assert.deepEqual(commandArgumentsFor("managedAuth.refreshEntitlements", a, [a]), undefined);
  });
});

describe("isRow", () => {
  it("accepts only rows", () => {
    const group: SidebarNode = { kind: "group", group: "limits", rows: [] };
    const rows = [a, group, attempt("one")];
    for (const row of rememberRows(rows)) assert.equal(isRow(row), true);
    for (const row of rows) assert.equal(isRow({ ...row }), false, "made up by someone else");
    for (const told of [undefined, null, "plan", {}, { id: "ma_1" }]) assert.equal(isRow(told), false);
  });
});
