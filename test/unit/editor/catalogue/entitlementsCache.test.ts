import assert from "node:assert/strict";
import { mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it, type TestContext } from "node:test";
import { Entitlements } from "../../../../src/api/schemas.ts";
import { changesSince } from "../../../../src/editor/entitlements/entitlementsRow.ts";
import { EntitlementsCache } from "../../../../src/editor/catalogue/entitlementsCache.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { env, reset } from "../../../doubles/vscode.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

beforeEach(reset);

const day = 24 * 60 * 60 * 1000;

/** Returns a plan's entitlements with this GPU access and this number of concurrent browsers. */
const planReading = (id: string, enabled = false, browsers = 5, more: object = {}): Entitlements =>
  Entitlements.parse({
    features: { gpu: { enabled } },
    limits: { max_concurrent_browsers: browsers },
    plan: { id },
    ...more,
  });
const freePlan = planReading("FREE");

/** Opens the entitlements cache of a new window that uses this storage folder. */
const openCache = (directory: string): EntitlementsCache =>
  new EntitlementsCache(new AccountStore(directory), assert.ifError);

/** Returns the changes since the last visit and stores these values for the next window. */
async function changesSinceLastVisit(
  snapshots: EntitlementsCache,
  account: string,
  value: Entitlements,
  readAt = new Date(),
): Promise<object> {
  const changes = changesSince(await snapshots.baseline(account), value, readAt);
  await snapshots.save(account, { value, readAt });
  return Object.fromEntries(changes);
}

/** Returns the storage folder of a closed window that showed these values `ago` milliseconds ago. */
async function closedWindowStorage(context: TestContext, value = freePlan, account = "a", ago = 0) {
  const directory = await temporaryDirectory(context);
  await changesSinceLastVisit(openCache(directory), account, value, new Date(Date.now() - ago));
  return directory;
}

const storedReadings = (directory: string): Promise<string[]> => readdir(join(directory, "entitlements"));

describe("entitlement changes since the last visit", () => {
  it("are empty if nothing was stored before", async (context) => {
    const snapshots = openCache(await temporaryDirectory(context));
    assert.deepEqual(await changesSinceLastVisit(snapshots, "a", freePlan), {});
  });

  it("include each changed entitlement with its previous text", async (context) => {
    const next = openCache(await closedWindowStorage(context));
    assert.deepEqual(await changesSinceLastVisit(next, "a", planReading("ENTERPRISE", true)), {
      "plan/id": "Free",
      "features/gpu": "not included",
    });
  });

  it("omit removed and new entitlements", async (context) => {
    const next = openCache(await closedWindowStorage(context));
    const other = planReading("FREE", false, 5, { limits: { max_concurrent_browsers: 5, fresh: 7 } });
    assert.deepEqual(await changesSinceLastVisit(next, "a", other), {});
  });

  it("are computed from the same snapshot while the window is open", async (context) => {
    const next = openCache(await closedWindowStorage(context));
    assert.deepEqual(await changesSinceLastVisit(next, "a", planReading("B")), { "plan/id": "Free" });
    assert.deepEqual(await changesSinceLastVisit(next, "a", planReading("C")), { "plan/id": "Free" });
    assert.deepEqual(await changesSinceLastVisit(next, "a", freePlan), {});
    assert.deepEqual(await changesSinceLastVisit(next, "a", planReading("B")), { "plan/id": "Free" });
  });

  it("are based on the newest snapshot from the previous window", async (context) => {
    const directory = await closedWindowStorage(context);
    await changesSinceLastVisit(openCache(directory), "a", planReading("B"));
    const third = openCache(directory);
    assert.deepEqual(await changesSinceLastVisit(third, "a", planReading("C")), { "plan/id": "B" });
  });

  it("are separate for each account", async (context) => {
    const directory = await closedWindowStorage(context, planReading("OF_B"), "b");
    const next = openCache(directory);
    assert.deepEqual(await changesSinceLastVisit(next, "a", freePlan), {});
    assert.deepEqual(await changesSinceLastVisit(next, "b", freePlan), { "plan/id": "Of b" });
  });

  it("are found by comparing values, not translated text", async (context) => {
    const directory = await closedWindowStorage(context);
    context.after(() => (env.language = "en"));
    env.language = "de";
    const next = openCache(directory);
    assert.deepEqual(await changesSinceLastVisit(next, "a", planReading("FREE", false, 5)), {});
    const file = join(directory, "entitlements", "a.json");
    assert.doesNotMatch(await readFile(file, "utf8"), /not included|language/);
  });

  it("omit values that the snapshot doesn't store", async (context) => {
    const secret = { browser_pools: { enabled: true, console: "https://pools.example/?token=1" } };
    const value = planReading("FREE", false, 5, { features: secret });
    const next = openCache(await closedWindowStorage(context, value));
    assert.deepEqual(await changesSinceLastVisit(next, "a", value), {});
  });

  for (const [problem, text] of [
    ["a truncated file", '{"v":2,"readA'],
    ["another format version", '{"v":1,"language":"en","values":{"plan/id":"B"}}'],
    ["no time", '{"v":2,"value":{"features":{},"limits":{},"plan":{"id":"B"}}}'],
    ["a list", "[]"],
    ["an empty file", ""],
  ] as const)
    it(`are empty if the stored snapshot is unusable: ${problem}`, async (context) => {
      const directory = await temporaryDirectory(context);
      await mkdir(join(directory, "entitlements"), { recursive: true });
      const file = join(directory, "entitlements", "a.json");
      await writeFile(file, text);
      assert.deepEqual(await changesSinceLastVisit(openCache(directory), "a", freePlan, new Date(7)), {});
      const features = { gpu: { enabled: false } };
      const value = { features, limits: { max_concurrent_browsers: 5 }, plan: { id: "FREE" } };
      assert.deepEqual(JSON.parse(await readFile(file, "utf8")), { v: 2, readAt: 7, value });
    });

  it("are empty and an error is logged if the snapshot can't be stored", async (context) => {
    const directory = await temporaryDirectory(context);
    await writeFile(join(directory, "entitlements"), "a file where the folder would be");
    const faults: unknown[] = [];
    const snapshots = new EntitlementsCache(new AccountStore(directory), (fault) => faults.push(fault));
    assert.deepEqual(await changesSinceLastVisit(snapshots, "a", freePlan), {});
    assert.equal(faults.length, 2, "of reading, and of keeping");
  });
});

