/** Pieces of work in one turn: a few milliseconds, also where their code has only just been loaded. */
const mostAtOnce = 50;

/**
 * Does small pieces of work that are asked for all at once a few in each turn of the event loop, in their order, so that
 * nobody else waits for all of them.
 */
export class BatchedScheduler {
  readonly #waiting: (() => void)[] = [];
  #left = mostAtOnce;

  /** Does a piece of work: now, or in a turn that has time for it. */
  do<T>(work: () => T): T | Promise<T> {
    if (this.#left === 0) return new Promise<void>((begin) => this.#waiting.push(begin)).then(work);
    this.#take(1);
    return work();
  }

  #take(some: number): void {
    if (this.#left === mostAtOnce) setImmediate(() => this.#next());
    this.#left -= some;
  }

  #next(): void {
    this.#left = mostAtOnce;
    const some = this.#waiting.splice(0, mostAtOnce);
    if (some.length > 0) this.#take(some.length);
    for (const begin of some) begin();
  }
}
