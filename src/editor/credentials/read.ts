import { l10n } from "vscode";
import type { Outcome } from "../../api/errors.ts";
import { getCredential } from "../../api/operations.ts";
import type { Credential } from "../../api/otherResources.ts";
import { referringAmong } from "../../domain/credentials/use.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { Results } from "../results/store.ts";
import { noCredentialCard } from "./shownCard.ts";
import type { Users } from "../results/users.ts";

/** What reading a credential works with. */
export interface ReadCredentialParts extends RequiresAccess {
  readonly results: Pick<Results, "newId">;
  readonly panel: Pick<ResultPanel, "show">;
}

/** How reading a credential ended, and what refers to it. */
export interface CredentialRead {
  readonly outcome: Exclude<Outcome<Credential>, { readonly kind: "cancelled" }>;
  readonly users: Users;
}

/** Reads a credential by its id or name, and the connections that refer to it; `undefined` when the user left. */
export async function readCredential(
  access: Access,
  title: string,
  id: string,
): Promise<CredentialRead | undefined> {
  const read = await whileLoading({ title, back: false }, l10n.t("Reading the credential…"), (signal) =>
    Promise.all([
      access.client.call(getCredential, { path: { id_or_name: id } }, signal),
      new Lists(access.client).connections("", () => undefined, signal),
    ]),
  );
  if (read === undefined) return undefined;
  const [outcome, connections] = read;
  if (outcome.kind === "cancelled") return undefined;
  const users: Users = {
    usedBy: outcome.kind === "ok" ? referringAmong(connections.rows, outcome.value) : [],
    whole: connections.kind === "complete" && connections.unreadable === 0,
  };
  return { outcome, users };
}

/** The same for what is to be done with it: where it cannot be read, a page says so, and there is nothing to do. */
export async function readOrSay(
  { panel, results }: ReadCredentialParts,
  access: Access,
  title: string,
  id: string,
): Promise<{ readonly credential: Credential; readonly users: Users } | undefined> {
  const read = await readCredential(access, title, id);
  if (read === undefined) return undefined;
  if (read.outcome.kind === "ok") return { credential: read.outcome.value, users: read.users };
  const { account, baseUrl } = access;
  const occasion = { id: results.newId(), account, baseUrl, at: new Date() };
  await panel.show({
    card: noCredentialCard(occasion, id, read.outcome.error),
    accountId: account.id,
    about: id,
  });
  return undefined;
}
