import type { EditEnd } from "../../../domain/connections/edit.ts";
import type { Account } from "../../accounts/accounts.ts";
import type { ConnectionsModel } from "../../catalogue/connections.ts";
import type { LoginTimes } from "../../logins/loginTimes.ts";

/** What follows a change of a connection. */
export interface TakeUpParts {
  readonly connections: Pick<ConnectionsModel, "changed" | "saw">;
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
  if ("after" in end) connections.saw(account, end.after);
  void connections.changed();
}
