// What a test waits for comes at once or never: a test whose wait is in vain fails and says what is missing.

/** Milliseconds by the clock of the machine, whatever clock the test has. */
const patience = 60_000;
const { clearTimeout: stop, setTimeout: later } = globalThis;

/** Resolves to what `come` is called with; rejects where that is not soon. */
export function expected<T>(what: string, wait: (come: (one: T) => void) => void): Promise<T> {
  const { promise, reject, resolve } = Promise.withResolvers<T>();
  const overdue = later(() => reject(new Error(`Expected ${what}, but it did not come`)), patience);
  // Whoever no longer waits has ended otherwise.
  promise.catch(() => undefined);
  overdue.unref();
  wait((one) => {
    stop(overdue);
    resolve(one);
  });
  return promise;
}
