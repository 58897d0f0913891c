import { l10n } from "vscode";
import { deleteProxy } from "../../api/operations.ts";
import type { Proxy } from "../../api/otherResources.ts";
import { deletionOf } from "../../domain/deletion/deletion.ts";
import { goingThrough } from "../../domain/proxies/use.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import { accountLabel } from "../accounts/words.ts";
import { connectionName } from "../catalogue/connectionWords.ts";
import { Lists } from "../catalogue/lists.ts";
import { confirm, listed } from "../kit/notify.ts";
import { withCancel } from "../kit/progress.ts";
import { occasionOf } from "../results/showingParts.ts";
import type { PageParts } from "../results/showingParts.ts";
import { findThing, usersAmong } from "../things/read.ts";
import { withAside } from "../words/sentences.ts";
import { deletedCard } from "./deletedCard.ts";
import { proxies } from "./proxies.ts";
import { proxyName } from "./shownCard.ts";
import type { Users } from "../resourceEngine/usedBy.ts";

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
async function usersOf({ client }: Access, proxy: Proxy, signal: AbortSignal): Promise<Users> {
  const connections = await new Lists(client).connections("", () => undefined, signal);
  return usersAmong(connections, (rows) => goingThrough(rows)(proxy));
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
