import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { Draft, DraftField, toRequest, withDefault } from "../../../domain/draft/draft.ts";
import type { FieldId } from "../../../domain/draft/steps.ts";
import { Folder } from "../../../storage/folder.ts";
import { keptMs } from "../../../storage/keptFor.ts";
import { nothingUnknown } from "../../../storage/keeper.ts";
import type { Keeper } from "../../../storage/keeper.ts";
import type { Scope } from "../../../storage/scope.ts";

const Stored = z.object({
  v: z.literal(1),
  savedAt: z.number(),
  draft: Draft,
  notKept: z._default(z.array(DraftField), []),
});

/** A draft, and what it was made of had otherwise. */
export type KeptDraft = Pick<z.infer<typeof Stored>, "draft" | "notKept">;

/**
 * The unfinished draft of each account, kept on disk for 24 hours, but for the login page: its address may hold what
 * opens an account.
 */
export class Drafts implements Keeper {
  readonly #kept: Folder;
  readonly unknown = nothingUnknown;

  constructor(storageDirectory: string) {
    this.#kept = new Folder(storageDirectory, "drafts");
  }

  /** The draft of an account, or `undefined` where there is none, it is too old, or it cannot be read. */
  async load(accountId: string): Promise<KeptDraft | undefined> {
    const stored = Stored.safeParse(await this.#kept.read(accountId));
    if (!stored.success) return undefined;
    const { draft, notKept, savedAt } = stored.data;
    if (Date.now() - savedAt <= keptMs.drafts) return { draft, notKept };
    await this.clear(accountId);
    return undefined;
  }

  async save(accountId: string, draft: Draft, notKept: readonly FieldId[] = []): Promise<void> {
    const stored: z.infer<typeof Stored> = {
      v: 1,
      savedAt: Date.now(),
      draft: withDefault(draft, "login_url"),
      notKept: [...notKept, ...(draft.login_url === undefined ? [] : (["login_url"] as const))],
    };
    await this.#kept.write(accountId, stored);
  }

  /** Forgets the draft that a request was made of. Another that has taken its place, in any window, stays. */
  async fulfil(accountId: string, request: ManagedAuthCreateRequest): Promise<void> {
    const kept = await this.load(accountId);
    const sent = Object.fromEntries(Object.entries(request).filter(([field]) => field !== "login_url"));
    if (kept !== undefined && isDeepStrictEqual(toRequest(kept.draft), sent)) await this.clear(accountId);
  }

  async clear(accountId: string): Promise<void> {
    await this.#kept.remove(accountId);
  }

  async forget(scope: Scope): Promise<void> {
    await this.#kept.removeAll(scope);
  }
}
