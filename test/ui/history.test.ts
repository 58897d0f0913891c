// The history page of a connection, opened from a row and from its page.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { useSandbox } from "./flows.ts";
import { pressInResult, resultCard } from "./resultCard.ts";

describe("Show History", () => {
  let workbench: Workbench;

  before(async () => {
    // Tall enough that no row scrolls out of view.
    workbench = await Workbench.open({ viewport: { width: 1280, height: 1300 } });
    await useSandbox(workbench);
  });
  after(() => workbench.stop());

  it("shows when and why the connection was logged out", async () => {
    await workbench.connections.contextMenu("Show History…", "payroll.example");
    const { context, summary, table } = await resultCard(workbench, /^Logged out since .+: account locked$/);
    assert.match(context, /^payroll\.example · compliance/);
    assert.deepEqual(summary, []);
    assert.deepEqual(
      table.map(({ cells: [, what, end] }) => [what, end]),
      [
        ["Login", "Failed"],
        ["Health check", "Needs a login"],
        ["72 health checks", "Logged in"],
      ],
    );
    const frame = await workbench.resultPage();
    const caption = frame.locator(".day-caption");
    const piece = frame.locator('[role="option"][aria-selected="true"]');
    // The number of later entries depends on the time of day.
    await until("the caption of the login", async () => {
      if (/^Login, .+: Failed\. The website locked this account\./.test(await caption.innerText()))
        return true;
      await piece.press("ArrowLeft");
      return false;
    });
    await piece.press("Home");
    await until("the caption of the first event", async () =>
      (await caption.innerText()).startsWith("Logged in: "),
    );
    await pressInResult(workbench, "Show Connection");
    await resultCard(workbench, "payroll.example");
    await pressInResult(workbench, "Show History");
    await resultCard(workbench, /^Logged out since /);
  });

  it("adds older entries when the user presses Load More", async () => {
    await workbench.connections.contextMenu("Show History…", "ledger.example");
    const { table } = await resultCard(workbench, /^Logged in since /);
    assert.equal(table.at(-1)?.cells[1], "199 health checks");
    await pressInResult(workbench, "Load More");
    await until("the older entries", async () => {
      const { table: all } = await resultCard(workbench, /^Logged in since /);
      // Another check may happen meanwhile.
      return Number.parseInt(all.at(-1)?.cells[1] ?? "", 10) >= 240;
    });
  });
});
