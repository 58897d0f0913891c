/** Limits how many tasks run at the same time. Further tasks wait and start in order. */
export class ConcurrencyLimit {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  async do<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((begin) => this.#waiting.push(begin));
    else this.#free--;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}
