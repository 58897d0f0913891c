import type { Disposable } from "vscode";

/**
 * Passes on the latest of many calls, the first at once and then at most one in `ms` milliseconds: whatever listens
 * works for each. `flush` passes on what waits; disposing drops it.
 */
export class Paced<T> implements Disposable {
  readonly #pass: (value: T) => void;
  readonly #ms: number;
  #waiting: { readonly value: T } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, pass: (value: T) => void) {
    this.#ms = ms;
    this.#pass = pass;
  }

  call(value: T): void {
    this.#waiting = { value };
    if (this.#timer === undefined) this.flush();
  }

  flush(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.flush();
    }, this.#ms);
    this.#pass(waiting.value);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#waiting = undefined;
  }
}
