import { once } from "node:events";

const controller = new AbortController();

/** Aborts at Ctrl+C or SIGTERM, once `catchInterrupts` was called. */
export const interrupted = controller.signal;

/** Makes the first request to end this process an orderly one; a second one ends it at once. */
export function catchInterrupts(): void {
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (interrupted.aborted) process.exit(130);
      controller.abort();
    });
  }
}

/** Resolves at an interrupt. */
export async function interruption(): Promise<void> {
  if (!interrupted.aborted) await once(interrupted, "abort");
}

/** The answer; rejects at an interrupt, if that comes before. */
export async function unlessInterrupted<T>(answer: Promise<T>): Promise<T> {
  const stop = interruption().then(() => {
    throw new Error("interrupted");
  });
  return Promise.race([answer, stop]);
}
