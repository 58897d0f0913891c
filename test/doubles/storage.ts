// VS Code's storage for an extension: secrets and mementos.
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";

/** Secret storage. Emits a change for every write, of this window or another one, before the write resolves. */
export class SecretStorage implements vscode.SecretStorage {
  readonly #values = new Map<string, string>();
  readonly changed = new EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.changed.event;
  keys = (): Promise<string[]> => Promise.resolve([...this.#values.keys()]);
  get = (key: string): Promise<string | undefined> => Promise.resolve(this.#values.get(key));
  async store(key: string, value: string): Promise<void> {
    await Promise.resolve();
    this.#values.set(key, value);
    this.changed.fire({ key });
  }
  async delete(key: string): Promise<void> {
    await Promise.resolve();
    if (this.#values.delete(key)) this.changed.fire({ key });
  }
  /** Loses all secrets without an event, as VS Code does without a keyring. */
  forget(): void {
    this.#values.clear();
  }
}

export class Memento implements vscode.Memento {
  readonly #values = new Map<string, string>();
  keys = (): readonly string[] => [...this.#values.keys()];
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the signature is VS Code's
  get<T>(key: string): T | undefined;

  get<T>(key: string, otherwise: T): T;
  get(key: string, otherwise?: unknown): unknown {
    const stored = this.#values.get(key);
    return stored === undefined ? otherwise : (JSON.parse(stored) as unknown);
  }
  async update(key: string, value: unknown): Promise<void> {
    await Promise.resolve();
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.stringify(value));
  }
}
