// Tests full and failing disks, and data files that are locked or removed. Each request must get an error, nothing
// may be acknowledged without being stored, and the sandbox must recover.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, copyFileSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { until } from "../../../host/until.ts";
import { start, type Started } from "../process.ts";
import type { Answer } from "../support.ts";
import { create, objectOf, remove, send, served, temporaryDirectory, together, token } from "../support.ts";
import { readTrace, whyNoTrace } from "../trace.ts";

const bodyFor = (domain: string, extra = ""): string => `{"domain":"${domain}","profile_name":"p"${extra}}`;
const long = `,"allowed_domains":${JSON.stringify(Array.from({ length: 1000 }, (_, n) => `${"long.".repeat(40)}d${n}.example`))}`;
const list = { method: "GET", path: "/auth/connections" };

/** Checks that the reply is an error of interface.md §2.9 with the cause. */
function assertRefused({ status, body }: Answer, why: string | RegExp): void {
  assert.equal(status, 500);
  const { code, message, ...rest } = objectOf(body);
  assert.equal(code, "internal_error");
  if (typeof why === "string") assert.equal(message, `The sandbox can't use its data: ${why}.`);
  else assert.match(String(message), why);
  assert.deepEqual(rest, {});
}

/** Returns the domains that have a connection. */
async function stored(port: number, domains: readonly string[]): Promise<string[]> {
  const existing: string[] = [];
  for (const domain of domains) {
    const { body } = await send(port, { method: "GET", path: `/auth/connections?domain=${domain}` });
    assert.ok(Array.isArray(body));
    if (body.length > 0) existing.push(domain);
  }
  return existing;
}

describe("a data file with a size limit", () => {
  async function startWithSizeLimit(t: TestContext) {
    const { db, faults, port } = await served(t, join(temporaryDirectory(t), "data.db"));
    return {
      port,
      faults,
      bound: (more: number) => {
        const { page_count: pages } = db.prepare("PRAGMA page_count").get() ?? {};
        db.exec(`PRAGMA max_page_count = ${Number(pages) + more}`);
      },
    };
  }

  it("refuses new rows until the limit is raised, but allows deletions", async (t) => {
    const { port, faults, bound } = await startWithSizeLimit(t);
    bound(2);
    assertRefused(await create(port, bodyFor("a.example", long)), "the disk is full");
    assert.equal(faults.length, 1);
    assert.deepEqual(await stored(port, ["a.example"]), []);
    assert.equal((await remove(port, "nightly-archive")).status, 204);
    assert.equal((await create(port, bodyFor("b.example"))).status, 201);
    bound(1000);
    assert.equal((await create(port, bodyFor("a.example", long))).status, 201);
    assert.deepEqual(await stored(port, ["a.example", "b.example"]), ["a.example", "b.example"]);
  });

  it("refuses only the request that exceeds the limit", async (t) => {
    const { port, bound } = await startWithSizeLimit(t);
    bound(8);
    const domains = ["a.example", "b.example", "c.example", "d.example"];
    const bodies = domains.map((domain) => bodyFor(domain, domain === "c.example" ? long : ""));
    assert.deepEqual(await together(t, port, [...bodies.map(post), list]), [201, 201, 500, 201, 200]);
    assert.deepEqual(await stored(port, domains), ["a.example", "b.example", "d.example"]);
  });
});

const post = (body: string) => ({ method: "POST", path: "/auth/connections", body });

/**
 * Returns a command prefix. The command after the prefix runs with its own file system of this size, mounted at
 * `mountPoint`.
 */
const onSmallDisk = (mountPoint: string, size: string): string[] => [
  ...["unshare", "--map-root-user", "--mount", "sh", "-c"],
  ...[`mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`, mountPoint],
];

function whyNoSmallDisk(): string | undefined {
  if (process.platform !== "linux") return "private file systems are made on Linux alone";
  const [program = "", ...args] = onSmallDisk("/mnt", "1m");
  const { status, error, stderr } = spawnSync(program, [...args, "true"], { encoding: "utf8" });
  if (status === 0) return undefined;
  return `no private file system can be made here: ${error?.message ?? stderr.trim()}`;
}

/** Fills the disk completely. Returns a function that frees the space. */
function fill(directory: string): () => void {
  const ballast = join(directory, "ballast");
  const handle = openSync(ballast, "w");
  try {
    for (const size of [65536, 4096, 1]) writeAll(handle, Buffer.alloc(size));
  } finally {
    closeSync(handle);
  }
  return () => rmSync(ballast);
}

