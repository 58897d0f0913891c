// Fails a test that waits for an event that never occurs, and names the event. In these tests, an event occurs at once or never.

/** How long to wait, in milliseconds of real time, even if the test uses fake timers. */
const timeoutMs = 60_000;
const { clearTimeout: stop, setTimeout: later } = globalThis;

/** Resolves to the argument of `come`. Rejects if `come` isn't called in time. */
export function waitForEvent<T>(description: string, wait: (come: (value: T) => void) => void): Promise<T> {
  const { promise, reject, resolve } = Promise.withResolvers<T>();
  const overdue = later(() => reject(new Error(`Expected ${description}, but it did not come`)), timeoutMs);
  // A test that stopped waiting has already failed or passed, so this rejection is handled.
  promise.catch(() => undefined);
  overdue.unref();
  wait((value) => {
    stop(overdue);
    resolve(value);
  });
  return promise;
}
