import { type Disposable, l10n, type LogOutputChannel, window } from "vscode";
import type { LogEvent } from "../../api/sendWithRetries.ts";

/** The extension's one log channel. */
export class Log implements Disposable {
  readonly #channel: LogOutputChannel = window.createOutputChannel(l10n.t("Managed Auth"), { log: true });

  request(event: LogEvent): void {
    const status = event.status === undefined ? "" : ` ${event.status}`;
    const line = `${event.method} ${event.path}${status} ${event.kind} (attempt ${event.attempt}, ${Math.round(event.ms)} ms)`;
    if (event.kind === "ok" || event.kind === "cancelled") this.#channel.info(line);
    else this.#channel.warn(line);
  }

  /** Logs that an outside event, such as an outdated link, was ignored. `what` must not contain untrusted text. */
  ignored(what: string): void {
    this.#channel.info(`${what}: ignored`);
  }

  /** Logs the kind, system code and stack of a fault. Omits its message, which may contain user input or secrets. */
  fault(command: string, fault: unknown): void {
    const frames =
      fault instanceof Error ? (fault.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
    this.#channel.error(`${command}: ${describeFault(fault)}`, ...frames);
  }

  /** Waits for a clean-up after an operation. A failure is only logged, because the operation itself succeeded. */
  async logFailure(what: string, work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (fault) {
      this.fault(what, fault);
    }
  }

  show(): undefined {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

/** Returns a fault's name with its system code, such as "Error ENOSPC (write)". */
function describeFault(fault: unknown): string {
  if (!(fault instanceof Error)) return typeof fault;
  const code = "code" in fault && typeof fault.code === "string" ? fault.code : "";
  const call = "syscall" in fault && typeof fault.syscall === "string" ? fault.syscall : "";
  return [
    fault.name,
    /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? ` ${code}` : "",
    /^[a-z]\w{0,31}$/.test(call) ? ` (${call})` : "",
  ].join("");
}
