// Tests flags, output and exit codes of `npm run sandbox`.
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { openDatabase } from "../../../../src/sandbox/db/database.ts";
import { sandboxResources } from "../../../../src/sandbox/resources/allResources.ts";
import { run, start } from "../process.ts";
import { create, send, startedSandbox, temporaryDirectory } from "../support.ts";

const entitlements = { method: "GET", path: "/org/entitlements" };
const body = `{"domain":"a.example","profile_name":"p"}`;

describe("npm run sandbox", () => {
  it("prints its URL and a generated token and serves requests there", async (t) => {
    const [first, second] = await Promise.all([start(t, []), start(t, [])]);
    assert.equal(Buffer.from(first.token, "base64url").length, 32);
    assert.notEqual(first.token, second.token);
    assert.notEqual(first.port, second.port);
    assert.match(first.lines[0] ?? "", /sandbox: a stand-in for the service/);
    assert.equal((await send(first.port, { ...entitlements, token: first.token })).status, 200);
    assert.equal((await send(first.port, { ...entitlements, token: second.token })).status, 401);
    const later = { method: "POST", path: "/sandbox/advance", body: `{"seconds":60}` };
    assert.equal(
      (await send(first.port, { ...later, token: first.token })).status,
      200,
      "its clock can be moved",
    );
  });

  it("uses the port, token and file given by flags", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    const first = await start(t, ["--token", "my-token", "--data", file]);
    assert.equal(first.token, "my-token");
    const call = { method: "POST", path: "/auth/connections", body, token: "my-token" };
    assert.equal((await send(first.port, call)).status, 201);
    assert.equal((await first.end("SIGINT")).code, 0);

    const second = await start(t, ["--token=my-token", `--data=${file}`, `--port=${first.port}`]);
    assert.equal(second.port, first.port);
    assert.equal((await send(second.port, call)).status, 409);
  });

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    it(`exits cleanly on ${signal} while a client is connected`, async (t) => {
      const file = join(temporaryDirectory(t), "data.db");
      const sandbox = await start(t, ["--data", file]);
      const idle = connect(sandbox.port, "127.0.0.1");
      await once(idle, "connect");
      t.after(() => idle.destroy());
      await send(sandbox.port, { method: "POST", path: "/auth/connections", body, token: sandbox.token });
      const ended = await sandbox.end(signal);
      assert.deepEqual([ended.code, ended.signal, ended.err], [0, null, ""]);
      assert.deepEqual(readdirSync(join(file, "..")).sort(), ["data.db", "data.db.lock"]);
    });

  it("prints a one-line usage message for invalid flags", async (t) => {
    const { code, out, err } = await run(t, ["--prt", "1"]);
    assert.equal(code, 2);
    assert.equal(out, "");
    assert.match(err, /^Usage: npm run sandbox -- \[--port N\] \[--token T\] \[--data FILE\], .+\n$/);
  });

  it("reads the token from an environment variable", async (t) => {
    const { port, token } = await start(t, [], { env: { KERNEL_SANDBOX_TOKEN: "unlisted" } });
    assert.equal(token, "unlisted");
    assert.equal((await send(port, { ...entitlements, token })).status, 200);
  });

  it("reports in one line that the port is in use", async (t) => {
    const { port } = (await startedSandbox(t)).identity;
    const { code, err } = await run(t, ["--port", String(port)]);
    assert.equal(code, 1);
    assert.equal(err, `Port ${port} is in use.\n`);
    assert.equal((await create(port, body)).status, 201);
  });

  it("reports in one line that another sandbox uses the file", async (t) => {
    const file = join(temporaryDirectory(t), "data.db");
    await startedSandbox(t, file);
    const { code, err } = await run(t, ["--data", file]);
    assert.equal(code, 1);
    assert.equal(err, `Another sandbox is using ${file}.\n`);
  });

  it("reports in one line that the file's folder doesn't exist", async (t) => {
    const { code, err } = await run(t, ["--data", join(temporaryDirectory(t), "no", "data.db")]);
    assert.equal(code, 1);
    assert.match(err, /^The sandbox can't keep its data in .*: unable to open database file\.\n$/);
  });

  const file = (directory: string): string => join(directory, "data.db");
  for (const [description, prepare, words] of [
    [
      "cannot be written",
      (directory) => {
        openDatabase(file(directory), sandboxResources, 0).db.close();
        chmodSync(file(directory), 0o400);
      },
      /^The sandbox can't keep its data in .*data\.db: attempt to write a readonly database\.\n$/,
    ],
    [
      "is in a folder that cannot be written",
      (directory) => chmodSync(directory, 0o500),
      /^The sandbox can't keep its data in .*data\.db: unable to open database file\.\n$/,
    ],
  ] satisfies [string, (directory: string) => void, RegExp][])
    it(
      `reports in one line that the file ${description}`,
      { skip: process.platform === "win32" },
      async (t) => {
        const directory = temporaryDirectory(t);
        prepare(directory);
        // File permissions don't restrict root, so the test runs as another user.
        const otherUser = process.getuid?.() === 0 ? { uid: 65534 } : {};
        if ("uid" in otherUser) for (const part of [directory, file(directory)]) give(part, otherUser.uid);
        const { code, out, err } = await run(t, ["--data", file(directory)], otherUser);
        assert.deepEqual([code, out], [1, ""]);
        assert.match(err, words);
      },
    );

  it("reports in one line that the file is locked", async (t) => {
    const directory = temporaryDirectory(t);
    openDatabase(file(directory), sandboxResources, 0).db.close();
    const other = new DatabaseSync(file(directory));
    t.after(() => other.close());
    other.exec("BEGIN EXCLUSIVE");
    const { code, err } = await run(t, ["--data", file(directory)]);
    assert.equal(code, 1);
    assert.match(err, /^The sandbox can't keep its data in .*data\.db: database is locked\.\n$/);
  });

  it("renames an unusable file, prints the new path and starts with new data", async (t) => {
    const path = file(temporaryDirectory(t));
    const notes = "somebody's notes, which are no database";
    writeFileSync(path, notes, { mode: 0o644 });
    chmodSync(path, 0o644);
    const { port, token, lines } = await start(t, ["--data", path]);
    const [, keptFile = ""] = /The old data can't be used, and is kept in (.+)$/.exec(lines[4] ?? "") ?? [];
    assert.equal(readFileSync(keptFile, "utf8"), notes);
    if (process.platform !== "win32") assert.equal(statSync(keptFile).mode & 0o777, 0o644);
    assert.equal((await send(port, { ...entitlements, token })).status, 200);
  });

  it("reports in one line that Node.js lacks node:sqlite", async (t) => {
    const { code, err } = await run(t, [], { nodeArgs: ["--no-experimental-sqlite"] });
    assert.equal(code, 1);
    assert.equal(err, "The sandbox needs a Node.js version with node:sqlite.\n");
  });
});

function give(path: string, uid: number): void {
  if (existsSync(path)) chownSync(path, uid, uid);
}
