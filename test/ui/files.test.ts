// A connection file in a window: plan, comparison, apply, deletions and conflicts.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import { until } from "../host/until.ts";
import { click } from "../host/workbench/keys.ts";
import { Workbench } from "../host/workbench.ts";
import { objectOf, send } from "../unit/sandbox/support.ts";
import { waitForQuestion, editQuestions, waitForCommandEnd, leave, signIn } from "./flows.ts";
import { pressInResult, resultCard } from "./resultCard.ts";
import { TappedSandbox } from "./tappedSandbox.ts";
import { column } from "../support/rows.ts";

const name = "managed-auth.jsonc";
const bank = { domain: "bank.example", profile_name: "work" };
const shop = { domain: "shop.example", profile_name: "team-a" };
const wiki = { domain: "wiki.example", profile_name: "team-a" };

/** Returns the text of a connection file for the project "Staging". */
function fileOf(connections: readonly object[], more: object = {}): string {
  return `${JSON.stringify({ version: 1, project: "Staging", ...more, connections }, undefined, 2)}\n`;
}

describe("applying a connection file", () => {
  let workbench: Workbench;
  let service: TappedSandbox;
  /** Sends a request to the service directly, in the project of the file. */
  let ask: (method: string, path: string, body?: object) => Promise<unknown>;

  before(async () => {
    service = await TappedSandbox.start();
    const { port } = service.logins;
    const { body: projects } = await send(port, { method: "GET", path: "/org/projects" });
    assert.ok(Array.isArray(projects));
    const staging = projects.map(objectOf).find((project) => project["name"] === "Staging");
    const headers = { "X-Kernel-Project-Id": String(staging?.["id"]) };
    ask = async (method, path, body) =>
      (await send(port, { method, path, headers, ...(body && { body: JSON.stringify(body) }) })).body;
    for (const one of [bank, wiki]) await ask("POST", "/auth/connections", one);
    const text = fileOf([
      { ...bank, health_check_interval: 7200 },
      { ...shop, browser: { proxy: { mode: "direct" } } },
    ]);
    workbench = await Workbench.open({ files: { [name]: text } });
    await signIn(workbench, service.baseUrl, service.token);
    await workbench.runCommand("View: Show Explorer");
    await showFile();
  });
  after(() => Promise.all([workbench.stop(), service.stop()]));
  afterEach(() => leave(workbench));

  /** Waits until the CodeLens of the first line has this text. */
  async function above(words: string): Promise<void> {
    await until(
      `"${words}" above the file`,
      async () =>
        (await workbench.page.locator(".codelens-decoration").first().innerText()).replaceAll(/\s+/g, " ") ===
        words,
    );
  }
  /** Clicks a CodeLens. */
  async function pressAbove(label: string): Promise<void> {
    await click(workbench.page.locator(".codelens-decoration a").getByText(label, { exact: true }).first());
  }
  /** Shows the file's editor. */
  async function showFile(): Promise<void> {
    await workbench.page.locator(".explorer-folders-view .monaco-list-row", { hasText: name }).dblclick();
  }
  /** Changes the file on disk, like a git pull. */
  async function write(text: string): Promise<void> {
    await writeFile(join(workbench.dataFolder, "workspace", name), text);
    await showFile();
  }
  /** Returns the methods of the window's write requests since the last call. */
  const methods = (): readonly string[] =>
    service.changes.splice(0).map(({ request: line }) => line.split("/")[0] ?? "");
  const idOf = async ({ domain }: typeof bank): Promise<string> => {
    const rows = await ask("GET", "/auth/connections");
    assert.ok(Array.isArray(rows));
    return String(rows.map(objectOf).find((row) => row["domain"] === domain)?.["id"]);
  };

  it("shows the plan and sends changes after one confirmation", async () => {
    const { dialog, page } = workbench;
    await above(`The file is for project Staging, and this window uses ${service.host}. | Switch to Staging`);
    await pressAbove("Switch to Staging");
    await above("Sensitive: Proxy | Plan: 1 to create, 1 to change | Apply…");
    await until("the headline above the entries", async () => {
      const all = await page.locator(".codelens-decoration").allInnerTexts();
      return (
        all.some((words) => words.includes("1 change")) && all.some((words) => words.includes("Not created"))
      );
    });
    await pressAbove("Plan: 1 to create, 1 to change");
    assert.deepEqual((await resultCard(workbench, "Plan: 1 to create, 1 to change")).table, [
      { cells: ["team-a on shop.example", "Create"], notes: ["Proxy: No proxy"] },
      {
        cells: ["work on bank.example", "Change"],
        notes: ["Health check interval: every hour → every 2 hours"],
      },
    ]);
    // The comparison opens only on request and doesn't split the window.
    await pressInResult(workbench, "Show Comparison");
    const compared = page.locator(".monaco-diff-editor");
    await until("both sides", async () =>
      (await compared.innerText()).replaceAll("\u00a0", " ").includes('"health_check_interval": 7200'),
    );
    await click(page.locator(".tab", { hasText: `Plan of ${name}` }));
    await waitForCommandEnd(workbench);
    assert.deepEqual(methods(), []);
    await pressInResult(workbench, "Apply…");
    const { detail, message } = await dialog.read();
    assert.equal(message, `Apply ${name}?`);
    assert.match(detail, /^1 to create, 1 to change\n.*Staging/);
    assert.match(detail, /stored credentials are sent:\n• team-a on shop\.example: Proxy: No proxy$/);
    await dialog.press("Apply");
    assert.deepEqual(column((await resultCard(workbench, "2 of 2 applied")).table, "cells"), [
      ["team-a on shop.example", "Created"],
      ["work on bank.example", "Changed"],
    ]);
    assert.deepEqual(methods(), ["POST ", "PATCH "]);
    await waitForCommandEnd(workbench);
    await showFile();
    await above("Plan: no changes");
  });

  it("asks the user to confirm deletions separately and sends nothing on Esc", async () => {
    const { dialog } = workbench;
    await write(fileOf([{ ...shop, profile_name: "team-b" }], { owns: ["team-*"] }));
    await above("Plan: 1 to create, 1 to delete, 1 possibly renamed | Apply…");
    await pressAbove("Apply…");
    const changes = await dialog.read();
    assert.equal(changes.message, `Apply ${name}?`);
    assert.match(
      changes.detail,
      /\nNext, confirm these deletions:\n• team-a on wiki\.example\n• team-a on shop\.example$/,
    );
    await dialog.press("Apply");
    const deletion = await dialog.read();
    assert.equal(deletion.message, "Delete connections that the file no longer lists (1)?");
    assert.match(deletion.detail, /• team-a on wiki\.example/);
    assert.doesNotMatch(deletion.detail, /shop\.example/);
    await dialog.press("Delete Connections (1)");
    const rename = await dialog.read();
    assert.equal(rename.message, "Delete connections that may have been renamed (1)? Their logins are lost.");
    assert.match(rename.detail, /• team-a on shop\.example/);
    assert.doesNotMatch(rename.detail, /wiki\.example/);
    await dialog.escape();
    assert.deepEqual(methods(), []);
    await pressAbove("Apply…");
    await dialog.press("Apply");
    await dialog.press("Delete Connections (1)");
    await dialog.press("Delete Connections (1)");
    assert.deepEqual(column((await resultCard(workbench, "3 of 3 applied")).table, "cells"), [
      ["team-b on shop.example", "Created"],
      ["team-a on wiki.example", "Deleted"],
      ["team-a on shop.example", "Deleted"],
    ]);
    assert.deepEqual(methods(), ["POST ", "DELETE ", "DELETE "]);
    await waitForCommandEnd(workbench);
  });

  it("shows another client's conflicting change and keeps that change on Esc", async () => {
    const { dialog, quickInput } = workbench;
    await write(fileOf([{ ...bank, health_check_interval: 10_800 }]));
    await above("Plan: 1 to change | Apply…");
    await pressAbove("Apply…");
    await dialog.read();
    await ask("PATCH", `/auth/connections/${await idOf(bank)}`, { health_check_interval: 86_400 });
    await dialog.press("Apply");
    await waitForQuestion(workbench, editQuestions.conflict);
    await quickInput.escape();
    assert.deepEqual((await resultCard(workbench, "0 of 1 applied")).table, [
      {
        cells: ["work on bank.example", "Left unchanged"],
        notes: ["Someone else changed Health check interval."],
      },
    ]);
    assert.deepEqual(methods(), []);
    await waitForCommandEnd(workbench);
  });
});
