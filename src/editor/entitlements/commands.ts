import { l10n } from "vscode";
import * as z from "zod/mini";
import { entitlementsViewId, type CommandArguments } from "../words/contributions.ts";
import type { EntitlementsModel, EntitlementsReading } from "../catalogue/entitlementsModel.ts";
import { refreshView, type RefreshParts } from "../catalogue/refreshView.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { CommandResult, ResultTab } from "../results/result.ts";
import type { ResultStore } from "../results/resultStore.ts";
import type { WindowSession } from "../accounts/session.ts";
import type { Log } from "../kit/log.ts";
import { command, plainCommand, type CommandGroup } from "../kit/command.ts";
import type { RequiresAccess } from "../accounts/clientFactory.ts";
import { entitlementsCard, noEntitlementsCard } from "./entitlementsCard.ts";

interface ShowEntitlementsParts extends RequiresAccess, RefreshParts {
  readonly session: WindowSession;
  readonly entitlements: EntitlementsModel;
  readonly results: ResultStore;
  readonly panel: ResultPanel;
  readonly log: Log;
}

export function entitlementsCommands(parts: ShowEntitlementsParts) {
  const args = z.strictObject({
    fresh: z.optional(z.literal(true)),
    feature: z.optional(z.string()),
    resultId: z.optional(z.uuid()),
  });
  return {
    "managedAuth.showEntitlements": command(args, (args) => showEntitlements(parts, args)),
    "managedAuth.refreshEntitlements": plainCommand(() =>
      refreshView(parts, entitlementsViewId, () => parts.entitlements.refresh()),
    ),
  } satisfies CommandGroup;
}

/**
 * Shows the entitlements. Fetches them again if they are more than a minute old or if `fresh` is set. The page
 * explains `feature` at the top and replaces the result with the ID `resultId`, if given.
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
    const read = await (fresh === true ? entitlements.refresh() : entitlements.recentState());
    return read.reading === undefined ? read : entitlements.comparedState();
  });
  if (state === undefined) return;
  const { failure, reading } = state;
  const { account, baseUrl } = reading ?? access;
  const id = resultId ?? parts.results.newId();
  const context = { id, account, baseUrl, at: reading?.readAt ?? new Date() };
  const accountId = account.id;
  const tab: ResultTab = { title, icon: "checklist" };
  if (reading !== undefined) {
    const report = (of: EntitlementsReading): CommandResult => ({
      card: entitlementsCard(context, of, failure, feature),
      accountId,
      tab,
      ...(of.value.plan.id !== undefined && { about: of.value.plan.id }),
    });
    await parts.panel.show(report(reading));
    void parts.log.logFailure("usage", addUsage(parts, reading, report));
    return;
  }
  // Don't show the failure if the window has switched accounts, because the failure may be about the other account.
  const { state: now } = parts.session;
  if (failure !== undefined && now.kind === "signedIn" && now.account.id === access.account.id)
    await parts.panel.show({ card: noEntitlementsCard(context, failure), accountId, tab });
}

async function addUsage(
  { entitlements, panel }: ShowEntitlementsParts,
  { usage, value }: EntitlementsReading,
  report: (of: EntitlementsReading) => CommandResult,
): Promise<void> {
  await entitlements.loadUsage();
  const { reading } = entitlements.state;
  // Skip the update if the entitlements were fetched again in the meantime. Newer entitlements have their own page.
  if (reading?.value === value && reading.usage !== usage) await panel.update(report(reading));
}
