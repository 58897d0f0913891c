import assert from "node:assert/strict";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Marks } from "../../../src/storage/marks.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

/** A storage in which a window that is gone has left a mark, and that mark. */
async function abandoned(storage: string): Promise<string> {
  await new Marks(storage, "startingLogins").set("a", "ma_1");
  const folder = join(storage, "startingLogins");
  const [name = ""] = await readdir(folder);
  const long = new Date(Date.now() - 600_000);
  await utimes(join(folder, name), long, long);
  return join(folder, name);
}

describe("a mark", () => {
  it("is of one window at a time, also where another one is just taken away", async (context) => {
    const storage = await temporaryDirectory(context);
    let held = 0;
    const most: number[] = [];
    const window = async (marks: Marks): Promise<void> => {
      for (let round = 0; round < 150; round++) {
        const unmark = await marks.set("a", "ma_1");
        if (unmark === undefined) continue;
        most.push(++held);
        await readdir(storage);
        held--;
        await unmark();
      }
    };
    await Promise.all(Array.from({ length: 4 }, () => window(new Marks(storage, "startingLogins"))));
    assert.equal(Math.max(...most), 1);
  });
});

describe("an abandoned mark", () => {
  it("is taken over by one of all windows that see it at once", async (context) => {
    for (let round = 0; round < 40; round++) {
      const storage = await temporaryDirectory(context);
      await abandoned(storage);
      const windows = [
        new Marks(storage, "startingLogins"),
        new Marks(storage, "startingLogins"),
        new Marks(storage, "startingLogins"),
      ];
      const set = await Promise.all(windows.map((one) => one.set("a", "ma_1")));
      const unmark = set.filter((one) => one !== undefined);
      assert.equal(unmark.length, 1);
      await unmark[0]?.();
      assert.deepEqual(await readdir(join(storage, "startingLogins")), []);
    }
  });

  it("is taken over later where a window died while it did", async (context) => {
    const storage = await temporaryDirectory(context);
    const claim = `${await abandoned(storage)}.claim`;
    await writeFile(claim, "x");
    const long = new Date(Date.now() - 600_000);
    await utimes(claim, long, long);
    assert.equal(await new Marks(storage, "startingLogins").set("a", "ma_1"), undefined);
    assert.notEqual(await new Marks(storage, "startingLogins").set("a", "ma_1"), undefined);
  });
});
