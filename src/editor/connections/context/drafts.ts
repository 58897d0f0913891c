import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { ConnectionDraft, DraftField, toRequest, withDefault } from "../../../domain/draft/draft.ts";
import type { FieldId } from "../../../domain/connections/settings.ts";
import type { AccountFiles, AccountStore } from "../../../storage/accountStore.ts";
import type { UnfinishedEdits } from "../../resourceEngine/unfinished.ts";

const StoredDraft = z.object({
  v: z.literal(1),
  savedAt: z.number(),
  draft: ConnectionDraft,
  notKept: z._default(z.array(DraftField), []),
});

/**
 * A stored draft of a new connection. `notKept` lists the fields that the draft lacks, because they couldn't be copied
 * from another connection or because they are never stored.
 */
export type SavedDraft = Pick<z.infer<typeof StoredDraft>, "draft" | "notKept">;

/**
 * Stores each account's unfinished draft of a new connection for 24 hours. Leaves out the URL of the login page,
 * because the URL may contain credentials.
 */
export class DraftStore {
  readonly #files: AccountFiles<z.infer<typeof StoredDraft>>;

  constructor(store: AccountStore) {
    this.#files = store.files("drafts", StoredDraft);
  }

  /** Returns the draft of an account, or `undefined` if it is missing, expired or unreadable. */
  async load(accountId: string): Promise<SavedDraft | undefined> {
    const stored = await this.#files.read(accountId);
    return stored && { draft: stored.draft, notKept: stored.notKept };
  }

  async save(accountId: string, draft: ConnectionDraft, notKept: readonly FieldId[] = []): Promise<void> {
    await this.#files.write(accountId, {
      v: 1,
      savedAt: Date.now(),
      draft: withDefault(draft, "login_url"),
      notKept: [...notKept, ...(draft.login_url === undefined ? [] : (["login_url"] as const))],
    });
  }

  /**
   * Deletes the stored draft if the sent `request` contains the same answers. Keeps a draft with other answers, because
   * a window may have stored that draft after the request was built.
   */
  async removeSent(accountId: string, request: ManagedAuthCreateRequest): Promise<void> {
    const stored = await this.load(accountId);
    const sent = Object.fromEntries(Object.entries(request).filter(([field]) => field !== "login_url"));
    if (stored !== undefined && isDeepStrictEqual(toRequest(stored.draft), sent)) await this.clear(accountId);
  }

  async clear(accountId: string): Promise<void> {
    await this.#files.remove(accountId);
  }
}

export type ConnectionEdits = UnfinishedEdits<ManagedAuth, ConnectionDraft>;
