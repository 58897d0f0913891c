import { once } from "node:events";

const controller = new AbortController();

/** Aborts on Ctrl+C or SIGTERM after `catchInterrupts` was called. */
export const interrupted = controller.signal;

/** Makes the first signal end this process in an orderly way. A second signal ends it immediately. */
export function catchInterrupts(): void {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (interrupted.aborted) process.exit(130);
      controller.abort();
    });
  }
}

export async function interruption(): Promise<void> {
  if (!interrupted.aborted) await once(interrupted, "abort");
}

/** Resolves to the answer. Rejects if an interrupt occurs first. */
export async function unlessInterrupted<T>(answer: Promise<T>): Promise<T> {
  const stop = interruption().then(() => {
    throw new Error("interrupted");
  });
  return Promise.race([answer, stop]);
}
