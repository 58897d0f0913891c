import type { ZodMiniType } from "zod/mini";
import { retentionMs } from "./retention.ts";
import type { AccountScope } from "./scope.ts";
import type { AccountFiles, AccountStore } from "./accountStore.ts";

/** Caches each account's last response until it expires. Methods report errors to `onError` and never reject. */
export class CachedReading<Stored extends { readonly readAt: number }> {
  readonly #files: AccountFiles<Stored>;
  readonly #maxAgeMs: number;
  readonly #onError: (error: unknown) => void;

  constructor(
    store: AccountStore,
    name: "connections" | "entitlements",
    schema: ZodMiniType<Stored>,
    onError: (error: unknown) => void,
  ) {
    this.#files = store.files(name, schema);
    this.#maxAgeMs = retentionMs[name];
    this.#onError = onError;
  }

  /** Returns the cached response, or undefined if it is missing, has expired or has a timestamp in the future. */
  async read(accountId: string): Promise<Stored | undefined> {
    const stored = await this.#files.read(accountId).catch((error: unknown) => {
      this.#onError(error);
      return undefined;
    });
    if (stored === undefined) return undefined;
    const age = Date.now() - stored.readAt;
    return age >= 0 && age <= this.#maxAgeMs ? stored : undefined;
  }

  async write(accountId: string, stored: Stored): Promise<void> {
    await this.#files.write(accountId, stored).catch(this.#onError);
  }

  /** Removes the cached responses in a scope, including responses that are still being written. */
  async forget(scope: AccountScope): Promise<void> {
    await this.#files.forget(scope).catch(this.#onError);
  }
}
