import { l10n, window } from "vscode";
import { connected, signInCommand } from "../accounts/signIn/commands.ts";
import { entitlementsCard, noEntitlementsCard } from "./card.ts";
import { entitlementsViewId } from "../words/contributions.ts";
import type { EntitlementsState, Reading } from "../catalogue/entitlements.ts";
import { inform } from "../kit/notify.ts";
import { reached } from "../kit/milestones.ts";
import type { Parts } from "../app/parts.ts";
import { whileLoading } from "../kit/whileLoading.ts";
import type { Result } from "../results/store.ts";
import type { Connection } from "../accounts/service.ts";

/**
 * "Show Entitlements": the whole report, of a reading that is not older than a minute; read anew if `fresh`, with a word
 * on one feature if one is asked about, and in place of the result that is read again, if one is.
 */
export async function showEntitlementsCommand(
  parts: Parts,
  fresh = false,
  explained?: string,
  again?: Result,
): Promise<void> {
  const title = l10n.t("Entitlements");
  const connection = await connected(parts, title);
  if (connection === undefined) return;
  const { entitlements } = parts;
  const state = await whileLoading({ title, back: false }, l10n.t("Reading the entitlements…"), async () => {
    const read = await (fresh ? entitlements.refresh() : entitlements.recent());
    return read.reading === undefined ? read : entitlements.compared();
  });
  if (state !== undefined) await show(parts, connection, state, explained, again);
}

/** "Refresh Entitlements": reads them anew, with the progress in the view; says so where there is nobody to read for. */
export async function refreshEntitlementsCommand(parts: Parts): Promise<void> {
  if (parts.session.state.kind === "signedOut") {
    void inform(l10n.t("Nobody is signed in, so there is nothing to refresh."), {
      label: l10n.t("Sign In"),
      run: () => signInCommand(parts),
    });
    return;
  }
  await window.withProgress({ location: { viewId: entitlementsViewId } }, () => parts.entitlements.refresh());
}

async function show(
  parts: Parts,
  connection: Connection,
  { failure, reading }: EntitlementsState,
  explained: string | undefined,
  again: Result | undefined,
): Promise<void> {
  const { account, baseUrl } = reading ?? connection;
  const id = again?.card.id ?? parts.results.newId();
  const occasion = { id, account, baseUrl, at: reading?.readAt ?? new Date() };
  const context = { accountId: account.id };
  if (reading !== undefined) {
    const report = (of: Reading): Result => ({
      card: entitlementsCard(occasion, of, failure, explained),
      context,
      ...(of.value.plan.id !== undefined && { about: of.value.plan.id }),
    });
    await parts.panel.show(report(reading));
    reached("entitlementsShown");
    void parts.log.tidied("usage", addUsage(parts, reading, report));
  } else if (failure !== undefined && isStill(parts, connection)) {
    await parts.panel.show({ card: noEntitlementsCard(occasion, failure), context });
  }
}

/** Adds what is used to a report that lacks it, once the service has told. */
async function addUsage(
  { entitlements, panel }: Parts,
  { usage, value }: Reading,
  report: (of: Reading) => Result,
): Promise<void> {
  if (usage !== undefined) return;
  await entitlements.wantUsage();
  const { reading } = entitlements.state;
  // Another reading has a report of its own.
  if (reading?.usage !== undefined && reading.value === value) await panel.update(report(reading));
}

/** Whether the window still works as the account of a connection: a failure does not say whose it is. */
function isStill({ session }: Parts, { account }: Connection): boolean {
  const { state } = session;
  return state.kind === "signedIn" && state.account.id === account.id;
}
