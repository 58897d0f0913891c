// A clock that only the test advances. Timers run in the order of their due times.
import type { Clock } from "../../src/api/clock.ts";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class VirtualClock implements Clock {
  /** Offset of the wall clock in milliseconds, as if the user had set the clock forward or back. */
  wallOffset = 0;
  #passed = Date.UTC(2026, 10, 22, 10, 0, 0);
  readonly #timers = new Set<Timer>();

  /** The true time in milliseconds since 1970, without the offset. */
  get passed(): number {
    return this.#passed;
  }

  now(): number {
    return this.#passed + this.wallOffset;
  }

  random(): number {
    return 0;
  }

  timer(ms: number, expire: () => void): () => void {
    const timer: Timer = {
      at: this.#passed + ms,
      run: () => {
        this.#timers.delete(timer);
        expire();
      },
    };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  sleep(ms: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const finish = (): void => {
        stop();
        resolve(false);
      };
      const stop = this.timer(ms, () => {
        signal.removeEventListener("abort", finish);
        resolve(true);
      });
      signal.addEventListener("abort", finish, { once: true });
    });
  }

  /** The number of pending timers. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Resolves after immediate work. Tests with this clock use neither real timers nor the disk. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Advances the time, running each timer when it is due. */
  async pass(ms: number): Promise<void> {
    const end = this.#passed + ms;
    await this.settle();
    while (await this.#runNext(end)) continue;
    this.#passed = end;
  }

  /** Advances the time until the condition is true. Throws after this many milliseconds. */
  async until(isSo: () => boolean, withinMs: number): Promise<void> {
    const end = this.#passed + withinMs;
    await this.settle();
    while (!isSo()) if (!(await this.#runNext(end))) throw new Error(`not so after ${withinMs} ms`);
  }

  /** Advances the time without running timers, as when the computer sleeps. Due timers run late. */
  sleepMachine(ms: number): void {
    this.#passed += ms;
  }

  /** Runs the next timer that is due by then. Returns false if there is none. */
  async #runNext(end: number): Promise<boolean> {
    const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
    if (next === undefined || next.at > end) return false;
    this.#passed = Math.max(next.at, this.#passed);
    next.run();
    await this.settle();
    return true;
  }
}
