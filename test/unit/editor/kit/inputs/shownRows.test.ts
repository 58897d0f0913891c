import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { window, type QuickPickItem } from "vscode";
import { ShownRows } from "../../../../../src/editor/kit/inputs/shownRows.ts";
import { reset } from "../../../../doubles/vscode.ts";
import { quiet } from "../../../../support/offers.ts";

beforeEach(reset);

describe("ShownRows.isCertain", () => {
  it("returns false for a row that is no longer listed", async () => {
    const pick = window.createQuickPick();
    const rows = new ShownRows<QuickPickItem>(pick, ({ label }) => label);
    const [removed, next]: readonly [QuickPickItem, QuickPickItem] = [{ label: "a" }, { label: "b" }];
    rows.set([removed]);
    rows.set([next]);
    assert.equal(
      rows.isCertain(removed, ({ label }) => label === "a"),
      false,
    );
    await quiet();
    pick.dispose();
  });
});
