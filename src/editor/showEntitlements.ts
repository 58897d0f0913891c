import { l10n, window } from "vscode";
import { connected } from "./accountCommands.ts";
import { entitlementsCard, noEntitlementsCard } from "./cards/entitlements.ts";
import { entitlementsViewId } from "./commandIds.ts";
import type { EntitlementsState } from "./entitlementsModel.ts";
import type { Parts } from "./parts.ts";
import { whileLoading } from "./prompts.ts";
import type { Connection } from "./service.ts";

/** "Show Entitlements": the whole report; read anew if `fresh`, and with a word on one feature if one is asked about. */
export async function showEntitlementsCommand(
  parts: Parts,
  fresh = false,
  explained?: string,
): Promise<void> {
  const title = l10n.t("Entitlements");
  const connection = await connected(parts, title);
  if (connection === undefined) return;
  const { entitlements } = parts;
  const state = await whileLoading({ title, back: false }, l10n.t("Reading the entitlements…"), async () => {
    const read = await (fresh ? entitlements.refresh() : entitlements.known());
    return read.reading === undefined ? read : entitlements.compared();
  });
  void entitlements.wantUsage();
  if (state !== undefined) await show(parts, connection, state, explained);
}

/** "Refresh Entitlements": reads them anew, with the progress in the view. */
export async function refreshEntitlementsCommand(parts: Parts): Promise<void> {
  if (parts.session.state.kind === "signedOut") return;
  await window.withProgress({ location: { viewId: entitlementsViewId } }, () => parts.entitlements.refresh());
}

async function show(
  parts: Parts,
  connection: Connection,
  { failure, reading }: EntitlementsState,
  explained: string | undefined,
): Promise<void> {
  const { account, baseUrl } = reading ?? connection;
  const occasion = { id: parts.results.newId(), account, baseUrl, at: new Date() };
  if (reading !== undefined) {
    await parts.panel.show({
      card: entitlementsCard(occasion, reading, failure, explained),
      context: { accountId: account.id },
    });
  } else if (failure !== undefined && isStill(parts, connection)) {
    await parts.panel.show({
      card: noEntitlementsCard(occasion, failure),
      context: { accountId: account.id },
    });
  }
}

/** Whether the window still works as the account of a connection: a failure does not say whose it is. */
function isStill({ session }: Parts, { account }: Connection): boolean {
  const { state } = session;
  return state.kind === "signedIn" && state.account.id === account.id;
}
