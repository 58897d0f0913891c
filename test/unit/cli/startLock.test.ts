import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { systemClock } from "../../../src/api/clock.ts";
import { acquireStartLock, type ReleaseLock } from "../../../src/cli/startLock.ts";

const signal = new AbortController().signal;
/** A clock whose pauses take no time but let other tasks run. */
function quickClock() {
  let passed = 0;
  return {
    ...systemClock,
    now: () => passed,
    sleep: async (ms: number) => {
      passed += ms;
      await turns(1);
      return true;
    },
  };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

/** Creates a folder for the locks of a test and makes it the temporary folder. */
function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "managed-auth-lock-"));
  const names = ["TMPDIR", "TEMP"].map((name) => [name, process.env[name]] as const);
  for (const [name] of names) process.env[name] = path;
  t.after(() => {
    for (const [name, value] of names)
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}

/** Leaves the lock in the state of a killed process. */
async function leaveKilled(path: string, id: string): Promise<void> {
  await acquireStartLock(id, 0, signal, quickClock());
  const [lock = ""] = readdirSync(path);
  const [holder = ""] = readdirSync(join(path, lock));
  const { pid } = spawnSync(process.execPath, ["--version"]);
  renameSync(join(path, lock, holder), join(path, lock, `${pid}.${randomUUID()}`));
}

describe("acquireStartLock", () => {
  for (const lock of ["a new lock", "the lock of a killed run"])
    it(`lets only one run at a time hold ${lock}`, async (t) => {
      const path = folder(t);
      const id = randomUUID();
      if (lock.includes("killed")) await leaveKilled(path, id);
      let holders = 0;
      let maxHolders = 0;
      const runs = Array.from({ length: 20 }, async (_, index) => {
        // A run that starts later may find the lock that an earlier run has just acquired.
        await turns(index);
        const release = await acquireStartLock(id, Infinity, signal, quickClock());
        assert.ok(release);
        maxHolders = Math.max(maxHolders, ++holders);
        await turns(50);
        holders--;
        await release();
        await release();
      });
      await Promise.all(runs);
      assert.equal(maxHolders, 1);
      assert.deepEqual(readdirSync(path), []);
    });

  it("acquires a lock if its holder was killed while releasing it", async (t) => {
    const path = folder(t);
    const id = randomUUID();
    await leaveKilled(path, id);
    const [lock = ""] = readdirSync(path);
    for (const file of readdirSync(join(path, lock))) rmSync(join(path, lock, file));
    assert.ok(await acquireStartLock(id, 0, signal, quickClock()));
  });

  it("returns without the lock after the given timeout", async (t) => {
    folder(t);
    const clock = quickClock();
    const release: ReleaseLock | undefined = await acquireStartLock("a", 0, signal, clock);
    assert.equal(await acquireStartLock("a", 10_000, signal, clock), undefined);
    assert.equal(clock.now(), 10_000);
    await release?.();
    assert.ok(await acquireStartLock("a", 0, signal, clock));
  });

  it("returns a lock to every run if the temporary folder is missing", async (t) => {
    rmSync(folder(t), { recursive: true });
    assert.ok(await acquireStartLock("a", 0, signal, quickClock()));
    assert.ok(await acquireStartLock("a", 0, signal, quickClock()));
  });
});
