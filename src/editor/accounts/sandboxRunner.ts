import { l10n } from "vscode";
import type { OpenConnection } from "../../api/dispatcher.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import { inform, warn } from "../kit/notify.ts";

/** The plans that the sandbox can simulate (interface.md §8). */
export interface SimulatedPlan {
  readonly plan: "FREE" | "HOBBYIST" | "START_UP" | "ENTERPRISE";
  readonly is_trialing: boolean;
}

/**
 * The sample data that a reset loads into the sandbox. "small" has a few rows, "all" covers every case, and "empty"
 * has no rows and a plan with all features.
 */
export type SandboxSample = "small" | "all" | "empty";

export interface SandboxInstance {
  readonly origin: string;
  readonly token: string;
  readonly notice?: "keptAside" | "inMemory";
  /** True if the sandbox started with new data, false if it loaded its data from disk. */
  readonly isNew: boolean;
  /** Opens a network connection after verifying that this sandbox is at the other end. */
  readonly connect: OpenConnection;
  plan(signal: AbortSignal): Promise<SimulatedPlan>;
  choosePlan(plan: SimulatedPlan, signal: AbortSignal): Promise<void>;
  reset(signal: AbortSignal, sample: SandboxSample): Promise<void>;
  alive(signal: AbortSignal): Promise<boolean>;
  stop(): Promise<void>;
}

export type LaunchSandbox = (signal: AbortSignal) => Promise<SandboxInstance>;

/** A sandbox that is running or starting. Aborting `stop` cancels the start. */
interface SandboxStart {
  readonly sandbox: Promise<SandboxInstance>;
  readonly stop: AbortController;
}

/** Runs one sandbox for this window. Starts it on first use and restarts it when it has stopped. */
export class SandboxRunner {
  readonly #launch: LaunchSandbox;
  /** True if the small sample was loaded and the user hasn't yet seen the sample's login that waits for input. */
  hasUnseenLogin = false;
  #started: SandboxStart | undefined;
  constructor(launch: LaunchSandbox) {
    this.#launch = launch;
  }

  /**
   * Returns the running sandbox, or starts one if necessary. Throws if the start fails, in which case the next call
   * tries again. Concurrent callers share one start, so aborting the signal ends the caller's wait but doesn't cancel
   * the start.
   */
  async ensureRunning(signal: AbortSignal): Promise<SandboxInstance> {
    const started = this.#started;
    if (started !== undefined) {
      const sandbox = await untilAborted(started.sandbox, signal);
      if (await sandbox.alive(signal)) return sandbox;
      // Another caller may have restarted the sandbox while this call checked that the sandbox is alive.
      if (this.#started === started) this.#started = undefined;
    }
    this.#started ??= this.#start();
    return untilAborted(this.#started.sandbox, signal);
  }

  /** Returns the origin of the running sandbox, or undefined if no sandbox is running. Never rejects. */
  async runningOrigin(signal: AbortSignal): Promise<string | undefined> {
    const sandbox = await this.#started?.sandbox.catch(() => undefined);
    if (sandbox === undefined || !(await sandbox.alive(signal))) return undefined;
    return sandbox.origin;
  }

  /** Stops this window's sandbox, or cancels its start. */
  async stop(): Promise<void> {
    const started = this.#started;
    this.#started = undefined;
    started?.stop.abort();
    await (await started?.sandbox.catch(() => undefined))?.stop();
  }

  #start(): SandboxStart {
    const stop = new AbortController();
    const sandbox = this.#launch(stop.signal).then((running) => {
      if (running.isNew) this.hasUnseenLogin = true;
      if (running.notice === "keptAside")
        void warn(l10n.t("The sandbox couldn't use its old data and started over."));
      if (running.notice === "inMemory")
        void inform(l10n.t("The sandbox's data lasts until this window closes."));
      return running;
    });
    const started: SandboxStart = { sandbox, stop };
    // Forget a failed start, so that the next call tries again. The waiting callers receive the error.
    sandbox.catch(() => {
      if (this.#started === started) this.#started = undefined;
    });
    return started;
  }
}
