import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { watchFolder } from "../../../src/storage/store.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

describe("a watched folder", () => {
  it("is made, and tells of JSON that comes and goes until it is let go", async (context) => {
    const folder = join(await temporaryDirectory(context), "pending");
    const told = new EventEmitter();
    let count = 0;
    const watcher = watchFolder(folder, () => {
      count += 1;
      told.emit("changed");
    });
    assert.ok(watcher !== undefined);
    const file = join(folder, "a.json");
    const come = once(told, "changed");
    await writeFile(`${file}.tmp`, "{}");
    await rename(`${file}.tmp`, file);
    await come;
    const gone = once(told, "changed");
    await rm(file);
    await gone;
    const closed = once(watcher, "close");
    watcher.close();
    await closed;
    const before = count;
    await writeFile(file, "{}");
    assert.equal(count, before);
  });

  it("may be one that cannot be watched", async (context) => {
    const file = join(await temporaryDirectory(context), "file");
    await writeFile(file, "");
    assert.equal(
      watchFolder(join(file, "below"), () => assert.fail()),
      undefined,
    );
  });
});
