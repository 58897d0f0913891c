// What VS Code keeps for an extension.
import type * as vscode from "vscode";
import { EventEmitter } from "./events.ts";

/** Secret storage; own writes are reported too, before they are done. What another window stores looks the same. */
export class SecretStorage implements vscode.SecretStorage {
  readonly #kept = new Map<string, string>();
  readonly changed = new EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.changed.event;
  keys = (): Promise<string[]> => Promise.resolve([...this.#kept.keys()]);
  get = (key: string): Promise<string | undefined> => Promise.resolve(this.#kept.get(key));
  async store(key: string, value: string): Promise<void> {
    await Promise.resolve();
    this.#kept.set(key, value);
    this.changed.fire({ key });
  }
  async delete(key: string): Promise<void> {
    await Promise.resolve();
    if (this.#kept.delete(key)) this.changed.fire({ key });
  }
  /** Secret storage loses everything, silently, as without a keyring. */
  forget(): void {
    this.#kept.clear();
  }
}

export class Memento implements vscode.Memento {
  readonly #kept = new Map<string, string>();
  keys = (): readonly string[] => [...this.#kept.keys()];
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the signature is VS Code's
  get<T>(key: string): T | undefined;

  get<T>(key: string, otherwise: T): T;
  get(key: string, otherwise?: unknown): unknown {
    const kept = this.#kept.get(key);
    return kept === undefined ? otherwise : (JSON.parse(kept) as unknown);
  }
  async update(key: string, value: unknown): Promise<void> {
    await Promise.resolve();
    if (value === undefined) this.#kept.delete(key);
    else this.#kept.set(key, JSON.stringify(value));
  }
}
