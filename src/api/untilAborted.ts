/**
 * Awaits `work`, or rejects with the signal's reason as soon as it aborts, even if the work ignores the signal. A later
 * result is discarded.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void =>
    aborted.reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/**
 * Runs `work` with a signal that aborts as soon as one of `signals` does. Removes all listeners afterwards, unlike
 * `AbortSignal.any`, which leaks memory per request on a signal that lives as long as the window (Node.js 22).
 */
export async function withAnySignal<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const first = new AbortController();
  const abort = () => first.abort(signals.find(({ aborted }) => aborted)?.reason);
  if (signals.some(({ aborted }) => aborted)) abort();
  for (const signal of signals) signal.addEventListener("abort", abort, { once: true });
  try {
    return await work(first.signal);
  } finally {
    for (const signal of signals) signal.removeEventListener("abort", abort);
  }
}
