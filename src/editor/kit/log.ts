import { type Disposable, l10n, type LogOutputChannel, window } from "vscode";
import type { LogEvent } from "../../api/sendWithRetries.ts";

export class Log implements Disposable {
  readonly #channel: LogOutputChannel = window.createOutputChannel(l10n.t("Managed Auth"), { log: true });

  request(event: LogEvent): void {
    const status = event.status === undefined ? "" : ` ${event.status}`;
    const line = `${event.method} ${event.path}${status} ${event.kind} (attempt ${event.attempt}, ${Math.round(event.ms)} ms)`;
    if (event.kind === "ok" || event.kind === "cancelled") this.#channel.info(line);
    else this.#channel.warn(line);
  }

  /**
   * Logs that an external event, such as the opening of an outdated link, was ignored. `subject` must not contain
   * untrusted text.
   */
  ignored(subject: string): void {
    this.#channel.info(`${subject}: ignored`);
  }

  /** Logs the name, code and stack of an error. Omits its message, which may contain user input or secrets. */
  fault(command: string, fault: unknown): void {
    const frames =
      fault instanceof Error ? (fault.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
    this.#channel.error(`${command}: ${describeFault(fault)}`, ...frames);
  }

  /**
   * Waits for the clean-up after an operation. If the clean-up fails, only logs the failure, because the operation
   * itself succeeded.
   */
  async logFailure(subject: string, work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (fault) {
      this.fault(subject, fault);
    }
  }

  show(): undefined {
    this.#channel.show();
  }

  dispose(): void {
    this.#channel.dispose();
  }
}

/** Returns an error's name with its system code, such as "Error ENOSPC (write)". */
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
