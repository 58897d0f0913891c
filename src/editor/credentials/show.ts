import { l10n } from "vscode";
import type { CommandArguments } from "../words/contributions.ts";
import { createCredentialFor } from "./create.ts";
import { pickCredential, pickToShow } from "./pick.ts";
import { readCredential } from "./read.ts";
import type { ReadCredentialParts } from "./read.ts";
import { credentialCard, credentialTab, noCredentialCard } from "./shownCard.ts";

/** "Show Credentials…": all of them, to open one or to create one. */
export async function showCredentials(parts: ReadCredentialParts): Promise<void> {
  const title = l10n.t("Show Credentials");
  const access = await parts.requireAccess(title);
  const chosen = access && (await pickToShow(access));
  if (access === undefined || chosen === undefined) return;
  if (chosen.kind === "create") await createCredentialFor(parts, access);
  else await showCredential({ ...parts, requireAccess: () => Promise.resolve(access) }, { id: chosen.id });
}

/** "Show Credential": one that is named or asked for; in place of the result that is read again, if one is. */
export async function showCredential(
  parts: ReadCredentialParts,
  { id, resultId }: CommandArguments["managedAuth.showCredential"],
): Promise<void> {
  const title = l10n.t("Show Credential");
  const access = await parts.requireAccess(title);
  const chosen = access && (id ?? (await pickCredential(access, title)));
  if (access === undefined || chosen === undefined) return;
  const read = await readCredential(access, title, chosen);
  if (read === undefined) return;
  const { account, baseUrl } = access;
  const { outcome, users } = read;
  const occasion = { id: resultId ?? parts.results.newId(), account, baseUrl, at: new Date() };
  await parts.panel.show(
    outcome.kind === "failed"
      ? { card: noCredentialCard(occasion, chosen, outcome.error), accountId: account.id, about: chosen }
      : {
          card: credentialCard(occasion, outcome.value, users),
          accountId: account.id,
          about: outcome.value.name,
          tab: credentialTab(outcome.value),
        },
  );
}
