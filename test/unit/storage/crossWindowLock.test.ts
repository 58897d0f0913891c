import assert from "node:assert/strict";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { CrossWindowLock } from "../../../src/storage/crossWindowLock.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

/** Leaves the lock of a closed window in the storage and returns its path. */
async function leaveAbandonedLock(storage: string): Promise<string> {
  await new CrossWindowLock(storage, "startingLogins").tryAcquire("a", "ma_1");
  const folder = join(storage, "startingLogins");
  const [name = ""] = await readdir(folder);
  const longAgo = new Date(Date.now() - 600_000);
  await utimes(join(folder, name), longAgo, longAgo);
  return join(folder, name);
}

describe("CrossWindowLock", () => {
  it("is held by one window at a time", async (context) => {
    const storage = await temporaryDirectory(context);
    let holders = 0;
    const counts: number[] = [];
    const window = async (lock: CrossWindowLock): Promise<void> => {
      for (let round = 0; round < 150; round++) {
        const acquired = await lock.tryAcquire("a", "ma_1");
        if (acquired === undefined) continue;
        counts.push(++holders);
        await readdir(storage);
        holders--;
        await acquired();
      }
    };
    await Promise.all(
      Array.from({ length: 4 }, () => window(new CrossWindowLock(storage, "startingLogins"))),
    );
    assert.equal(Math.max(...counts), 1);
  });
});

describe("CrossWindowLock with an abandoned lock", () => {
  it("is acquired by exactly one of several windows", async (context) => {
    for (let round = 0; round < 40; round++) {
      const storage = await temporaryDirectory(context);
      await leaveAbandonedLock(storage);
      const windows = [
        new CrossWindowLock(storage, "startingLogins"),
        new CrossWindowLock(storage, "startingLogins"),
        new CrossWindowLock(storage, "startingLogins"),
      ];
      const releases = await Promise.all(windows.map((one) => one.tryAcquire("a", "ma_1")));
      const acquired = releases.filter((one) => one !== undefined);
      assert.equal(acquired.length, 1);
      await acquired[0]?.();
      assert.deepEqual(await readdir(join(storage, "startingLogins")), []);
    }
  });

  it("can be acquired after a window crashed while replacing the lock", async (context) => {
    const storage = await temporaryDirectory(context);
    const claim = `${await leaveAbandonedLock(storage)}.claim`;
    await writeFile(claim, "x");
    const longAgo = new Date(Date.now() - 600_000);
    await utimes(claim, longAgo, longAgo);
    assert.equal(await new CrossWindowLock(storage, "startingLogins").tryAcquire("a", "ma_1"), undefined);
    assert.notEqual(await new CrossWindowLock(storage, "startingLogins").tryAcquire("a", "ma_1"), undefined);
  });
});
