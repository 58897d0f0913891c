// Tests the outcomes of operations that were running when the window closed.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { utimes, writeFile } from "node:fs/promises";
import { after, before, beforeEach, describe, it } from "node:test";
import { filesBelow } from "../host/filesBelow.ts";
import { exists } from "../host/paths.ts";
import { untilPasses, until } from "../host/until.ts";
import { Workbench } from "../host/workbench.ts";
import { createConnection, waitForCommandEnd, openDestinations, questions, signIn } from "../ui/flows.ts";
import { alreadyExists, created } from "../ui/literals.ts";
import { resultCard } from "../ui/resultCard.ts";
import { StandIn } from "../ui/standIn.ts";

const token = "tok-crash";
const destinations = "/telemetry/destinations";

describe("crash recovery", () => {
  let workbench: Workbench;
  let standIn: StandIn;

  before(async () => {
    [workbench, standIn] = await Promise.all([Workbench.open(), StandIn.start(token)]);
    await signIn(workbench, standIn.baseUrl, token);
  });
  after(() => Promise.all([workbench.stop(), standIn.stop()]));
  beforeEach(() => standIn.reset());

  /**
   * Returns the stored files of attempts. A closing window may also leave an unfinished file, which is never read.
   */
  async function kept(): Promise<string[]> {
    const all = await filesBelow(workbench.dataFolder);
    return all.filter((name) => /globalStorage.*[/\\]pending[/\\].*\.json$/.test(name));
  }

  /** Creates a connection with a request that the service receives but never answers. */
  async function createWithoutAnswer(): Promise<string> {
    standIn.reply("POST", "silence");
    await createConnection(workbench, "example.com", "my-profile");
    await until("the request", () => standIn.of("POST").length === 1);
    const [file, ...others] = await kept();
    assert.ok(file !== undefined && others.length === 0, "the attempt is on disk before it is sent");
    return file;
  }

  /**
   * Creates the unfinished file of a process that was killed between writing a file and renaming it. Returns its
   * path.
   */
  async function leaveUnfinished(file: string): Promise<string> {
    const unfinished = `${file}.${randomUUID()}.tmp`;
    await writeFile(unfinished, '{"v":1,');
    const hourAgo = Date.now() / 1000 - 3600;
    await utimes(unfinished, hourAgo, hourAgo);
    return unfinished;
  }

  /** True if the wizard offers to continue with the sent answers. */
  async function keepsDraft(): Promise<boolean> {
    const { quickInput } = workbench;
    await workbench.runCommand("Managed Auth: Create Connection…");
    await until("the first question", async () => {
      const words = [await quickInput.placeholder(), await quickInput.message().catch(() => "")];
      return words.some((text) => text.includes(questions.continue) || text.includes(questions.domain));
    });
    const offered = (await quickInput.message()).includes(questions.continue);
    if (offered) assert.equal((await quickInput.row("Continue")).description, "example.com · my-profile");
    await quickInput.escape();
    return offered;
  }

  for (const [interruption, hasIt, end] of [
    ["a window reload", true, () => workbench.reload()],
    ["a crash of the extension host", false, () => workbench.killExtensionHosts()],
    [
      "closing the window and opening a new window",
      true,
      async () => {
        const other = await workbench.anotherWindow();
        await workbench.close();
        workbench = other;
      },
    ],
    ["a crash and restart of VS Code's server", false, () => workbench.restartServer()],
  ] as const)
    it(`lists an interrupted creation as "unknown if created" after ${interruption}`, async () => {
      const unfinished = await leaveUnfinished(await createWithoutAnswer());
      await end();
      await workbench.openView();
      const { connections: tree } = workbench;
      assert.equal((await tree.row("example.com")).description, "unknown if created");
      assert.equal(await keepsDraft(), true);
      assert.equal(standIn.of("POST").length, 1, "nothing is sent again unasked");

      standIn.reply("POST", hasIt ? { status: 409, body: alreadyExists } : { status: 201, body: created });
      await tree.inline("Check Unknown Result…", "example.com");
      if (hasIt) {
        const card = await resultCard(
          workbench,
          "example.com exists, likely from your attempt",
          "Your attempt at ",
        );
        assert.equal(card.rows["ID"], "ma_existing7");
      } else {
        await resultCard(workbench, "Connection created");
      }
      await waitForCommandEnd(workbench);
      const [first, second, ...more] = standIn.of("POST").map(({ body }) => body);
      assert.deepEqual([second, more], [first, []], "exactly the same, once more");
      await until("the row to disappear", async () =>
        (await tree.rows()).every(({ description }) => description !== "unknown if created"),
      );
      await untilPasses("neither an attempt nor an old unfinished file to be left", async () => {
        assert.deepEqual([await kept(), await exists(unfinished)], [[], false]);
      });
      assert.equal(await keepsDraft(), false, "what was created is not offered again");
    });

  it("doesn't repeat a deletion after a crash of the extension host", async () => {
    const rows = ["kept-one", "gone-one"].map((name, index) => ({ id: `otlp_${index}`, name }));
    standIn.list(destinations, rows);
    standIn.reply("DELETE", "silence");
    await openDestinations(workbench);
    await workbench.quickInput.toggle("gone-one");
    await workbench.quickInput.accept();
    await workbench.dialog.read();
    await workbench.dialog.press("Delete");
    await until("the request", () => standIn.of("DELETE").length === 1);
    standIn.list(destinations, rows.slice(0, 1));
    await workbench.killExtensionHosts();
    await workbench.entitlements.row("Usage and limits");
    await openDestinations(workbench);
    await workbench.quickInput.row("kept-one");
    const labels = (await workbench.quickInput.rows()).map(({ label }) => label);
    assert.deepEqual(labels, ["kept-one"]);
    await workbench.quickInput.escape();
    assert.equal(standIn.of("DELETE").length, 1);
  });
});
