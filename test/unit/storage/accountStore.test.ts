import assert from "node:assert/strict";
import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import * as z from "zod/mini";
import { JsonFolder } from "../../../src/storage/jsonFolder.ts";
import { AccountStore } from "../../../src/storage/accountStore.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const day = 24 * 60 * 60 * 1000;

/** Files of an account and of one of its projects, as each feature writes them. */
const filesOf = (account: string): Readonly<Record<string, object>> => ({
  [`browsers/${account}0.json`]: { accountId: `${account}~70`, handle: `${account}0` },
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

async function storedFileNames(storage: string): Promise<readonly string[]> {
  return (await readdir(storage, { recursive: true }))
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".json"))
    .sort();
}

const createStore = async (context: TestContext, ...accountIds: readonly string[]) => {
  const storage = await temporaryDirectory(context);
  return { storage, store: new AccountStore(storage, (id) => Promise.resolve(accountIds.includes(id))) };
};

describe("AccountStore.forgetSignedOut", () => {
  it("drops in-memory data of accounts that another window has signed out", async (context) => {
    const { store } = await createStore(context, "a");
    const forgotten: string[] = [];
    store.onForget(({ accountId }) => Promise.resolve(void forgotten.push(accountId)));
    for (const accountId of ["a", "b"]) await store.forgetSignedOut(accountId);
    assert.deepEqual(forgotten, ["b"]);
  });
});

describe("AccountStore.forget", () => {
  it("removes the account's files of every format version, but no other files", async (context) => {
    const { storage, store } = await createStore(context);
    const newer = { "results/x.json": { v: 9, accountId: "a" }, "pending/x.json": { v: 9, accountId: "b" } };
    const unowned = { "results/n.json": { v: 3, card: {} }, "results/half.json": '{"v":3,' };
    await leave(storage, { ...filesOf("a"), ...filesOf("b"), ...newer, ...unowned });
    await store.forget({ accountId: "a" });
    const remaining = [...Object.keys(filesOf("b")), ...Object.keys(unowned), "pending/x.json"];
    assert.deepEqual(await storedFileNames(storage), remaining.sort());
  });

  it("removes the remaining files and calls handlers even if a removal fails", async (context) => {
    const { storage, store } = await createStore(context, "a");
    await leave(storage, filesOf("a"));
    await mkdir(join(storage, "hosts", "a~70.json"));
    // The pending write delays the removal of the results, so that the removal in the hosts folder fails first.
    const long = { accountId: "a", text: "x".repeat(8_000_000) };
    const writing = store.files("results", z.unknown()).write("a1", long, { durable: true });
    const onForget = context.mock.fn(() => Promise.resolve());
    store.onForget(onForget);
    await assert.rejects(store.forget({ accountId: "a" }));
    assert.deepEqual(await storedFileNames(storage), ["hosts/a~70.json"]);
    assert.equal(onForget.mock.callCount(), 1);
    await writing;
  });

  it("discards the account's pending writes and refuses later writes", async (context) => {
    const { storage, store } = await createStore(context, "b");
    const files = store.files("hosts", z.unknown());
    const writing = files.write("a", {});
    await store.forget({ accountId: "a" });
    assert.deepEqual(await storedFileNames(storage), []);
    assert.equal(await writing, false);
    assert.equal(await files.createIfAbsent("a", {}), false);
    assert.equal(await files.write("of nobody", { accountId: undefined }), true);
    assert.equal(await files.write("b", {}), true);
    assert.deepEqual(await storedFileNames(storage), ["hosts/b.json", "hosts/of nobody.json"]);
  });
});

describe("AccountStore", () => {
  it("keeps drafts and unresolved requests even if their account is missing", async (context) => {
    for (const name of ["drafts", "pending"] as const) {
      const files = (await createStore(context)).store.files(name, z.unknown());
      assert.equal(await files.write("x", { accountId: "a" }), true);
      assert.deepEqual(await files.read("x"), { accountId: "a" });
    }
  });

  it("keeps data if secret storage fails", async (context) => {
    const storage = await temporaryDirectory(context);
    const store = new AccountStore(storage, () => Promise.reject(new Error("no keyring")));
    assert.equal(await store.files("connections", z.unknown()).write("a", {}), true);
    await assert.rejects(store.prune(), /no keyring/);
    assert.deepEqual(await storedFileNames(storage), ["connections/a.json"]);
  });

  it("writes files that only the user may read", async (context) => {
    const { storage, store } = await createStore(context, "a");
    await store.files("hosts", z.unknown()).write("a", {});
    assert.equal((await stat(join(storage, "hosts", "a.json"))).mode & 0o777, 0o600);
  });

  it("prunes old data unless it is pinned or has no expiry", async (context) => {
    const { storage, store } = await createStore(context, "a", "a~70");
    await leave(storage, filesOf("a"), 8 * day);
    const started = { v: 1, accountId: "a", connectionId: "ma_2", pinned: false };
    await leave(storage, { "watched/old.json": started }, 8 * day);
    await leave(storage, { "watched/young.json": started }, 6 * day);
    await store.prune();
    assert.deepEqual(await storedFileNames(storage), [
      "hosts/a.json",
      "mcp/a.json",
      "pending/a0.json",
      "watched/a0.json",
      "watched/young.json",
      "watchedFalls/a0.json",
      "watchedStates/a.json",
    ]);
  });

  it("doesn't read unexpired files while pruning", async (context) => {
    const { storage, store } = await createStore(context, "a");
    await leave(storage, filesOf("a"));
    const reads = context.mock.method(JsonFolder.prototype, "read");
    await store.files("results", z.unknown()).prune();
    assert.equal(reads.mock.callCount(), 0);
  });

  it("prunes a missing account's data only if the data can be fetched again", async (context) => {
    const { storage, store } = await createStore(context, "b", "b~70");
    await leave(storage, { ...filesOf("a"), ...filesOf("b") });
    await store.prune();
    const remaining = (await storedFileNames(storage)).filter((name) => name.includes("/a"));
    assert.deepEqual(remaining, [
      "browsers/a0.json",
      "drafts/a.json",
      "drafts/a~70.json",
      "hosts/a.json",
      "loginTimes/a0-acted.json",
      "mcp/a.json",
      "pending/a0.json",
      "results/a0.json",
      "returns/a0.json",
    ]);
    assert.equal(
      (await storedFileNames(storage)).length - remaining.length,
      Object.keys(filesOf("b")).length,
    );
  });
});
