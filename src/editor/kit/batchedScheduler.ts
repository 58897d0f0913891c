/**
 * Maximum number of tasks per iteration of the event loop. This many tasks take only a few milliseconds, even before V8
 * has optimized the tasks' code.
 */
const batchSize = 50;

/**
 * Spreads many small tasks over several iterations of the event loop, in order, so that they don't block other
 * extensions in the same extension host.
 */
export class BatchedScheduler {
  readonly #waiting: (() => void)[] = [];
  #remaining = batchSize;

  /** Runs a task immediately if the current batch has room, otherwise in a later iteration of the event loop. */
  run<T>(work: () => T): T | Promise<T> {
    if (this.#remaining === 0) return new Promise<void>((begin) => this.#waiting.push(begin)).then(work);
    this.#reserve(1);
    return work();
  }

  #reserve(count: number): void {
    if (this.#remaining === batchSize) setImmediate(() => this.#runNextBatch());
    this.#remaining -= count;
  }

  #runNextBatch(): void {
    this.#remaining = batchSize;
    const batch = this.#waiting.splice(0, batchSize);
    if (batch.length > 0) this.#reserve(batch.length);
    for (const begin of batch) begin();
  }
}
