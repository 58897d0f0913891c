import * as z from "zod/mini";
import type { Kept, Store } from "../../../storage/store.ts";

const Stored = z.object({ v: z.literal(1), hosts: z.array(z.string()) });

/** The other hosts whose login pages the user lets an account open; until it signs out. */
export class AgreedHosts {
  readonly #kept: Kept<z.infer<typeof Stored>>;

  constructor(store: Store) {
    this.#kept = store.kept("hosts", Stored);
  }

  /** Whether the user has let the account open pages of this host. */
  async has(accountId: string, host: string): Promise<boolean> {
    return (await this.#hosts(accountId)).includes(host);
  }

  async add(accountId: string, host: string): Promise<void> {
    const hosts = new Set([...(await this.#hosts(accountId)), host]);
    await this.#kept.write(accountId, { v: 1, hosts: [...hosts] });
  }

  async #hosts(accountId: string): Promise<readonly string[]> {
    return (await this.#kept.read(accountId))?.hosts ?? [];
  }
}
