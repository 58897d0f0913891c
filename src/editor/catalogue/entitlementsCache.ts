import * as z from "zod/mini";
import { Entitlements } from "../../api/schemas.ts";
import { storableEntitlements } from "../../domain/entitlements/entitlements.ts";
import { CachedReading } from "../../storage/cachedReading.ts";
import { scopeCovers, type AccountScope } from "../../storage/scope.ts";
import type { AccountStore } from "../../storage/accountStore.ts";

const StoredEntitlements = z.object({ v: z.literal(2), readAt: z.int(), value: Entitlements });

/** Entitlements with their fetch time, limited to the parts that {@link storableEntitlements} allows. */
export interface EntitlementsSnapshot {
  readonly value: Entitlements;
  readonly readAt: Date;
}

/**
 * Caches the entitlements of each account for seven days, so that a new window shows them immediately. A window
 * compares all fetched values with the same baseline: the value that was cached before the window cached its own.
 */
export class EntitlementsCache extends CachedReading<z.infer<typeof StoredEntitlements>> {
  readonly #baselines = new Map<string, Promise<EntitlementsSnapshot | undefined>>();
  readonly #newest = new Map<string, EntitlementsSnapshot>();

  /** `failed` is called if the cache can't be read or written. Fetched values are shown even in that case. */
  constructor(store: AccountStore, failed: (fault: unknown) => void) {
    super(store, "entitlements", StoredEntitlements, failed);
    store.onForget((scope) => this.forget(scope));
  }

  /** Returns the last value that an earlier window cached, if any. Never rejects. */
  async baseline(accountId: string): Promise<EntitlementsSnapshot | undefined> {
    const loading = this.#baselines.get(accountId) ?? this.#load(accountId);
    this.#baselines.set(accountId, loading);
    return loading;
  }

  /** Returns the last value that any window cached, if any. Never rejects. */
  async newest(accountId: string): Promise<EntitlementsSnapshot | undefined> {
    return this.#newest.get(accountId) ?? this.baseline(accountId);
  }

  /** Stores the parts that {@link storableEntitlements} allows. The last write wins. Never rejects. */
  async save(accountId: string, { readAt, value }: EntitlementsSnapshot): Promise<void> {
    const storable = storableEntitlements(value);
    if (storable === undefined) return this.forget({ accountId });
    this.#newest.set(accountId, { value: storable, readAt });
    await this.write(accountId, { v: 2, readAt: readAt.getTime(), value: storable });
  }

  /** Deletes the cached values of an account, including a value that is still being written. Never rejects. */
  override async forget(scope: AccountScope): Promise<void> {
    for (const cache of [this.#baselines, this.#newest])
      for (const id of cache.keys()) if (scopeCovers(scope, id)) cache.delete(id);
    await super.forget(scope);
  }

  async #load(accountId: string): Promise<EntitlementsSnapshot | undefined> {
    const stored = await this.read(accountId);
    const value = stored && storableEntitlements(stored.value);
    return value && { value, readAt: new Date(stored.readAt) };
  }
}
