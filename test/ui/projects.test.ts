// Tests choosing a project in a window, creating a connection in it, and choosing another project after the first was
// deleted.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { untilPasses, until } from "../host/until.ts";
import type { Workbench } from "../host/workbench.ts";
import { waitForQuestion, choose, createConnection, waitForProgressEnd, waitForAccount } from "./flows.ts";
import { resultCard } from "./resultCard.ts";
import { labelsOf } from "../support/rows.ts";
import { openSandboxForSuite } from "./suiteHooks.ts";

const question = "Choose a project for Sandbox";

describe("Choose Project", () => {
  let workbench: Workbench;
  openSandboxForSuite((opened) => (workbench = opened));

  it("switches the Connections view to the chosen project", async () => {
    const { connections } = workbench;
    await connections.row("bank.example");
    await connections.select("bank.example");
    await resultCard(workbench, "bank.example");
    await workbench.runCommand("Managed Auth: Choose Project…");
    await waitForQuestion(workbench, question);
    await untilPasses("the projects", async () => {
      assert.deepEqual(labelsOf(await workbench.quickInput.rows()), ["No project", "Default", "Staging"]);
    });
    await choose(workbench, question, "Staging");
    await waitForAccount(workbench, "Sandbox · Staging");
    await until("no connection to be there", async () => (await connections.rows()).length === 0);
    await until("the message on the other project's page", async () =>
      (await resultCard(workbench, "bank.example")).context.includes("Another project is in use"),
    );
  });

  it("creates a connection only in the chosen project", async () => {
    const { connections } = workbench;
    await createConnection(workbench, "shop.example", "buyer");
    assert.match((await resultCard(workbench, "Connection created")).context, /Sandbox, project Staging/);
    await connections.row("shop.example");
    await workbench.runCommand("Managed Auth: Choose Project…");
    await choose(workbench, question, "No project");
    await waitForAccount(workbench, "Sandbox");
    const names = (
      await until("the other rows", async () => {
        const shown = await connections.rows();
        return shown.length > 3 && shown;
      })
    ).map(({ label }) => label);
    assert.ok(!names.includes("shop.example"), names.join());
  });

  it("offers to choose another project if the current project no longer exists", async () => {
    const { connections, dialog } = workbench;
    await workbench.runCommand("Managed Auth: Choose Project…");
    await choose(workbench, question, "Staging");
    await waitForAccount(workbench, "Sandbox · Staging");
    await connections.row("shop.example");
    await workbench.runCommand("Managed Auth: Reset Sandbox…");
    await dialog.read();
    await dialog.press("Empty");
    const row = await connections.waitForRow(["Project not found"], () => true);
    assert.equal(row.description, "Choose Project…");
    // The row is rendered again while the views load, and a click meanwhile is lost.
    await waitForProgressEnd(workbench);
    await connections.select("Project not found");
    await choose(workbench, question, "Default");
    await waitForAccount(workbench, "Sandbox · Default");
    await waitForProgressEnd(workbench);
    await workbench.runCommand("Managed Auth: Show Account");
    const { rows } = await resultCard(workbench, "Sandbox, project Default");
    assert.equal(rows["Project"], "proj_sandboxdefault – Default");
  });
});
