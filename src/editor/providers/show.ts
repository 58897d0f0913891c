import { l10n } from "vscode";
import type { Access } from "../accounts/service.ts";
import { occasionOf } from "../results/showing.ts";
import type { PageParts, ShowingParts } from "../results/showing.ts";
import { chooseOrCreate } from "../things/choose.ts";
import { pageOf } from "../things/kind.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { createProviderCommand } from "./create.ts";
import { providers } from "./providers.ts";
import { readAsked } from "./read.ts";
import type { Asked, ProviderRead } from "./read.ts";
import { noProviderCard, providerCard } from "./shownCard.ts";
import type { Tested } from "./shownCard.ts";

/** "Show Providers…": the page of one that is named or chosen; the first row of the list creates one. */
export async function showProviders(
  parts: PageParts,
  { id, name, resultId }: CommandArguments["managedAuth.showProviders"],
): Promise<void> {
  const title = l10n.t("Providers");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const asked = id === undefined && name === undefined ? await askWhich(parts, access, title) : { id, name };
  const read = asked && (await readAsked(access, title, asked));
  if (read !== undefined) await showRead(parts, read, resultId);
}

/** Asks for one from the list, or creates one. */
async function askWhich(parts: PageParts, access: Access, title: string): Promise<Asked | undefined> {
  const chosen = await chooseOrCreate(providers.choosing, access, title, {
    create: l10n.t("Create Provider…"),
  });
  if (chosen?.kind === "create")
    await createProviderCommand({ ...parts, requireAccess: () => Promise.resolve(access) });
  return chosen?.kind === "one" ? { id: chosen.id } : undefined;
}

/** Shows what was read, in place of an earlier result if one is named. */
export async function showRead(
  { panel, results }: ShowingParts,
  { access, asked, end, users }: ProviderRead,
  resultId: string | undefined,
  told: { readonly said?: readonly string[]; readonly tested?: Tested | undefined } = {},
): Promise<void> {
  const occasion = occasionOf(access, resultId ?? results.newId());
  await panel.show(
    end.kind === "ok"
      ? pageOf(providers, access, providerCard(occasion, end.provider, users, told), end.provider)
      : {
          card: noProviderCard(occasion, asked, end.kind === "failed" ? end.error : undefined),
          accountId: access.account.id,
          about: asked.name ?? asked.id ?? "",
        },
  );
}
