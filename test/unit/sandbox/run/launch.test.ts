// Tests launchSandbox in one process, including everything that can prevent a start.
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { launchSandbox, type LaunchedSandbox } from "../../../../src/sandbox/run/launch.ts";
import { acquireLock } from "../../../../src/sandbox/run/openSandbox.ts";
import { readMachineId } from "../../../../src/sandbox/run/folder.ts";
import { until } from "../../../host/until.ts";
import { listening, objectOf, send, temporaryDirectory } from "../support.ts";

const workerFile = fileURLToPath(new URL("../../../../src/sandbox/run/worker.ts", import.meta.url));
const { signal } = new AbortController();

async function launch(t: TestContext, directory: string): Promise<LaunchedSandbox> {
  const sandbox = await launchSandbox({ directory, workerFile, signal });
  t.after(() => sandbox.stop());
  return sandbox;
}

const portOf = ({ origin }: LaunchedSandbox): number => Number(new URL(origin).port);

async function instanceOf(sandbox: LaunchedSandbox): Promise<unknown> {
  const path = `/sandbox/health?nonce=${"n".repeat(43)}`;
  return objectOf((await send(portOf(sandbox), { method: "GET", path, token: null })).body)["instance_id"];
}

const announcement = (directory: string) => join(directory, "sandbox.json");

/** Writes an announcement like those of this user's sandboxes, with some properties replaced. */
async function announceBy(directory: string, announced: object): Promise<void> {
  const text = JSON.stringify({ machine: await readMachineId(), ...announced });
  writeFileSync(announcement(directory), text, { mode: 0o600 });
}

