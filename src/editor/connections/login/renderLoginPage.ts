import { getConnection } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import { compact } from "../../../domain/compact.ts";
import type { Account } from "../../accounts/accounts.ts";
import { type ConnectionRef, isAbandoned, type LoginSnapshot } from "../../../domain/login/loginSnapshot.ts";
import type { LoginSnapshots } from "../../catalogue/loginSnapshots.ts";
import { type ResultContext, serviceTime } from "../../results/cardParts.ts";
import type { CommandResult } from "../../results/result.ts";
import { findNames } from "../../catalogue/listModel.ts";
import { connectionPage } from "../shown/connectionPage.ts";
import type { LocalLoginInfo, ConnectionsContext } from "../context/context.ts";
import { loginNotes } from "./loginWords.ts";
import type { LoginMemory } from "../context/loginMemory.ts";
import { isResourceGone } from "../../../domain/resources/requestEnd.ts";
import { hasFlowEnded } from "../../../domain/login/loginState.ts";

/** Renders the page of the login's connection again if the page is open. */
export async function renderLoginPage(
  parts: ConnectionsContext,
  login: LoginSnapshot,
  signal: AbortSignal,
): Promise<void> {
  const { connectionId } = login;
  const openPage = findOpenPage(parts, login);
  if (openPage === undefined) return;
  if (login.end?.kind === "gone") return verifyDeletion(parts, openPage.account, connectionId, signal, true);
  const listed = parts.connections.state.reading?.rows.find(({ id }) => id === connectionId);
  const connection = login.connection ?? listed;
  if (connection === undefined) return;
  const serviceTime = new Date(Date.now() + login.serviceAheadMs);
  await renderPage(parts, openPage, connection, {
    serviceTime,
    login: localLoginInfo(login, connection, parts.memory),
    // Don't store the page of a running login, because the page may change several times per second.
    isPassing: login.end === undefined,
  });
}

/**
 * Fetches a connection that may have been deleted. Marks its pages as deleted, or renders its page if the connection
 * still exists. `isCertain` is true if an earlier read has confirmed the deletion.
 */
export async function verifyDeletion(
  parts: ConnectionsContext,
  account: Account,
  connectionId: string,
  signal: AbortSignal,
  isCertain = false,
): Promise<void> {
  const { client } = await parts.service.access(account, signal);
  const outcome = await client.call(getConnection, { path: { id: connectionId } }, signal);
  if (outcome.kind === "cancelled") return;
  if (outcome.kind === "failed") {
    if (isCertain || isResourceGone(outcome.error)) await parts.panel.markDeleted(account.id, connectionId);
    return;
  }
  parts.connections.updateRow(account, outcome.value);
  // The page may have been closed during the request, or the page may now belong to a newly tracked login.
  const openPage = findOpenPage(parts, { accountId: account.id, connectionId });
  const followed = parts.connections.logins.of(account.id, connectionId);
  if (openPage === undefined || (followed !== undefined && followed.end === undefined)) return;
  await renderPage(parts, openPage, outcome.value, { ...serviceTime(outcome.answeredAt), raw: outcome.raw });
}

interface PageFacts extends Pick<ResultContext, "serviceTime"> {
  readonly raw?: unknown;
  readonly login?: LocalLoginInfo;
  readonly isPassing?: boolean;
}

async function renderPage(
  parts: ConnectionsContext,
  { account, result }: OpenConnectionPage,
  connection: ManagedAuth,
  { isPassing = false, login, raw, ...time }: PageFacts,
): Promise<void> {
  const { done, id } = result.card;
  const baseUrl = account.kind === "sandbox" ? "" : account.baseUrl;
  const named = await findNames(parts, connection);
  const context = { id, account, baseUrl, at: new Date(), named, ...time };
  const { card, ...page } = connectionPage(context, connection, { raw, login });
  await parts.panel.update({ ...page, card: done === undefined ? card : { ...card, done } }, { isPassing });
}

interface OpenConnectionPage {
  readonly result: CommandResult;
  readonly account: Account;
}

/**
 * Returns the open page of the login's connection if the page shows the current state of the connection. A page that
 * shows the result of an action stays unchanged until the user leaves it.
 */
function findOpenPage(
  { panel, session }: ConnectionsContext,
  { accountId, connectionId }: ConnectionRef,
): OpenConnectionPage | undefined {
  const { state } = session;
  const openPage = panel.findConnectionPage(accountId, connectionId);
  if (openPage === undefined || state.kind !== "signedIn" || state.account.id !== accountId) return undefined;
  return openPage.result.card.head.kind === "header" && openPage.result.isGone !== true
    ? { result: openPage.result, account: state.account }
    : undefined;
}

/** Returns facts about a login that the service doesn't report with the connection, for the connection's page. */
function localLoginInfo(login: LoginSnapshot, connection: ManagedAuth, memory: LoginMemory): LocalLoginInfo {
  const opened = memory.openedPages.has(login.key);
  const { phase } = login;
  return {
    notes: compact(...loginNotes(login, connection), memory.variationNotes.get(login.key)),
    opened: opened && phase !== "starting",
    following: isAbandoned(login) ? "left" : phase === "ended" ? "no" : "here",
  };
}

/**
 * Returns this window's facts about the login of a connection that was just fetched. Returns undefined if the login
 * has ended, because the fetched connection then has more information than this window.
 */
export function loginInfoOfFetched(
  parts: { readonly connections: { readonly logins: LoginSnapshots }; readonly memory: LoginMemory },
  accountId: string,
  connection: ManagedAuth,
): LocalLoginInfo | undefined {
  const login = parts.connections.logins.of(accountId, connection.id);
  if (login === undefined || hasFlowEnded(connection)) return undefined;
  const hasEnded = login.end !== undefined && login.end.kind !== "stopped";
  return hasEnded ? undefined : localLoginInfo(login, connection, parts.memory);
}
