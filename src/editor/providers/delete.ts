import { l10n } from "vscode";
import { deleteCredentialProvider } from "../../api/operations.ts";
import type { CredentialProvider } from "../../api/otherResources.ts";
import type { Deletion } from "../../domain/deletion/deletion.ts";
import { isLeft } from "../../domain/deletion/deletion.ts";
import { display } from "../../domain/text/display.ts";
import { accountLabel } from "../accounts/words.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import { deleteAll } from "../kit/deleteAll.ts";
import { confirm, listed } from "../kit/notify.ts";
import { button, more } from "../results/buttons.ts";
import type { ResultCard } from "../results/buttonEffect.ts";
import { cardFrame, codeRow, rows, verdict } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { deletionHelp, deletionNotes, deletionTone } from "../results/deletions.ts";
import type { PageParts } from "../results/showingParts.ts";
import type { CommandArguments } from "../words/contributions.ts";
import type { Users } from "../resourceEngine/usedBy.ts";
import { occasionOf } from "../results/showingParts.ts";
import { findThing } from "../things/read.ts";
import { meant } from "./providers.ts";

/** "Delete Provider…": after a confirmation that names what depends on it. */
export async function deleteProvider(
  parts: PageParts,
  asked: CommandArguments["managedAuth.deleteProvider"],
): Promise<void> {
  const { kind, told } = meant(asked);
  const found = await findThing(kind, parts, l10n.t("Delete Provider"), told);
  if (found === undefined) return;
  const { access, thing: provider, users } = found;
  if (!(await confirmDeletion(provider, users, accountLabel(access.account)))) return;
  const [deletion] = await deleteAll(
    l10n.t("Deleting {0}", display(provider.name)),
    [provider],
    ({ id }, signal) =>
      access.client.call(deleteCredentialProvider, { path: { id } }, signal, { callerWaits: true }),
    (deletions) => deletions,
  );
  if (deletion === undefined || deletion.kind === "skipped") return;
  const isDeleted = deletion.kind === "deleted";
  const card = deletedCard(occasionOf(access, parts.results.newId()), provider, deletion, users);
  await parts.panel.show(
    {
      card,
      accountId: access.account.id,
      about: provider.name,
      tab: { icon: "trash", title: card.title },
      ...(isDeleted && { quiet: true }),
    },
    { preserveFocus: isDeleted },
  );
}

/** Asks once: what goes, which connections lose what by it, and in which account. */
async function confirmDeletion(
  { id, name }: CredentialProvider,
  { usedBy, whole }: Users,
  account: string,
): Promise<boolean> {
  const loss =
    usedBy.length > 0
      ? [
          l10n.t("These connections name it, and can take no credential there any more:"),
          ...listed(usedBy.map((one) => display(connectionName(one)))),
          ...(whole ? [] : [l10n.t("There may be more: not all connections could be read.")]),
        ]
      : [
          whole
            ? l10n.t("No connection names it.")
            : l10n.t("Connections may name it: they could not all be read."),
        ];
  return confirm(
    l10n.t('Delete provider "{0}"?', display(name)),
    [
      ...loss,
      l10n.t("What is in 1Password stays. You can't undo this."),
      "",
      l10n.t("{0} · {1}", display(id), account),
    ].join("\n"),
    l10n.t("Delete"),
  );
}

/** What became of it; where it is gone, what named it needs another credential. */
function deletedCard(
  occasion: Occasion,
  { id, name }: CredentialProvider,
  deletion: Deletion,
  { usedBy }: Users,
): ResultCard {
  const again = isLeft({ deletion })
    ? button(l10n.t("Try Again"), "managedAuth.deleteProvider", { id })
    : undefined;
  const help = deletionHelp([deletion]);
  const next = help ?? again;
  return {
    ...cardFrame(occasion),
    head: verdict(deletionTone([deletion])),
    title: title(deletion, display(name)),
    summary: [
      ...deletionNotes(deletion, { missing: l10n.t("The service has no such provider any more.") }),
      ...(usedBy.length > 0 && !isLeft({ deletion })
        ? [l10n.t("What named it needs another credential, or a person at the next login.")]
        : []),
    ],
    blocks: [
      rows(l10n.t("Provider"), codeRow(l10n.t("Name"), name), codeRow(l10n.t("ID"), id)),
      ...(usedBy.length === 0
        ? []
        : [
            {
              kind: "table",
              title: l10n.t("Used by"),
              columns: [l10n.t("Connection")],
              rows: usedBy.map((one) => ({
                cells: [{ text: display(connectionName(one)) }],
                notes: [],
                actions: [button(l10n.t("Edit…"), "managedAuth.editConnection", { id: one.id })],
              })),
            } as const,
          ]),
    ],
    actions: {
      ...(next !== undefined && { next }),
      ...(help !== undefined && again !== undefined && { other: again }),
      ...more(),
    },
  };
}

function title({ kind }: Deletion, name: string): string {
  switch (kind) {
    case "deleted":
      return l10n.t("{0} is deleted", name);
    case "accepted":
      return l10n.t("The deletion of {0} is accepted", name);
    case "notFound":
      return l10n.t("{0} was deleted already", name);
    case "unknown":
      return l10n.t("Not sure whether {0} was deleted", name);
    case "refused":
    case "failed":
    case "skipped":
    case "notTried":
      return l10n.t("{0} is not deleted", name);
  }
}
