import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { JsonFolder } from "../../../src/storage/jsonFolder.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

describe("JsonFolder", () => {
  it("reads JSON and returns undefined for invalid or missing files", async (context) => {
    const storage = await temporaryDirectory(context);
    const folder = new JsonFolder(storage, "things");
    await folder.write("good", { a: 1 });
    await writeFile(join(storage, "things", "half.json"), '{"a":');
    assert.deepEqual(await folder.read("good"), { a: 1 });
    assert.equal(await folder.read("half"), undefined);
    assert.equal(await folder.read("missing"), undefined);
  });

  it("rejects if a read fails for a reason other than a missing file", async (context) => {
    const storage = await temporaryDirectory(context);
    await mkdir(join(storage, "things", "a.json"), { recursive: true });
    await assert.rejects(new JsonFolder(storage, "things").read("a"), { code: "EISDIR" });
  });

  it("lists the IDs of JSON files only", async (context) => {
    const storage = await temporaryDirectory(context);
    const folder = new JsonFolder(storage, "things");
    assert.deepEqual(await folder.ids(), []);
    await folder.write("a", {});
    await writeFile(join(storage, "things", "b.json.tmp"), "{");
    assert.deepEqual(await folder.ids(), ["a"]);
  });

  it("doesn't reject if the file to remove is missing", async (context) => {
    const folder = new JsonFolder(await temporaryDirectory(context), "things");
    await folder.remove("a");
    assert.equal(await folder.writtenAt("a"), undefined);
    await folder.write("a", {});
    assert.ok(((await folder.writtenAt("a")) ?? 0) > 0);
    await folder.remove("a");
    assert.equal(await folder.writtenAt("a"), undefined);
  });

  it("creates a file once, without exposing partial content", async (context) => {
    const folder = new JsonFolder(await temporaryDirectory(context), "things");
    const long = { text: "x".repeat(20_000_000) };
    const claiming = { isOver: false };
    const claims = Promise.all([
      folder.createIfAbsent("a", long),
      folder.createIfAbsent("a", long),
      folder.createIfAbsent("a", long),
    ]);
    void claims.finally(() => (claiming.isOver = true));
    while (!claiming.isOver) {
      const [id] = await folder.ids();
      if (id !== undefined) assert.notEqual(await folder.read(id), undefined);
    }
    assert.deepEqual((await claims).filter(Boolean), [true]);
    assert.equal(await folder.createIfAbsent("a", {}), false);
    assert.deepEqual(await folder.read("a"), long);
    assert.deepEqual(await readdir(folder.path), ["a.json"]);
  });
});
