import type { ManagedAuth } from "../../../api/schemas.ts";
import { changesOf } from "../../../domain/connections/changes.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import { covers, type Scope } from "../../../storage/scope.ts";

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
    for (const id of this.#kept.keys()) if (covers(scope, id)) this.#kept.delete(id);
    return Promise.resolve();
  };
}
