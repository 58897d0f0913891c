import { l10n } from "vscode";
import { deleteCredential } from "../../api/operations.ts";
import type { Credential } from "../../api/otherResources.ts";
import type { Deletion } from "../../domain/deletion/deletion.ts";
import { display } from "../../domain/text/display.ts";
import { accountLabel } from "../accounts/words.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import type { ConnectionsModel } from "../catalogue/connections.ts";
import { deleteAll } from "../kit/deleteAll.ts";
import { confirm, listed, mention } from "../kit/notify.ts";
import { occasionOf } from "../results/showingParts.ts";
import type { PageParts } from "../results/showingParts.ts";
import type { Users } from "../things/usedBy.ts";
import { findThing } from "../things/read.ts";
import { credentials } from "./credentials.ts";
import { deletedCard, isPlainSuccess } from "./deletedCard.ts";

export interface DeleteCredentialParts extends PageParts {
  readonly connections: Pick<ConnectionsModel, "changed">;
}

/** "Delete Credential…": one that is named or asked for; says first which connections lose it, and deletes it by its id. */
export async function deleteCredentialCommand(
  parts: DeleteCredentialParts,
  { id }: { readonly id?: string | undefined },
): Promise<void> {
  const found = await findThing(credentials, parts, l10n.t("Delete Credential"), { id });
  if (found === undefined) return;
  const { access, thing: credential, users } = found;
  const { account } = access;
  if (!(await agreed(credential, users, accountLabel(account)))) return;
  const name = display(credential.name);
  const [deletion = { kind: "notTried" }] = await deleteAll(
    l10n.t("Deleting {0}", name),
    [credential.id],
    (one, signal) =>
      access.client.call(deleteCredential, { path: { id_or_name: one } }, signal, { callerWaits: true }),
    (deletions): readonly Deletion[] => deletions,
  );
  if (deletion.kind === "skipped") return;
  void parts.connections.changed();
  if (isPlainSuccess(deletion) && users.usedBy.length === 0) {
    mention(
      deletion.kind === "notFound" ? l10n.t("{0} was gone already", name) : l10n.t("Deleted {0}", name),
    );
    return;
  }
  await parts.panel.show({
    card: deletedCard(occasionOf(access, parts.results.newId()), credential, deletion, users),
    accountId: account.id,
    about: credential.name,
    tab: { icon: "trash", title: name },
  });
}

/** Asks, with what refers to it and what that means. */
function agreed({ id, name }: Credential, { usedBy, whole }: Users, account: string): Promise<boolean> {
  return confirm(
    l10n.t('Delete credential "{0}"?', display(name)),
    [
      ...lost(usedBy.length),
      ...(whole ? [] : [l10n.t("The connections could not all be read: more may refer to it.")]),
      l10n.t("What it holds can't be read back. You can't undo this."),
      "",
      ...(usedBy.length === 0 ? [] : [...listed(usedBy.map((one) => display(connectionName(one)))), ""]),
      l10n.t("{0} · {1}", display(id), account),
    ].join("\n"),
    l10n.t("Delete"),
  );
}

function lost(connections: number): readonly string[] {
  if (connections === 0) return [];
  return [
    connections === 1
      ? l10n.t("One connection loses it, and can't log in again by itself.")
      : l10n.t("{0} connections lose it, and can't log in again by themselves.", connections),
  ];
}
