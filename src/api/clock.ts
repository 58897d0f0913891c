/** Time and chance, handed in so that every rule about waiting can be followed without waiting. */
export interface Clock {
  /** Milliseconds since the epoch: unlike a monotonic clock it goes on while a laptop sleeps. */
  now(): number;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
  /** Waits that many milliseconds: `true` once they have passed, `false` as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<boolean>;
}

/** The real thing. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve(false);
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        resolve(false);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", onAbort);
        resolve(true);
      }, ms);
      signal.addEventListener("abort", onAbort, { once: true });
    }),
};
