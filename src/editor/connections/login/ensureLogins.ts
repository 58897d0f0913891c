import { l10n } from "vscode";
import { ConcurrencyLimit } from "../../../domain/limit.ts";
import { display } from "../../../domain/text/display.ts";
import type { AccountAccess } from "../../accounts/clientFactory.ts";
import { connectionName } from "../../catalogue/connectionLabels.ts";
import { showStatus, showStatusOrInform } from "../../kit/notify.ts";
import { withCancel } from "../../kit/progress.ts";
import type { EnsureResult } from "../../../domain/login/ensureLogin.ts";
import { ensureTrackedLogin } from "../../logins/ensureLogin.ts";
import { newResultContext } from "../../results/showingContext.ts";
import { chooseConnections } from "../shown/fetchConnection.ts";
import { ensuredCard, type EnsuredConnection, ensuredTab, countLoggedIn } from "./ensuredCard.ts";
import type { ConnectionsContext } from "../context/context.ts";

/**
 * Runs "Make Sure It Is Logged In" for the given connections, or prompts for a connection. Never opens a login page.
 * The connections that need an action by the user are listed on a single result page, with buttons.
 */
export async function ensureAndReport(
  parts: ConnectionsContext,
  requestedIds: readonly string[] | undefined,
): Promise<void> {
  const chosen = await chooseConnections(parts, l10n.t("Make Sure It Is Logged In"), requestedIds);
  if (chosen === undefined) return;
  const { access } = chosen;
  const ids = [...new Set(chosen.ids)];
  const [first = ""] = ids;
  const doing =
    ids.length === 1
      ? l10n.t("Checking the login for {0}", display(connectionName(listedConnection(parts, first))))
      : l10n.t("Making sure that {0} connections are logged in", ids.length);
  const all = await withCancel(doing, (report, signal) => {
    let done = 0;
    const settled = (): void => {
      done++;
      if (ids.length > 1) report(l10n.t("{0} of {1}", done, ids.length), (100 * done) / ids.length);
    };
    return ensureAndUpdateRows(parts, access, ids, { settled, signal });
  });
  await reportEnsured(parts, access, all);
}

/**
 * Ensures that connections are logged in, two at a time, updates their rows and returns the results in the order of
 * `ids`. After the service refuses the token, sends no further requests. If this function starts a login, the results
 * report the end of the login, so no notification is shown. If the login needs the user, a notification reports its
 * end later. Logins that the user started are reported as usual.
 */
export async function ensureAndUpdateRows(
  parts: ConnectionsContext,
  access: AccountAccess,
  ids: readonly string[],
  { settled, signal }: { readonly settled: () => void; readonly signal: AbortSignal },
): Promise<readonly EnsuredConnection[]> {
  const { clock, connections, logins, memory } = parts;
  const limit = new ConcurrencyLimit(2);
  let refused: EnsureResult | undefined;
  const ensure = async (id: string): Promise<EnsuredConnection> => {
    const deps = { clock, connections, logins, report: memory.report };
    const ensured = refused ?? (await ensureTrackedLogin(deps, access, id, signal));
    if (
      ensured.kind === "cannot" &&
      ensured.why.kind === "error" &&
      ensured.why.error.kind === "unauthorized"
    )
      refused = { ...ensured, connection: undefined };
    settled();
    const { connection } = ensured;
    if (connection !== undefined) connections.updateRow(access.account, connection);
    return { connection: connection ?? listedConnection(parts, id), ensured };
  };
  return Promise.all(ids.map((id) => limit.do(() => ensure(id))));
}

function listedConnection({ connections }: ConnectionsContext, id: string): EnsuredConnection["connection"] {
  return connections.state.reading?.rows.find((row) => row.id === id) ?? { id };
}

/** Reports the results: a short message if the only connection is logged in, otherwise a page. */
async function reportEnsured(
  { panel, results, start }: ConnectionsContext,
  access: AccountAccess,
  all: readonly EnsuredConnection[],
): Promise<void> {
  const names = all.map(({ connection }) => display(connectionName(connection)));
  if (all.every(({ ensured: { kind } }) => kind === "cancelled")) {
    if (all.some(({ ensured }) => ensured.kind === "cancelled" && ensured.runs))
      showStatus(l10n.t("The login is still running. Continue in the side bar."));
    return;
  }
  if (all.length === 1 && countLoggedIn(all) === 1) {
    showStatusOrInform(l10n.t("{0} is logged in", names.join()), {
      label: l10n.t("Show Connection"),
      run: () => start("managedAuth.showConnection", { id: all[0]?.connection.id }, access.account.id),
    });
    return;
  }
  const [first, ...rest] = all;
  if (first?.ensured.kind === "needsPerson" && rest.length === 0) {
    await start("managedAuth.showConnection", { id: first.connection.id }, access.account.id);
    return;
  }
  await panel.show({
    card: ensuredCard(newResultContext(access, results.newId()), all),
    accountId: access.account.id,
    // The result for a single connection replaces the page of that connection.
    connectionId: rest.length === 0 ? first?.connection.id : undefined,
    tab: ensuredTab(all),
    about: names.join(", "),
  });
}
