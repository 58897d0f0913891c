import { l10n } from "vscode";
import { getProxy } from "../../api/operations.ts";
import type { Proxy } from "../../api/otherResources.ts";
import { goingThrough } from "../../domain/proxies/use.ts";
import { proxyRow } from "../catalogue/rows.ts";
import type { Kind } from "../things/kind.ts";
import { noProxyCard, proxyCard } from "./shownCard.ts";

/** Proxies: how one is chosen, read and shown. */
export const proxies: Kind<Proxy> = {
  icon: "globe",
  called: ({ id, name }) => name ?? id,
  choosing: {
    placeholder: () => l10n.t("Choose a proxy, or type its ID"),
    typed: () => l10n.t("The ID"),
    load: (lists) => lists.proxies,
    idOf: ({ id }) => id,
    row: proxyRow,
  },
  reading: () => l10n.t("Reading the proxy…"),
  read: (client, id, signal) => client.call(getProxy, { path: { id } }, signal),
  usedBy: (proxy, connections) => goingThrough(connections)(proxy),
  card: proxyCard,
  notReadCard: noProxyCard,
};
