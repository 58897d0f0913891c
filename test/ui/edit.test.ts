// "Edit Connection…" in a window, by keyboard: the review, the requests and the results.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { pressFor } from "../host/workbench/keys.ts";
import type { Workbench } from "../host/workbench.ts";
import {
  waitForQuestion,
  choose,
  editQuestions,
  editRows,
  waitForCommandEnd,
  proxyRows,
  questions,
} from "./flows.ts";
import { pressInResult, resultCard } from "./resultCard.ts";
import type { StandIn } from "./standIn.ts";
import { labelsOf } from "../support/rows.ts";
import { openSandboxForSuite, openSignedInForSuite } from "./suiteHooks.ts";

const { interval, review } = editQuestions;
const row = editRows;

describe("editing a connection", () => {
  let workbench: Workbench;
  openSandboxForSuite((opened) => (workbench = opened), { viewport: { width: 1280, height: 1300 } });

  /** Returns the review's descriptions of these settings. */
  async function says(question: string, ...labels: readonly string[]): Promise<readonly string[]> {
    await waitForQuestion(workbench, question);
    const rows = await workbench.quickInput.rows();
    return labels.map((label) => rows.find((one) => one.label === label)?.description ?? "");
  }

  it("changes interval and proxy by keyboard and shows the updated connection", async () => {
    const { connections, page, quickInput } = workbench;
    await connections.select("bank.example");
    await resultCard(workbench, "bank.example");
    await waitForCommandEnd(workbench);
    await pressFor(page, "F2", "the review", () => quickInput.isOpen());
    await waitForQuestion(workbench, review);
    assert.equal(await quickInput.title(), "Edit compliance on bank.example: Review");
    const [was = "", proxyWas = ""] = await says(review, row.interval, "Proxy");
    await choose(workbench, review, row.interval);
    await choose(workbench, interval, "Every 6 hours");
    await choose(workbench, review, "Proxy");
    await choose(workbench, questions.proxy, proxyRows.none);
    const [proxy = "", checks] = await says(review, "Proxy", row.interval);
    assert.ok(proxy.endsWith(" → No proxy") && proxyWas !== "", proxy);
    assert.equal(checks, `${was} → every 6 hours`);
    assert.deepEqual(labelsOf((await quickInput.rows()).slice(0, 3)), [row.save, "Proxy", row.interval]);
    await choose(workbench, review, row.save);
    const card = await resultCard(workbench, "Connection saved");
    assert.equal(card.title, "bank.example");
    assert.match(card.rows["Proxy"] ?? "", /^No proxy/);
    assert.match(card.rows["Health checks"] ?? "", /^Every 6 hours/);
    const tabs = page.locator(".part.editor .tab .label-name");
    await until(
      "its one tab",
      async () => (await tabs.allInnerTexts()).join() === "bank.example · compliance",
    );
    await waitForCommandEnd(workbench);
    await pressInResult(workbench, "Refresh");
    assert.match((await resultCard(workbench, "bank.example")).rows["Health checks"] ?? "", /^Every 6 hours/);
    await waitForCommandEnd(workbench);
  });

  it("goes back from each question and keeps the answers after Esc", async () => {
    const { connections, notifications, quickInput } = workbench;
    await connections.contextMenu("Edit Connection…", "bank.example");
    await choose(workbench, review, row.interval);
    await waitForQuestion(workbench, interval);
    await quickInput.back();
    await choose(workbench, review, "Telemetry");
    await waitForQuestion(workbench, "Choose what to record");
    await quickInput.back();
    await choose(workbench, review, row.interval);
    await choose(workbench, interval, "Every day");
    await waitForQuestion(workbench, review);
    await quickInput.escape();
    await until("no notification", () => notifications.isSilent());
    await connections.contextMenu("Edit Connection…", "bank.example");
    await choose(workbench, editQuestions.continue, "Continue");
    assert.deepEqual(await says(review, row.interval), ["every 6 hours → every day"]);
    await quickInput.rowButton(row.interval, "Undo Change");
    await until("no difference", async () => (await says(review, row.save))[0] === "no changes yet");
    await quickInput.escape();
  });

  it("reports that nothing has changed and suggests Duplicate for another domain", async () => {
    const { connections, quickInput } = workbench;
    await connections.contextMenu("Edit Connection…", "bank.example");
    await choose(workbench, review, row.save);
    await quickInput.waitForMessage("No changes to save yet");
    await choose(workbench, review, "Domain");
    await quickInput.waitForMessage("Duplicate the connection");
    await quickInput.escape();
  });
});

describe("editing a connection while the service is down", () => {
  const connection = {
    id: "ma_edit",
    domain: "shop.example",
    profile_name: "work",
    status: "AUTHENTICATED",
    health_checks: true,
    health_check_interval: 3600,
  };
  let workbench: Workbench;
  let standIn: StandIn;
  openSignedInForSuite("tok-edit", (opened) => ({ workbench, standIn } = opened));
  beforeEach(() => {
    standIn.reset();
    standIn.list("/auth/connections", [connection]);
    standIn.at("/auth/connections/ma_edit", { status: 200, body: JSON.stringify(connection) });
  });

  it("reports the outage and keeps the user's answers until the service recovers", async () => {
    await workbench.runCommand("Managed Auth: Edit Connection…");
    await choose(workbench, "Choose or type a connection ID", "work on shop.example");
    await choose(workbench, review, row.interval);
    await choose(workbench, interval, "Every day");
    await waitForQuestion(workbench, review);
    await standIn.stop();
    await choose(workbench, review, row.save);
    const card = await resultCard(workbench, "Changes not saved");
    assert.ok(card.summary.some((sentence) => sentence.includes("Not sent")));
    assert.deepEqual(standIn.changes, []);
    await waitForCommandEnd(workbench);
    await standIn.resume();
    await pressInResult(workbench, "Change Answers…");
    await waitForQuestion(workbench, review);
    assert.equal((await workbench.quickInput.row(row.interval)).description, "every hour → every day");
    assert.deepEqual(standIn.changes, []);
  });
});
