// Tests browsers in a window: the launch after a review, the live view, the list, and the end.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { until } from "../host/until.ts";
import { click } from "../host/workbench/keys.ts";
import type { Workbench } from "../host/workbench.ts";
import { waitForQuestion, choose, openDestinations, waitForUsers } from "./flows.ts";
import { pressInResult, resultCard } from "./resultCard.ts";
import { openSandboxForSuite } from "./suiteHooks.ts";

const liveViewQuestion = /^Open the live view at 127\.0\.0\.1:\d+\?$/;

describe("browser management", () => {
  let workbench: Workbench;
  openSandboxForSuite((opened) => (workbench = opened), { viewport: { width: 1280, height: 1100 } });

  it("launches a browser, lists it, shows its live view and ends it", async () => {
    const { connections, dialog, page, quickInput, resources } = workbench;
    await connections.contextMenu("Launch Browser…", "Logged in", "github.example");
    await waitForQuestion(workbench, "Review the browser");
    const review = await quickInput.rows();
    assert.equal(review.find(({ label }) => label === "Website")?.description, "github.example");
    await quickInput.choose("Launch Browser");
    assert.match((await dialog.read()).message, liveViewQuestion);
    await dialog.press("Cancel");

    await workbench.runCommand("Managed Auth: Focus on Resources View");
    await resources.expand("Browsers");
    const { description } = await resources.waitForRow(["Browsers"], (row) => row.description !== "");
    assert.match(description, /^\d+ of \d+/);

    // The status bar shows the launched browser, even after a reload with hidden views.
    await page.locator(".part.statusbar a", { hasText: "support" }).waitFor();
    await workbench.runCommand("View: Show Explorer");
    await workbench.reload();
    await click(page.locator(".part.statusbar a", { hasText: "support" }));
    const shown = await resultCard(workbench, "support");
    assert.equal(shown.rows["Start page"], "https://github.example/");
    assert.equal(shown.rows["Remaining time"], "Ends after 5 minutes without a client");

    await pressInResult(workbench, "Watch Live");
    assert.match((await dialog.read()).message, liveViewQuestion);
    const opening = page.context().waitForEvent("page");
    await dialog.press("Open Live View");
    const liveView = await opening;
    await liveView.getByRole("heading", { name: "Live view" }).waitFor();
    await liveView.close();

    await workbench.runCommand("Managed Auth: Focus on Resources View");
    await resources.expand("Browsers");
    await pressInResult(workbench, "End Browser…");
    assert.equal((await dialog.read()).message, 'End the browser of "support"?');
    await dialog.press("End Browser");
    await resources.waitForRow(["Browsers"], (row) => row.description !== description);
    await until("the page of an ended browser", async () => {
      return (await resultCard(workbench, "support")).state === "No longer exists";
    });
  });

  it("asks for a site before the review when launching a browser from a profile", async () => {
    const { dialog, quickInput, resources } = workbench;
    await workbench.runCommand("Managed Auth: Focus on Resources View");
    await resources.expand("Profiles");
    await resources.contextMenu("Launch Browser…", "Profiles", "support");
    await choose(workbench, "Choose the site whose settings apply", "github.example");
    await choose(workbench, "Review the browser", "Launch Browser");
    assert.match((await dialog.read()).message, liveViewQuestion);
    await dialog.press("Cancel");
    await until("the review to close", async () => !(await quickInput.isOpen()));
  });

  it("lists the browsers that block the deletion of a destination and offers End Browser…", async () => {
    const { dialog, notifications, quickInput } = workbench;
    await openDestinations(workbench);
    await waitForUsers(workbench);
    await quickInput.toggle("live-sessions");
    await quickInput.accept();
    await dialog.press("Delete");
    const { table } = await resultCard(workbench, "Destination not deleted");
    assert.match(table[0]?.notes[0] ?? "", /compliance \(2 hr ago\), research \(\d+ min ago\)/);
    assert.deepEqual(
      table.slice(1).map(({ cells }) => cells[0]),
      ["research", "compliance"],
    );
    await pressInResult(workbench, "Watch Live");
    assert.match((await dialog.read()).message, liveViewQuestion);
    await dialog.press("Cancel");
    await pressInResult(workbench, "Notify When Free");
    await until("the page to show the wait", async () =>
      (await resultCard(workbench, "Destination not deleted")).table[0]?.notes.includes(
        "Waiting until live-sessions is free.",
      ),
    );
    for (const [index, profile] of ["research", "compliance"].entries()) {
      const buttons = (await workbench.resultPage()).getByRole("button", { name: "End Browser…" });
      await until("ended browsers to lose their buttons", async () => (await buttons.count()) === 2 - index);
      await click(buttons.first());
      assert.equal((await dialog.read()).message, `End the browser of "${profile}"?`);
      await dialog.press("End Browser");
    }
    await notifications.press("live-sessions is no longer in use.", "Delete…");
    assert.equal((await dialog.read()).message, 'Delete telemetry destination "live-sessions"?');
    await dialog.press("Cancel");
  });

  it("offers to show the running browsers when the plan's limit is reached", async () => {
    const { connections, notifications, quickInput } = workbench;
    await workbench.runCommand("Managed Auth: Choose Sandbox Plan…");
    await choose(workbench, "Choose the sandbox's plan", "Free");
    await choose(workbench, "Choose a trial or no trial", "No trial");
    await until("the plan", async () => (await workbench.entitlements.description()).startsWith("Free"));
    await connections.contextMenu("Launch Browser…", "Logged in", "github.example");
    await choose(workbench, "Review the browser", "Launch Browser");
    await notifications.press("Not launched: your plan's concurrent browsers are in use.", "Show Browsers…");
    await waitForQuestion(workbench, "Choose or type a browser");
    await quickInput.row("support");
  });
});
