import { l10n } from "vscode";
import type { Proxy } from "../../api/otherResources.ts";
import type { RequiresAccess } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { proxyRow } from "../catalogue/rows.ts";
import { typedName } from "../catalogue/typedName.ts";
import { pickLive } from "../kit/inputs/livePick.ts";
import type { LiveRow } from "../kit/inputs/livePick.ts";
import type { ResultPanel } from "../results/panel.ts";
import type { Results } from "../results/store.ts";
import type { CommandArguments, FollowUp } from "../words/contributions.ts";
import { notRead, readProxy } from "./read.ts";
import { proxyCard, proxyTab } from "./shownCard.ts";

/** What showing proxies works with. */
export interface ShowProxyParts extends RequiresAccess {
  readonly results: Pick<Results, "newId">;
  readonly panel: Pick<ResultPanel, "show">;
}

type Row = { readonly kind: "new" } | { readonly kind: "one"; readonly id: string };

/** "Show Proxies…": the proxies that there are, or those of a name. A row leads to its page, the first one to creating another. */
export async function showProxies(
  { requireAccess }: RequiresAccess,
  name = "",
): Promise<FollowUp | undefined> {
  const title = l10n.t("Proxies");
  const access = await requireAccess(title);
  if (access === undefined) return undefined;
  const answer = await pickLive<Proxy, Row>({
    frame: { title, back: false },
    placeholder: l10n.t("Choose a proxy, or type its ID"),
    load: new Lists(access.client).proxies,
    rows: (proxies) => [
      { label: l10n.t("Create Proxy…"), icon: "add", value: { kind: "new" } },
      { separator: "" },
      ...proxies.map((proxy): LiveRow<Row> => ({
        ...proxyRow<Row>(proxy, { kind: "one", id: proxy.id }),
        listed: true,
      })),
    ],
    typed: typedName(l10n.t("The ID"), (id): Row => ({ kind: "one", id })),
    value: name,
  });
  if (answer.kind !== "accepted") return undefined;
  return answer.value.kind === "new"
    ? { command: "managedAuth.createProxy", told: {} }
    : { command: "managedAuth.showProxy", told: { id: answer.value.id } };
}

/** "Show Proxy": one that is named or asked for; in place of the result that is read again, if one is. */
export async function showProxy(
  parts: ShowProxyParts,
  { id, resultId }: CommandArguments["managedAuth.showProxy"],
): Promise<void> {
  const title = l10n.t("Show Proxy");
  const read = await readProxy(parts, title, id);
  if (read === undefined) return;
  const { access, outcome, users } = read;
  if (outcome.kind === "failed") {
    await parts.panel.show(notRead(parts.results, access, read.id, outcome, resultId));
    return;
  }
  const { account, baseUrl } = access;
  const occasion = { id: resultId ?? parts.results.newId(), account, baseUrl, at: new Date() };
  await parts.panel.show({
    card: proxyCard(occasion, outcome.value, users),
    accountId: account.id,
    about: outcome.value.name ?? outcome.value.id,
    tab: proxyTab(outcome.value),
  });
}
