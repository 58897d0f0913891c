import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { systemClock } from "../../../../../src/api/clock.ts";
import { PendingCreations } from "../../../../../src/editor/connections/context/pendingCreations.ts";
import { AccountStore } from "../../../../../src/storage/accountStore.ts";
import { temporaryDirectory } from "../../../../support/temporary.ts";

const request = { domain: "shop.example", profile_name: "buyer", credential: { name: "github-bot" } };

const attempts = (directory: string): PendingCreations => new PendingCreations(new AccountStore(directory));

/** Stores an attempt with changed fields, as another process could have done. */
async function storeAttempt(directory: string, change: Readonly<Record<string, unknown>>): Promise<void> {
  const pending = await attempts(directory).add("account", "https://api.example", request);
  const file = join(directory, "pending", `${pending.id}.json`);
  await writeFile(file, JSON.stringify({ ...pending, ...change }));
}

/** Stores an attempt of a running process and returns that process. */
async function storeRunningAttempt(t: TestContext, directory: string): Promise<ChildProcess> {
  const sender = spawn(process.execPath, ["--eval", "process.stdin.resume()"]);
  t.after(() => sender.kill());
  await storeAttempt(directory, { pid: sender.pid });
  return sender;
}

describe("PendingCreations", () => {
  it("stores the request with its account and service before sending", async (t) => {
    const directory = await temporaryDirectory(t);
    const { id } = await attempts(directory).add("account", "https://api.example", request);
    const stored: unknown = JSON.parse(await readFile(join(directory, "pending", `${id}.json`), "utf8"));
    assert.ok(typeof stored === "object" && stored !== null && "request" in stored);
    const keys = ["accountId", "baseUrl", "id", "phase", "pid", "request", "startedAt", "v"];
    assert.deepEqual(Object.keys(stored).sort(), keys);
    assert.deepEqual(stored.request, request);
  });

  it("doesn't list a request that is still being sent", async (t) => {
    const pending = attempts(await temporaryDirectory(t));
    await pending.add("account", "https://api.example", request);
    assert.deepEqual(await pending.open("account"), []);
  });

  it("lists a request with an unknown outcome, even after a restart", async (t) => {
    const directory = await temporaryDirectory(t);
    const pending = attempts(directory);
    let changes = 0;
    pending.onDidChange(() => (changes += 1));
    await pending.markUnknown(await pending.add("account", "https://api.example", request));
    assert.ok(changes > 0);
    const [open] = await attempts(directory).open("account");
    assert.deepEqual(open?.request, request);
    assert.deepEqual(await pending.open("another account"), []);
  });

  it("lists a request if the process that sent it has exited", async (t) => {
    const directory = await temporaryDirectory(t);
    const { pid } = spawnSync(process.execPath, ["--version"]);
    await storeAttempt(directory, { pid });
    assert.equal((await attempts(directory).open("account")).length, 1);
  });

  it("lists a request within 5 seconds after the sending process died", async (t) => {
    const directory = await temporaryDirectory(t);
    const sender = await storeRunningAttempt(t, directory);
    const pending = attempts(directory);
    t.after(() => pending.dispose());
    t.mock.timers.enable({ apis: ["setTimeout"] });
    let opened: Promise<readonly unknown[]> | undefined;
    pending.onDidChange(() => (opened = pending.open("account")));
    assert.deepEqual(await pending.open("account"), []);
    sender.kill("SIGKILL");
    await once(sender, "exit");
    t.mock.timers.tick(5_000);
    assert.equal((await opened)?.length, 1);
  });

  it("stops polling other windows' processes when its window closes", async (t) => {
    const directory = await temporaryDirectory(t);
    await storeRunningAttempt(t, directory);
    const pending = attempts(directory);
    const stop = t.mock.fn();
    const timer = t.mock.method(systemClock, "timer", () => stop);
    await Promise.all([pending.open("account"), pending.open("account")]);
    assert.equal(timer.mock.callCount(), 1);
    pending.dispose();
    assert.equal(stop.mock.callCount(), 1);
  });

  it("doesn't start polling if the window closes during a read", async (t) => {
    const directory = await temporaryDirectory(t);
    await storeRunningAttempt(t, directory);
    const pending = attempts(directory);
    const timer = t.mock.method(systemClock, "timer");
    const reading = pending.open("account");
    pending.dispose();
    await reading;
    assert.equal(timer.mock.callCount(), 0);
  });

  it("polls only if another running process sent a request", async (t) => {
    const directory = await temporaryDirectory(t);
    await storeAttempt(directory, {});
    const { pid } = spawnSync(process.execPath, ["--version"]);
    await storeAttempt(directory, { pid });
    const pending = attempts(directory);
    t.after(() => pending.dispose());
    const timer = t.mock.method(systemClock, "timer");
    assert.equal((await pending.open("account")).length, 1);
    assert.equal(timer.mock.callCount(), 0);
  });

  for (const [outcome, seconds, open] of [
    ["unresolved", 241, 1],
    ["still running", 200, 0],
  ] as const)
    it(`treats a request as ${outcome} after ${seconds} seconds`, async (t) => {
      const directory = await temporaryDirectory(t);
      await storeAttempt(directory, { startedAt: Date.now() - seconds * 1_000 });
      assert.equal((await attempts(directory).open("account")).length, open);
    });

  it("deletes a request when its outcome is known", async (t) => {
    const directory = await temporaryDirectory(t);
    const pending = attempts(directory);
    await pending.settle(await pending.add("account", "https://api.example", request));
    assert.deepEqual(await readdir(join(directory, "pending")), []);
  });

  it("doesn't restore a request that another window has resolved", async (t) => {
    const directory = await temporaryDirectory(t);
    const [first, second] = [attempts(directory), attempts(directory)];
    const pending = await first.add("account", "https://api.example", request);
    await first.markUnknown(pending);
    await second.settle(pending);
    await first.markUnknown(pending);
    assert.deepEqual(await first.listInScope({ accountId: "account" }), []);
  });

  it("ignores an unreadable file and a file with an invalid request", async (t) => {
    const directory = await temporaryDirectory(t);
    await storeAttempt(directory, { phase: "unknown", request: { ...request, proxy: { id: "p" } } });
    await writeFile(join(directory, "pending", "half.json"), '{"v":1,');
    assert.deepEqual(await attempts(directory).open("account"), []);
  });

  it("lists no requests if the folder doesn't exist", async (t) => {
    assert.deepEqual(await attempts(await temporaryDirectory(t)).open("account"), []);
  });
});
