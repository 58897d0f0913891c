import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { AnsweredProxy, Proxy } from "../../api/otherResources.ts";
import type { Block, Value } from "../../card/card.ts";
import { readDate } from "../../domain/dates.ts";
import { display } from "../../domain/text/display.ts";
import { proxyStatus } from "../catalogue/proxyWords.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import type { Effect, ResultButton, ResultCard } from "../results/buttonEffect.ts";
import { cardFrame, code, codeRow, rows, textRow } from "../results/cardParts.ts";
import type { Occasion } from "../results/cardParts.ts";
import { notReadCard } from "../results/notReadCard.ts";
import { usersBlock } from "../resourceEngine/usedBy.ts";
import type { Users } from "../resourceEngine/usedBy.ts";
import { moment } from "../words/numbers.ts";
import { series } from "../words/sentences.ts";
import { placeWords, typeLabel } from "./words.ts";

/** How a proxy is called: by its name, else by its id. */
export function proxyName({ id, name }: Pick<Proxy, "id" | "name">): string {
  return display(name ?? id);
}

/** A proxy: what it is and where, how it is, and what goes through it. */
export function proxyCard(occasion: Occasion, proxy: Proxy, users: Users): ResultCard {
  const { id } = proxy;
  return {
    ...cardFrame(occasion),
    head: { kind: "header", state: statusValue(proxy.status) },
    title: proxyName(proxy),
    summary: [l10n.t("Browsers of connections that choose it reach websites through it.")],
    blocks: proxyBlocks(proxy, users),
    actions: {
      refresh: readButton(l10n.t("Refresh"), id, occasion),
      other: button(l10n.t("Check…"), "managedAuth.checkProxy", { id }),
      ...more(
        button(l10n.t("Rename…"), "managedAuth.renameProxy", { id }),
        button(l10n.t("Delete…"), "managedAuth.deleteProxy", { id }),
        copyIdButton(id),
      ),
    },
  };
}

/** All that is told of a proxy, and what goes through it, where that was read. Its password and certificates: whether it has some. */
export function proxyBlocks(proxy: AnsweredProxy, users?: Users): readonly Block<Effect>[] {
  const { bypass_hosts: bypass, config, id, ip_address: address, last_checked: checked, type } = proxy;
  const when = readDate(checked);
  return [
    rows<Effect>(
      l10n.t("Proxy"),
      textRow(l10n.t("Type"), type === undefined ? undefined : display(typeLabel(type))),
      textRow(l10n.t("Place"), placeWords(config)),
      { label: l10n.t("Status"), value: statusValue(proxy.status) },
      textRow(
        l10n.t("Last check"),
        when === undefined ? (checked === undefined ? l10n.t("None yet") : display(checked)) : moment(when),
      ),
      address === undefined ? undefined : codeRow(l10n.t("IP address"), display(address)),
      textRow(
        l10n.t("Protocol"),
        proxy.protocol === undefined ? undefined : display(proxy.protocol).toUpperCase(),
      ),
      textRow(
        l10n.t("Reached without it"),
        bypass === undefined || bypass.length === 0 ? l10n.t("None") : series(bypass.map(display)),
      ),
      id === undefined ? undefined : codeRow(l10n.t("ID"), id),
    ),
    ...ownBlocks(config),
    ...(users === undefined ? [] : [proxyUsersBlock(users)]),
  ];
}

/** A status, as a pill. */
function statusValue(status: string | undefined): Value {
  switch (status) {
    case undefined:
      return { text: l10n.t("Not reported"), tone: "neutral" };
    case "available":
      return { text: l10n.t("Available"), tone: "success" };
    case "unavailable":
      return { text: l10n.t("Unavailable"), tone: "error" };
    default:
      return { text: display(proxyStatus(status)), tone: "neutral" };
  }
}

/** What is told of a server of one's own. Who logs in there is not kept. */
function ownBlocks(config: Proxy["config"]): readonly Block<Effect>[] {
  if (config?.host === undefined) return [];
  const { has_ca_bundle: bundle, has_password: password, host, port, username } = config;
  const isSet = (value: boolean): string => (value ? l10n.t("Set, never shown") : l10n.t("None"));
  return [
    rows<Effect>(
      l10n.t("Server"),
      codeRow(l10n.t("Host"), display(host)),
      port === undefined ? undefined : { label: l10n.t("Port"), value: code(String(port)) },
      username === undefined
        ? textRow(l10n.t("User"), l10n.t("None"))
        : { label: l10n.t("User"), value: code(display(username)), volatile: true },
      password === undefined ? undefined : textRow(l10n.t("Password"), isSet(password)),
      bundle === undefined ? undefined : textRow(l10n.t("Own certificates"), isSet(bundle)),
    ),
  ];
}

/** Which connections go through a proxy, and what shows each. */
export function proxyUsersBlock(users: Users): Block<Effect> {
  return usersBlock(users, { none: l10n.t("No connection.") });
}

/** A proxy that could not be read. */
export function noProxyCard(occasion: Occasion, id: string, error: ApiError): ResultCard {
  return notReadCard(occasion, error, {
    title: l10n.t("Proxy not read"),
    which: rows(l10n.t("Proxy"), codeRow(l10n.t("ID"), id)),
    again: readButton(l10n.t("Try Again"), id, occasion),
    id,
  });
}

/** Reads the proxy again, in the place of this result. */
function readButton(label: string, id: string, { id: resultId }: Occasion): ResultButton {
  return button(label, "managedAuth.showProxy", { id, resultId });
}
