import { l10n } from "vscode";
import type { PageParts } from "../results/showingParts.ts";
import { chooseOrCreate } from "../things/choose.ts";
import { showThing } from "../things/read.ts";
import type { CommandArguments } from "../words/contributions.ts";
import { createCredentialFor } from "./create.ts";
import { credentials } from "./credentials.ts";

/** "Show Credentials…": all of them, to open one or to create one. */
export async function showCredentials(parts: PageParts): Promise<void> {
  const title = l10n.t("Show Credentials");
  const access = await parts.requireAccess(title);
  const chosen =
    access &&
    (await chooseOrCreate(credentials.choosing, access, l10n.t("Credentials"), {
      create: l10n.t("Create Credential…"),
    }));
  if (access === undefined || chosen === undefined) return;
  if (chosen.kind === "create") await createCredentialFor(parts, access);
  else await showCredential({ ...parts, requireAccess: () => Promise.resolve(access) }, { id: chosen.id });
}

/** "Show Credential": one that is named or asked for; in place of the result that is read again, if one is. */
export async function showCredential(
  parts: PageParts,
  told: CommandArguments["managedAuth.showCredential"],
): Promise<void> {
  await showThing(credentials, parts, l10n.t("Show Credential"), told);
}
