import type { Clock } from "../../api/clock.ts";

/** Does something for whoever asks, each at most so often: what they ask meanwhile is done once, for the newest. */
export class Throttled<T> {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #work: (newest: T) => void;
  /** By who asked within that time: what they have asked since, and how to forget it. */
  readonly #paused = new Map<string, { newest?: { readonly asked: T }; readonly stop: () => void }>();

  constructor(clock: Clock, everyMs: number, work: (newest: T) => void) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#work = work;
  }

  do(who: string, asked: T): void {
    const paused = this.#paused.get(who);
    if (paused !== undefined) {
      paused.newest = { asked };
      return;
    }
    this.#paused.set(who, { stop: this.#clock.timer(this.#everyMs, () => this.#goOn(who)) });
    this.#work(asked);
  }

  /** Does nothing any more of what was asked. */
  dispose(): void {
    for (const { stop } of this.#paused.values()) stop();
    this.#paused.clear();
  }

  #goOn(who: string): void {
    const newest = this.#paused.get(who)?.newest;
    this.#paused.delete(who);
    if (newest !== undefined) this.do(who, newest.asked);
  }
}
