import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import fs, { mkdir, open, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { removeTemporaryFiles, writeFileAtomically } from "../../../src/storage/files.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

describe("writeFileAtomically", () => {
  it("creates the folder and a file that only the user may read", async (context) => {
    const directory = join(await temporaryDirectory(context), "one", "two");
    await writeFileAtomically(join(directory, "a.json"), "text");
    assert.equal(await readFile(join(directory, "a.json"), "utf8"), "text");
    if (process.platform !== "win32") {
      assert.equal((await stat(join(directory, "a.json"))).mode & 0o777, 0o600);
      assert.equal((await stat(directory)).mode & 0o777, 0o700);
    }
    assert.deepEqual(await readdir(directory), ["a.json"]);
  });

  it(
    "keeps the old content for a reader that has the file open",
    { skip: process.platform === "win32" },
    async (context) => {
      const file = join(await temporaryDirectory(context), "a.json");
      await writeFileAtomically(file, "the old text");
      await using reader = await open(file);
      await Promise.all(["new", "newer"].map((text) => writeFileAtomically(file, text)));
      assert.equal(await reader.readFile("utf8"), "the old text");
      assert.ok(["new", "newer"].includes(await readFile(file, "utf8")));
    },
  );

  it("keeps the old file and removes the temporary file on failure", async (context) => {
    const directory = await temporaryDirectory(context);
    const file = join(directory, "taken");
    await mkdir(join(file, "full"), { recursive: true });
    await assert.rejects(writeFileAtomically(file, "text"));
    assert.deepEqual(await readdir(directory), ["taken"]);
  });
});

describe("writeFileAtomically on Windows", () => {
  /** Makes the first `times` renames fail, and counts the calls. */
  function refusing(context: TestContext, times: number, code: string): { count: number } {
    const calls = { count: 0 };
    const { rename } = fs;
    const mocked = context.mock.method(fs, "rename", (from: string, to: string) => {
      calls.count += 1;
      return calls.count > times
        ? rename(from, to)
        : Promise.reject(Object.assign(new Error(code), { code }));
    });
    syncBuiltinESMExports();
    context.after(() => {
      mocked.mock.restore();
      syncBuiltinESMExports();
    });
    return calls;
  }

  function platform(context: TestContext, name: string): void {
    const real = process.platform;
    Object.defineProperty(process, "platform", { value: name });
    context.after(() => void Object.defineProperty(process, "platform", { value: real }));
  }

  for (const code of ["EPERM", "EACCES", "EBUSY"])
    it(`retries after ${code} while another program has the file open`, async (context) => {
      const file = join(await temporaryDirectory(context), "a.json");
      platform(context, "win32");
      const calls = refusing(context, 3, code);
      await writeFileAtomically(file, "text");
      assert.equal(calls.count, 4);
      assert.equal(await readFile(file, "utf8"), "text");
    });

  for (const [title, name, code, least, most] of [
    ["rejects after a second on Windows", "win32", "EPERM", 5, 20],
    ["doesn't retry other errors on Windows", "win32", "ENOSPC", 1, 1],
    ["doesn't retry on other platforms", "linux", "EACCES", 1, 1],
  ] as const)
    it(title, async (context) => {
      const directory = await temporaryDirectory(context);
      platform(context, name);
      const calls = refusing(context, Infinity, code);
      await assert.rejects(writeFileAtomically(join(directory, "a.json"), "text"), { code });
      assert.ok(calls.count >= least && calls.count <= most, `${calls.count} times`);
      assert.deepEqual(await readdir(directory), []);
    });
});

describe("removeTemporaryFiles", () => {
  const hourAgo = Date.now() / 1000 - 3600;
  const temporaryName = (name: string): string => `${name}.json.${randomUUID()}.tmp`;

  it("removes only old temporary files", async (context) => {
    const directory = await temporaryDirectory(context);
    await mkdir(join(directory, "pending", "deeper"), { recursive: true });
    const remaining = [
      "old.json",
      temporaryName("beside-the-folders"),
      join("pending", "notes.tmp"),
      join("pending", "notes.json.tmp"),
      join("pending", "old.json"),
      join("pending", "deeper", temporaryName("another's")),
    ];
    const recent = join("pending", temporaryName("young"));
    for (const name of [...remaining, recent, join("pending", temporaryName("old"))]) {
      await writeFile(join(directory, name), "{");
      if (name !== recent) await utimes(join(directory, name), hourAgo, hourAgo);
    }
    await removeTemporaryFiles(directory);
    assert.deepEqual(
      (await readdir(directory, { recursive: true })).sort(),
      [...remaining, recent, "pending", join("pending", "deeper")].sort(),
    );
  });

  it("doesn't follow links", { skip: process.platform === "win32" }, async (context) => {
    const [directory, elsewhere] = [await temporaryDirectory(context), await temporaryDirectory(context)];
    const file = join(elsewhere, temporaryName("somebody's"));
    await writeFile(file, "{");
    await utimes(file, hourAgo, hourAgo);
    await symlink(elsewhere, join(directory, "pending"));
    await mkdir(join(directory, "drafts"));
    await symlink(file, join(directory, "drafts", temporaryName("linked")));
    await removeTemporaryFiles(directory);
    assert.equal(await readFile(file, "utf8"), "{");
    assert.equal((await readdir(join(directory, "drafts"))).length, 1);
  });

  it("ignores a missing folder", async (context) => {
    const missing = join(await temporaryDirectory(context), "missing");
    await assert.doesNotReject(removeTemporaryFiles(missing));
    await assert.rejects(readdir(missing), { code: "ENOENT" }, "and doesn't create it");
  });
});
