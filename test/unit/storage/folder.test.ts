import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Folder } from "../../../src/storage/folder.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

describe("a folder of the storage", () => {
  it("gives JSON, and takes anything else for nothing", async (context) => {
    const storage = await temporaryDirectory(context);
    const folder = new Folder(storage, "things");
    await folder.write("good", { a: 1 });
    await writeFile(join(storage, "things", "half.json"), '{"a":');
    assert.deepEqual(await folder.read("good"), { a: 1 });
    assert.equal(await folder.read("half"), undefined);
    assert.equal(await folder.read("missing"), undefined);
  });

  it("does not hide any other failure", async (context) => {
    const storage = await temporaryDirectory(context);
    await mkdir(join(storage, "things", "a.json"), { recursive: true });
    await assert.rejects(new Folder(storage, "things").read("a"), { code: "EISDIR" });
  });

  it("names what is there as JSON, and nothing where it is not there itself", async (context) => {
    const storage = await temporaryDirectory(context);
    const folder = new Folder(storage, "things");
    assert.deepEqual(await folder.ids(), []);
    await folder.write("a", {});
    await writeFile(join(storage, "things", "b.json.tmp"), "{");
    assert.deepEqual(await folder.ids(), ["a"]);
  });

  it("removes what is not there, which has no age", async (context) => {
    const folder = new Folder(await temporaryDirectory(context), "things");
    await folder.remove("a");
    assert.equal(await folder.writtenAt("a"), undefined);
    await folder.write("a", {});
    assert.ok(((await folder.writtenAt("a")) ?? 0) > 0);
    await folder.remove("a");
    assert.equal(await folder.writtenAt("a"), undefined);
  });

  it("claims an id once, and shows no half of what is under it meanwhile", async (context) => {
    const folder = new Folder(await temporaryDirectory(context), "things");
    const long = { text: "x".repeat(20_000_000) };
    const claiming = { isOver: false };
    const claims = Promise.all([folder.claim("a", long), folder.claim("a", long), folder.claim("a", long)]);
    void claims.finally(() => (claiming.isOver = true));
    while (!claiming.isOver) {
      const [id] = await folder.ids();
      if (id !== undefined) assert.notEqual(await folder.read(id), undefined);
    }
    assert.deepEqual((await claims).filter(Boolean), [true]);
    assert.equal(await folder.claim("a", {}), false);
    assert.deepEqual(await folder.read("a"), long);
    assert.deepEqual(await readdir(folder.path), ["a.json"]);
  });
});
