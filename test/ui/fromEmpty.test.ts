// Tests the default sandbox, and the way from an empty sandbox to a logged-in connection whose resources are created
// inside the wizard. Afterwards searches all written files for secrets that were typed.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tracesBelow, tracesIn } from "../attacks/traces.ts";
import { documentsIn } from "../host/frames.ts";
import { Workbench } from "../host/workbench.ts";
import { fromEmpty, fromEmptyDomain, typedSecrets } from "./fromEmpty.ts";
import { useSandbox } from "./flows.ts";
import { resultCard } from "./resultCard.ts";

describe("the extension with a new sandbox", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ viewport: { width: 1280, height: 1300 }, sample: "small" });
    await useSandbox(workbench);
  });
  after(() => workbench.stop());

  it("selects a waiting login's row and shows its page without moving focus", async () => {
    const waiting = "helpdesk.example";
    assert.equal((await workbench.connections.waitForRow([waiting], (row) => row.selected)).selected, true);
    await resultCard(workbench, waiting);
    assert.notEqual(await workbench.page.evaluate(() => document.activeElement?.tagName), "IFRAME");
    const rows = await workbench.connections.rows();
    assert.ok(rows.every((row) => !row.focused));
    assert.equal(rows.filter((row) => row.label.endsWith(".example")).length, 6);
  });

  it("logs in to a new connection without leaving the wizard", async (context) => {
    for (const [name, happen] of fromEmpty(workbench)) await context.test(name, happen);
  });

  it("leaves no typed secret on pages, in the clipboard or in files", async () => {
    const secrets = Object.values(typedSecrets);
    const outputs: readonly string[] = [
      ...(await documentsIn(workbench.page)),
      ...[await workbench.clipboard(), workbench.serverOutput],
      ...workbench.console,
    ];
    assert.deepEqual([...new Set(outputs.flatMap((text) => tracesIn(text, secrets)))], []);
    // Browser and server write pending data when they exit.
    await workbench.closeBrowser();
    const written = await tracesBelow(workbench.dataFolder, [...secrets, fromEmptyDomain]);
    const marker = `secret ${secrets.length} as it is`;
    assert.ok(
      written.traces.some((trace) => trace.endsWith(marker)),
      "what was not secret is found",
    );
    assert.deepEqual(
      written.traces.filter((trace) => !trace.includes(`secret ${secrets.length} `)),
      [],
    );
  });
});
