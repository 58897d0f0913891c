import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { Draft, DraftField, toRequest, withDefault } from "../../../domain/draft/draft.ts";
import type { FieldId } from "../../../domain/connections/settings.ts";
import type { Kept, Store } from "../../../storage/store.ts";

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
export class Drafts {
  readonly #kept: Kept<z.infer<typeof Stored>>;

  constructor(store: Store) {
    this.#kept = store.kept("drafts", Stored);
  }

  /** The draft of an account, or `undefined` where there is none, it is too old, or it cannot be read. */
  async load(accountId: string): Promise<KeptDraft | undefined> {
    const stored = await this.#kept.read(accountId);
    return stored && { draft: stored.draft, notKept: stored.notKept };
  }

  async save(accountId: string, draft: Draft, notKept: readonly FieldId[] = []): Promise<void> {
    await this.#kept.write(accountId, {
      v: 1,
      savedAt: Date.now(),
      draft: withDefault(draft, "login_url"),
      notKept: [...notKept, ...(draft.login_url === undefined ? [] : (["login_url"] as const))],
    });
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
}
