import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { ConnectionDraft, DraftField, toRequest, withDefault } from "../../../domain/draft/draft.ts";
import type { FieldId } from "../../../domain/connections/settings.ts";
import type { AccountFiles, AccountStore } from "../../../storage/accountStore.ts";
import { settingChanges } from "../../../domain/connections/settingChanges.ts";
import { scopeCovers, type AccountScope } from "../../../storage/scope.ts";

const StoredDraft = z.object({
  v: z.literal(1),
  savedAt: z.number(),
  draft: ConnectionDraft,
  notKept: z._default(z.array(DraftField), []),
});

/** A stored draft, and the fields that were left out when the draft was copied from its source or stored. */
export type SavedDraft = Pick<z.infer<typeof StoredDraft>, "draft" | "notKept">;

/**
 * Stores each account's unfinished draft of a new connection for 24 hours. Leaves out the address of the login page,
 * because the address may contain credentials.
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
   * Deletes the stored draft if the sent request was built from that draft. Keeps a different draft that any window
   * has stored after the request was built.
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

/** The user's edited answers, and the connection as it was when the edit started. */
export interface UnfinishedEdit {
  readonly base: ManagedAuth;
  readonly answers: ConnectionDraft;
}

/**
 * Keeps cancelled and failed edits in memory until the window closes. Edits are never written to disk, because the
 * address of a login page may contain credentials.
 */
export class UnfinishedEdits {
  readonly #edits = new Map<string, Map<string, UnfinishedEdit>>();

  find(accountId: string, connectionId: string): UnfinishedEdit | undefined {
    return this.#edits.get(accountId)?.get(connectionId);
  }

  /**
   * Stores an edit and replaces any earlier edit of the same connection. If the edit contains no changes, deletes the
   * earlier edit instead.
   */
  save(accountId: string, edit: UnfinishedEdit): void {
    const { id } = edit.base;
    if (settingChanges(edit.base, edit.answers).settings.length === 0) {
      this.remove(accountId, id);
      return;
    }
    const edits = this.#edits.get(accountId) ?? new Map<string, UnfinishedEdit>();
    this.#edits.set(accountId, edits.set(id, edit));
  }

  remove(accountId: string, connectionId: string): void {
    this.#edits.get(accountId)?.delete(connectionId);
  }

  readonly forget = async (scope: AccountScope): Promise<void> => {
    for (const id of this.#edits.keys()) if (scopeCovers(scope, id)) this.#edits.delete(id);
    return Promise.resolve();
  };
}
