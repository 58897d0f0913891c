// Parts of a proxy's page that `resourceEngine` doesn't render.
import { l10n } from "vscode";
import type { ProxyResource } from "../../../api/resourceSchemas.ts";
import type { CardBlock, CardRow, CardValue } from "../../../card/card.ts";
import { parseDate } from "../../../domain/dates.ts";
import { display } from "../../../domain/text/display.ts";
import { proxyStatusLabel, proxyTypeLabel } from "../../catalogue/picks.ts";
import type { ButtonAction } from "../../results/buttons.ts";
import { codeValue, codeRow, rowsBlock, textRow } from "../../results/cardParts.ts";
import { formatDateTime } from "../../words/formatting.ts";
import { capitalize } from "../../words/labels.ts";
import { joinWithCommas } from "../../words/sentences.ts";
import { placeWords } from "./place.ts";

export function factRows(proxy: ProxyResource): readonly (CardRow<ButtonAction> | undefined)[] {
  const { bypass_hosts: bypass = [], ip_address: address, last_checked: checked, protocol, type } = proxy;
  const date = parseDate(checked);
  return [
    textRow(l10n.t("Type"), type && display(typeLabel(type))),
    textRow(l10n.t("Place"), placeWords(proxy.config)),
    textRow(
      l10n.t("Last check"),
      date === undefined ? display(checked ?? l10n.t("None")) : formatDateTime(date),
    ),
    address === undefined
      ? undefined
      : {
          ...codeRow(l10n.t("IP address"), display(address)),
          ...(type === "isp" && { note: l10n.t("Stays the same in every session.") }),
        },
    textRow(l10n.t("Protocol"), protocol && display(protocol).toUpperCase()),
    textRow(
      l10n.t("Bypasses the proxy"),
      bypass.length === 0 ? l10n.t("None") : joinWithCommas(bypass.map(display)),
    ),
  ];
}

export function statusValue(status: string | undefined): CardValue {
  switch (status) {
    case undefined:
      return { text: l10n.t("Not reported"), tone: "neutral" };
    case "available":
      return { text: capitalize(proxyStatusLabel(status)), tone: "success" };
    case "unavailable":
      return { text: capitalize(proxyStatusLabel(status)), tone: "error" };
    default:
      return { text: display(proxyStatusLabel(status)), tone: "neutral" };
  }
}

/** Renders the server of a custom proxy. The proxy's user name isn't persisted. */
export function serverBlocks(config: ProxyResource["config"]): readonly CardBlock<ButtonAction>[] {
  if (config?.host === undefined) return [];
  const { has_ca_bundle: bundle, has_password: password, host, port, username } = config;
  const isSet = (value: boolean): string => (value ? l10n.t("Set, never shown") : l10n.t("None"));
  return [
    rowsBlock<ButtonAction>(
      l10n.t("Server"),
      codeRow(l10n.t("Host"), display(host)),
      port !== undefined && { label: l10n.t("Port"), value: codeValue(String(port)) },
      username === undefined
        ? textRow(l10n.t("User"), l10n.t("None"))
        : { label: l10n.t("User"), value: codeValue(display(username)), volatile: true },
      password !== undefined && textRow(l10n.t("Password"), isSet(password)),
      bundle !== undefined && textRow(l10n.t("Your own certificates"), isSet(bundle)),
    ),
  ];
}

export const typeLabel = (type: string): string => capitalize(proxyTypeLabel(type));
