/**
 * Waits for `work`, but rejects with the signal's reason as soon as the signal aborts, even if the work ignores the
 * signal. A result that arrives later is discarded.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(abortReason(signal));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/**
 * Runs `work` with a signal that aborts as soon as any of `signals` aborts. Removes all listeners afterwards.
 * `AbortSignal.any` doesn't remove its listeners (Node.js 22), which leaks memory for each request if a signal lives
 * as long as the window.
 */
export async function withAnySignal<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const combined = new AbortController();
  const abort = () => combined.abort(signals.find(({ aborted }) => aborted)?.reason);
  if (signals.some(({ aborted }) => aborted)) abort();
  for (const signal of signals) signal.addEventListener("abort", abort, { once: true });
  try {
    return await work(combined.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", abort);
  }
}

/** Returns the signal's reason if it is an error, otherwise a generic error. */
export function abortReason({ reason }: AbortSignal): Error {
  if (reason instanceof Error) return reason;
  return new Error("aborted");
}
