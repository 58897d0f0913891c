import { l10n } from "vscode";
import * as z from "zod/mini";
import type { EntitlementsModel } from "../catalogue/entitlements.ts";
import type { WhoAmI } from "../catalogue/whoAmI.ts";
import { command } from "../kit/command.ts";
import type { Commands } from "../kit/command.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { occasionOf } from "../results/showingParts.ts";
import type { PageParts } from "../results/showingParts.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { accountCard, noAccountCard } from "./card.ts";

/** What showing an account works with. */
interface ShowAccountParts extends PageParts {
  readonly whoAmI: Pick<WhoAmI, "read">;
  readonly entitlements: Pick<EntitlementsModel, "recent">;
}

/** What people ask about their account. */
export function identityCommands(parts: ShowAccountParts): Commands<"managedAuth.showAccount"> {
  return {
    "managedAuth.showAccount": command(z.strictObject({ resultId: z.optional(z.uuid()) }), (told) =>
      showAccount(parts, told),
    ),
  };
}

/** "Show Account": whom the service takes it for, read anew; in place of the result that is read again, if one is. */
async function showAccount(
  parts: ShowAccountParts,
  { resultId }: CommandArguments["managedAuth.showAccount"],
): Promise<void> {
  const title = l10n.t("Account");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const told = await whileLoading({ title, back: false }, l10n.t("Reading the account…"), async (signal) => {
    const identity = await parts.whoAmI.read(access, signal);
    if (identity?.kind !== "notTold") return { identity };
    const { account, value } = (await parts.entitlements.recent()).reading ?? {};
    const plan = account?.id === access.account.id ? value?.plan : undefined;
    return { identity, plan: plan?.effective_id ?? plan?.id };
  });
  if (told?.identity === undefined) return;
  const { identity, plan } = told;
  const occasion = occasionOf(access, resultId ?? parts.results.newId());
  await parts.panel.show({
    card:
      identity.kind === "told" || identity.kind === "notTold"
        ? accountCard(occasion, identity, plan)
        : noAccountCard(occasion, identity),
    accountId: access.account.id,
    tab: { title, icon: "account" },
  });
}