function writeAll(handle: number, block: Buffer): void {
  try {
    while (writeSync(handle, block) > 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  }
}

describe("a sandbox on a full disk", { skip: whyNoSmallDisk() ?? false }, () => {
  it("refuses new rows until the disk has room again, and keeps existing data", async (t) => {
    const directory = temporaryDirectory(t);
    const file = join(directory, "data.db");
    const sandbox = await start(t, ["--token", token, "--data", file], {
      through: onSmallDisk(directory, "2m"),
    });
    const { port } = sandbox;
    assert.equal((await create(port, bodyFor("a.example"))).status, 201);
    const inside = `/proc/${sandbox.pid}/root${directory}`;
    const makeRoom = fill(inside);
    const full = ["b.example", "c.example"];
    for (const domain of full) assertRefused(await create(port, bodyFor(domain, long)), "the disk is full");
    const several = full.map((domain) => post(bodyFor(domain, long)));
    assert.deepEqual(await together(t, port, several), [500, 500]);
    assert.deepEqual(await stored(port, ["a.example", ...full]), ["a.example"]);
    makeRoom();
    assert.equal((await create(port, bodyFor("b.example", long))).status, 201);
    assert.equal((await remove(port, "nightly-archive")).status, 204);

    // The file system disappears with the process, so the data is copied first.
    const copy = join(temporaryDirectory(t), "copy");
    for (const part of ["", "-wal"]) copyFileSync(join(inside, `data.db${part}`), copy + part);
    const { err } = await sandbox.end("SIGKILL");
    const line = `The sandbox can't keep its data in ${file}: database or disk is full.`;
    assert.deepEqual(new Set(err.trim().split("\n")), new Set([line]));
    const restarted = await start(t, ["--token", token, "--data", copy]);
    assert.deepEqual(await stored(restarted.port, ["a.example", ...full]), ["a.example", "b.example"]);
  });
});

describe("a sandbox on a disk with failing syncs", { skip: whyNoTrace() ?? false }, () => {
  it("refuses only the affected request and keeps acknowledged writes", async (t) => {
    const directory = temporaryDirectory(t);
    const file = join(directory, "data.db");
    const trace = join(directory, "trace");
    const through = ["strace", "-D", "-o", trace, "-P", `${file}-wal`];
    through.push("-e", "trace=fsync", "-e", "inject=fsync:error=EIO:when=8");
    const sandbox = await start(t, ["--token", token, "--data", file], { through });
    const acknowledged: string[] = [];
    for (let index = 0; index < 12; index++) {
      const domain = `d${index}.example`;
      const answer = await create(sandbox.port, bodyFor(domain));
      if (answer.status === 201) acknowledged.push(domain);
      else assertRefused(answer, "the disk reported an error");
    }
    assert.equal(acknowledged.length, 11);
    assert.deepEqual(await stored(sandbox.port, acknowledged), acknowledged);
    await sandbox.end("SIGKILL");
    await until("the end of the trace", () => readTrace(trace));
    const { port } = await start(t, ["--token", token, "--data", file]);
    assert.deepEqual(await stored(port, acknowledged), acknowledged);
  });
});

async function running(t: TestContext): Promise<{ readonly sandbox: Started; readonly file: string }> {
  const file = join(temporaryDirectory(t), "data.db");
  return { sandbox: await start(t, ["--token", token, "--data", file]), file };
}

describe("a data file that another program has locked", () => {
  it("allows reads at once and writes after the lock is released", async (t) => {
    const { sandbox, file } = await running(t);
    const other = new DatabaseSync(file);
    t.after(() => other.close());
    other.exec("BEGIN EXCLUSIVE");
    assert.equal((await send(sandbox.port, list)).status, 200);
    const why = "another program has locked the data file";
    assertRefused(await create(sandbox.port, bodyFor("a.example")), why);
    other.exec("ROLLBACK");
    assert.equal((await create(sandbox.port, bodyFor("a.example"))).status, 201);
    const { err } = await sandbox.end("SIGTERM");
    assert.equal(err, `The sandbox can't keep its data in ${file}: database is locked.\n`);
  });
});

describe("a sandbox whose data file changes while in use", { skip: process.platform === "win32" }, () => {
  const changes: Readonly<Record<string, (file: string) => void>> = {
    "is removed": (file) => rmSync(file),
    "is moved": (file) => renameSync(file, `${file}.moved`),
    "loses its log": (file) => rmSync(`${file}-wal`),
    "is replaced": (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
    "is removed with its folder": (file) => {
      rmSync(join(file, ".."), { recursive: true });
      mkdirSync(join(file, ".."));
    },
  };
  for (const [description, change] of Object.entries(changes))
    it(`stops acknowledging writes if the file ${description}`, async (t) => {
      const { sandbox, file } = await running(t);
      const { port } = sandbox;
      assert.equal((await create(port, bodyFor("a.example"))).status, 201);
      change(file);
      const expected = /data\.db(-wal)? was removed or replaced while in use\. Restart the sandbox\.$/;
      assertRefused(await create(port, bodyFor("b.example")), expected);
      const { code, err } = await sandbox.ended;
      assert.equal(code, 1, "it ends by itself");
      assert.match(err.trim(), expected);
      const again = await start(t, ["--token", token, "--data", file]);
      assert.equal((await create(again.port, bodyFor("c.example"))).status, 201);
    });
});
