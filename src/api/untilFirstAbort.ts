/**
 * Runs `work` with a signal that aborts as soon as one of these does. Leaves nothing at them once it has ended:
 * `AbortSignal.any` would, for each request, at one that lives as long as the window (Node.js 22).
 */
export async function untilFirstAbort<T>(
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
