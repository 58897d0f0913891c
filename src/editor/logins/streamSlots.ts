/** How many streams a window has open at once. */
const mostStreams = 4;

/** The streams of a window: who finds none free is told when one may be. */
export class Slots {
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  /** Takes one; the answer gives it back. `undefined` where none is free. */
  take(): (() => void) | undefined {
    if (this.#taken >= mostStreams) return undefined;
    this.#taken++;
    return () => {
      this.#taken--;
      const [first] = this.#waiting;
      first?.();
    };
  }

  /** Calls back when one is free, the longest waiting first; the answer calls that off. */
  wait(free: () => void): () => void {
    this.#waiting.add(free);
    return () => this.#waiting.delete(free);
  }
}
