// The thread of a sandbox, seen from the window that started it.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { SandboxError } from "../sandboxError.ts";
import type { SandboxFailure } from "../sandboxError.ts";
import type { Identity } from "../identity.ts";

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

  /** True from the moment it answers until it ends. */
  get running(): boolean {
    return this.#ready && !this.#exited;
  }

  /** Lets it start. Rejects with the signal's reason, or a {@link SandboxError}. */
  async start(signal: AbortSignal): Promise<Exclude<FromWorker, { kind: "failed" }>> {
    signal.throwIfAborted();
    const message = await this.#reply(signal);
    if (message.kind === "failed") throw new SandboxError(message.failure, message.message);
    this.#ready = message.kind === "ready";
    return message;
  }

  /** Lets it end, and ends it where it does not. */
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
      reject(new SandboxError("crashed", `The sandbox ended by itself${why}`, { cause: this.#crash }));
    };
    const onAbort = (): void => reject(asError(signal.reason));
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

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

/** What the user must be told about the data. */
export type Notice = "keptAside" | "inMemory";

export type FromWorker =
  | { readonly kind: "ready"; readonly identity: Identity; readonly notice?: Notice }
  /** Another process owns the data. */
  | { readonly kind: "held" }
  | { readonly kind: "failed"; readonly failure: SandboxFailure; readonly message: string };

export type ToWorker =
  /** Start, unless another process owns the data. May be asked again after `held`. */
  | { readonly kind: "start" }
  /** End; the thread then exits. */
  | { readonly kind: "stop" };

/** What the thread is started with. */
export interface WorkerData {
  /** The sandbox's own directory, as an absolute path. */
  readonly directory: string;
  /** What tells this computer from others. */
  readonly machine: string;
}
