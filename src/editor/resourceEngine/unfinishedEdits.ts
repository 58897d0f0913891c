import { scopeCovers, type AccountScope } from "../../storage/scope.ts";

/** Changes to a connection or a resource, and the version that the user saw when making the changes. */
export interface EditState<Reply, Answers> {
  readonly base: Reply;
  readonly answers: Answers;
}

/**
 * Keeps cancelled and failed edits in memory until the window closes. Edits are never written to disk, because they may
 * contain passwords, and the address of a login page may contain credentials.
 */
export class UnfinishedEdits<Reply, Answers> {
  readonly #edits = new Map<string, Map<string, EditState<Reply, Answers>>>();

  /**
   * Returns an account's edits by the object's ID. After a sign-out, the returned map is no longer stored, so that an
   * edit that is still open keeps no secrets.
   */
  of(accountId: string): Map<string, EditState<Reply, Answers>> {
    const edits = this.#edits.get(accountId) ?? new Map<string, EditState<Reply, Answers>>();
    this.#edits.set(accountId, edits);
    return edits;
  }

  readonly forget = async (scope: AccountScope): Promise<void> => {
    for (const id of this.#edits.keys()) if (scopeCovers(scope, id)) this.#edits.delete(id);
    return Promise.resolve();
  };
}
