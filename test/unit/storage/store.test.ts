import assert from "node:assert/strict";
import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import type { TestContext } from "node:test";
import * as z from "zod/mini";
import { Folder } from "../../../src/storage/folder.ts";
import { Store } from "../../../src/storage/store.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const day = 24 * 60 * 60 * 1000;

/** Files of an account and of one of its projects, as each room writes them. */
const filesOf = (account: string): Readonly<Record<string, object>> => ({
  [`connections/${account}.json`]: { v: 1, readAt: 0, rows: [] },
  [`drafts/${account}.json`]: { v: 1, savedAt: 0, draft: {} },
  [`drafts/${account}~70.json`]: { v: 1, savedAt: 0, draft: {} },
  [`entitlements/${account}~70.json`]: { v: 2, readAt: 0, value: {} },
  [`hosts/${account}.json`]: { v: 1, hosts: [] },
  [`loginTimes/${account}0-acted.json`]: { v: 1, accountId: `${account}~70`, at: 0 },
  [`mcp/${account}.json`]: { v: 1 },
  [`pending/${account}0.json`]: { v: 1, id: "0", accountId: `${account}~70` },
  [`results/${account}0.json`]: { v: 3, card: {}, accountId: account },
  [`returns/${account}0.json`]: { v: 1, accountId: account, connectionId: "ma_1" },
  [`watched/${account}0.json`]: { v: 1, accountId: account, connectionId: "ma_1", pinned: true },
  [`watchedFalls/${account}0.json`]: { v: 1, accountId: account },
  [`watchedStates/${account}.json`]: { v: 1, failures: 0, offset: 0, loggedIn: [] },
});

async function leave(storage: string, files: Readonly<Record<string, unknown>>, ageMs = 0): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const [file, at] = [join(storage, name), new Date(Date.now() - ageMs)];
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    await utimes(file, at, at);
  }
}

async function left(storage: string): Promise<readonly string[]> {
  const names = await readdir(storage, { recursive: true });
  return names
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".json"))
    .sort();
}

const scene = async (context: TestContext, ...there: readonly string[]) => {
  const storage = await temporaryDirectory(context);
  return { storage, store: new Store(storage, (id) => Promise.resolve(there.includes(id))) };
};

describe("forgetting an account", () => {
  it("leaves no file of it, also of other versions, and every file of others", async (context) => {
    const { storage, store } = await scene(context);
    const newer = { "results/x.json": { v: 9, accountId: "a" }, "pending/x.json": { v: 9, accountId: "b" } };
    const nobodys = { "results/n.json": { v: 3, card: {} }, "results/half.json": '{"v":3,' };
    await leave(storage, { ...filesOf("a"), ...filesOf("b"), ...newer, ...nobodys });
    await store.forget({ accountId: "a" });
    const others = [...Object.keys(filesOf("b")), ...Object.keys(nobodys), "pending/x.json"];
    assert.deepEqual(await left(storage), others.sort());
  });

  it("removes what it can, and tells whoever knows of it, where something cannot be removed", async (context) => {
    const { storage, store } = await scene(context, "a");
    await leave(storage, filesOf("a"));
    await mkdir(join(storage, "hosts", "a~70.json"));
    // What is being written is waited for: these are removed long after the other could not be.
    const long = { accountId: "a", text: "x".repeat(8_000_000) };
    const writing = store.kept("results", z.unknown()).write("a1", long, { durable: true });
    const also = context.mock.fn(() => Promise.resolve());
    store.alsoForgets(also);
    await assert.rejects(store.forget({ accountId: "a" }));
    assert.deepEqual(await left(storage), ["hosts/a~70.json"]);
    assert.equal(also.mock.callCount(), 1);
    await writing;
  });

  it("leaves nothing of what is being written meanwhile, nor of what is written afterwards", async (context) => {
    const { storage, store } = await scene(context, "b");
    const kept = store.kept("hosts", z.unknown());
    const writing = kept.write("a", {});
    await store.forget({ accountId: "a" });
    assert.deepEqual(await left(storage), []);
    assert.equal(await writing, false);
    assert.equal(await kept.claim("a", {}), false);
    assert.equal(await kept.write("of nobody", { accountId: undefined }), true);
    assert.equal(await kept.write("b", {}), true);
    assert.deepEqual(await left(storage), ["hosts/b.json", "hosts/of nobody.json"]);
  });
});

describe("what is kept", () => {
  it("of answers, and of a create of unknown end, stays also where the account is gone by then", async (context) => {
    const { store } = await scene(context);
    for (const name of ["drafts", "pending"] as const) {
      const kept = store.kept(name, z.unknown());
      assert.equal(await kept.write("x", { accountId: "a" }), true);
      assert.deepEqual(await kept.read("x"), { accountId: "a" });
    }
  });

  it("stays where nobody can tell whether its account is there", async (context) => {
    const storage = await temporaryDirectory(context);
    const store = new Store(storage, () => Promise.reject(new Error("no keyring")));
    assert.equal(await store.kept("connections", z.unknown()).write("a", {}), true);
    await assert.rejects(store.prune(), /no keyring/);
    assert.deepEqual(await left(storage), ["connections/a.json"]);
  });

  it("is in files that the user alone may read", async (context) => {
    const { storage, store } = await scene(context, "a");
    await store.kept("hosts", z.unknown()).write("a", {});
    assert.equal((await stat(join(storage, "hosts", "a.json"))).mode & 0o777, 0o600);
  });

  it("is removed after its time, but what is pinned, and what waits for its user", async (context) => {
    const { storage, store } = await scene(context, "a", "a~70");
    await leave(storage, filesOf("a"), 8 * day);
    const started = { v: 1, accountId: "a", connectionId: "ma_2", pinned: false };
    await leave(storage, { "watched/old.json": started }, 8 * day);
    await leave(storage, { "watched/young.json": started }, 6 * day);
    await store.prune();
    assert.deepEqual(await left(storage), [
      "hosts/a.json",
      "mcp/a.json",
      "pending/a0.json",
      "watched/a0.json",
      "watched/young.json",
      "watchedFalls/a0.json",
      "watchedStates/a.json",
    ]);
  });

  it("is not read to find out that it is young", async (context) => {
    const { storage, store } = await scene(context, "a");
    await leave(storage, filesOf("a"));
    const reads = context.mock.method(Folder.prototype, "read");
    await store.kept("results", z.unknown()).prune();
    assert.equal(reads.mock.callCount(), 0);
  });

  it("goes with an account that is gone where it could be read again, and only then", async (context) => {
    const { storage, store } = await scene(context, "b", "b~70");
    await leave(storage, { ...filesOf("a"), ...filesOf("b") });
    await store.prune();
    const gone = (await left(storage)).filter((name) => name.includes("/a"));
    assert.deepEqual(gone, [
      "drafts/a.json",
      "drafts/a~70.json",
      "hosts/a.json",
      "loginTimes/a0-acted.json",
      "mcp/a.json",
      "pending/a0.json",
      "results/a0.json",
      "returns/a0.json",
    ]);
    assert.equal((await left(storage)).length - gone.length, Object.keys(filesOf("b")).length);
  });
});
