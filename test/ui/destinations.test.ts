// The telemetry destinations view in a window: rows, pages, creation and editing.
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Workbench } from "../host/workbench.ts";
import { until } from "../host/until.ts";
import {
  answer,
  waitForQuestion,
  choose,
  createRow,
  waitForCommandEnd,
  questions as wizard,
  takeDefaults,
  startWizard,
} from "./flows.ts";
import { resultCard } from "./resultCard.ts";
import { openSandboxForSuite } from "./suiteHooks.ts";

const questions = {
  collector: "Choose an OTLP collector",
  name: "Destination name, used by connections.",
  endpoint: "Honeycomb's documented address. Your region's address may differ.",
  headers: "Headers for each export",
  value: "The value of X-Honeycomb-Team. Sent once; VS Code never shows or stores the value.",
  description: "Description. Leave empty for none.",
  review: "Create, or choose what to change",
};
const secret = "s3cret-header-value";

describe("the Destinations view", () => {
  let workbench: Workbench;
  openSandboxForSuite((opened) => (workbench = opened), { viewport: { width: 1280, height: 1300 } });
  before(() => workbench.runCommand("Managed Auth: Focus on Telemetry Destinations View"));

  it("shows each destination's export status and connections", async () => {
    const { destinations } = workbench;
    const failing = await destinations.waitForRow(["live-sessions"], ({ description }) =>
      description.includes("failures"),
    );
    assert.equal(failing.description, "7 failures · 5xx");
    assert.equal(failing.icon, "warning");
    await destinations.expand("compliance-log");
    await destinations.row("compliance-log", "bank.example");
    await destinations.select("live-sessions");
    const { rows } = await resultCard(workbench, "live-sessions");
    assert.match(rows["Last error"] ?? "", /"destination returned a 5xx response"$/);
    assert.equal(rows["Failures in a row"], "7");
    await waitForCommandEnd(workbench);
  });

  it("never shows entered header values after the user goes back", async () => {
    const { destinations, quickInput } = workbench;
    await workbench.runCommand("Managed Auth: Create Destination…");
    await choose(workbench, questions.collector, "Honeycomb");
    await answer(workbench, questions.name, "bees");
    await waitForQuestion(workbench, questions.endpoint);
    assert.equal(await quickInput.value(), "https://api.honeycomb.io");
    await quickInput.accept();
    await choose(workbench, questions.headers, "Add X-Honeycomb-Team…");
    await waitForQuestion(workbench, questions.value);
    assert.equal(await quickInput.isPassword(), true);
    await quickInput.answer(secret);
    await choose(workbench, questions.headers, "Continue");
    await answer(workbench, questions.description, "All of it");
    for (const question of [
      questions.review,
      questions.description,
      questions.headers,
      questions.endpoint,
      questions.name,
    ]) {
      await waitForQuestion(workbench, question);
      await quickInput.back();
    }
    await choose(workbench, questions.collector, "Honeycomb");
    for (const [question, value] of [
      [questions.name, "bees"],
      [questions.endpoint, "https://api.honeycomb.io"],
    ] as const) {
      await waitForQuestion(workbench, question);
      assert.equal(await quickInput.value(), value);
      await quickInput.accept();
    }
    await choose(workbench, questions.headers, "Continue");
    await waitForQuestion(workbench, questions.description);
    await quickInput.accept();
    await waitForQuestion(workbench, questions.review);
    assert.equal((await quickInput.row("Headers")).description, "X-Honeycomb-Team •••");
    await quickInput.choose("Create Destination");
    const card = await resultCard(workbench, "bees created");
    assert.equal(card.rows["Headers"], "X-Honeycomb-Team; values are never shown");
    assert.ok(!JSON.stringify(card).includes(secret));
    await destinations.row("bees");
    await waitForCommandEnd(workbench);
  });

  it("lets the user edit the selected row's endpoint, header and name", async () => {
    const { destinations, quickInput } = workbench;
    const review = "Save, or choose what to change";
    await destinations.select("nightly-archive");
    await resultCard(workbench, "nightly-archive");
    // Without an argument the command edits the selected row.
    await workbench.runCommand("Managed Auth: Edit Destination…");
    await choose(workbench, review, "Endpoint");
    await answer(workbench, "The collector's base address, without /v1/logs.", "https://new.example/otlp");
    await choose(workbench, review, "Headers");
    await choose(workbench, "Choose a header to replace or remove", "X-Archive-Key");
    await choose(workbench, "Replace or remove X-Archive-Key?", "Replace…");
    await waitForQuestion(
      workbench,
      "The value of X-Archive-Key. Sent once; VS Code never shows or stores the value.",
    );
    assert.equal(await quickInput.isPassword(), true);
    await quickInput.answer(secret);
    await choose(workbench, "Choose a header to replace or remove", "Continue");
    await choose(workbench, review, "Name");
    await answer(
      workbench,
      "New destination name. Connections using the ID stay as they are.",
      "yearly-archive",
    );
    await waitForQuestion(workbench, review);
    assert.equal((await quickInput.row("Name")).description, "nightly-archive → yearly-archive");
    const headers = (await quickInput.row("Headers")).description;
    assert.equal(headers, "X-Archive-Key → X-Archive-Key (••• replaced)");
    await quickInput.choose("Save Changes");
    assert.ok(!JSON.stringify(await resultCard(workbench, "Changes saved")).includes(secret));
    await destinations.row("yearly-archive");
    await waitForCommandEnd(workbench);
  });

  it("lists a destination that was created within the connection wizard", async () => {
    const { destinations, quickInput } = workbench;
    const named = "wasps";
    const picker = "Choose or type a destination ID";
    await startWizard(workbench, "wasps.example", "work");
    await takeDefaults(workbench);
    await choose(workbench, wizard.review, "Telemetry");
    await choose(workbench, "Choose what to record", "Default set");
    await choose(workbench, "Choose where to export", "Destination by ID…");
    // Back at the first question and Esc at a later one both return to the picker.
    await choose(workbench, picker, "Create Destination…");
    await waitForQuestion(workbench, questions.collector);
    await quickInput.back();
    await choose(workbench, picker, "Create Destination…");
    await choose(workbench, questions.collector, "Another Collector");
    await waitForQuestion(workbench, questions.name);
    await quickInput.press("Escape");
    await choose(workbench, picker, "Create Destination…");
    await choose(workbench, "You have unsaved answers", "Continue");
    await answer(workbench, questions.name, named);
    await answer(workbench, "The collector's base address, without /v1/logs.", "https://wasps.example");
    await choose(workbench, questions.headers, "Continue");
    await answer(workbench, questions.description, "");
    await choose(workbench, questions.review, "Create Destination");
    await waitForQuestion(workbench, picker);
    await until("the new item to be selected", async () => (await quickInput.active())?.label === named);
    await quickInput.accept();
    await choose(workbench, wizard.review, createRow);
    assert.match(JSON.stringify((await resultCard(workbench, "Connection created")).rows), /wasps/);
    await destinations.row(named);
    await waitForCommandEnd(workbench);
  });
});
