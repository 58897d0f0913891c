import type { SecretStorage, SecretStorageChangeEvent } from "vscode";

/** Secret storage that can read one secret ahead, while the code is loaded that is going to ask for it. */
export class SecretAhead implements SecretStorage {
  readonly #secrets: SecretStorage;
  #ahead: { readonly key: string; readonly text: Promise<string | undefined> } | undefined;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  get onDidChange(): SecretStorage["onDidChange"] {
    return this.#secrets.onDidChange;
  }

  /**
   * Reads a secret for work that asks for it soon. It is forgotten as soon as it changes, and at the end of the turn
   * of the event loop in which the work ends; from then on every question is asked anew.
   */
  async during<T>(key: string, work: () => Promise<T>): Promise<T> {
    const forget = (): void => {
      this.#ahead = undefined;
    };
    const following = this.#secrets.onDidChange((changed: SecretStorageChangeEvent) => {
      if (changed.key === key) forget();
    });
    const text = Promise.resolve(this.#secrets.get(key));
    // Whoever asks for it is told.
    text.catch(() => undefined);
    this.#ahead = { key, text };
    try {
      // VS Code sends from a timer without delay, and loading code keeps the thread: this one comes behind it.
      await new Promise((resolve) => setTimeout(resolve));
      return await work();
    } finally {
      setImmediate(() => {
        following.dispose();
        forget();
      });
    }
  }

  async get(key: string): Promise<string | undefined> {
    return this.#ahead?.key === key ? this.#ahead.text : this.#secrets.get(key);
  }

  async keys(): Promise<string[]> {
    return this.#secrets.keys();
  }

  async store(key: string, value: string): Promise<void> {
    await this.#secrets.store(key, value);
  }

  async delete(key: string): Promise<void> {
    await this.#secrets.delete(key);
  }
}