describe("the stored entitlements", () => {
  it("include their fetch time, even if an earlier window fetched them", async (context) => {
    const directory = await closedWindowStorage(context, freePlan, "a", day);
    const next = openCache(directory);
    const earlier = await next.newest("a");
    assert.equal(earlier?.value.plan.id, "FREE");
    assert.ok(Date.now() - earlier.readAt.getTime() >= day);
    await changesSinceLastVisit(next, "a", planReading("B"));
    assert.equal((await next.newest("a"))?.value.plan.id, "B");
    assert.equal(await next.newest("b"), undefined, "never another account's");
  });

  it("are ignored after seven days or if their time is in the future", async (context) => {
    for (const [ago, isUsed] of [
      [7 * day - 60_000, true],
      [7 * day + 60_000, false],
      [-60_000, false],
    ] as const) {
      const snapshots = openCache(await closedWindowStorage(context, freePlan, "a", ago));
      assert.equal((await snapshots.newest("a")) !== undefined, isUsed, `${ago}`);
    }
  });

  it("are deleted with their account, even while they are being written", async (context) => {
    const directory = await closedWindowStorage(context);
    const store = new AccountStore(directory);
    const snapshots = new EntitlementsCache(store, assert.ifError);
    await snapshots.baseline("a");
    void snapshots.save("a", { value: planReading("B"), readAt: new Date() });
    void snapshots.forget({ accountId: "a" });
    assert.equal(await snapshots.newest("a"), undefined);
    await store.whenSettled();
    assert.deepEqual(await storedReadings(directory), []);
  });

  it("stay available in the window after the stored file is pruned", async (context) => {
    const directory = await closedWindowStorage(context, planReading("HOBBYIST"));
    const store = new AccountStore(directory);
    const window = new EntitlementsCache(store, assert.ifError);
    await window.baseline("a");
    const longAgo = new Date(Date.now() - 8 * day);
    await utimes(join(directory, "entitlements", "a.json"), longAgo, longAgo);
    await store.prune();
    assert.deepEqual(await storedReadings(directory), []);
    assert.equal((await window.newest("a"))?.value.plan.id, "HOBBYIST");
    assert.deepEqual(await changesSinceLastVisit(window, "a", freePlan), { "plan/id": "Hobbyist" });
  });
});
