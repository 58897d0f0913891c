import type * as vscode from "vscode";
import { trackDisposable } from "./held.ts";

export class EventEmitter<T> implements vscode.EventEmitter<T> {
  readonly #listeners = new Map<(event: T) => unknown, { dispose(): void }>();
  #isDisposed = false;
  readonly event: vscode.Event<T> = (listener) => {
    const own = (event: T): unknown => listener(event);
    // VS Code silently ignores listeners of a disposed emitter.
    if (!this.#isDisposed) this.#listeners.set(own, trackDisposable("a listener"));
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- VS Code's class doesn't exist in tests
    return { dispose: () => this.#remove(own) };
  };
  get listening(): number {
    return this.#listeners.size;
  }
  fire(event: T): void {
    for (const listener of [...this.#listeners.keys()]) listener(event);
  }
  dispose(): void {
    this.#isDisposed = true;
    for (const listener of [...this.#listeners.keys()]) this.#remove(listener);
  }
  #remove(listener: (event: T) => unknown): void {
    this.#listeners.get(listener)?.dispose();
    this.#listeners.delete(listener);
  }
}
