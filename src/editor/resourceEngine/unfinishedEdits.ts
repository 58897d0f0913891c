import { scopeCovers, type AccountScope } from "../../storage/scope.ts";
import type { Identified } from "./resource.ts";

/** Changes to a connection or a resource, and the version that the user saw when making the changes. */
export interface EditState<Reply, Answers> {
  readonly base: Reply;
  readonly answers: Answers;
}

/**
 * Keeps cancelled and failed edits in memory until the window closes. Edits are never written to disk, because they may
 * contain passwords, and the address of a login page may contain credentials.
 */
export class UnfinishedEdits<Reply extends Identified, Answers> {
  readonly #edits = new Map<string, Map<string, EditState<Reply, Answers>>>();

  find(accountId: string, id: string): EditState<Reply, Answers> | undefined {
    return this.#edits.get(accountId)?.get(id);
  }

  /** Stores an edit and replaces any earlier edit of the same object. */
  save(accountId: string, edit: EditState<Reply, Answers>): void {
    const edits = this.#edits.get(accountId) ?? new Map<string, EditState<Reply, Answers>>();
    this.#edits.set(accountId, edits.set(edit.base.id, edit));
  }

  remove(accountId: string, id: string): void {
    this.#edits.get(accountId)?.delete(id);
  }

  readonly forget = async (scope: AccountScope): Promise<void> => {
    for (const id of this.#edits.keys()) if (scopeCovers(scope, id)) this.#edits.delete(id);
    return Promise.resolve();
  };
}
