import type { ZodMiniType } from "zod/mini";
import { keptMs } from "./keptFor.ts";
import type { Scope } from "./scope.ts";
import type { Kept, Store } from "./store.ts";

/** The last reading of each account, until it expires. No method rejects: `failed` gets the fault. */
export class LastRead<Stored extends { readonly readAt: number }> {
  readonly #kept: Kept<Stored>;
  readonly #longestMs: number;
  readonly #failed: (fault: unknown) => void;

  constructor(
    store: Store,
    name: "connections" | "entitlements",
    schema: ZodMiniType<Stored>,
    failed: (fault: unknown) => void,
  ) {
    this.#kept = store.kept(name, schema);
    this.#longestMs = keptMs[name];
    this.#failed = failed;
  }

  /** The last reading; `undefined` where there is none, it has expired, or its time is in the future. */
  async read(accountId: string): Promise<Stored | undefined> {
    const stored = await this.#kept.read(accountId).catch((fault: unknown) => {
      this.#failed(fault);
      return undefined;
    });
    if (stored === undefined) return undefined;
    const age = Date.now() - stored.readAt;
    return age >= 0 && age <= this.#longestMs ? stored : undefined;
  }

  async write(accountId: string, stored: Stored): Promise<void> {
    await this.#kept.write(accountId, stored).catch(this.#failed);
  }

  /** Removes the readings that a scope covers, including those that are being written. */
  async forget(scope: Scope): Promise<void> {
    await this.#kept.forget(scope).catch(this.#failed);
  }
}
