import { l10n } from "vscode";
import type { Entitlements } from "../../../../api/schemas.ts";
import { isEnabled } from "../../../../domain/entitlements.ts";
import type { ProxyAnswer } from "../../../../domain/draft.ts";
import { pickLive } from "../../../kit/livePick.ts";
import { askText, pickOne } from "../../../kit/ask.ts";
import { checkName } from "../../../words/names.ts";
import { proxyRow } from "../../../catalogue/rows.ts";
import type { Ask } from "./context.ts";
import { typedName } from "../../../catalogue/typedName.ts";

type Kind = ProxyAnswer["kind"];

/** Asks which proxy the connection's browsers use (§2.3). */
export const askProxy: Ask = async ({ draft, entitlements, frame }) => {
  const stealthy = draft.stealth !== false;
  const lacking = lackingNote(entitlements);
  const marked = lacking === undefined ? {} : { description: lacking };
  const answer = await pickOne<Kind>({
    frame,
    placeholder: l10n.t("Which proxy should its browsers use?"),
    choices: [
      {
        label: l10n.t("Default"),
        detail: stealthy
          ? l10n.t("The service decides: its stealth proxy, as connections run in stealth mode")
          : l10n.t("The service decides: no proxy, as stealth mode is off"),
        value: "default",
      },
      {
        label: l10n.t("Direct"),
        detail: stealthy
          ? l10n.t("No proxy. Stealth mode and the CAPTCHA solver stay on")
          : l10n.t("No proxy, whatever stealth mode is"),
        value: "direct",
      },
      { separator: l10n.t("A proxy of yours") },
      {
        label: l10n.t("Choose or Type an ID…"),
        ...marked,
        detail: l10n.t("One of your proxies; used whether or not stealth is on"),
        value: "id",
      },
      {
        label: l10n.t("Type a Name…"),
        ...marked,
        detail: l10n.t("The name must match exactly one active proxy of the project"),
        value: "name",
      },
    ],
    active: (kind) => kind === (draft.proxy?.kind ?? "default"),
  });
  if (answer.kind !== "accepted") return answer;
  const proxy = draft.proxy?.kind === answer.value ? draft.proxy : { kind: answer.value };
  return { kind: "answered", draft: { ...draft, proxy } };
};

/** Asks for a proxy, which is sent by its id: names are not unique. */
export const askProxyId: Ask = async ({ draft, frame, lists, typed }) => {
  const answer = await pickLive({
    frame,
    placeholder: l10n.t("Choose a proxy or type its ID"),
    load: lists.proxies,
    row: proxyRow,
    typed: typedName(l10n.t("The proxy ID"), l10n.t("Use This ID")),
    value: typed ?? (draft.proxy?.kind === "id" ? (draft.proxy.id ?? "") : ""),
  });
  if (answer.kind !== "accepted") return answer;
  return { kind: "answered", draft: { ...draft, proxy: { kind: "id", id: answer.value } } };
};

/** Asks for the name of a proxy. */
export const askProxyName: Ask = async ({ draft, frame, typed }) => {
  const answer = await askText({
    frame,
    prompt: l10n.t("Name of the proxy, exactly as it was given"),
    value: typed ?? (draft.proxy?.kind === "name" ? (draft.proxy.name ?? "") : ""),
    ignoreFocusOut: true,
    check: (name) => checkName(l10n.t("The proxy name"), name),
  });
  if (answer.kind !== "accepted") return answer;
  return { kind: "answered", draft: { ...draft, proxy: { kind: "name", name: answer.value } } };
};

/** The proxy answer in words. */
export function proxyWords(proxy: ProxyAnswer | undefined): string {
  switch (proxy?.kind) {
    case undefined:
      return l10n.t("Not answered");
    case "default":
      return l10n.t("Default (not sent)");
    case "direct":
      return l10n.t("Direct");
    case "id":
      return l10n.t("ID {0}", proxy.id ?? "");
    case "name":
      return l10n.t("Name {0}", proxy.name ?? "");
  }
}

function lackingNote(entitlements: Entitlements | undefined): string | undefined {
  const custom = isEnabled(entitlements, "custom_proxies");
  const managed = isEnabled(entitlements, "managed_proxies");
  if (custom === false && managed === false) return l10n.t("not in your plan");
  if (custom === false) return l10n.t("custom proxies are not in your plan");
  return undefined;
}
