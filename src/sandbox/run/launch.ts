// Starts the sandbox for a window, in a thread of its own, or joins the one that another window runs on the same data.
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { prepareFolder, readAnnouncement, thisMachine } from "./folder.ts";
import { SandboxError, type SandboxFailure } from "../sandboxError.ts";
import type { Identity } from "../identity.ts";
import { connectProven, ask, isAlive } from "./controlRequests.ts";
import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** What the user chooses of the organization's plan; a trial that ended counts as none. */
interface SandboxPlan {
  readonly plan: "FREE" | "HOBBYIST" | "START_UP" | "ENTERPRISE";
  readonly is_trialing: boolean;
}

/** A sandbox that answers. Methods reject with the signal's reason, or a {@link SandboxError} `unreachable`. */
export interface RunningSandbox {
  /** "http://127.0.0.1:PORT" */
  readonly origin: string;
  /** 32 random bytes in base64url, new at every start. */
  readonly token: string;
  /** False: the process of another window runs it. */
  readonly startedHere: boolean;
  /** Whether its data began with this start. */
  readonly isNew: boolean;
  readonly notice?: Notice;
  /** A new connection that has shown that this sandbox is at its other end: requests go over no other. */
  connect(): Promise<Socket>;
  plan(signal: AbortSignal): Promise<SandboxPlan>;
  choosePlan(plan: SandboxPlan, signal: AbortSignal): Promise<void>;
  /** Replaces its data: by few rows, by every case, or by none and a plan with everything. */
  reset(signal: AbortSignal, sample: "small" | "all" | "empty"): Promise<void>;
  /** Whether it still runs; another window's is asked to prove that it is the same. */
  alive(signal: AbortSignal): Promise<boolean>;
  /** Ends the sandbox of this window and gives its data free; does nothing to another window's. */
  stop(): Promise<void>;
}

interface LaunchOptions {
  /** The sandbox's own directory, as an absolute path; made where it does not exist. */
  readonly directory: string;
  /** The built or source file of the thread, as an absolute path. */
  readonly workerFile: string;
  /** The data that a new sandbox begins with; every case where it is left out. */
  readonly sample?: "small" | "all";
  readonly signal: AbortSignal;
}

/** How long another window may hold the data without answering, in milliseconds. */
const patience = 15_000;
const firstPause = 25;
const longestPause = 500;

/**
 * Exactly one process owns the data: whoever holds the lock starts a sandbox, all others join it.
 * Rejects with the signal's reason, or a {@link SandboxError}.
 */
export async function launchSandbox({
  directory,
  workerFile,
  sample = "all",
  signal,
}: LaunchOptions): Promise<RunningSandbox> {
  signal.throwIfAborted();
  const machine = await thisMachine();
  const announced = await findRunning(directory, machine, signal);
  if (announced !== undefined) return join(announced);

  const thread = new SandboxThread(workerFile, { directory, machine, sample });
  try {
    const deadline = Date.now() + patience;
    for (let wait = firstPause; ; wait = Math.min(wait * 2, longestPause)) {
      const outcome = await thread.start(signal);
      if (outcome.kind === "ready") return own(thread, outcome);
      const running = await findRunning(directory, machine, signal);
      if (running !== undefined) {
        await thread.stop();
        return join(running);
      }
      if (Date.now() > deadline) {
        throw new SandboxError("held", "Another window uses the sandbox's data and is unresponsive.");
      }
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
): Promise<Identity | undefined> {
  try {
    prepareFolder(directory);
  } catch {
    // Nobody is joined on the word of such a place. The thread meets the same, and says what becomes of it.
    return undefined;
  }
  const announced = readAnnouncement(directory, machine);
  return announced !== undefined && (await isAlive(announced, signal)) ? announced : undefined;
}

const own = (thread: SandboxThread, { identity, isNew, notice }: Ready): RunningSandbox => ({
  ...reach(identity),
  startedHere: true,
  isNew,
  ...(notice !== undefined && { notice }),
  alive: () => Promise.resolve(thread.running),
  stop: () => thread.stop(),
});

const join = (identity: Identity): RunningSandbox => ({
  ...reach(identity),
  startedHere: false,
  isNew: false,
  alive: (signal) => isAlive(identity, signal),
  stop: () => Promise.resolve(),
});

const reach = (identity: Identity): Omit<RunningSandbox, "startedHere" | "isNew" | "alive" | "stop"> => ({
  origin: `http://127.0.0.1:${identity.port}`,
  token: identity.token,
  connect: () => connectProven(identity),
  plan: async (signal) => planOf(await ask(identity, "GET", "/sandbox/plan", undefined, signal)),
  choosePlan: async (plan, signal) => {
    await ask(identity, "PUT", "/sandbox/plan", plan, signal);
  },
  reset: async (signal, sample) => {
    await ask(identity, "POST", "/sandbox/reset", { sample }, signal);
  },
});

function planOf(answer: unknown): SandboxPlan {
  if (typeof answer === "object" && answer !== null && "plan" in answer && "is_trialing" in answer) {
    const { plan, is_trialing } = answer;
    const known = (["FREE", "HOBBYIST", "START_UP", "ENTERPRISE"] as const).find((id) => id === plan);
    if (known !== undefined && typeof is_trialing === "boolean") return { plan: known, is_trialing };
  }
  throw new SandboxError("unreachable", "The sandbox's answer has no plan.");
}

/** How long a thread may take to end by itself, in milliseconds. */
const lastCall = 3000;

export class SandboxThread {
  readonly #worker: Worker;
  #crash: Error | undefined;
  #exited = false;
  #ready = false;

  constructor(file: string, data: WorkerData) {
    // Its own clean environment: it needs no variable and no flag of the window, and there may be secrets in them.
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
    const exit = once(this.#worker, "exit", { signal: AbortSignal.timeout(lastCall) });
    this.#say({ kind: "stop" });
    try {
      await exit;
    } catch {
      // Not in time, or it crashed on the way.
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
    else this.#say({ kind: "start" });
    return promise.finally(() => {
      this.#worker.off("message", onMessage).off("exit", onExit);
      signal.removeEventListener("abort", onAbort);
    });
  }

  #say(message: ToWorker): void {
    this.#worker.postMessage(message);
  }
}

type Notice = "keptAside" | "inMemory";

interface Ready {
  readonly kind: "ready";
  readonly identity: Identity;
  readonly isNew: boolean;
  readonly notice?: Notice;
}

export type FromWorker =
  | Ready
  | { readonly kind: "held" }
  | { readonly kind: "failed"; readonly failure: SandboxFailure; readonly message: string };

export type ToWorker =
  /** Start, unless another process owns the data. May be asked again after `held`. */
  { readonly kind: "start" } | { readonly kind: "stop" };

export interface WorkerData {
  readonly directory: string;
  readonly machine: string;
  readonly sample: "small" | "all";
}
