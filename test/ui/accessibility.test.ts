// Runs axe over the extension's UI in light, dark and both high contrast themes.
import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import {
  excuses,
  followSchemes,
  matchedExcuses,
  problems,
  problemsInThemes,
  schemeSettings,
  rowsWithWrongNames,
} from "./axe.ts";
import {
  waitForQuestion,
  askForToken,
  createConnection,
  createRow,
  credentialRows,
  waitForCommandEnd,
  leave,
  waitForProgressEnd,
  openDestinations,
  openWizard,
  proxyRows,
  questions,
  typedRow,
  waitForUsers,
  useSandbox,
  waitForAccount,
  choose,
} from "./flows.ts";
import { created, internalError } from "./literals.ts";
import { resultCard } from "./resultCard.ts";
import { StandIn } from "./standIn.ts";

const token = "tok-axe";
const connections = "/auth/connections";
const parts = {
  sideBar: ".part.sidebar",
  quickInput: ".quick-input-widget",
  dialog: ".monaco-dialog-box",
  messages: ".notifications-toasts",
} as const;

describe("the axe accessibility check", () => {
  let workbench: Workbench;
  let standIn: StandIn;

  before(async () => {
    [workbench, standIn] = await Promise.all([
      // Tall enough that no row scrolls out of view or sticks to the top of a list.
      Workbench.open({ settings: schemeSettings, viewport: { width: 1280, height: 1400 } }),
      StandIn.start(token),
    ]);
    await followSchemes(workbench);
  });
  after(() => Promise.all([workbench.stop(), standIn.stop()]));
  afterEach(() => leave(workbench));

  async function isFine(part: keyof typeof parts, judge = problemsInThemes): Promise<void> {
    assert.deepEqual(await judge(workbench, parts[part]), []);
    assert.deepEqual(await rowsWithWrongNames(workbench, parts[part]), []);
  }

  async function pageIsFine(): Promise<void> {
    const frame = await workbench.resultPage();
    await frame.evaluate(() => {
      for (const fold of document.querySelectorAll("details")) fold.open = true;
    });
    assert.deepEqual(await problemsInThemes(workbench, frame), []);
  }

  describe("in the views", () => {
    it("passes while signed out", async () => {
      await workbench.openView();
      await workbench.connections.welcome();
      await isFine("sideBar");
    });

    it("passes during the first fetch", async () => {
      standIn.at(connections, "silence");
      await askForToken(workbench, standIn.baseUrl);
      await isFine("quickInput");
      await workbench.quickInput.pasteAnswer(token);
      await waitForAccount(workbench, standIn.host);
      await workbench.clearNotifications();
      await workbench.entitlements.row("Usage and limits");
      await isFine("sideBar");
    });

    it("passes after a failed fetch", async () => {
      standIn.at(connections, { status: 500, body: internalError });
      await workbench.runCommand("Managed Auth: Refresh Connections");
      await until("the failure", async () =>
        (await workbench.connections.rows()).some(({ icon }) => icon === "warning"),
      );
      await waitForProgressEnd(workbench);
      await isFine("sideBar");
    });

    it("passes without connections", async () => {
      standIn.list(connections, []);
      await workbench.runCommand("Managed Auth: Refresh Connections");
      await workbench.connections.welcome();
      await isFine("sideBar");
    });

    it("passes with outdated rows", async () => {
      standIn.list(connections, [JSON.parse(created) as object]);
      await workbench.runCommand("Managed Auth: Refresh Connections");
      await workbench.connections.row("example.com");
      await standIn.stop();
      await workbench.runCommand("Managed Auth: Refresh Connections");
      await until("the age", async () => (await workbench.connections.age()) !== "");
      await waitForProgressEnd(workbench);
      await isFine("sideBar");
    });
  });

  it("passes for a deletion's progress notification and the result page after Cancel", async () => {
    await standIn.resume();
    standIn.reply("DELETE", "silence");
    await openDestinations(workbench);
    await workbench.quickInput.answer("slow-one");
    await workbench.dialog.read();
    await workbench.dialog.press("Delete");
    await workbench.notifications.waitFor("Deleting telemetry destinations");
    await isFine("messages");
    await workbench.notifications.press("Deleting telemetry destinations", "Cancel");
    await resultCard(workbench, "Result unknown");
    await waitForCommandEnd(workbench);
    await pageIsFine();
  });

  it("passes for rows in every state, filtered and unfiltered", async () => {
    await useSandbox(workbench);
    await workbench.connections.row("bank.example");
    await workbench.clearNotifications();
    await isFine("sideBar");
    await workbench.runCommand("Managed Auth: Show Only Connections That Need You");
    await until("the other rows to disappear", async () =>
      (await workbench.connections.rows()).every(({ level }) => level === 1),
    );
    await isFine("sideBar");
    await workbench.runCommand("Managed Auth: Show All Connections");
  });

  it("passes for every kind of wizard question and the created connection", async () => {
    const { quickInput } = workbench;
    await openWizard(workbench);
    await isFine("quickInput");
    await quickInput.type("exa mple");
    await quickInput.waitForMessage("A domain has no spaces.");
    await isFine("quickInput");
    await quickInput.answer("axe.example");
    await waitForQuestion(workbench, questions.profile);
    // Wait for all rows first, because axe's findings are looked up by selector again and late rows would shift them.
    await until("the connections of a profile", async () =>
      (await quickInput.row("support")).description.startsWith("has a connection"),
    );
    await quickInput.type("axe");
    await typedRow(workbench, "axe");
    // All lists share their colours, so one list is checked in every theme.
    await isFine("quickInput");
    await quickInput.accept();
    for (const [question, row, ...listed] of [
      [questions.proxy, proxyRows.usual, "london"],
      [questions.credential, credentialRows.nobody, "github-bot", "onepassword"],
      [questions.review, "Preview Request…"],
      ["Open or copy, without your token", undefined],
    ] as const) {
      await waitForQuestion(workbench, question);
      for (const label of listed) await quickInput.row(label);
      await isFine("quickInput", problems);
      if (row !== undefined) await quickInput.choose(row);
    }
    await quickInput.back();
    await choose(workbench, questions.review, createRow);
    await resultCard(workbench, "Connection created");
    await waitForCommandEnd(workbench);
    await pageIsFine();
  });

  it("passes for a multi-select list, a dialog and refused deletions", async () => {
    await openDestinations(workbench);
    await waitForUsers(workbench);
    await workbench.quickInput.toggle("live-sessions", "compliance-log");
    await isFine("quickInput", problems);
    await workbench.quickInput.accept();
    await workbench.dialog.read();
    await isFine("dialog");
    await workbench.dialog.press("Delete Destinations (2)");
    await resultCard(workbench, "0 of 2 deleted");
    await waitForCommandEnd(workbench);
    await pageIsFine();
  });

  for (const [page, domain, title] of [
    ["a refused connection", "axe.example", "This connection already exists"],
    ["an unknown result", "error-500.example", "Couldn't confirm that error-500.example was created"],
  ] as const)
    it(`passes for the page of ${page}`, async () => {
      await createConnection(workbench, domain, "axe");
      await resultCard(workbench, title);
      await waitForCommandEnd(workbench);
      await pageIsFine();
    });

  it("passes for a connection's page and the Entitlements page", async () => {
    await workbench.connections.select("bank.example");
    await resultCard(workbench, "bank.example");
    await pageIsFine();
    await workbench.runCommand("Managed Auth: Show Entitlements");
    await resultCard(workbench, "Entitlements");
    await pageIsFine();
  });

  it("detects contrast and label problems that the test adds", async () => {
    const frame = await workbench.resultPage();
    await frame.evaluate(() => document.querySelector("h1")?.style.setProperty("color", "#ddd"));
    assert.match((await problems(workbench, frame)).join(), /^color-contrast/);
    const row = workbench.page.locator(`${parts.sideBar} .monaco-list-row`).first();
    await row.locator(".label-name").evaluate((label) => {
      if (label instanceof HTMLElement) label.style.setProperty("color", "#ddd", "important");
    });
    assert.match((await problems(workbench, parts.sideBar)).join(), /^color-contrast/);
    await row.evaluate((element) => element.setAttribute("aria-label", "something else"));
    assert.equal((await rowsWithWrongNames(workbench, parts.sideBar)).length, 1);
  });

  it("uses every listed exception at least once", () =>
    assert.deepEqual(
      excuses.filter((excuse) => excuse.briefly !== true && !matchedExcuses.has(excuse)),
      [],
    ));
});
