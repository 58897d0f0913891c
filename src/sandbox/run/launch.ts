// Starts the sandbox in a worker thread, or joins the sandbox that another window runs on the same data.
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { prepareFolder, readAnnouncement, readMachineId } from "./folder.ts";
import { SandboxError, type SandboxFailure } from "../sandboxError.ts";
import type { SandboxIdentity } from "../identity.ts";
import { connectProven, requestControl, isAlive } from "./controlRequests.ts";
import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** The plan that the user chose. `is_trialing` is false after the trial has ended. */
interface LaunchedPlan {
  readonly plan: "FREE" | "HOBBYIST" | "START_UP" | "ENTERPRISE";
  readonly is_trialing: boolean;
}

/** A running sandbox. Methods reject with the signal's reason, or with a {@link SandboxError} `unreachable`. */
export interface LaunchedSandbox {
  /** "http://127.0.0.1:PORT" */
  readonly origin: string;
  /** 32 random bytes in base64url. A new token is generated at each start. */
  readonly token: string;
  /** True if this window started the sandbox. False if it runs in the process of another window. */
  readonly startedHere: boolean;
  /** True if the data didn't exist before this start. */
  readonly isNew: boolean;
  readonly notice?: LaunchNotice;
  /** Opens a connection on which the sandbox has proven its identity. Send requests only on such connections. */
  connect(): Promise<Socket>;
  plan(signal: AbortSignal): Promise<LaunchedPlan>;
  choosePlan(plan: LaunchedPlan, signal: AbortSignal): Promise<void>;
  /**
   * Replaces all data. `small` inserts a few samples, `all` inserts every sample, and `empty` inserts no data but
   * sets a plan that includes every feature.
   */
  reset(signal: AbortSignal, sample: "small" | "all" | "empty"): Promise<void>;
  /** Resolves to true if the sandbox is still running. A sandbox in another window must prove its identity. */
  alive(signal: AbortSignal): Promise<boolean>;
  /** Stops the sandbox and releases its data, if this window started it. Otherwise, does nothing. */
  stop(): Promise<void>;
}

interface LaunchOptions {
  /** Absolute path of the sandbox's own folder. A missing folder is created. */
  readonly directory: string;
  /** Absolute path of the worker thread's script, which is either the built file or the source file. */
  readonly workerFile: string;
  /** Initial data of a new sandbox. Defaults to every sample. */
  readonly sample?: "small" | "all";
  readonly signal: AbortSignal;
}

/** Maximum time for which another window may hold the data without replying, in milliseconds. */
const holderTimeoutMs = 15_000;
const firstPauseMs = 25;
const maxPauseMs = 500;

/**
 * Starts a sandbox, or joins a running sandbox. Only the process that holds the lock owns the data. All other
 * processes join its sandbox. Rejects with the signal's reason, or with a {@link SandboxError}.
 */
export async function launchSandbox({
  directory,
  workerFile,
  sample = "all",
  signal,
}: LaunchOptions): Promise<LaunchedSandbox> {
  signal.throwIfAborted();
  const machine = await readMachineId();
  const announced = await findRunning(directory, machine, signal);
  if (announced !== undefined) return joinRunning(announced);

  const thread = new SandboxThread(workerFile, { directory, machine, sample });
  try {
    const deadline = Date.now() + holderTimeoutMs;
    for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, maxPauseMs)) {
      const outcome = await thread.start(signal);
      if (outcome.kind === "ready") return ownRunning(thread, outcome);
      const running = await findRunning(directory, machine, signal);
      if (running !== undefined) {
        await thread.stop();
        return joinRunning(running);
      }
      if (Date.now() > deadline)
        throw new SandboxError("held", "Another window uses the sandbox's data and is unresponsive.");
      await pause(wait, undefined, { signal });
    }
  } catch (error) {
    await thread.stop();
    signal.throwIfAborted();
    throw error;
  }
}

async function findRunning(
  directory: string,
  machine: string,
  signal: AbortSignal,
): Promise<SandboxIdentity | undefined> {
  try {
    prepareFolder(directory);
  } catch {
    // Ignore an announcement in an untrusted folder. The worker thread will report the problem.
    return undefined;
  }
  const announced = readAnnouncement(directory, machine);
  if (announced !== undefined && (await isAlive(announced, signal))) return announced;
  return undefined;
}

const ownRunning = (thread: SandboxThread, { identity, isNew, notice }: ReadyMessage): LaunchedSandbox => ({
  ...controlMethods(identity),
  startedHere: true,
  isNew,
  ...(notice !== undefined && { notice }),
  alive: () => Promise.resolve(thread.running),
  stop: () => thread.stop(),
});

