import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { changesSince, Snapshots } from "../../../src/editor/snapshots.ts";
import type { RowValues } from "../../../src/editor/snapshots.ts";
import { env, reset } from "../../doubles/vscode.ts";
import { temporaryDirectory } from "./temporary.ts";

beforeEach(reset);

const said = (values: Readonly<Record<string, string>>): RowValues => new Map(Object.entries(values));
const last = { plan: "FREE", gpu: "Not in your plan", sessions: "5" };

/** What an account's owner is told of changes, and what the next window is told of this look. */
async function look(snapshots: Snapshots, account: string, values: RowValues): Promise<object> {
  const changes = changesSince(await snapshots.before(account), values);
  await snapshots.keep(account, values);
  return Object.fromEntries(changes);
}

/** A window that was closed after it had shown these values. */
async function closed(context: TestContext, values = last, account = "a"): Promise<string> {
  const directory = await temporaryDirectory(context);
  await look(new Snapshots(directory, assert.ifError), account, said(values));
  return directory;
}

describe("what changed since the last look", () => {
  it("is nothing at the first", async (context) => {
    const snapshots = new Snapshots(await temporaryDirectory(context), assert.ifError);
    assert.deepEqual(await look(snapshots, "a", said(last)), {});
  });

  it("is each row that says something else now, with what it said", async (context) => {
    const next = new Snapshots(await closed(context), assert.ifError);
    const now = said({ plan: "ENTERPRISE", gpu: "Enabled", sessions: "5", fresh: "7" });
    assert.deepEqual(await look(next, "a", now), { plan: "FREE", gpu: "Not in your plan" });
  });

  it("leaves out rows that are gone or new", async (context) => {
    const next = new Snapshots(await closed(context), assert.ifError);
    assert.deepEqual(await look(next, "a", said({ fresh: "7" })), {});
  });

  it("stays marked for as long as the window is open, against the same last look", async (context) => {
    const next = new Snapshots(await closed(context), assert.ifError);
    assert.deepEqual(await look(next, "a", said({ ...last, plan: "B" })), { plan: "FREE" });
    assert.deepEqual(await look(next, "a", said({ ...last, plan: "C" })), { plan: "FREE" });
    assert.deepEqual(await look(next, "a", said(last)), {});
    assert.deepEqual(await look(next, "a", said({ ...last, plan: "B" })), { plan: "FREE" });
  });

  it("is measured by the next window against the newest look", async (context) => {
    const directory = await closed(context);
    await look(new Snapshots(directory, assert.ifError), "a", said({ ...last, plan: "B" }));
    const third = new Snapshots(directory, assert.ifError);
    assert.deepEqual(await look(third, "a", said({ ...last, plan: "C" })), { plan: "B" });
  });

  it("is kept for each account by itself", async (context) => {
    const directory = await closed(context, { ...last, plan: "of b" }, "b");
    const next = new Snapshots(directory, assert.ifError);
    assert.deepEqual(await look(next, "a", said(last)), {});
    assert.deepEqual(await look(next, "b", said(last)), { plan: "of b" });
  });

  it("is nothing where the words are of another language", async (context) => {
    const directory = await closed(context);
    context.after(() => (env.language = "en"));
    env.language = "de";
    assert.deepEqual(
      await look(new Snapshots(directory, assert.ifError), "a", said({ plan: "KOSTENLOS" })),
      {},
    );
    env.language = "en";
    assert.deepEqual(
      await look(new Snapshots(directory, assert.ifError), "a", said({ plan: "FREE" })),
      {},
      "the German look was the last one",
    );
  });

  for (const [what, text] of [
    ["half a file", '{"v":1,"langu'],
    ["another version", '{"v":2,"language":"en","values":{"plan":"FREE"}}'],
    ["values that are no text", '{"v":1,"language":"en","values":{"plan":7}}'],
    ["a list", "[]"],
    ["nothing", ""],
  ] as const) {
    it(`is nothing where the last look is ${what}, which is then replaced`, async (context) => {
      const directory = await temporaryDirectory(context);
      await mkdir(join(directory, "entitlements"), { recursive: true });
      const file = join(directory, "entitlements", "a.json");
      await writeFile(file, text);
      assert.deepEqual(await look(new Snapshots(directory, assert.ifError), "a", said(last)), {});
      assert.deepEqual(JSON.parse(await readFile(file, "utf8")), { v: 1, language: "en", values: last });
    });
  }

  it("is nothing, and no failure, where no last look can be kept", async (context) => {
    const directory = await temporaryDirectory(context);
    await writeFile(join(directory, "entitlements"), "a file where the folder would be");
    const faults: unknown[] = [];
    const snapshots = new Snapshots(directory, (fault) => faults.push(fault));
    assert.deepEqual(await look(snapshots, "a", said(last)), {});
    assert.equal(faults.length, 2, "of reading, and of keeping");
  });
});
