import { l10n } from "vscode";
import { inform, warn } from "./notify.ts";

/** The plans the sandbox can pretend to be on (§8). */
export interface SandboxPlan {
  readonly plan: "FREE" | "HOBBYIST" | "START_UP" | "ENTERPRISE";
  readonly is_trialing: boolean;
}

/** What the editor needs of a running sandbox. */
export interface RunningSandbox {
  readonly origin: string;
  readonly token: string;
  readonly notice?: "corruptFileKeptAside" | "inMemory";
  plan(signal: AbortSignal): Promise<SandboxPlan>;
  choosePlan(plan: SandboxPlan, signal: AbortSignal): Promise<void>;
  reset(signal: AbortSignal): Promise<void>;
  alive(signal: AbortSignal): Promise<boolean>;
  stop(): Promise<void>;
}

export type LaunchSandbox = (signal: AbortSignal) => Promise<RunningSandbox>;

/** Keeps one sandbox for this window: started when first needed, started again when it is gone. */
export class Sandbox {
  readonly #launch: LaunchSandbox;
  #running: Promise<RunningSandbox> | undefined;

  constructor(launch: LaunchSandbox) {
    this.#launch = launch;
  }

  /** The running sandbox. Throws what starting it throws; the next call tries again. */
  async running(signal: AbortSignal): Promise<RunningSandbox> {
    const known = this.#running;
    if (known !== undefined && (await (await known).alive(signal))) return known;
    // Another caller may have started it anew during the check.
    if (this.#running === known) this.#running = this.#start(signal);
    return this.#running ?? this.#start(signal);
  }

  /** Stops the sandbox if this window runs it. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await (await running?.catch(() => undefined))?.stop();
  }

  async #start(signal: AbortSignal): Promise<RunningSandbox> {
    try {
      const sandbox = await this.#launch(signal);
      tell(sandbox.notice);
      return sandbox;
    } catch (fault) {
      this.#running = undefined;
      throw fault;
    }
  }
}

function tell(notice: RunningSandbox["notice"]): void {
  switch (notice) {
    case undefined:
      return;
    case "corruptFileKeptAside":
      void warn(
        l10n.t("The sandbox's data could not be read. It was kept aside, and the sandbox starts anew."),
      );
      return;
    case "inMemory":
      void inform(l10n.t("This VS Code cannot store the sandbox's data. It lasts until the window closes."));
      return;
  }
}
