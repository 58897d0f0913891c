import assert from "node:assert/strict";
import { mkdir, open, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { modifiedAt, readJson, remove, removeUnfinished, writeWhole } from "../../../src/editor/files.ts";
import { temporaryDirectory } from "./temporary.ts";

describe("writeWhole", () => {
  it("makes the folder and a file that only the user may read", async (context) => {
    const directory = join(await temporaryDirectory(context), "one", "two");
    await writeWhole(join(directory, "a.json"), "text");
    assert.equal(await readFile(join(directory, "a.json"), "utf8"), "text");
    if (process.platform !== "win32") {
      assert.equal((await stat(join(directory, "a.json"))).mode & 0o777, 0o600);
      assert.equal((await stat(directory)).mode & 0o777, 0o700);
    }
    assert.deepEqual(await readdir(directory), ["a.json"]);
  });

  it(
    "leaves the old file whole for who reads it meanwhile",
    { skip: process.platform === "win32" },
    async (context) => {
      const file = join(await temporaryDirectory(context), "a.json");
      await writeWhole(file, "the old text");
      await using reader = await open(file);
      await Promise.all(["new", "newer"].map((text) => writeWhole(file, text)));
      assert.equal(await reader.readFile("utf8"), "the old text");
      assert.ok(["new", "newer"].includes(await readFile(file, "utf8")));
    },
  );

  it("keeps the old file and leaves no other where it cannot finish", async (context) => {
    const directory = await temporaryDirectory(context);
    const file = join(directory, "taken");
    await mkdir(join(file, "full"), { recursive: true });
    await assert.rejects(writeWhole(file, "text"));
    assert.deepEqual(await readdir(directory), ["taken"]);
  });
});

describe("removeUnfinished", () => {
  it("removes what a dead process left unfinished, and nothing else", async (context) => {
    const directory = await temporaryDirectory(context);
    const hourAgo = Date.now() / 1000 - 3600;
    await mkdir(join(directory, "pending"));
    for (const [name, old] of [
      ["old.json.tmp", true],
      ["old.json", true],
      ["pending/old.json.tmp", true],
      ["pending/young.json.tmp", false],
    ] as const) {
      await writeFile(join(directory, name), "{");
      if (old) await utimes(join(directory, name), hourAgo, hourAgo);
    }
    await removeUnfinished(directory);
    assert.deepEqual((await readdir(directory, { recursive: true })).sort(), [
      "old.json",
      "pending",
      join("pending", "young.json.tmp"),
    ]);
  });

  it("needs no folder", async (context) => {
    const missing = join(await temporaryDirectory(context), "missing");
    assert.equal(await removeUnfinished(missing), undefined);
    await assert.rejects(readdir(missing), { code: "ENOENT" }, "and makes none");
  });
});

describe("readJson", () => {
  it("reads JSON, and takes anything else for nothing", async (context) => {
    const directory = await temporaryDirectory(context);
    await writeFile(join(directory, "good"), '{"a":1}');
    await writeFile(join(directory, "half"), '{"a":');
    assert.deepEqual(await readJson(join(directory, "good")), { a: 1 });
    assert.equal(await readJson(join(directory, "half")), undefined);
    assert.equal(await readJson(join(directory, "missing")), undefined);
  });

  it("does not hide any other failure", async (context) => {
    await assert.rejects(readJson(await temporaryDirectory(context)), { code: "EISDIR" });
  });
});

describe("a file that is not there", () => {
  it("can be removed and has no age", async (context) => {
    const file = join(await temporaryDirectory(context), "missing");
    await remove(file);
    assert.equal(await modifiedAt(file), undefined);
    await writeWhole(file, "text");
    assert.ok(((await modifiedAt(file)) ?? 0) > 0);
    await remove(file);
    assert.equal(await modifiedAt(file), undefined);
  });
});
