import { l10n } from "vscode";
import type { RequiresAccess } from "../accounts/service.ts";
import type { PageParts } from "../results/showingParts.ts";
import { chooseOrCreate } from "../resourceEngine/choose.ts";
import { showThing } from "../things/read.ts";
import type { CommandArguments, FollowUp } from "../words/contributions.ts";
import { proxies } from "./proxies.ts";

/** "Show Proxies…": the proxies that there are, or those of a name. A row leads to its page, the first one to creating another. */
export async function showProxies(
  { requireAccess }: RequiresAccess,
  name = "",
): Promise<FollowUp | undefined> {
  const title = l10n.t("Proxies");
  const access = await requireAccess(title);
  const chosen =
    access &&
    (await chooseOrCreate(proxies.choosing, access, title, {
      create: l10n.t("Create Proxy…"),
      begun: name,
    }));
  if (chosen === undefined) return undefined;
  return chosen.kind === "create"
    ? { command: "managedAuth.createProxy", told: {} }
    : { command: "managedAuth.showProxy", told: { id: chosen.id } };
}

/** "Show Proxy": one that is named or asked for; in place of the result that is read again, if one is. */
export async function showProxy(
  parts: PageParts,
  told: CommandArguments["managedAuth.showProxy"],
): Promise<void> {
  await showThing(proxies, parts, l10n.t("Show Proxy"), told);
}
