import { l10n } from "vscode";
import type { OpenConnection } from "../../api/dispatcher.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import { inform, warn } from "../kit/notify.ts";

/** The plans that the sandbox can simulate (interface.md §8). */
export interface SimulatedPlan {
  readonly plan: "FREE" | "HOBBYIST" | "START_UP" | "ENTERPRISE";
  readonly is_trialing: boolean;
}

/** The data after a reset of the sandbox: a few rows, every case, or no rows and a plan with all features. */
export type SandboxSample = "small" | "all" | "empty";

export interface SandboxInstance {
  readonly origin: string;
  readonly token: string;
  readonly notice?: "keptAside" | "inMemory";
  /** True if this start created the sandbox's data. */
  readonly isNew: boolean;
  /** Opens a network connection that has proved to lead to this sandbox. */
  readonly connect: OpenConnection;
  plan(signal: AbortSignal): Promise<SimulatedPlan>;
  choosePlan(plan: SimulatedPlan, signal: AbortSignal): Promise<void>;
  reset(signal: AbortSignal, sample: SandboxSample): Promise<void>;
  alive(signal: AbortSignal): Promise<boolean>;
  stop(): Promise<void>;
}

export type LaunchSandbox = (signal: AbortSignal) => Promise<SandboxInstance>;

/** A sandbox that has started, or is starting until `stop` aborts. */
interface SandboxStart {
  readonly sandbox: Promise<SandboxInstance>;
  readonly stop: AbortController;
}

/** Runs one sandbox for this window. Starts it on first use and restarts it when it has stopped. */
export class SandboxRunner {
  readonly #launch: LaunchSandbox;
  /** True if the small sample was loaded and its waiting login hasn't been shown yet. */
  hasUnseenLogin = false;
  #started: SandboxStart | undefined;
  constructor(launch: LaunchSandbox) {
    this.#launch = launch;
  }

  /**
   * Returns the running sandbox and starts it if necessary. Throws if the start fails; the next call tries again.
   * Callers share one start, so the signal only aborts the caller's wait.
   */
  async ensureRunning(signal: AbortSignal): Promise<SandboxInstance> {
    const known = this.#started;
    if (known !== undefined) {
      const sandbox = await untilAborted(known.sandbox, signal);
      if (await sandbox.alive(signal)) return sandbox;
      // Another caller may have restarted the sandbox during the check.
      if (this.#started === known) this.#started = undefined;
    }
    this.#started ??= this.#start();
    return untilAborted(this.#started.sandbox, signal);
  }

  /** Returns the origin of the running sandbox, or undefined if none runs. Never rejects. */
  async runningOrigin(signal: AbortSignal): Promise<string | undefined> {
    const sandbox = await this.#started?.sandbox.catch(() => undefined);
    if (sandbox === undefined || !(await sandbox.alive(signal))) return undefined;
    return sandbox.origin;
  }

  /** Stops the sandbox of this window, or aborts its start. */
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
    // Waiting callers receive the error. The next call tries again.
    sandbox.catch(() => {
      if (this.#started === started) this.#started = undefined;
    });
    return started;
  }
}
