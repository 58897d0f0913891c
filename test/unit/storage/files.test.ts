import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import fs, { mkdir, open, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { describe, it } from "node:test";
import { removeUnfinished, writeWhole } from "../../../src/storage/files.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

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

describe("writeWhole where another program holds the file open", () => {
  /** Has Windows refuse so many renames; counts them. */
  function refusing(context: TestContext, times: number, code: string): { count: number } {
    const tried = { count: 0 };
    const { rename } = fs;
    const mocked = context.mock.method(fs, "rename", (from: string, to: string) => {
      tried.count += 1;
      return tried.count > times
        ? rename(from, to)
        : Promise.reject(Object.assign(new Error(code), { code }));
    });
    syncBuiltinESMExports();
    context.after(() => {
      mocked.mock.restore();
      syncBuiltinESMExports();
    });
    return tried;
  }

  function platform(context: TestContext, name: string): void {
    const real = process.platform;
    Object.defineProperty(process, "platform", { value: name });
    context.after(() => void Object.defineProperty(process, "platform", { value: real }));
  }

  for (const code of ["EPERM", "EACCES", "EBUSY"]) {
    it(`tries again on Windows after ${code}`, async (context) => {
      const file = join(await temporaryDirectory(context), "a.json");
      platform(context, "win32");
      const tried = refusing(context, 3, code);
      await writeWhole(file, "text");
      assert.equal(tried.count, 4);
      assert.equal(await readFile(file, "utf8"), "text");
    });
  }

  for (const [what, name, code, least, most] of [
    ["gives up after a second", "win32", "EPERM", 5, 20],
    ["tries once after another failure", "win32", "ENOSPC", 1, 1],
    ["tries once elsewhere, where it would stay so", "linux", "EACCES", 1, 1],
  ] as const) {
    it(what, async (context) => {
      const directory = await temporaryDirectory(context);
      platform(context, name);
      const tried = refusing(context, Infinity, code);
      await assert.rejects(writeWhole(join(directory, "a.json"), "text"), { code });
      assert.ok(tried.count >= least && tried.count <= most, `${tried.count} times`);
      assert.deepEqual(await readdir(directory), []);
    });
  }
});

describe("removeUnfinished", () => {
  const hourAgo = Date.now() / 1000 - 3600;
  const own = (name: string): string => `${name}.json.${randomUUID()}.tmp`;

  it("removes what a dead process left unfinished, and nothing else", async (context) => {
    const directory = await temporaryDirectory(context);
    await mkdir(join(directory, "pending", "deeper"), { recursive: true });
    const kept = [
      "old.json",
      own("beside-the-folders"),
      join("pending", "notes.tmp"),
      join("pending", "notes.json.tmp"),
      join("pending", "old.json"),
      join("pending", "deeper", own("another's")),
    ];
    const young = join("pending", own("young"));
    for (const name of [...kept, young, join("pending", own("old"))]) {
      await writeFile(join(directory, name), "{");
      if (name !== young) await utimes(join(directory, name), hourAgo, hourAgo);
    }
    await removeUnfinished(directory);
    assert.deepEqual(
      (await readdir(directory, { recursive: true })).sort(),
      [...kept, young, "pending", join("pending", "deeper")].sort(),
    );
  });

  it("follows no link", { skip: process.platform === "win32" }, async (context) => {
    const [directory, elsewhere] = [await temporaryDirectory(context), await temporaryDirectory(context)];
    const file = join(elsewhere, own("somebody's"));
    await writeFile(file, "{");
    await utimes(file, hourAgo, hourAgo);
    await symlink(elsewhere, join(directory, "pending"));
    await mkdir(join(directory, "drafts"));
    await symlink(file, join(directory, "drafts", own("linked")));
    await removeUnfinished(directory);
    assert.equal(await readFile(file, "utf8"), "{");
    assert.equal((await readdir(join(directory, "drafts"))).length, 1);
  });

  it("needs no folder", async (context) => {
    const missing = join(await temporaryDirectory(context), "missing");
    await assert.doesNotReject(removeUnfinished(missing));
    await assert.rejects(readdir(missing), { code: "ENOENT" }, "and makes none");
  });
});
