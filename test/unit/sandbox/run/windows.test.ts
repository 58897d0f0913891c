// Tests several windows with one sandbox. Exactly one process must own the data, even after the owner's death.
import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { create, send, temporaryDirectory } from "../support.ts";
import type { Commands, Launched } from "./window.ts";

class Window {
  readonly process: ChildProcess;

  constructor(t: TestContext, directory: string) {
    this.process = fork(fileURLToPath(new URL("window.ts", import.meta.url)), [directory], { execArgv: [] });
    t.after(() => this.kill());
  }

  async ask<Name extends keyof Commands>(name: Name): Promise<Awaited<ReturnType<Commands[Name]>>> {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Commands[Name]>>>();
    const onExit = (): void => reject(new Error(`the window ended instead of answering ${name}`));
    this.process.once("exit", onExit);
    this.process.once("message", resolve);
    this.process.send(name);
    return promise.finally(() => this.process.off("exit", onExit));
  }

  /** True if the process has a file open. Works on Linux only. */
  async hasOpen(file: string): Promise<boolean> {
    const links = `/proc/${this.process.pid}/fd`;
    // A descriptor may be closed between listing and reading, for example of an ending connection.
    const open = (await readdir(links)).map((link) => realpath(join(links, link)).catch(() => ""));
    return (await Promise.all(open)).includes(file);
  }

  async kill(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exit = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await exit;
  }
}

const portOf = ({ origin }: Launched): number => Number(new URL(origin).port);
const body = `{"domain":"a.example","profile_name":"p"}`;

describe("windows sharing a sandbox", () => {
  it("elect one owner when launched simultaneously, and another after the owner is killed", async (t) => {
    const directory = temporaryDirectory(t);
    let windows = Array.from({ length: 8 }, () => new Window(t, directory));
    for (const round of [1, 2]) {
      const launched = await Promise.all(windows.map((window) => window.ask("launch")));
      assert.equal(launched.filter(({ startedHere }) => startedHere).length, 1, `round ${round}`);
      assert.equal(new Set(launched.map(({ origin }) => origin)).size, 1);
      assert.equal(new Set(launched.map(({ token }) => token)).size, 1);
      for (const window of windows) assert.equal(await window.ask("alive"), true);
      const owner = windows[launched.findIndex(({ startedHere }) => startedHere)];
      await owner?.kill();
      windows = windows.filter((window) => window !== owner);
    }
  });

  it("write through one process and see each other's changes", async (t) => {
    const directory = temporaryDirectory(t);
    const windows = [new Window(t, directory), new Window(t, directory)];
    const launched = await Promise.all(windows.map((window) => window.ask("launch")));
    const bodies = Array.from({ length: 10 }, (_, n) => `{"domain":"d${n}.example","profile_name":"p"}`);
    const post = { method: "POST", path: "/auth/connections" };
    const statuses = await Promise.all(
      launched.flatMap(({ token, ...window }) =>
        bodies.map(
          async (body) => (await send(portOf({ token, ...window }), { ...post, body, token })).status,
        ),
      ),
    );
    assert.equal(statuses.filter((status) => status === 201).length, bodies.length);
    assert.equal(statuses.filter((status) => status === 409).length, bodies.length);
    if (process.platform !== "linux") {
      t.diagnostic("open files are listed on Linux alone");
      return;
    }
    const data = await realpath(join(directory, "sandbox.db"));
    assert.deepEqual(
      await Promise.all(windows.map((window) => window.hasOpen(data))),
      launched.map(({ startedHere }) => startedHere),
    );
  });

  it("keep all data when another window takes over from a killed owner", async (t) => {
    const directory = temporaryDirectory(t);
    const [owner, other] = [new Window(t, directory), new Window(t, directory)];
    const first = await owner.ask("launch");
    assert.deepEqual([first.startedHere, (await other.ask("launch")).startedHere], [true, false]);
    const path = "/auth/connections";
    assert.equal((await send(portOf(first), { method: "POST", path, body, token: first.token })).status, 201);

    await owner.kill();
    assert.equal(await other.ask("alive"), false);
    const successor = await other.ask("launch");
    assert.equal(successor.startedHere, true);
    assert.notEqual(successor.token, first.token);
    assert.equal(
      (await send(portOf(successor), { method: "POST", path, body, token: successor.token })).status,
      409,
    );
    assert.equal(
      (await send(portOf(successor), { method: "POST", path, body, token: first.token })).status,
      401,
    );
  });

  it("elect a new owner after the previous one stopped", async (t) => {
    const directory = temporaryDirectory(t);
    const [owner, second, third] = [
      new Window(t, directory),
      new Window(t, directory),
      new Window(t, directory),
    ];
    const first = await owner.ask("launch");
    await second.ask("launch");
    await third.ask("launch");
    await owner.ask("stop");
    await assert.rejects(create(portOf(first), body), { code: "ECONNREFUSED" });
    const launched = await Promise.all([second.ask("launch"), third.ask("launch")]);
    assert.equal(launched.filter(({ startedHere }) => startedHere).length, 1);
    assert.equal(launched[0].origin, launched[1].origin);
  });

  it("don't stop a sandbox that another window started", async (t) => {
    const directory = temporaryDirectory(t);
    const [owner, other] = [new Window(t, directory), new Window(t, directory)];
    await owner.ask("launch");
    await other.ask("launch");
    await other.ask("stop");
    assert.equal(await owner.ask("alive"), true);
    assert.equal(await other.ask("alive"), true);
  });
});
