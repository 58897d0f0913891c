import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { watchFolder } from "../../../src/storage/accountStore.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

describe("watchFolder", () => {
  it("creates the folder and reports changes to JSON files until closed", async (context) => {
    const folder = join(await temporaryDirectory(context), "pending");
    const events = new EventEmitter();
    let count = 0;
    const watcher = watchFolder(folder, () => {
      count += 1;
      events.emit("changed");
    });
    assert.ok(watcher !== undefined);
    const file = join(folder, "a.json");
    const created = once(events, "changed");
    await writeFile(`${file}.tmp`, "{}");
    await rename(`${file}.tmp`, file);
    await created;
    const removed = once(events, "changed");
    await rm(file);
    await removed;
    const closed = once(watcher, "close");
    watcher.close();
    await closed;
    const before = count;
    await writeFile(file, "{}");
    assert.equal(count, before);
  });

  it("returns undefined if the folder can't be watched", async (context) => {
    const file = join(await temporaryDirectory(context), "file");
    await writeFile(file, "");
    assert.equal(
      watchFolder(join(file, "below"), () => assert.fail()),
      undefined,
    );
  });
});
