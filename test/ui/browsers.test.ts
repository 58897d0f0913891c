// Browsers in a window: a launch after its review, the live view, the list, and the end.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { asked, leave, useSandbox } from "./flows.ts";
import { pressInResult, resultCard } from "./resultCard.ts";

const liveViewQuestion = /^Open the live view at 127\.0\.0\.1:\d+\?$/;

describe("browsers", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ viewport: { width: 1280, height: 1100 } });
    await useSandbox(workbench);
  });
  after(() => workbench.stop());
  afterEach(() => leave(workbench));

  it("launches a browser, lists it, shows its live view and ends it", async () => {
    const { connections, dialog, page, quickInput, resources } = workbench;
    await connections.contextMenu("Launch Browser…", "Logged in", "github.example");
    await asked(workbench, "Review the browser");
    const review = await quickInput.rows();
    assert.equal(review.find(({ label }) => label === "Website")?.description, "github.example");
    await quickInput.choose("Launch Browser");
    assert.match((await dialog.read()).message, liveViewQuestion);
    await dialog.press("Cancel");

    await workbench.runCommand("Managed Auth: Focus on Resources View");
    await resources.expand("Browsers");
    const { description } = await resources.waitForRow(["Browsers"], (row) => row.description !== "");
    assert.match(description, /^\d+ of \d+/);

    // The status bar shows the launched browser.
    await page.locator(".part.statusbar a", { hasText: "support" }).click();
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

    await pressInResult(workbench, "End Browser…");
    assert.equal((await dialog.read()).message, 'End the browser of "support"?');
    await dialog.press("End Browser");
    await resources.waitForRow(["Browsers"], (row) => row.description !== description);
    await until("the page of an ended browser", async () => {
      const { state } = await resultCard(workbench, "support");
      return state === "No longer exists";
    });
  });
});
