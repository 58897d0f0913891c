import * as z from "zod/mini";
import { Entitlements } from "../../api/schemas.ts";
import { keptEntitlements } from "../../domain/entitlements/entitlements.ts";
import { CachedReading } from "../../storage/cachedReading.ts";
import { scopeCovers } from "../../storage/scope.ts";
import type { Scope } from "../../storage/scope.ts";
import type { AccountStore } from "../../storage/accountStore.ts";

const Stored = z.object({ v: z.literal(2), readAt: z.int(), value: Entitlements });

/** What entitlements said, and when; only what {@link keptEntitlements} lets through. */
export interface Snapshot {
  readonly value: Entitlements;
  readonly readAt: Date;
}

/**
 * What the entitlements of each account said when they were read last, for seven days: a window begins with it, and
 * its first reading is compared with what an earlier window read; that comparison holds until the window closes.
 */
export class Snapshots extends CachedReading<z.infer<typeof Stored>> {
  readonly #baselines = new Map<string, Promise<Snapshot | undefined>>();
  readonly #newest = new Map<string, Snapshot>();

  /** `failed` is told why values could not be read or kept; that is no reason to show none. */
  constructor(store: AccountStore, failed: (fault: unknown) => void) {
    super(store, "entitlements", Stored, failed);
    store.onForget((scope) => this.forget(scope));
  }

  /** What an earlier window read last, if that is known. Never rejects. */
  async before(accountId: string): Promise<Snapshot | undefined> {
    const known = this.#baselines.get(accountId) ?? this.#load(accountId);
    this.#baselines.set(accountId, known);
    return known;
  }

  /** What was read last, by this window or an earlier one, if that is known. Never rejects. */
  async newest(accountId: string): Promise<Snapshot | undefined> {
    return this.#newest.get(accountId) ?? this.before(accountId);
  }

  /** Keeps what may be kept of a reading; what is kept last stays. Never rejects. */
  async keep(accountId: string, { readAt, value }: Snapshot): Promise<void> {
    const kept = keptEntitlements(value);
    if (kept === undefined) return this.forget({ accountId });
    this.#newest.set(accountId, { value: kept, readAt });
    await this.write(accountId, { v: 2, readAt: readAt.getTime(), value: kept });
  }

  /** Forgets what was read of an account, also what is being written at the moment. Never rejects. */
  override async forget(scope: Scope): Promise<void> {
    for (const known of [this.#baselines, this.#newest])
      for (const id of known.keys()) if (scopeCovers(scope, id)) known.delete(id);
    await super.forget(scope);
  }

  async #load(accountId: string): Promise<Snapshot | undefined> {
    const stored = await this.read(accountId);
    const value = stored && keptEntitlements(stored.value);
    return value && { value, readAt: new Date(stored.readAt) };
  }
}
