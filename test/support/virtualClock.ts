// Time that passes only where a test lets it, and then in order: whoever waits is called when its moment has come.
import type { Clock } from "../../src/api/clock.ts";

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class VirtualClock implements Clock {
  /** What the wall shows beyond the time that has passed, in milliseconds: a clock that was put forward or back. */
  jumped = 0;
  #passed = Date.UTC(2026, 10, 22, 10, 0, 0);
  readonly #timers = new Set<Timer>();

  /** The true time, which no jump changes. */
  get passed(): number {
    return this.#passed;
  }

  now(): number {
    return this.#passed + this.jumped;
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
      const end = (): void => {
        stop();
        resolve(false);
      };
      const stop = this.timer(ms, () => {
        signal.removeEventListener("abort", end);
        resolve(true);
      });
      signal.addEventListener("abort", end, { once: true });
    });
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Lets pass what takes no time. Nothing that a test of this clock does passes a timer or the disk. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets so much time pass, timer by timer. */
  async pass(ms: number): Promise<void> {
    const end = this.#passed + ms;
    await this.settle();
    while (await this.#runNext(end)) continue;
    this.#passed = end;
  }

  /** Lets time pass until something is so; fails where it is not within so many milliseconds. */
  async until(isSo: () => boolean, withinMs: number): Promise<void> {
    const end = this.#passed + withinMs;
    await this.settle();
    while (!isSo()) if (!(await this.#runNext(end))) throw new Error(`not so after ${withinMs} ms`);
  }

  /** A sleep of the machine: so much time passes, and no timer noticed; those that were due are late. */
  sleepMachine(ms: number): void {
    this.#passed += ms;
  }

  /** Lets time pass until the next timer has run; whether there was one until then. */
  async #runNext(end: number): Promise<boolean> {
    const [next] = [...this.#timers].sort((one, other) => one.at - other.at);
    if (next === undefined || next.at > end) return false;
    this.#passed = Math.max(next.at, this.#passed);
    next.run();
    await this.settle();
    return true;
  }
}
