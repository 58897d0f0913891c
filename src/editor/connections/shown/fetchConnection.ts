import { l10n } from "vscode";
import type { SettledOutcome } from "../../../api/errors.ts";
import { getConnection } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { AccountAccess, RequiresAccess } from "../../accounts/clientFactory.ts";
import { type NotifyAction, warn } from "../../kit/notify.ts";
import { whileLoading } from "../../kit/inputs/whileLoading.ts";
import { describeError } from "../../words/errors.ts";
import { labelWithValue, withFullStop } from "../../words/sentences.ts";
import type { ConnectionsContext } from "../context/context.ts";
import { PickerLists } from "../../catalogue/pickerLists.ts";
import { connectionPick } from "../../catalogue/picks.ts";
import { typedNamePick } from "../../catalogue/typedName.ts";
import { eachListed, pickLive } from "../../kit/inputs/livePick.ts";

/** The outcome of fetching a connection or some of its data, with the account that was used. */
export interface ConnectionReadResult<Outcome> {
  readonly access: AccountAccess;
  /** The requested ID. */
  readonly id: string;
  readonly outcome: Outcome;
}

export type FetchedOutcome = ConnectionReadResult<SettledOutcome<ManagedAuth>>;

/** Fetches a connection (interface.md §2.1) by ID, or prompts for one. Returns undefined if the user cancels. */
export async function fetchChosenConnection(
  parts: RequiresAccess,
  title: string,
  id: string | undefined,
): Promise<FetchedOutcome | undefined> {
  const reading = l10n.t("Reading the connection…");
  return fetchForConnection(parts, title, id, reading, async (access, chosen, signal) => {
    const outcome = await access.client.call(getConnection, { path: { id: chosen } }, signal);
    return outcome.kind === "cancelled" ? undefined : outcome;
  });
}

/**
 * Prompts for a connection unless `id` is given, and calls `read` while a quick pick shows the progress. `read`
 * returns `undefined` if the user cancels.
 */
export async function fetchForConnection<Outcome>(
  { requireAccess }: RequiresAccess,
  title: string,
  id: string | undefined,
  placeholder: string,
  read: (access: AccountAccess, id: string, signal: AbortSignal) => Promise<Outcome | undefined>,
): Promise<ConnectionReadResult<Outcome> | undefined> {
  const access = await requireAccess(title);
  const chosen = access && (id ?? (await pickConnection(access, title)));
  if (access === undefined || chosen === undefined) return undefined;
  const outcome = await whileLoading({ title, back: false }, placeholder, (signal) =>
    read(access, chosen, signal),
  );
  return outcome && { access, id: chosen, outcome };
}

interface FetchedConnection {
  readonly access: AccountAccess;
  readonly connection: ManagedAuth;
  readonly raw: unknown;
  /** Time of the response in milliseconds since 1970, by the service's clock if the response has a Date header. */
  readonly answeredAt: number;
}

/** Like {@link fetchChosenConnection}, but shows a warning and returns `undefined` if the request fails. */
export async function fetchOrWarn(
  parts: ConnectionsContext,
  title: string,
  id: string | undefined,
): Promise<FetchedConnection | undefined> {
  const read = await fetchChosenConnection(parts, title, id);
  if (read === undefined) return undefined;
  const { access, outcome } = read;
  if (outcome.kind === "ok") {
    const { answeredAt = Date.now(), raw, value: connection } = outcome;
    return { access, connection, raw, answeredAt };
  }
  const { headline } = describeError(outcome.error);
  void warn(withFullStop(labelWithValue(title, headline)), showAction(parts, access, read));
  return undefined;
}

/** Returns the "Show Connection" button for a notification about a connection. */
export function showAction(
  { start }: Pick<ConnectionsContext, "start">,
  { account }: AccountAccess,
  { id }: { readonly id: string },
): NotifyAction {
  return {
    label: l10n.t("Show Connection"),
    run: () => start("managedAuth.showConnection", { id }, account.id),
  };
}

/** Lets the user pick a connection or enter its ID. Returns the ID, or undefined if the user cancels. */
async function pickConnection(access: AccountAccess, title: string): Promise<string | undefined> {
  const answer = await pickLive({
    frame: { title, back: false },
    placeholder: l10n.t("Choose or type a connection ID"),
    emptyText: l10n.t("No connections yet."),
    load: new PickerLists(access.client).connections,
    rows: eachListed(connectionPick),
    typed: typedNamePick(l10n.t("The connection ID"), (id) => id),
    value: "",
  });
  return answer.value;
}

/** Returns the connections in the arguments, or prompts for one. Returns undefined if the user cancels. */
export async function chooseConnections(
  { requireAccess }: RequiresAccess,
  title: string,
  named: readonly string[] = [],
): Promise<{ readonly access: AccountAccess; readonly ids: readonly string[] } | undefined> {
  const access = await requireAccess(title);
  if (access === undefined || named.length > 0) return access && { access, ids: named };
  const id = await pickConnection(access, title);
  return id === undefined ? undefined : { access, ids: [id] };
}
