import type { ZodMiniType } from "zod/mini";
import { keptMs } from "./keptFor.ts";
import type { Scope } from "./scope.ts";
import type { Kept, Store } from "./store.ts";

/** What each account's last reading said, for as long as is promised. Nothing here rejects: `failed` is told why. */
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

  /** What was read last, if that is known; what a clock says that is ahead of ours is no use. */
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

  /** Forgets what was read of whatever a scope covers, also what is being written at the moment. */
  async forget(scope: Scope): Promise<void> {
    await this.#kept.forget(scope).catch(this.#failed);
  }
}
