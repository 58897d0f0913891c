import { getConnection } from "../../../api/operations.ts";
import type { ManagedAuth } from "../../../api/schemas.ts";
import type { Account } from "../../accounts/accounts.ts";
import type { FollowedLogin } from "../../logins/followedLogin.ts";
import type { Logins } from "../../logins/logins.ts";
import { type ResultContext, serviceTime } from "../../results/cardParts.ts";
import type { Result } from "../../results/result.ts";
import { connectionPage, namedProxies } from "../shown/page.ts";
import type { LoginKnown, ConnectionsContext } from "../context/context.ts";
import { loginNotes } from "./loginWords.ts";
import type { LoginMemory } from "../context/memory.ts";
import { isGone } from "../../../domain/deletion/deletion.ts";
import { isOver } from "../../../domain/login/login.ts";

/** Draws the page of a login's connection anew, where it is open. */
export async function drawPage(
  parts: ConnectionsContext,
  login: FollowedLogin,
  signal: AbortSignal,
): Promise<void> {
  const { connectionId } = login;
  const open = openPageOf(parts, login);
  if (open === undefined) return;
  if (login.end?.kind === "gone") return drawGone(parts, open.account, connectionId, signal, true);
  const known = parts.connections.state.reading?.rows.find(({ id }) => id === connectionId);
  const connection = login.connection ?? known;
  if (connection === undefined) return;
  const serviceTime = new Date(Date.now() + login.serviceAheadMs);
  await draw(parts, open, connection, { serviceTime, login: knownOf(login, connection, parts.memory) });
}

/**
 * Reads a connection that is said to be gone, and says so on its pages, or draws its page where it is not; `isCertain` where
 * that was read before.
 */
export async function drawGone(
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
    if (isCertain || isGone(outcome.error)) await parts.panel.gone(account.id, connectionId);
    return;
  }
  parts.connections.updateRow(account, outcome.value);
  // Meanwhile the page may have been closed, or another login be followed, which draws it from now on.
  const open = openPageOf(parts, { accountId: account.id, connectionId });
  const followed = parts.logins.of(account.id, connectionId);
  if (open === undefined || (followed !== undefined && followed.end === undefined)) return;
  await draw(parts, open, outcome.value, { ...serviceTime(outcome.answeredAt), raw: outcome.raw });
}

interface Read extends Pick<ResultContext, "serviceTime"> {
  readonly raw?: unknown;
  readonly login?: LoginKnown;
}

async function draw(
  { listed, panel }: ConnectionsContext,
  { account, result }: OpenPage,
  connection: ManagedAuth,
  { login, raw, ...time }: Read,
): Promise<void> {
  const { done, id } = result.card;
  const baseUrl = account.kind === "sandbox" ? "" : account.baseUrl;
  const named = await namedProxies({ listed }, connection);
  const context = { id, account, baseUrl, at: new Date(), named, ...time };
  const { card, ...page } = connectionPage(context, connection, { raw, login });
  await panel.update({ ...page, card: done === undefined ? card : { ...card, done } });
}

interface OpenPage {
  readonly result: Result;
  readonly account: Account;
}

/** The page of a login's connection, where it is open and tells what is; what happened stays until the user goes on. */
function openPageOf(
  { panel, session }: ConnectionsContext,
  { accountId, connectionId }: Pick<FollowedLogin, "accountId" | "connectionId">,
): OpenPage | undefined {
  const { state } = session;
  const open = panel.ofConnection(accountId, connectionId);
  if (open === undefined || state.kind !== "signedIn" || state.account.id !== accountId) return undefined;
  return open.result.card.head.kind === "header" && open.result.isGone !== true
    ? { result: open.result, account: state.account }
    : undefined;
}

/** What the page of a connection tells of its login beside what the connection does. */
function knownOf(login: FollowedLogin, connection: ManagedAuth, memory: LoginMemory): LoginKnown {
  const opened = memory.opened.has(login.key);
  const { end, phase } = login;
  const isAbandoned = end?.kind === "stopped" && end.why === "left";
  return {
    notes: loginNotes(login, connection),
    opened: opened && phase !== "starting",
    following: isAbandoned ? "left" : phase === "ended" ? "no" : "here",
  };
}

/** The same for a connection that was just read: of a login that has ended it tells more than this window knows. */
export function knownOfRead(
  { logins, memory }: { readonly logins: Pick<Logins, "of">; readonly memory: LoginMemory },
  accountId: string,
  connection: ManagedAuth,
): LoginKnown | undefined {
  const login = logins.of(accountId, connection.id);
  if (login === undefined || isOver(connection)) return undefined;
  const hasEnded = login.end !== undefined && login.end.kind !== "stopped";
  return hasEnded ? undefined : knownOf(login, connection, memory);
}
