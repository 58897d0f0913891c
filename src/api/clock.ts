/** Source of time and random numbers, which is injected so that tests don't have to wait. */
export interface Clock {
  /** Returns milliseconds since 1970. Unlike a monotonic clock, this clock advances while a laptop is suspended. */
  now(): number;
  /** Returns a number from 0 up to, but excluding, 1. */
  random(): number;
  /** Calls `expire` after `ms` milliseconds. The returned function cancels the timer. */
  timer(ms: number, expire: () => void): () => void;
  /** Resolves to `true` after `ms` milliseconds, or to `false` as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<boolean>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  timer(ms, expire) {
    const timer = setTimeout(expire, ms);
    return () => clearTimeout(timer);
  },
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve(false);
        return;
      }
      const onAbort = () => {
        stop();
        resolve(false);
      };
      const stop = systemClock.timer(ms, () => {
        signal.removeEventListener("abort", onAbort);
        resolve(true);
      });
      signal.addEventListener("abort", onAbort, { once: true });
    }),
};