const joinRunning = (identity: SandboxIdentity): LaunchedSandbox => ({
  ...controlMethods(identity),
  startedHere: false,
  isNew: false,
  alive: (signal) => isAlive(identity, signal),
  stop: () => Promise.resolve(),
});

const controlMethods = (
  identity: SandboxIdentity,
): Omit<LaunchedSandbox, "startedHere" | "isNew" | "alive" | "stop"> => ({
  origin: `http://127.0.0.1:${identity.port}`,
  token: identity.token,
  connect: () => connectProven(identity),
  plan: async (signal) =>
    parsePlan(await requestControl(identity, "GET", "/sandbox/plan", undefined, signal)),
  choosePlan: async (plan, signal) => {
    await requestControl(identity, "PUT", "/sandbox/plan", plan, signal);
  },
  reset: async (signal, sample) => {
    await requestControl(identity, "POST", "/sandbox/reset", { sample }, signal);
  },
});

function parsePlan(answer: unknown): LaunchedPlan {
  if (typeof answer === "object" && answer !== null && "plan" in answer && "is_trialing" in answer) {
    const { plan, is_trialing } = answer;
    const planId = (["FREE", "HOBBYIST", "START_UP", "ENTERPRISE"] as const).find((id) => id === plan);
    if (planId !== undefined && typeof is_trialing === "boolean") return { plan: planId, is_trialing };
  }
  throw new SandboxError("unreachable", "The sandbox's answer has no plan.");
}

/** Maximum time for the worker thread to exit, in milliseconds. After this time, the thread is terminated. */
const stopTimeoutMs = 3000;

export class SandboxThread {
  readonly #worker: Worker;
  #crash: Error | undefined;
  #exited = false;
  #ready = false;

  constructor(file: string, data: WorkerData) {
    // The worker gets an empty environment, because it needs no variables or flags, and the window's variables may
    // contain secrets.
    this.#worker = new Worker(file, { workerData: data, env: {}, execArgv: [] });
    this.#worker.on("error", (error) => (this.#crash = error));
    this.#worker.on("exit", () => (this.#exited = true));
  }

  get running(): boolean {
    return this.#ready && !this.#exited;
  }

  async start(signal: AbortSignal): Promise<Exclude<FromWorker, { kind: "failed" }>> {
    signal.throwIfAborted();
    const message = await this.#reply(signal);
    if (message.kind === "failed") throw new SandboxError(message.failure, message.message);
    this.#ready = message.kind === "ready";
    return message;
  }

  async stop(): Promise<void> {
    if (this.#exited) return;
    const exit = once(this.#worker, "exit", { signal: AbortSignal.timeout(stopTimeoutMs) });
    this.#post({ kind: "stop" });
    try {
      await exit;
    } catch {
      // The thread didn't exit in time, or it crashed.
      await this.#worker.terminate();
    }
  }

  #reply(signal: AbortSignal): Promise<FromWorker> {
    const { promise, resolve, reject } = Promise.withResolvers<FromWorker>();
    const onMessage = (message: FromWorker): void => resolve(message);
    const onExit = (): void => {
      const why = this.#crash === undefined ? "" : `: ${this.#crash.message}`;
      reject(new SandboxError("crashed", `The sandbox stopped${why}`, { cause: this.#crash }));
    };
    const onAbort = (): void => reject(new Error("cancelled"));
    this.#worker.on("message", onMessage).on("exit", onExit);
    signal.addEventListener("abort", onAbort);
    if (this.#exited) onExit();
    else this.#post({ kind: "start" });
    return promise.finally(() => {
      this.#worker.off("message", onMessage).off("exit", onExit);
      signal.removeEventListener("abort", onAbort);
    });
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}

type LaunchNotice = "keptAside" | "inMemory";

interface ReadyMessage {
  readonly kind: "ready";
  readonly identity: SandboxIdentity;
  readonly isNew: boolean;
  readonly notice?: LaunchNotice;
}

export type FromWorker =
  | ReadyMessage
  | { readonly kind: "held" }
  | { readonly kind: "failed"; readonly failure: SandboxFailure; readonly message: string };

export type ToWorker =
  /**
   * Messages to the worker thread. `start` starts the sandbox, unless another process owns the data. The launcher may
   * repeat `start` after a `held` reply.
   */
  { readonly kind: "start" } | { readonly kind: "stop" };

export interface WorkerData {
  readonly directory: string;
  readonly machine: string;
  readonly sample: "small" | "all";
}
