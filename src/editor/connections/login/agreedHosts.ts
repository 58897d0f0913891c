import * as z from "zod/mini";
import { Folder } from "../../../storage/folder.ts";
import { nothingUnknown } from "../../../storage/keeper.ts";
import type { Keeper } from "../../../storage/keeper.ts";
import type { Scope } from "../../../storage/scope.ts";

const Stored = z.object({ v: z.literal(1), hosts: z.array(z.string()) });

/** The other hosts whose login pages the user lets an account open; until it signs out. */
export class AgreedHosts implements Keeper {
  readonly #kept: Folder;
  readonly unknown = nothingUnknown;

  constructor(storageDirectory: string) {
    this.#kept = new Folder(storageDirectory, "hosts");
  }

  /** Whether the user has let the account open pages of this host. */
  async has(accountId: string, host: string): Promise<boolean> {
    return (await this.#hosts(accountId)).includes(host);
  }

  async add(accountId: string, host: string): Promise<void> {
    const hosts = new Set([...(await this.#hosts(accountId)), host]);
    await this.#kept.write(accountId, { v: 1, hosts: [...hosts] });
  }

  async forget(scope: Scope): Promise<void> {
    await this.#kept.removeAll(scope);
  }

  async #hosts(accountId: string): Promise<readonly string[]> {
    return Stored.safeParse(await this.#kept.read(accountId)).data?.hosts ?? [];
  }
}
