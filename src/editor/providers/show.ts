import { l10n } from "vscode";
import type { CredentialProvider } from "../../api/otherResources.ts";
import { occasionOf } from "../results/showingParts.ts";
import type { PageParts, ShowingParts } from "../results/showingParts.ts";
import { chooseOrCreate } from "../resourceEngine/choose.ts";
import { pageOf } from "../things/kind.ts";
import { showThing } from "../things/read.ts";
import type { Found } from "../things/read.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { createProviderCommand } from "./create.ts";
import { meant, providers } from "./providers.ts";
import { providerCard } from "./shownCard.ts";

/** "Show Providers…": the page of one that is named or chosen; the first row of the list creates one. */
export async function showProviders(
  parts: PageParts,
  asked: CommandArguments["managedAuth.showProviders"],
): Promise<void> {
  const title = l10n.t("Providers");
  const { kind, told } = meant(asked);
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const here = { ...parts, requireAccess: () => Promise.resolve(access) };
  const create = l10n.t("Create Provider…");
  const chosen =
    told.id === undefined
      ? await chooseOrCreate(providers.choosing, access, title, { create })
      : ({ kind: "one", id: told.id } as const);
  if (chosen?.kind === "create") await createProviderCommand(here);
  if (chosen?.kind === "one") await showThing(kind, here, title, { ...told, id: chosen.id });
}

/** Shows the page of one that was read, with what was just done, in place of an earlier result if one is named. */
export async function showTold(
  { panel, results }: ShowingParts,
  { access, thing, users }: Found<CredentialProvider>,
  resultId: string | undefined,
  told: Parameters<typeof providerCard>[3],
): Promise<void> {
  const occasion = occasionOf(access, resultId ?? results.newId());
  await panel.show(pageOf(providers, access, providerCard(occasion, thing, users, told), thing));
}
