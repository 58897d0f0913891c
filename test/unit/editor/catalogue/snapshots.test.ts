import assert from "node:assert/strict";
import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { Entitlements } from "../../../../src/api/schemas.ts";
import { changesSince } from "../../../../src/editor/entitlements/rows.ts";
import { Snapshots } from "../../../../src/editor/catalogue/snapshots.ts";
import { AccountStore } from "../../../../src/storage/accountStore.ts";
import { env, reset } from "../../../doubles/vscode.ts";
import { temporaryDirectory } from "../../../support/temporary.ts";

beforeEach(reset);

const day = 24 * 60 * 60 * 1000;

/** Entitlements of a plan, with GPU or without and a number of browsers. */
const said = (id: string, enabled = false, browsers = 5, more: object = {}): Entitlements =>
  Entitlements.parse({
    features: { gpu: { enabled } },
    limits: { max_concurrent_browsers: browsers },
    plan: { id },
    ...more,
  });
const last = said("FREE");

/** A window that keeps there what it reads. */
const opened = (directory: string): Snapshots => new Snapshots(new AccountStore(directory), assert.ifError);

/** What an account's owner is told of changes, and what the next window is told of this look. */
async function look(
  snapshots: Snapshots,
  account: string,
  value: Entitlements,
  readAt = new Date(),
): Promise<object> {
  const changes = changesSince(await snapshots.before(account), value, readAt);
  await snapshots.keep(account, { value, readAt });
  return Object.fromEntries(changes);
}

/** A window that was closed after it had shown these values, some time ago. */
async function closed(context: TestContext, value = last, account = "a", ago = 0): Promise<string> {
  const directory = await temporaryDirectory(context);
  await look(opened(directory), account, value, new Date(Date.now() - ago));
  return directory;
}

const kept = (directory: string): Promise<string[]> => readdir(join(directory, "entitlements"));

describe("what changed since the last look", () => {
  it("is nothing at the first", async (context) => {
    const snapshots = opened(await temporaryDirectory(context));
    assert.deepEqual(await look(snapshots, "a", last), {});
  });

  it("is each row that says something else now, with what it said", async (context) => {
    const next = opened(await closed(context));
    assert.deepEqual(await look(next, "a", said("ENTERPRISE", true)), {
      "plan/id": "Free",
      "features/gpu": "not included",
    });
  });

  it("leaves out rows that are gone or new", async (context) => {
    const next = opened(await closed(context));
    const other = said("FREE", false, 5, { limits: { max_concurrent_browsers: 5, fresh: 7 } });
    assert.deepEqual(await look(next, "a", other), {});
  });

  it("stays marked for as long as the window is open, against the same last look", async (context) => {
    const next = opened(await closed(context));
    assert.deepEqual(await look(next, "a", said("B")), { "plan/id": "Free" });
    assert.deepEqual(await look(next, "a", said("C")), { "plan/id": "Free" });
    assert.deepEqual(await look(next, "a", last), {});
    assert.deepEqual(await look(next, "a", said("B")), { "plan/id": "Free" });
  });

  it("is measured by the next window against the newest look", async (context) => {
    const directory = await closed(context);
    await look(opened(directory), "a", said("B"));
    const third = opened(directory);
    assert.deepEqual(await look(third, "a", said("C")), { "plan/id": "B" });
  });

  it("is kept for each account by itself", async (context) => {
    const directory = await closed(context, said("OF_B"), "b");
    const next = opened(directory);
    assert.deepEqual(await look(next, "a", last), {});
    assert.deepEqual(await look(next, "b", last), { "plan/id": "Of b" });
  });

  it("is a matter of values: other words, or another language, are no change", async (context) => {
    const directory = await closed(context);
    context.after(() => (env.language = "en"));
    env.language = "de";
    const next = opened(directory);
    assert.deepEqual(await look(next, "a", said("FREE", false, 5)), {});
    const file = join(directory, "entitlements", "a.json");
    assert.doesNotMatch(await readFile(file, "utf8"), /not included|language/);
  });

  it("is no matter of what cannot be kept", async (context) => {
    const secret = { browser_pools: { enabled: true, console: "https://pools.example/?token=1" } };
    const value = said("FREE", false, 5, { features: secret });
    const next = opened(await closed(context, value));
    assert.deepEqual(await look(next, "a", value), {});
  });

  for (const [what, text] of [
    ["half a file", '{"v":2,"readA'],
    ["another version", '{"v":1,"language":"en","values":{"plan/id":"B"}}'],
    ["without a moment", '{"v":2,"value":{"features":{},"limits":{},"plan":{"id":"B"}}}'],
    ["a list", "[]"],
    ["nothing", ""],
  ] as const) {
    it(`is nothing where the last look is ${what}, which is then replaced`, async (context) => {
      const directory = await temporaryDirectory(context);
      await mkdir(join(directory, "entitlements"), { recursive: true });
      const file = join(directory, "entitlements", "a.json");
      await writeFile(file, text);
      assert.deepEqual(await look(opened(directory), "a", last, new Date(7)), {});
      assert.deepEqual(JSON.parse(await readFile(file, "utf8")), {
        v: 2,
        readAt: 7,
        value: {
          features: { gpu: { enabled: false } },
          limits: { max_concurrent_browsers: 5 },
          plan: { id: "FREE" },
        },
      });
    });
  }

  it("is nothing, and no failure, where no last look can be kept", async (context) => {
    const directory = await temporaryDirectory(context);
    await writeFile(join(directory, "entitlements"), "a file where the folder would be");
    const faults: unknown[] = [];
    const snapshots = new Snapshots(new AccountStore(directory), (fault) => faults.push(fault));
    assert.deepEqual(await look(snapshots, "a", last), {});
    assert.equal(faults.length, 2, "of reading, and of keeping");
  });
});

