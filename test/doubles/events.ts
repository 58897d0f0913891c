import type * as vscode from "vscode";

export class EventEmitter<T> implements vscode.EventEmitter<T> {
  readonly #listeners = new Set<(event: T) => unknown>();
  readonly event: vscode.Event<T> = (listener) => {
    const own = (event: T): unknown => listener(event);
    this.#listeners.add(own);
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- VS Code's class is not here
    return { dispose: () => this.#listeners.delete(own) };
  };
  get listening(): number {
    return this.#listeners.size;
  }
  fire(event: T): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}
