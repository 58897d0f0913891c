/** Time and chance, handed in so that every rule about waiting can be followed without waiting. */
export interface Clock {
  /** Milliseconds since the epoch: unlike a monotonic clock it goes on while a laptop sleeps. */
  now(): number;
  /** A number from 0 up to, but not including, 1. */
  random(): number;
  /** Calls back after so many milliseconds, unless the function it returns is called before. */
  timer(ms: number, expire: () => void): () => void;
  /** Waits that many milliseconds: `true` once they have passed, `false` as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<boolean>;
}

/** The real thing. */
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
