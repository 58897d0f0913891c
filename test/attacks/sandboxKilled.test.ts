// Kills the sandbox repeatedly at random moments while several clients create, delete and change data. Acknowledged
// changes must persist. Unacknowledged changes must be complete or absent. `test/unit/sandbox/run/kill.test.ts` is
// the short form, and `test/unit/sandbox/db/power.test.ts` verifies writes to disk.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { chance, type Chance } from "../unit/sandbox/chance.ts";
import { run, start, type StartOptions } from "../unit/sandbox/process.ts";
import { filledFile, send, temporaryDirectory, token } from "../unit/sandbox/support.ts";
import { answersFirst, withVariant } from "../unit/sandbox/variant.ts";
import { Client } from "./sandboxClient.ts";
import { Journal } from "./journal.ts";

const kills = 110;
const workers = 16;
/** Destinations to delete. */
const spareDestinations = 12_000;
/** Number of destinations in the sample data. */
const seeded = 4;
const resets = 12;

interface Outcome {
  /** Descriptions of all violations. */
  readonly broken: readonly string[];
  readonly kills: number;
  readonly acknowledged: number;
  readonly file: string;
}

/** Kills the sandbox up to `most` times. Stops at the first violation. */
async function killRepeatedly(
  t: TestContext,
  { next }: Chance,
  most: number,
  how: StartOptions = {},
): Promise<Outcome> {
  const directory = temporaryDirectory(t);
  const file = join(directory, "data.db");
  const args = ["--token", token, "--data", file];
  filledFile(file, spareDestinations);
  const journal = new Journal(join(directory, "journal"));
  t.after(() => journal.close());
  const client = new Client(journal, next, spareDestinations);
  let broken: string[] = [];
  let killed = 0;
  while (killed < most && broken.length === 0) {
    // Some processes are killed during startup.
    if (next() < 0.15) {
      await run(t, args, { ...how, timeout: 1 + Math.floor(next() * 300) });
      killed++;
    }
    const sandbox = await start(t, args, how);
    broken = await client.check(sandbox.port, 200);
    const using = client.use(sandbox.port, workers);
    await pause(next() * 250);
    await sandbox.end("SIGKILL");
    await using;
    killed++;
  }
  const sandbox = await start(t, args, how);
  if (broken.length === 0) broken = await client.check(sandbox.port, Infinity);
  await sandbox.end("SIGTERM");
  return { broken, kills: killed, acknowledged: journal.read().length, file };
}

describe("a sandbox killed at random moments", () => {
  it(`keeps every acknowledged change and no partial change after ${kills} kills`, async (t) => {
    const luck = chance();
    t.diagnostic(`SEED=${luck.seed}`);
    const outcome = await killRepeatedly(t, luck, kills);
    assert.deepEqual(outcome.broken, [], `SEED=${luck.seed}`);
    assert.ok(outcome.kills >= kills);
    assert.ok(outcome.acknowledged > kills, "and it was used in between");
    assertSound(t, outcome.file);
    t.diagnostic(`${outcome.kills} kills, ${outcome.acknowledged} acknowledgements, nothing broken`);
  });

  it("loses acknowledged changes if modified to reply before committing", async (t) => {
    const outcome = await killRepeatedly(t, chance(), kills, withVariant(answersFirst));
    assert.notDeepEqual(outcome.broken, []);
    t.diagnostic(`found after ${outcome.kills} kills: ${outcome.broken[0] ?? ""}`);
  });

  it("completes a reset entirely or leaves the data unchanged", async (t) => {
    const luck = chance();
    let untouched = 0;
    for (let round = 0; round < resets; round++) {
      const file = join(temporaryDirectory(t), "data.db");
      filledFile(file, spareDestinations);
      const sandbox = await start(t, ["--token", token, "--data", file]);
      const reset = send(sandbox.port, { method: "POST", path: "/sandbox/reset", body: "{}" });
      const answered = reset.then(
        ({ status }) => status === 204,
        () => false,
      );
      await pause(luck.next() * 60);
      await sandbox.end("SIGKILL");
      const { destinations } = assertSound(t, file);
      assert.ok(
        destinations === seeded || destinations === seeded + spareDestinations,
        `${String(destinations)}, SEED=${luck.seed}`,
      );
      if (await answered) assert.equal(destinations, seeded, `SEED=${luck.seed}`);
      if (destinations !== seeded) untouched++;
    }
    t.diagnostic(`${untouched} of ${resets} resets did not come to pass`);
  });
});

/** Asserts that an unused database file is intact and that each profile has its connection. */
function assertSound(t: TestContext, file: string): { readonly destinations: unknown } {
  const db = new DatabaseSync(file);
  t.after(() => db.isOpen && db.close());
  assert.deepEqual(db.prepare("SELECT * FROM pragma_integrity_check").all().map(Object.values), [["ok"]]);
  assert.deepEqual(db.prepare("PRAGMA foreign_key_check").all(), []);
  const half =
    "SELECT name FROM profiles WHERE name LIKE '%.example' AND name NOT IN (SELECT profile_name FROM connections)";
  assert.deepEqual(db.prepare(half).all(), []);
  const destinations = db.prepare("SELECT count(*) AS count FROM destinations").get()?.["count"];
  db.close();
  return { destinations };
}