describe("launchSandbox", () => {
  it("announces a random 32-byte token to this user only", async (t) => {
    const directory = join(temporaryDirectory(t), "made", "for it");
    const sandbox = await launch(t, directory);
    assert.equal(sandbox.startedHere, true);
    assert.equal(sandbox.notice, undefined);
    assert.match(sandbox.origin, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(Buffer.from(sandbox.token, "base64url").length, 32);
    assert.equal(await sandbox.alive(signal), true);
    assert.equal(statSync(directory).mode & 0o777, 0o700);
    assert.equal(statSync(announcement(directory)).mode & 0o777, 0o600);
    const announced = objectOf(JSON.parse(readFileSync(announcement(directory), "utf8")));
    assert.deepEqual(Object.keys(announced), ["port", "instanceId", "machine", "pid", "startedAt", "token"]);
  });

  it("returns a sandbox that can change its plan and reset its data", async (t) => {
    const sandbox = await launch(t, temporaryDirectory(t));
    assert.deepEqual(await sandbox.plan(signal), { plan: "START_UP", is_trialing: true });
    await sandbox.choosePlan({ plan: "FREE", is_trialing: false }, signal);
    assert.deepEqual(await sandbox.plan(signal), { plan: "FREE", is_trialing: false });
    await sandbox.reset(signal, "small");
    assert.deepEqual(await sandbox.plan(signal), { plan: "START_UP", is_trialing: true });
    await sandbox.reset(signal, "empty");
    assert.deepEqual(await sandbox.plan(signal), { plan: "ENTERPRISE", is_trialing: false });
  });

  it("seeds the given sample data only once", async (t) => {
    const directory = temporaryDirectory(t);
    const start = () => launchSandbox({ directory, workerFile, sample: "small", signal });
    const first = await start();
    t.after(() => first.stop());
    const count = async (sandbox: LaunchedSandbox): Promise<number> => {
      const call = { method: "GET", path: "/auth/connections?limit=100", token: sandbox.token };
      const { body } = await send(portOf(sandbox), call);
      return Array.isArray(body) ? body.length : 0;
    };
    assert.deepEqual([first.isNew, await count(first)], [true, 6]);
    assert.equal((await start()).isNew, false);
    await first.reset(signal, "all");
    await first.stop();
    const second = await start();
    t.after(() => second.stop());
    assert.deepEqual([second.isNew, await count(second)], [false, 20]);
  });

  it("releases the port, announcement and lock when stopped, and keeps the data", async (t) => {
    const directory = temporaryDirectory(t);
    const first = await launch(t, directory);
    await first.choosePlan({ plan: "ENTERPRISE", is_trialing: false }, signal);
    await Promise.all([first.stop(), first.stop()]);
    assert.equal(await first.alive(signal), false);
    assert.equal(existsSync(announcement(directory)), false);
    await assert.rejects(first.plan(signal), { name: "SandboxError", kind: "unreachable" });
    const release = acquireLock(join(directory, "sandbox.db"));
    assert.ok(release);
    release();
    const second = await launch(t, directory);
    assert.equal(second.startedHere, true);
    assert.notEqual(second.token, first.token);
    assert.deepEqual(await second.plan(signal), { plan: "ENTERPRISE", is_trialing: false });
  });

  it("joins a running sandbox only if it uses the same data", async (t) => {
    const directory = temporaryDirectory(t);
    const first = await launch(t, directory);
    const second = await launch(t, directory);
    const elsewhere = await launch(t, temporaryDirectory(t));
    assert.deepEqual([second.startedHere, second.origin, second.token], [false, first.origin, first.token]);
    assert.equal(elsewhere.startedHere, true);
    await second.choosePlan({ plan: "HOBBYIST", is_trialing: false }, signal);
    assert.deepEqual(await first.plan(signal), { plan: "HOBBYIST", is_trialing: false });
    assert.equal(await second.alive(signal), true);
    await first.stop();
    assert.equal(await second.alive(signal), false);
  });

  it("sends no token to another program on the announced port", async (t) => {
    const directory = temporaryDirectory(t);
    const requests: string[] = [];
    const squatter = createServer((request, response) => {
      requests.push(`${request.method ?? ""} ${request.headers.authorization ?? "no token"}`);
      response.end(JSON.stringify({ instance_id: "instance", proof: "A".repeat(43) }));
    });
    const port = await listening(t, squatter);
    const stale = { port, instanceId: "instance", pid: 1, startedAt: "", token: "stale-token" };
    await announceBy(directory, stale);
    assert.equal((await launch(t, directory)).startedHere, true);
    assert.deepEqual(requests, ["GET no token"]);
  });

  it("rejects a proof that was relayed from another port", async (t) => {
    const directory = temporaryDirectory(t);
    const real = await launch(t, temporaryDirectory(t));
    const relay = createServer((request, response) => {
      const path = request.url ?? "";
      void send(portOf(real), { method: "GET", path, token: null }).then(({ text }) => response.end(text));
    });
    const port = await listening(t, relay);
    await announceBy(directory, { port, instanceId: await instanceOf(real), token: real.token });
    assert.equal((await launch(t, directory)).startedHere, true);
  });

  for (const content of ["", "{", "null", "[]", `{"port":"1","instanceId":"i","token":"t"}`, `{"port":0}`])
    it(`ignores the announcement "${content}"`, async (t) => {
      const directory = temporaryDirectory(t);
      const machine = JSON.stringify(await readMachineId());
      writeFileSync(announcement(directory), content.replace(/\}$/, `,"machine":${machine}}`), {
        mode: 0o600,
      });
      assert.equal((await launch(t, directory)).startedHere, true);
    });

  const posix = process.platform !== "win32";
  const root = process.getuid?.() === 0;
  /** Changes after which an announcement may belong to another user or machine. */
  for (const [flaw, spoil, possible = true] of [
    [
      "of another machine or an earlier boot",
      (directory: string) => {
        const announced = objectOf(JSON.parse(readFileSync(announcement(directory), "utf8")));
        writeFileSync(announcement(directory), JSON.stringify({ ...announced, machine: "another one" }));
      },
    ],
    ["that others can write", (directory: string) => chmodSync(announcement(directory), 0o622), posix],
    ["that others can read", (directory: string) => chmodSync(announcement(directory), 0o640), posix],
    ["of another user", (directory: string) => chownSync(announcement(directory), 65534, 65534), root],
    [
      "with a second hard link",
      (directory: string) => linkSync(announcement(directory), join(directory, "other")),
      posix,
    ],
    [
      "that is a link",
      (directory: string) => {
        renameSync(announcement(directory), join(directory, "other"));
        symlinkSync("other", announcement(directory));
      },
      posix,
    ],
    [
      "that is too long",
      (directory: string) => writeFileSync(announcement(directory), " ".repeat(5000), { flag: "a" }),
    ],
  ] as const)
    it(`ignores an announcement ${flaw}`, { skip: !possible }, async (t) => {
      const directory = temporaryDirectory(t);
      const real = await launch(t, temporaryDirectory(t));
      const instanceId = await instanceOf(real);
      await announceBy(directory, { port: portOf(real), instanceId, token: real.token });
      assert.equal((await launch(t, directory)).origin, real.origin, "as it is, it is good");
      spoil(directory);
      const sandbox = await launch(t, directory);
      assert.deepEqual([sandbox.startedHere, sandbox.notice], [true, undefined]);
      assert.notEqual(sandbox.origin, real.origin);
    });

  it("makes the folder private before joining an announced sandbox", { skip: !posix }, async (t) => {
    const directory = temporaryDirectory(t);
    chmodSync(directory, 0o777);
    const first = await launch(t, directory);
    assert.equal(statSync(directory).mode & 0o777, 0o700);
    chmodSync(directory, 0o777);
    const second = await launch(t, directory);
    assert.deepEqual([second.startedHere, second.origin], [false, first.origin]);
    assert.equal(statSync(directory).mode & 0o777, 0o700);
  });

  it("neither uses nor changes another user's folder", { skip: !root }, async (t) => {
    const directory = temporaryDirectory(t);
    const first = await launch(t, directory);
    chmodSync(directory, 0o777);
    chownSync(directory, 65534, 65534);
    const second = await launch(t, directory);
    assert.deepEqual([second.startedHere, second.notice], [true, "inMemory"]);
    assert.notEqual(second.origin, first.origin);
    assert.equal(statSync(directory).mode & 0o777, 0o777);
  });

  it("neither uses nor changes a folder that is a link", { skip: !posix }, async (t) => {
    const home = temporaryDirectory(t);
    const target = join(home, "target");
    mkdirSync(target, { mode: 0o755 });
    symlinkSync(target, join(home, "sandbox"));
    const sandbox = await launch(t, join(home, "sandbox"));
    assert.deepEqual([sandbox.startedHere, sandbox.notice], [true, "inMemory"]);
    assert.deepEqual([statSync(target).mode & 0o777, readdirSync(target)], [0o755, []]);
  });

  it(
    "replaces an announcement that is a link without changing the link's target",
    { skip: !posix },
    async (t) => {
      const directory = temporaryDirectory(t);
      const other = join(temporaryDirectory(t), "other.txt");
      writeFileSync(other, "somebody's text");
      symlinkSync(other, announcement(directory));
      const sandbox = await launch(t, directory);
      assert.equal(sandbox.notice, undefined);
      assert.equal(readFileSync(other, "utf8"), "somebody's text");
      assert.equal((await launch(t, directory)).origin, sandbox.origin);
    },
  );

  it("renames a damaged data file and reports it", async (t) => {
    const directory = temporaryDirectory(t);
    writeFileSync(
      join(directory, "sandbox.db"),
      "a text where the database should be, and a long one at that",
    );
    const sandbox = await launch(t, directory);
    assert.equal(sandbox.notice, "keptAside");
    assert.equal((await sandbox.plan(signal)).plan, "START_UP");
  });

  it("stops the sandbox when its data is removed and can launch it again", async (t) => {
    const directory = join(temporaryDirectory(t), "sandbox");
    const sandbox = await launch(t, directory);
    rmSync(directory, { recursive: true });
    await assert.rejects(sandbox.choosePlan({ plan: "FREE", is_trialing: false }, signal), {
      kind: "unreachable",
    });
    await until("the sandbox to exit", async () => !(await sandbox.alive(signal)));
    const again = await launch(t, directory);
    assert.equal(again.startedHere, true);
    assert.equal(again.notice, undefined);
    await again.choosePlan({ plan: "FREE", is_trialing: false }, signal);
  });

  it("keeps another sandbox's announcement when its own sandbox stops", async (t) => {
    const directory = temporaryDirectory(t);
    const sandbox = await launch(t, directory);
    await announceBy(directory, { port: 1, instanceId: "another", token: "of another" });
    const other = readFileSync(announcement(directory), "utf8");
    await sandbox.stop();
    assert.equal(readFileSync(announcement(directory), "utf8"), other);
  });

  it("falls back to in-memory data and reports it if nothing can be written", async (t) => {
    const file = join(temporaryDirectory(t), "a file");
    writeFileSync(file, "");
    const sandbox = await launch(t, join(file, "directory"));
    assert.equal(sandbox.notice, "inMemory");
    assert.equal(sandbox.startedHere, true);
    assert.equal((await sandbox.plan(signal)).plan, "START_UP");
  });

  it("stops waiting for the data lock when the signal aborts", async (t) => {
    const directory = temporaryDirectory(t);
    const release = acquireLock(join(directory, "sandbox.db"));
    assert.ok(release);
    t.after(() => release());
    const controller = new AbortController();
    const reason = new Error("the user does not want to wait");
    const waiting = launchSandbox({ directory, workerFile, signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(waiting, reason);
    await assert.rejects(launchSandbox({ directory, workerFile, signal: controller.signal }), reason);
    const late = AbortSignal.timeout(300);
    await assert.rejects(launchSandbox({ directory, workerFile, signal: late }), { name: "TimeoutError" });
  });

  it("rejects if the process that owns the data doesn't respond", async (t) => {
    const directory = temporaryDirectory(t);
    const release = acquireLock(join(directory, "sandbox.db"));
    assert.ok(release);
    t.after(() => release());
    t.mock.timers.enable({ apis: ["Date"] });
    const waiting = launchSandbox({ directory, workerFile, signal });
    // Advances the clock repeatedly, because on some systems finding the machine's ID takes a while before the owner
    // is contacted.
    const ticking = setInterval(() => t.mock.timers.tick(15_001), 10);
    t.after(() => clearInterval(ticking));
    await assert.rejects(waiting, { name: "SandboxError", kind: "held" });
  });

  it("starts as soon as the owning process releases the data", async (t) => {
    const directory = temporaryDirectory(t);
    const release = acquireLock(join(directory, "sandbox.db"));
    assert.ok(release);
    const waiting = launch(t, directory);
    release();
    assert.equal((await waiting).startedHere, true);
  });

  it("rejects with a message if the worker thread can't be loaded", async (t) => {
    const missing = { directory: temporaryDirectory(t), workerFile: "/nowhere/worker.cjs", signal };
    await assert.rejects(launchSandbox(missing), { name: "SandboxError", kind: "crashed" });
  });

  it("returns a handle whose methods reject when the signal aborts", async (t) => {
    const sandbox = await launch(t, temporaryDirectory(t));
    const reason = new Error("no longer needed");
    const aborted = AbortSignal.abort(reason);
    await assert.rejects(sandbox.plan(aborted), reason);
    await assert.rejects(sandbox.reset(aborted, "all"), reason);
    await assert.rejects(sandbox.choosePlan({ plan: "FREE", is_trialing: false }, aborted), reason);
    assert.deepEqual(await sandbox.plan(signal), { plan: "START_UP", is_trialing: true });
  });
});
