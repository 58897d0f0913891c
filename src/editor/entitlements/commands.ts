import { l10n } from "vscode";
import * as z from "zod/mini";
import { entitlementsCard, noEntitlementsCard } from "./card.ts";
import { entitlementsViewId } from "../words/contributions.ts";
import type { CommandArguments } from "../words/contributions.ts";
import type { EntitlementsModel, EntitlementsState, Reading } from "../catalogue/entitlements.ts";
import { refreshView } from "../catalogue/refresh.ts";
import type { RefreshParts } from "../catalogue/refresh.ts";
import { setContext } from "../kit/contextKeys.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { Result, Tab } from "../results/result.ts";
import type { Results } from "../results/store.ts";
import type { Session } from "../accounts/session.ts";
import type { Log } from "../kit/log.ts";
import { command, plainCommand } from "../kit/command.ts";
import type { Commands } from "../kit/command.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";

/** What showing the entitlements works with. */
export interface ShowEntitlementsParts extends RequiresAccess, RefreshParts {
  readonly session: Session;
  readonly entitlements: EntitlementsModel;
  readonly results: Results;
  readonly panel: Pick<ResultPanel, "show" | "update">;
  readonly log: Log;
}

/** What people do about the plan. */
export function entitlementsCommands(parts: ShowEntitlementsParts) {
  const takes = z.strictObject({
    fresh: z.optional(z.literal(true)),
    feature: z.optional(z.string()),
    resultId: z.optional(z.uuid()),
  });
  return {
    "managedAuth.showEntitlements": command(takes, (told) => showEntitlements(parts, told)),
    "managedAuth.refreshEntitlements": plainCommand(() =>
      refreshView(parts, entitlementsViewId, () => parts.entitlements.refresh()),
    ),
  } satisfies Partial<Commands>;
}

/**
 * Shows the whole report, of a reading that is not older than a minute; read anew if `fresh`, with a word on one
 * feature if one is asked about, and in place of the result that is read again, if one is.
 */
export async function showEntitlements(
  parts: ShowEntitlementsParts,
  { feature, fresh, resultId }: CommandArguments["managedAuth.showEntitlements"] = {},
): Promise<void> {
  const title = l10n.t("Entitlements");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const { entitlements } = parts;
  const state = await whileLoading({ title, back: false }, l10n.t("Reading the entitlements…"), async () => {
    const read = await (fresh === true ? entitlements.refresh() : entitlements.recent());
    return read.reading === undefined ? read : entitlements.compared();
  });
  if (state !== undefined) await show(parts, access, state, feature, resultId);
}

async function show(
  parts: ShowEntitlementsParts,
  access: Access,
  { failure, reading }: EntitlementsState,
  explained: string | undefined,
  resultId: string | undefined,
): Promise<void> {
  const { account, baseUrl } = reading ?? access;
  const id = resultId ?? parts.results.newId();
  const occasion = { id, account, baseUrl, at: reading?.readAt ?? new Date() };
  const accountId = account.id;
  const tab: Tab = { title: l10n.t("Entitlements"), icon: "checklist" };
  if (reading !== undefined) {
    const report = (of: Reading): Result => ({
      card: entitlementsCard(occasion, of, failure, explained),
      accountId,
      tab,
      ...(of.value.plan.id !== undefined && { about: of.value.plan.id }),
    });
    await parts.panel.show(report(reading));
    void setContext("managedAuth.entitlementsShown", true);
    void parts.log.tidied("usage", addUsage(parts, reading, report));
  } else if (failure !== undefined && isStill(parts, access)) {
    await parts.panel.show({ card: noEntitlementsCard(occasion, failure), accountId, tab });
  }
}

/** Adds what is used to a report that lacks it, once the service has told. */
async function addUsage(
  { entitlements, panel }: ShowEntitlementsParts,
  { usage, value }: Reading,
  report: (of: Reading) => Result,
): Promise<void> {
  if (usage !== undefined) return;
  await entitlements.wantUsage();
  const { reading } = entitlements.state;
  // Another reading has a report of its own.
  if (reading?.usage !== undefined && reading.value === value) await panel.update(report(reading));
}

/** Whether the window still works as this account: a failure does not say whose it is. */
function isStill({ session }: ShowEntitlementsParts, { account }: Access): boolean {
  const { state } = session;
  return state.kind === "signedIn" && state.account.id === account.id;
}
