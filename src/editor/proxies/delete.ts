import { l10n } from "vscode";
import { deleteProxy } from "../../api/operations.ts";
import type { Proxy } from "../../api/otherResources.ts";
import { deletionOf } from "../../domain/deletion/deletion.ts";
import { goingThrough } from "../../domain/proxies/use.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { accountLabel } from "../accounts/words.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import { confirm, listed } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import { occasionOf } from "../results/showingParts.ts";
import type { PageParts } from "../results/showingParts.ts";
import { findThing } from "../things/read.ts";
import { withAside } from "../words/sentences.ts";
import { proxies } from "./proxies.ts";
import { proxyName, proxyUsersBlock } from "./shownCard.ts";
import { connectionsOf, usersAmong } from "../resourceEngine/usedBy.ts";
import type { Users } from "../resourceEngine/usedBy.ts";
import type { Deletion } from "../../domain/deletion/deletion.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { ResultCard } from "../results/buttonEffect.ts";
import { cardFrame, codeRow, rows, serviceSays, verdict } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { deletionHelp, deletionNotes, deletionTone, deletionValue } from "../results/deletions.ts";

/** "Delete Proxy…": names what uses it, asks once, and deletes it by its id. Shows what became of it. */
export async function deleteProxyCommand(parts: PageParts, id: string | undefined): Promise<void> {
  const found = await findThing(proxies, parts, l10n.t("Delete Proxy"), { id });
  if (found === undefined) return;
  const { access, thing: proxy, users } = found;
  const { account } = access;
  if (!(await confirmDeletion(proxy, users, accountLabel(account)))) return;
  const { deletion, holders } = await withCancel(
    l10n.t("Deleting {0}", proxyName(proxy)),
    async (_, signal) => {
      const end = deletionOf(await access.client.call(deleteProxy, { path: { id: proxy.id } }, signal));
      return {
        deletion: end,
        holders: end.kind === "refused" ? await usersOf(access, proxy, signal) : users,
      };
    },
  );
  if (deletion.kind === "skipped") return;
  const isDone = deletion.kind === "deleted";
  await parts.panel.show(
    {
      card: deletedCard(occasionOf(access, parts.results.newId()), proxy, deletion, holders),
      accountId: account.id,
      about: proxy.name ?? proxy.id,
      tab: { icon: "trash", title: proxyName(proxy) },
      ...(isDone && { quiet: true as const }),
    },
    { preserveFocus: isDone },
  );
}

/** What goes through it by then: more may than when it was asked for. */
async function usersOf(access: Access, proxy: Proxy, signal: AbortSignal): Promise<Users> {
  return usersAmong(await connectionsOf(access, signal), (rows) => goingThrough(rows)(proxy));
}

/** Asks once: what goes, what uses it, and in which account. */
async function confirmDeletion(proxy: Proxy, { usedBy, whole }: Users, account: string): Promise<boolean> {
  const { id, name } = proxy;
  const detail = [
    ...(usedBy.length === 0
      ? [
          whole
            ? l10n.t("No connection uses it.")
            : l10n.t("Not all connections could be read, so what uses it is not known."),
        ]
      : [
          l10n.t("The service does not delete a proxy while connections use it:"),
          ...listed(usedBy.map((one) => withAside(display(connectionName(one)), display(one.id)))),
        ]),
    l10n.t("You can't undo this."),
    "",
    name === undefined ? account : l10n.t("{0} · {1}", display(id), account),
  ];
  return confirm(
    name === undefined
      ? l10n.t('Delete the proxy with the ID "{0}"?', display(id))
      : l10n.t('Delete proxy "{0}"?', display(name)),
    detail.join("\n"),
    l10n.t("Delete"),
  );
}

/** What became of a proxy that was to be deleted, and which connections hold one that was refused. */
function deletedCard(occasion: Occasion, proxy: Proxy, deletion: Deletion, holders: Users): ResultCard {
  const frame = { ...cardFrame(occasion), head: verdict(deletionTone([deletion])), title: titleOf(deletion) };
  const { id } = proxy;
  if (deletion.kind === "deleted")
    return {
      ...frame,
      summary: [l10n.t("Nothing can be reached through {0} any more.", proxyName(proxy))],
      blocks: [],
      actions: more(),
    };
  const help = deletionHelp([deletion]);
  const again = button(l10n.t("Delete…"), "managedAuth.deleteProxy", { id });
  return {
    ...frame,
    summary:
      deletion.kind === "refused"
        ? [
            l10n.t(
              "Choose another proxy in the connections that use it, or delete them. Then delete it again.",
            ),
          ]
        : deletionNotes(deletion, { missing: l10n.t("No proxy has this ID.") }),
    blocks: [
      rows(
        l10n.t("Proxy"),
        { label: l10n.t("Result"), value: deletionValue(deletion) },
        codeRow(l10n.t("ID"), id),
      ),
      ...(deletion.kind === "refused" ? [...serviceSays(deletion.error), proxyUsersBlock(holders)] : []),
    ],
    actions: {
      ...(help !== undefined
        ? { next: help, other: again }
        : deletion.kind === "notFound"
          ? {}
          : { other: again }),
      ...more(button(l10n.t("Show Proxy"), "managedAuth.showProxy", { id }), copyIdButton(id)),
    },
  };
}

function titleOf({ kind }: Deletion): string {
  const notDeleted = l10n.t("Proxy not deleted");
  return {
    deleted: l10n.t("Proxy deleted"),
    accepted: l10n.t("Deletion accepted"),
    unknown: l10n.t("Result unknown"),
    refused: notDeleted,
    notFound: notDeleted,
    failed: notDeleted,
    skipped: notDeleted,
    notTried: notDeleted,
  }[kind];
}
