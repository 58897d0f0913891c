import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { Draft, toRequest } from "../../../domain/draft/draft.ts";
import { Folder } from "../../../storage/folder.ts";
import { keptMs } from "../../../storage/keptFor.ts";
import { nothingUnknown } from "../../../storage/keeper.ts";
import type { Keeper } from "../../../storage/keeper.ts";
import type { Scope } from "../../../storage/scope.ts";

const Stored = z.object({ v: z.literal(1), savedAt: z.number(), draft: Draft });

/** The unfinished draft of each account, kept on disk for 24 hours. A draft holds no secrets. */
export class Drafts implements Keeper {
  readonly #kept: Folder;
  readonly unknown = nothingUnknown;

  constructor(storageDirectory: string) {
    this.#kept = new Folder(storageDirectory, "drafts");
  }

  /** The draft of an account, or `undefined` where there is none, it is too old, or it cannot be read. */
  async load(accountId: string): Promise<Draft | undefined> {
    const stored = Stored.safeParse(await this.#kept.read(accountId));
    if (!stored.success) return undefined;
    if (Date.now() - stored.data.savedAt <= keptMs.drafts) return stored.data.draft;
    await this.clear(accountId);
    return undefined;
  }

  async save(accountId: string, draft: Draft): Promise<void> {
    const stored: z.infer<typeof Stored> = { v: 1, savedAt: Date.now(), draft };
    await this.#kept.write(accountId, stored);
  }

  /** Forgets the draft that a request was made of. Another that has taken its place, in any window, stays. */
  async fulfil(accountId: string, request: ManagedAuthCreateRequest): Promise<void> {
    const draft = await this.load(accountId);
    if (draft !== undefined && isDeepStrictEqual(toRequest(draft), request)) await this.clear(accountId);
  }

  async clear(accountId: string): Promise<void> {
    await this.#kept.remove(accountId);
  }

  async forget(scope: Scope): Promise<void> {
    await this.#kept.removeAll(scope);
  }
}
