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

  /** Something from outside that means nothing, or nothing any more; no text of others. */
  ignored(what: string): void {
    this.#channel.info(`${what}: ignored`);
  }

  /** A fault of the extension itself: its kind, the system's code and where it happened, without its text, which may hold input. */
  fault(command: string, fault: unknown): void {
    const frames =
      fault instanceof Error ? (fault.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : [];
    this.#channel.error(`${command}: ${kindOf(fault)}`, ...frames);
  }

  /** Waits for what only tidies up after an operation: where it fails, the log tells, and the result stands. */
  async failureOf(what: string, work: Promise<unknown>): Promise<void> {
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

/** The kind of a fault, with the code that the system or Node.js gives it, such as "Error ENOSPC (write)". */
function kindOf(fault: unknown): string {
  if (!(fault instanceof Error)) return typeof fault;
  const code = "code" in fault && typeof fault.code === "string" ? fault.code : "";
  const call = "syscall" in fault && typeof fault.syscall === "string" ? fault.syscall : "";
  return [
    fault.name,
    /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? ` ${code}` : "",
    /^[a-z]\w{0,31}$/.test(call) ? ` (${call})` : "",
  ].join("");
}
