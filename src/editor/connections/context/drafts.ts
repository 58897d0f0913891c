import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { ManagedAuth, ManagedAuthCreateRequest } from "../../../api/schemas.ts";
import { Draft, DraftField, toRequest, withDefault } from "../../../domain/draft/draft.ts";
import type { FieldId } from "../../../domain/connections/settings.ts";
import type { AccountFiles, AccountStore } from "../../../storage/accountStore.ts";
import { changesOf } from "../../../domain/connections/changes.ts";
import { scopeCovers, type Scope } from "../../../storage/scope.ts";

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
  readonly #kept: AccountFiles<z.infer<typeof Stored>>;

  constructor(store: AccountStore) {
    this.#kept = store.files("drafts", Stored);
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

/** What a connection is to become, and the connection that the answers began with. */
export interface UnfinishedEdit {
  readonly base: ManagedAuth;
  readonly answers: Draft;
}

/**
 * Edits that were left, or whose changes did not come through, until the window closes: they hold the address of a login
 * page, which is never written.
 */
export class UnfinishedEdits {
  readonly #kept = new Map<string, Map<string, UnfinishedEdit>>();

  /** The edit of a connection of an account. */
  of(accountId: string, connectionId: string): UnfinishedEdit | undefined {
    return this.#kept.get(accountId)?.get(connectionId);
  }

  /** Keeps an edit in place of an earlier one of the same connection; one that changes nothing is none. */
  keep(accountId: string, edit: UnfinishedEdit): void {
    const { id } = edit.base;
    if (changesOf(edit.base, edit.answers).settings.length === 0) {
      this.drop(accountId, id);
      return;
    }
    const kept = this.#kept.get(accountId) ?? new Map<string, UnfinishedEdit>();
    this.#kept.set(accountId, kept.set(id, edit));
  }

  drop(accountId: string, connectionId: string): void {
    this.#kept.get(accountId)?.delete(connectionId);
  }

  readonly forget = async (scope: Scope): Promise<void> => {
    for (const id of this.#kept.keys()) if (scopeCovers(scope, id)) this.#kept.delete(id);
    return Promise.resolve();
  };
}
