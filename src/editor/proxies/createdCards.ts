import { l10n } from "vscode";
import type { ApiError } from "../../api/errors.ts";
import type { Proxy } from "../../api/otherResources.ts";
import type { ProxyCreateRequest } from "../../api/proxyRequests.ts";
import { display } from "../../domain/text/display.ts";
import type { Access } from "../accounts/service.ts";
import type { Told } from "../kit/inputs/askAndSend.ts";
import { button, copyIdButton, more } from "../results/buttons.ts";
import { cardFrame, verdict } from "../results/cardParts.ts";
import type { Result } from "../results/result.ts";
import { unknownCreation } from "../results/unknownCreation.ts";
import { proxyBlocks, proxyName, proxyTab } from "./shownCard.ts";

/** How creating one ended, where that is told in a page. */
export type CreatedOrUnknown = Told<Proxy, ProxyCreateRequest>;

/** The result of creating a proxy. */
export function creationResult(id: string, access: Access, told: CreatedOrUnknown): Result {
  return told.kind === "created"
    ? createdResult(id, access, told.made)
    : unknownResult(id, access, told.body.name ?? "", told.error);
}

function createdResult(id: string, { account, baseUrl }: Access, proxy: Proxy): Result {
  return {
    card: {
      ...cardFrame({ id, account, baseUrl, at: new Date() }),
      head: verdict("success"),
      title: l10n.t("{0} is created", proxyName(proxy)),
      summary: [l10n.t("Check whether it works, then choose it for a connection.")],
      blocks: proxyBlocks(proxy, { usedBy: [], whole: true }),
      actions: {
        next: button(l10n.t("Check…"), "managedAuth.checkProxy", { id: proxy.id }),
        other: button(l10n.t("Show Proxy"), "managedAuth.showProxy", { id: proxy.id }),
        ...more(copyIdButton(proxy.id)),
      },
    },
    accountId: account.id,
    about: proxy.name ?? proxy.id,
    tab: proxyTab(proxy),
  };
}

/** The result of an attempt whose end nobody knows, nor can find out: another may have its name. */
function unknownResult(id: string, access: Access, name: string, error: ApiError | undefined): Result {
  const called = name === "" ? l10n.t("the proxy") : display(name);
  return unknownCreation(id, access, error, {
    called,
    about: name === "" ? l10n.t("Proxy") : name,
    tab: { icon: "globe", title: called },
    advice: [
      l10n.t("Several proxies may have one name, so none can be told to be yours for certain."),
      l10n.t("Look through the list before you create it again; nothing is sent again."),
    ],
    next: button(l10n.t("Show Proxies…"), "managedAuth.showProxies", {}),
  });
}
