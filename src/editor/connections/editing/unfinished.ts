// What is kept of an edit, and what follows it.
import type { ManagedAuth } from "../../../api/schemas.ts";
import { changesOf } from "../../../domain/connections/changes.ts";
import type { Draft } from "../../../domain/draft/draft.ts";
import type { EditEnd } from "../../../domain/connections/edit.ts";
import { covers, type Scope } from "../../../storage/scope.ts";
import type { Account } from "../../accounts/accounts.ts";
import type { ConnectionsModel } from "../../catalogue/connections.ts";
import type { LoginTimes } from "../../logins/loginTimes.ts";

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

/** What follows a change of a connection. */
export interface TakeUpParts {
  readonly connections: Pick<ConnectionsModel, "changed" | "updateRow">;
  readonly logins: { readonly times: Pick<LoginTimes, "acted"> };
}

/** Has what shows a connection, and what keeps it logged in, follow how a change of it ended. */
export async function takeUp(
  { connections, logins }: TakeUpParts,
  account: Account,
  id: string,
  end: EditEnd,
): Promise<void> {
  // What stood against a login may not any more.
  if (end.kind === "saved") await logins.times.acted(account.id, id);
  if ("after" in end) connections.updateRow(account, end.after);
  void connections.changed();
}
