import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { SandboxRunner, type SandboxInstance } from "../../../../src/editor/accounts/sandboxRunner.ts";
import { Message, reset, screen } from "../../../doubles/vscode.ts";

class Running implements SandboxInstance {
  readonly origin: string;
  readonly token = "sandbox-token";
  isNew = false;
  readonly notice?: NonNullable<SandboxInstance["notice"]>;
  isAlive = true;
  constructor(port: number, notice?: SandboxInstance["notice"]) {
    this.origin = `http://127.0.0.1:${port}`;
    if (notice !== undefined) this.notice = notice;
  }
  connect = (): Promise<never> => Promise.reject(new Error("Nobody connects here"));
  plan = (): Promise<{ plan: "FREE"; is_trialing: boolean }> =>
    Promise.resolve({ plan: "FREE", is_trialing: false });
  choosePlan = (): Promise<void> => Promise.resolve();
  reset = (): Promise<void> => Promise.resolve();
  alive = (): Promise<boolean> => Promise.resolve(this.isAlive);
  stop(): Promise<void> {
    this.isAlive = false;
    return Promise.resolve();
  }
}

type Launch = PromiseWithResolvers<SandboxInstance>;

/** Launches that the test completes. */
class Launches {
  count = 0;
  readonly #begun: Launch[] = [];
  #waiting: ((launch: Launch) => void) | undefined;
  readonly launch = (signal: AbortSignal): Promise<SandboxInstance> => {
    const launch = Promise.withResolvers<SandboxInstance>();
    signal.addEventListener("abort", () => launch.reject(new Error("called off")));
    this.count += 1;
    if (this.#waiting === undefined) this.#begun.push(launch);
    else this.#waiting(launch);
    return launch.promise;
  };
  /** Completes the next launch with a running sandbox. */
  async complete(): Promise<Running> {
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
  return { launches, sandbox: new SandboxRunner(launches.launch) };
};
const signal = new AbortController().signal;

beforeEach(reset);

describe("SandboxRunner", () => {
  it("starts the sandbox on first use and only once", async () => {
    const { launches, sandbox } = begin();
    assert.equal(launches.count, 0);
    const both = Promise.all([sandbox.ensureRunning(signal), sandbox.ensureRunning(signal)]);
    const running = await launches.complete();
    assert.deepEqual(await both, [running, running]);
    assert.equal(await sandbox.ensureRunning(signal), running);
    assert.equal(launches.count, 1);
  });

  it("can be started again after it has stopped", async () => {
    const { launches, sandbox } = begin();
    const first = sandbox.ensureRunning(signal);
    const [one, other] = [new Running(1), new Running(2)];
    (await launches.next()).resolve(one);
    await first;
    one.isAlive = false;
    const again = Promise.all([sandbox.ensureRunning(signal), sandbox.ensureRunning(signal)]);
    (await launches.next()).resolve(other);
    assert.deepEqual(await again, [other, other]);
    assert.equal(launches.count, 2);
  });

  it("returns an origin only while the sandbox is running", async () => {
    const { launches, sandbox } = begin();
    assert.equal(await sandbox.runningOrigin(signal), undefined);
    assert.equal(launches.count, 0, "asking starts nothing");
    const started = sandbox.ensureRunning(signal);
    const running = await launches.complete();
    await started;
    assert.equal(await sandbox.runningOrigin(signal), "http://127.0.0.1:1");
    running.isAlive = false;
    assert.equal(await sandbox.runningOrigin(signal), undefined);
  });

  it("starts again after a failed start", async () => {
    const { launches, sandbox } = begin();
    const failing = sandbox.ensureRunning(signal);
    (await launches.next()).reject(new Error("The disk is full"));
    await assert.rejects(failing, /The disk is full/);
    const again = sandbox.ensureRunning(signal);
    const running = await launches.complete();
    assert.equal(await again, running);
  });

  it("keeps starting the sandbox for other callers if one caller aborts", async () => {
    const { launches, sandbox } = begin();
    const controller = new AbortController();
    const [aborted, remaining] = [sandbox.ensureRunning(controller.signal), sandbox.ensureRunning(signal)];
    controller.abort();
    await assert.rejects(aborted, { name: "AbortError" });
    const running = await launches.complete();
    assert.equal(await remaining, running);
  });

  it("can be stopped while running or starting and then started again", async () => {
    const { launches, sandbox } = begin();
    await sandbox.stop();
    const starting = assert.rejects(sandbox.ensureRunning(signal), /called off/);
    await launches.next();
    await sandbox.stop();
    await starting;
    const first = sandbox.ensureRunning(signal);
    const running = await launches.complete();
    await first;
    await sandbox.stop();
    assert.equal(running.isAlive, false);
    const second = sandbox.ensureRunning(signal);
    const other = new Running(2);
    (await launches.next()).resolve(other);
    assert.equal(await second, other);
    assert.equal(launches.count, 3);
  });

  for (const data of ["new", "existing"])
    it(`sets hasUnseenLogin only if the sandbox starts with new data: ${data} data`, async () => {
      const running = Object.assign(new Running(1), { isNew: data === "new" });
      const sandbox = new SandboxRunner(() => Promise.resolve(running));
      assert.equal(sandbox.hasUnseenLogin, false);
      await sandbox.ensureRunning(signal);
      assert.equal(sandbox.hasUnseenLogin, data === "new");
    });

  for (const [notice, severity, words] of [
    ["keptAside", "warning", /couldn't use its old data and started over/],
    ["inMemory", "info", /until this window closes/],
  ] as const)
    it(`shows the notice "${notice}" about the sandbox's data only once`, async () => {
      const sandbox = new SandboxRunner(() => Promise.resolve(new Running(1, notice)));
      await sandbox.ensureRunning(signal);
      await sandbox.ensureRunning(signal);
      const message = await screen.next(Message);
      assert.equal(message.severity, severity);
      assert.match(message.text, words);
      assert.deepEqual(screen.rest, []);
    });
});