describe("what was read last", () => {
  it("is that of this window, or else of an earlier one, with its moment", async (context) => {
    const directory = await closed(context, last, "a", day);
    const next = opened(directory);
    const earlier = await next.newest("a");
    assert.equal(earlier?.value.plan.id, "FREE");
    assert.ok(Date.now() - earlier.readAt.getTime() >= day);
    await look(next, "a", said("B"));
    assert.equal((await next.newest("a"))?.value.plan.id, "B");
    assert.equal(await next.newest("b"), undefined, "never another account's");
  });

  it("is in a file that the user alone may read", async (context) => {
    const directory = await closed(context);
    const { mode } = await stat(join(directory, "entitlements", "a.json"));
    assert.equal(mode & 0o777, 0o600);
  });

  it("is not older than seven days, nor of the future", async (context) => {
    for (const [ago, known] of [
      [7 * day - 60_000, true],
      [7 * day + 60_000, false],
      [-60_000, false],
    ] as const) {
      const snapshots = opened(await closed(context, last, "a", ago));
      assert.equal((await snapshots.newest("a")) !== undefined, known, `${ago}`);
    }
  });

  it("is forgotten with its account, even while it is being kept", async (context) => {
    const directory = await closed(context);
    const store = new AccountStore(directory);
    const snapshots = new Snapshots(store, assert.ifError);
    await snapshots.before("a");
    void snapshots.keep("a", { value: said("B"), readAt: new Date() });
    void snapshots.forget({ accountId: "a" });
    assert.equal(await snapshots.newest("a"), undefined);
    await store.whenSettled();
    assert.deepEqual(await kept(directory), []);
  });

  it("is removed at the start once it is too old, or its account is not there any more", async (context) => {
    const directory = await closed(context);
    for (const account of ["old", "gone"]) await look(opened(directory), account, last);
    const longAgo = new Date(Date.now() - 8 * day);
    await utimes(join(directory, "entitlements", "old.json"), longAgo, longAgo);
    await new AccountStore(directory, (id) => Promise.resolve(id !== "gone")).prune();
    assert.deepEqual(await kept(directory), ["a.json"]);
  });

  it("is still what this window compares with and shows, once its file is removed for its age", async (context) => {
    const directory = await closed(context, said("HOBBYIST"));
    const store = new AccountStore(directory);
    const window = new Snapshots(store, assert.ifError);
    await window.before("a");
    const longAgo = new Date(Date.now() - 8 * day);
    await utimes(join(directory, "entitlements", "a.json"), longAgo, longAgo);
    await store.prune();
    assert.deepEqual(await kept(directory), []);
    assert.equal((await window.newest("a"))?.value.plan.id, "HOBBYIST");
    assert.deepEqual(await look(window, "a", last), { "plan/id": "Hobbyist" });
  });

  it("stays where secret storage cannot say whose it is", async (context) => {
    const directory = await closed(context);
    const locked = new AccountStore(directory, () => Promise.reject(new Error("locked")));
    await assert.rejects(locked.prune(), /locked/);
    assert.deepEqual(await kept(directory), ["a.json"]);
  });
});
