// The sandbox in several windows: its ownership, its handover, and messages to the user if its data is damaged.
import assert from "node:assert/strict";
import { readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, afterEach, before, describe, it } from "node:test";
import { filesBelow } from "../host/filesBelow.ts";
import { until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { createConnection, leave, waitForCommandEnd, useSandbox, waitForAccount } from "../ui/flows.ts";
import { pressInResult, resultCard } from "../ui/resultCard.ts";

const exists = "This connection already exists";

describe("a sandbox shared by two windows", () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open();
    await useSandbox(workbench);
  });
  // The first test replaces the window.
  after(() => workbench.stop());
  afterEach(() => leave(workbench));

  async function dataFile(): Promise<string> {
    const names = await filesBelow(workbench.dataFolder);
    return names.find((one) => one.endsWith("sandbox.db")) ?? assert.fail("the sandbox has no data");
  }

  /**
   * Creates a connection and waits for the result with this title, because the previous result may still be shown.
   */
  async function create(window: Workbench, domain: string, title: string): Promise<void> {
    await createConnection(window, domain, "my-profile");
    await until(`the result of ${domain}`, async () =>
      JSON.stringify(await resultCard(window, title)).includes(domain),
    );
    await waitForCommandEnd(window);
  }

  /** Waits until the sandbox has closed its database. The announcement is deleted first and the journal last. */
  async function closed(file: string): Promise<void> {
    await until("the sandbox to stop", async () => {
      const names = await readdir(dirname(file));
      return !names.includes("sandbox.json") && !names.includes(`${basename(file)}-wal`);
    });
  }

  it("moves to the remaining window when the window that started it closes", async () => {
    const other = await workbench.anotherWindow();
    // A window starts with the account that was used last, so there is no command to use the sandbox.
    const tree = await other.openView();
    await waitForAccount(other, "Sandbox");
    await tree.row("Usage and limits");
    await create(workbench, "example.com", "Connection created");
    await create(other, "example.com", exists);
    await workbench.close();
    workbench = other;
    await create(workbench, "example.org", "Connection created");
    await create(workbench, "example.com", exists);
  });

  it("keeps its data after the extension host is killed", async () => {
    await workbench.killExtensionHosts();
    await workbench.entitlements.row("Usage and limits");
    await create(workbench, "example.org", exists);
  });

  it("reports a locked data file and creates the connection once it is unlocked", async () => {
    const intruder = new DatabaseSync(await dataFile());
    try {
      await until("the data to be locked", () => {
        intruder.exec("BEGIN IMMEDIATE");
        return true;
      });
      await createConnection(workbench, "locked.example", "my-profile");
      const card = await resultCard(workbench, "Couldn't confirm that locked.example was created");
      assert.match(JSON.stringify(card.lists), /another program has locked the data file/);
    } finally {
      intruder.close();
    }
    await waitForCommandEnd(workbench);
    await pressInResult(workbench, "Check Now");
    await resultCard(workbench, "Connection created");
    await waitForCommandEnd(workbench);
  });

  it("sets aside a damaged data file, notifies the user and starts empty", async () => {
    const file = await dataFile();
    await workbench.runCommand("Managed Auth: Sign Out");
    await workbench.entitlements.welcome();
    await closed(file);
    await writeFile(file, "this is no database, and longer than the header of one".repeat(100));
    await workbench.runCommand("Managed Auth: Use Sandbox");
    const words = "The sandbox couldn't use its old data and started over.";
    assert.equal((await workbench.notifications.waitFor(words)).severity, "warning");
    await workbench.clearNotifications();
    const aside = (await readdir(dirname(file))).filter((name) => name.startsWith("sandbox.db.kept-aside-"));
    assert.equal(aside.length, 1);
    await workbench.entitlements.row("Usage and limits");
    await create(workbench, "example.com", "Connection created");
  });

  it("sets aside another program's database unchanged and notifies the user", async () => {
    const file = await dataFile();
    await workbench.runCommand("Managed Auth: Sign Out");
    await workbench.entitlements.welcome();
    await closed(file);
    for (const suffix of ["", "-wal", "-shm"]) await rm(file + suffix, { force: true });
    const foreign = new DatabaseSync(file);
    foreign.exec("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)");
    foreign.close();
    await useSandbox(workbench);
    await workbench.notifications.waitFor("The sandbox couldn't use its old data and started over.");
    await workbench.clearNotifications();
    const aside = (await readdir(dirname(file))).filter((name) => name.startsWith("sandbox.db.kept-aside-"));
    const still = new DatabaseSync(join(dirname(file), aside.sort().at(-1) ?? ""));
    assert.deepEqual({ ...still.prepare("SELECT a FROM theirs").get() }, { a: 1 });
    still.close();
  });

  for (const [folder, uri] of [
    ["no folder", undefined],
    ["a virtual folder", "tmp:/"],
  ] as const)
    it(`can be used to create a connection in a window with ${folder}`, async () => {
      await workbench.openPlace(uri);
      await useSandbox(workbench);
      await create(
        workbench,
        uri === undefined ? "nowhere.example" : "virtual.example",
        "Connection created",
      );
    });
});
