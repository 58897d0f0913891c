import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { Sandbox } from "../../../../src/editor/accounts/sandboxRunner.ts";
import type { RunningSandbox } from "../../../../src/editor/accounts/sandboxRunner.ts";
import { Message, reset, screen } from "../../../doubles/vscode.ts";

class Running implements RunningSandbox {
  readonly origin: string;
  readonly token = "sandbox-token";
  isNew = false;
  readonly notice?: NonNullable<RunningSandbox["notice"]>;
  lives = true;
  constructor(port: number, notice?: RunningSandbox["notice"]) {
    this.origin = `http://127.0.0.1:${port}`;
    if (notice !== undefined) this.notice = notice;
  }
  connect = (): Promise<never> => Promise.reject(new Error("Nobody connects here"));
  plan = (): Promise<{ plan: "FREE"; is_trialing: boolean }> =>
    Promise.resolve({ plan: "FREE", is_trialing: false });
  choosePlan = (): Promise<void> => Promise.resolve();
  reset = (): Promise<void> => Promise.resolve();
  alive = (): Promise<boolean> => Promise.resolve(this.lives);
  stop(): Promise<void> {
    this.lives = false;
    return Promise.resolve();
  }
}

type Launch = PromiseWithResolvers<RunningSandbox>;

/** Launches that the test completes. */
class Launches {
  count = 0;
  readonly #begun: Launch[] = [];
  #waiting: ((one: Launch) => void) | undefined;
  readonly launch = (signal: AbortSignal): Promise<RunningSandbox> => {
    const launch = Promise.withResolvers<RunningSandbox>();
    signal.addEventListener("abort", () => launch.reject(new Error("called off")));
    this.count += 1;
    if (this.#waiting === undefined) this.#begun.push(launch);
    else this.#waiting(launch);
    return launch.promise;
  };
  /** Completes the next launch with a running sandbox. */
  async end(): Promise<Running> {
    const running = new Running(1);
    (await this.next()).resolve(running);
    return running;
  }
  /** Waits for the next launch. */
  async next(): Promise<Launch> {
    return this.#begun.shift() ?? (await new Promise((begun) => (this.#waiting = begun)));
  }
}

const begin = () => {
  const launches = new Launches();
  return { launches, sandbox: new Sandbox(launches.launch) };
};
const signal = new AbortController().signal;

beforeEach(reset);

describe("Sandbox", () => {
  it("starts once, when first needed", async () => {
    const { launches, sandbox } = begin();
    assert.equal(launches.count, 0);
    const both = Promise.all([sandbox.running(signal), sandbox.running(signal)]);
    const running = await launches.end();
    assert.deepEqual(await both, [running, running]);
    assert.equal(await sandbox.running(signal), running);
    assert.equal(launches.count, 1);
  });

  it("restarts after it has stopped", async () => {
    const { launches, sandbox } = begin();
    const first = sandbox.running(signal);
    const [one, other] = [new Running(1), new Running(2)];
    (await launches.next()).resolve(one);
    await first;
    one.lives = false;
    const again = Promise.all([sandbox.running(signal), sandbox.running(signal)]);
    (await launches.next()).resolve(other);
    assert.deepEqual(await again, [other, other]);
    assert.equal(launches.count, 2);
  });

  it("has an origin only while it runs", async () => {
    const { launches, sandbox } = begin();
    assert.equal(await sandbox.origin(signal), undefined);
    assert.equal(launches.count, 0, "asking starts nothing");
    const started = sandbox.running(signal);
    const running = await launches.end();
    await started;
    assert.equal(await sandbox.origin(signal), "http://127.0.0.1:1");
    running.lives = false;
    assert.equal(await sandbox.origin(signal), undefined);
  });

  it("starts again after a failed start", async () => {
    const { launches, sandbox } = begin();
    const failing = sandbox.running(signal);
    (await launches.next()).reject(new Error("The disk is full"));
    await assert.rejects(failing, /The disk is full/);
    const again = sandbox.running(signal);
    const running = await launches.end();
    assert.equal(await again, running);
  });

  it("finishes a shared start if one caller aborts", async () => {
    const { launches, sandbox } = begin();
    const leaving = new AbortController();
    const [left, stayed] = [sandbox.running(leaving.signal), sandbox.running(signal)];
    leaving.abort();
    await assert.rejects(left, { name: "AbortError" });
    const running = await launches.end();
    assert.equal(await stayed, running);
  });

  it("stops while running or starting, and can start again", async () => {
    const { launches, sandbox } = begin();
    await sandbox.stop();
    const starting = assert.rejects(sandbox.running(signal), /called off/);
    await launches.next();
    await sandbox.stop();
    await starting;
    const first = sandbox.running(signal);
    const running = await launches.end();
    await first;
    await sandbox.stop();
    assert.equal(running.lives, false);
    const second = sandbox.running(signal);
    const other = new Running(2);
    (await launches.next()).resolve(other);
    assert.equal(await second, other);
    assert.equal(launches.count, 3);
  });

  for (const isNew of [true, false])
    it(`marks its data as ${isNew ? "unseen" : "seen"} if the start ${isNew ? "created" : "found"} it`, async () => {
      const running = Object.assign(new Running(1), { isNew });
      const sandbox = new Sandbox(() => Promise.resolve(running));
      assert.equal(sandbox.isUnseen, false);
      await sandbox.running(signal);
      assert.equal(sandbox.isUnseen, isNew);
    });

  for (const [notice, severity, words] of [
    ["keptAside", "warning", /couldn't use its old data and started over/],
    ["inMemory", "info", /until this window closes/],
  ] as const) {
    it(`notifies once if its data is ${notice}`, async () => {
      const sandbox = new Sandbox(() => Promise.resolve(new Running(1, notice)));
      await sandbox.running(signal);
      await sandbox.running(signal);
      const message = await screen.next(Message);
      assert.equal(message.severity, severity);
      assert.match(message.text, words);
      assert.deepEqual(screen.rest, []);
    });
  }
});
