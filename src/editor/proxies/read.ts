import { l10n } from "vscode";
import type { Outcome } from "../../api/errors.ts";
import { getProxy } from "../../api/operations.ts";
import type { Proxy } from "../../api/otherResources.ts";
import { goingThrough } from "../../domain/proxies/use.ts";
import type { Access, RequiresAccess } from "../accounts/service.ts";
import { Lists } from "../catalogue/lists.ts";
import { proxyRow } from "../catalogue/rows.ts";
import { typedName } from "../catalogue/typedName.ts";
import { whileLoading } from "../kit/inputs/whileLoading.ts";
import { eachListed, pickLive } from "../kit/inputs/livePick.ts";
import type { Results } from "../results/store.ts";
import type { Result } from "../results/result.ts";
import { noProxyCard } from "./shownCard.ts";
import type { Users } from "../results/users.ts";

/** How reading a proxy ended, for whom it was read, and what goes through it. */
export interface ProxyRead {
  readonly access: Access;
  /** The ID that was asked for. */
  readonly id: string;
  readonly outcome: Exclude<Outcome<Proxy>, { readonly kind: "cancelled" }>;
  readonly users: Users;
}

/** Reads a proxy: by its id, or chosen from the list; `undefined` when the user left. */
export async function readProxy(
  { requireAccess }: RequiresAccess,
  title: string,
  id: string | undefined,
): Promise<ProxyRead | undefined> {
  const access = await requireAccess(title);
  const chosen = access && (id ?? (await pickProxy(access, title)));
  if (access === undefined || chosen === undefined) return undefined;
  const read = await whileLoading({ title, back: false }, l10n.t("Reading the proxy…"), (signal) =>
    Promise.all([
      access.client.call(getProxy, { path: { id: chosen } }, signal),
      new Lists(access.client).connections("", () => undefined, signal),
    ]),
  );
  if (read === undefined) return undefined;
  const [outcome, connections] = read;
  if (outcome.kind === "cancelled") return undefined;
  const users: Users = {
    usedBy: outcome.kind === "ok" ? goingThrough(connections.rows)(outcome.value) : [],
    whole: connections.kind === "complete" && connections.unreadable === 0,
  };
  return { access, id: chosen, outcome, users };
}

/** The result of a proxy that could not be read. */
export function notRead(
  results: Pick<Results, "newId">,
  { account, baseUrl }: Access,
  id: string,
  outcome: Extract<Outcome<Proxy>, { readonly kind: "failed" }>,
  resultId = results.newId(),
): Result {
  return {
    card: noProxyCard({ id: resultId, account, baseUrl, at: new Date() }, id, outcome.error),
    accountId: account.id,
    about: id,
  };
}

async function pickProxy(access: Access, title: string): Promise<string | undefined> {
  const answer = await pickLive({
    frame: { title, back: false },
    placeholder: l10n.t("Choose a proxy, or type its ID"),
    load: new Lists(access.client).proxies,
    rows: eachListed((proxy) => proxyRow(proxy, proxy.id)),
    typed: typedName(l10n.t("The ID"), (text) => text),
    value: "",
  });
  return answer.kind === "accepted" ? answer.value : undefined;
}
