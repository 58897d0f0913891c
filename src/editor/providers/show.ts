import { l10n } from "vscode";
import type { ResultPanel } from "../results/panel.ts";
import type { Results } from "../results/store.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { createProviderCommand } from "./create.ts";
import { pickProvider } from "./pickOne.ts";
import { readAsked } from "./read.ts";
import type { ProviderRead } from "./read.ts";
import { noProviderCard, providerCard, providerTab } from "./shownCard.ts";
import type { Tested } from "./shownCard.ts";

/** What showing a provider works with. */
export interface ShowProviderParts extends RequiresAccess {
  readonly results: Pick<Results, "newId">;
  readonly panel: Pick<ResultPanel, "show">;
}

/** "Show Providers…": the page of one that is named or chosen; the first row of the list creates one. */
export async function showProviders(
  parts: ShowProviderParts,
  { id, name, resultId }: CommandArguments["managedAuth.showProviders"],
): Promise<void> {
  const title = l10n.t("Providers");
  const access = await parts.requireAccess(title);
  if (access === undefined) return;
  const chosen =
    id === undefined && name === undefined ? await pickProvider(access, title, true) : { id, name };
  if (chosen === undefined) return;
  if ("create" in chosen) {
    await createProviderCommand({ ...parts, requireAccess: () => Promise.resolve(access) });
    return;
  }
  const read = await readAsked(access, title, chosen);
  if (read !== undefined) await showRead(parts, read, resultId);
}

/** Shows what was read, in place of an earlier result if one is named. */
export async function showRead(
  { panel, results }: Pick<ShowProviderParts, "panel" | "results">,
  { access, asked, end, users }: ProviderRead,
  resultId: string | undefined,
  told: { readonly said?: readonly string[]; readonly tested?: Tested | undefined } = {},
): Promise<void> {
  const { account } = access;
  const occasion = occasionOf(access, resultId ?? results.newId());
  await panel.show(
    end.kind === "ok"
      ? {
          card: providerCard(occasion, end.provider, users, told),
          accountId: account.id,
          about: end.provider.name,
          tab: providerTab(end.provider.name),
        }
      : {
          card: noProviderCard(occasion, asked, end.kind === "failed" ? end.error : undefined),
          accountId: account.id,
          about: asked.name ?? asked.id ?? "",
        },
  );
}

/** The moment of a result. */
export function occasionOf(
  { account, baseUrl }: Access,
  id: string,
): { readonly id: string; readonly account: Access["account"]; readonly baseUrl: string; readonly at: Date } {
  return { id, account, baseUrl, at: new Date() };
}
