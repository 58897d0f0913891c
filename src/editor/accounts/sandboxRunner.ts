import { l10n } from "vscode";
import type { OpenConnection } from "../../api/dispatcher.ts";
import { untilAborted } from "../../api/untilAborted.ts";
import { inform, warn } from "../kit/notify.ts";

/** The plans the sandbox can pretend to be on (§8). */
export interface SandboxPlan {
  readonly plan: "FREE" | "HOBBYIST" | "START_UP" | "ENTERPRISE";
  readonly is_trialing: boolean;
}

/** What a reset of the sandbox replaces its data by: few rows, every case, or none and a plan with everything. */
export type SandboxSample = "small" | "all" | "empty";

export interface RunningSandbox {
  readonly origin: string;
  readonly token: string;
  readonly notice?: "keptAside" | "inMemory";
  /** Whether its data began with this start. */
  readonly isNew: boolean;
  /** Opens a connection that has shown that this sandbox is at its other end. */
  readonly connect: OpenConnection;
  plan(signal: AbortSignal): Promise<SandboxPlan>;
  choosePlan(plan: SandboxPlan, signal: AbortSignal): Promise<void>;
  reset(signal: AbortSignal, sample: SandboxSample): Promise<void>;
  alive(signal: AbortSignal): Promise<boolean>;
  stop(): Promise<void>;
}

export type LaunchSandbox = (signal: AbortSignal) => Promise<RunningSandbox>;

/** A sandbox that was started, or is being started until `stop` aborts. */
interface Started {
  readonly sandbox: Promise<RunningSandbox>;
  readonly stop: AbortController;
}

/** Keeps one sandbox for this window: started when first needed, started again when it is gone. */
export class Sandbox {
  readonly #launch: LaunchSandbox;
  /** Whether the small sample began, and its login that waits is still to be shown. */
  isUnseen = false;
  #started: Started | undefined;
  constructor(launch: LaunchSandbox) {
    this.#launch = launch;
  }

  /**
   * The running sandbox. Throws what starting it throws; the next call tries again. Callers share one start, so
   * the signal ends the caller's wait alone.
   */
  async running(signal: AbortSignal): Promise<RunningSandbox> {
    const known = this.#started;
    if (known !== undefined) {
      const sandbox = await untilAborted(known.sandbox, signal);
      if (await sandbox.alive(signal)) return sandbox;
      // Another caller may have restarted it during the check.
      if (this.#started === known) this.#started = undefined;
    }
    this.#started ??= this.#start();
    return untilAborted(this.#started.sandbox, signal);
  }

  /** Where the sandbox answers that was started; `undefined` where none does. Never rejects. */
  async origin(signal: AbortSignal): Promise<string | undefined> {
    const sandbox = await this.#started?.sandbox.catch(() => undefined);
    return sandbox !== undefined && (await sandbox.alive(signal)) ? sandbox.origin : undefined;
  }

  /** Stops the sandbox if this window runs it, or its start. */
  async stop(): Promise<void> {
    const started = this.#started;
    this.#started = undefined;
    started?.stop.abort();
    await (await started?.sandbox.catch(() => undefined))?.stop();
  }

  #start(): Started {
    const stop = new AbortController();
    const sandbox = this.#launch(stop.signal).then((running) => {
      if (running.isNew) this.isUnseen = true;
      if (running.notice === "keptAside")
        void warn(l10n.t("The sandbox couldn't use its old data and started over."));
      if (running.notice === "inMemory")
        void inform(l10n.t("The sandbox's data lasts until this window closes."));
      return running;
    });
    const started: Started = { sandbox, stop };
    // Callers that wait get the error; the next call tries again.
    sandbox.catch(() => {
      if (this.#started === started) this.#started = undefined;
    });
    return started;
  }
}
